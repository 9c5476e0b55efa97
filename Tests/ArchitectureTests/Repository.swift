import Foundation
import Testing

/// The root folder of this repository.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the groups of modules, which are the folders of `Sources`, sorted.
    static func groups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path).sorted()
    }

    /// Returns the module folders, such as `Query/QueryPlan`, sorted.
    static func modules() throws -> [String] {
        try groups().flatMap { group in
            try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources/\(group)").path).map { "\(group)/\($0)" }
        }.sorted()
    }

    /// Returns the text of a file. The path is relative to the root.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// All Swift files under `Sources` and `Tests`, sorted by path. There is at least one in each folder.
    static func sources() throws -> [SwiftFile] { try allSources.get() }
    static func tests() throws -> [SwiftFile] { try allTests.get() }

    /// Returns the modules that the Swift files in a folder import.
    static func imports(of folder: String) throws -> Set<String> {
        try Set(swiftFiles(under: folder).flatMap { $0.imports.map(\.module) })
    }

    private static let allSources = Result { try swiftFiles(under: "Sources") }
    private static let allTests = Result { try swiftFiles(under: "Tests") }

    private static func swiftFiles(under folder: String) throws -> [SwiftFile] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        let files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { try SwiftFile(path: "\(folder)/\($0)") }
        try #require(!files.isEmpty)
        return files
    }
}
