import Foundation
import Testing

/// A script in `Tests/Scripts`.
struct Script: CustomTestStringConvertible, CustomStringConvertible {
    let url: URL

    var description: String { url.lastPathComponent }
    var testDescription: String { description }

    static let all: [Script] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "tally" }.sorted { $0.path < $1.path }.map(Script.init)
    }()
}
