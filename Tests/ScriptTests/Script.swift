import Foundation
import Testing

/// A script in `Tests/Scripts` or `Tests/Field`.
struct Script: CustomTestStringConvertible, CustomStringConvertible {
    let url: URL

    var description: String { url.lastPathComponent }
    var testDescription: String { description }

    static let all = scripts(in: "Scripts")
    /// The folder of the field cases.
    static let fieldFolder = tests.appending(path: "Field")
    /// The field cases of all areas. `Tests/Field/README.md` describes them.
    static let fields = scripts(in: "Field")

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the scripts below a folder of `Tests`, sorted by path.
    private static func scripts(in folder: String) -> [Script] {
        let url = tests.appending(path: folder)
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
        return paths.filter { $0.hasSuffix(".tally") }.sorted().map { Script(url: url.appending(path: $0)) }
    }
}
