import Foundation

/// The root folder of this repository.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the Markdown files in the root folder and under `Documentation`, sorted.
    static func documents() throws -> [String] {
        let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
        let below = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Documentation").path)
        return (top + below.map { "Documentation/\($0)" }).filter { $0.hasSuffix(".md") }.sorted()
    }

    static func lines(of document: String) throws -> [String] {
        try String(contentsOf: root.appending(path: document), encoding: .utf8).components(separatedBy: "\n")
    }

    static func write(_ lines: [String], to document: String) throws {
        try lines.joined(separator: "\n").write(to: root.appending(path: document), atomically: true, encoding: .utf8)
    }
}
