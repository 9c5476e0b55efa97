package import Foundation
import Synchronization

/// The files of this repository.
package enum Repository {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The groups of modules, which are the folders of `Sources`, sorted.
    package static func groups() throws -> [String] { try folders(in: "Sources") }

    /// The folders with modules, such as `Sources/Query/QueryPlan` and `Packages/HealthKit/Sources/HealthKit`, sorted.
    package static func modules() throws -> [String] {
        try groups().flatMap { group in try folders(in: "Sources/\(group)").map { "Sources/\(group)/\($0)" } } + guestModules()
    }

    /// The folders with the modules of guests.
    package static func guestModules() throws -> [String] {
        try guests().flatMap { guest in try folders(in: "Packages/\(guest)/Sources").map { "Packages/\(guest)/Sources/\($0)" } }
    }

    /// The packages in `Packages` that use the library, sorted.
    package static func guests() throws -> [String] { try folders(in: "Packages") }

    private static func folders(in folder: String) throws -> [String] {
        let url = root.appending(path: folder)
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false }
            .map(\.lastPathComponent).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Returns the text of a file. The path is relative to the root.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The Swift files of modules, those of guests included, sorted by path.
    package static func sources() throws -> [SourceFile] { try allSources.get() }
    /// The Swift files of tests, sorted by path.
    package static func tests() throws -> [SourceFile] { try allTests.get() }

    private static let allSources = Result {
        try swiftFiles(under: ["Sources"] + guests().map { "Packages/\($0)/Sources" })
    }
    private static let allTests = Result {
        try swiftFiles(under: ["Tests", "Tools/HouseRules/Tests"] + guests().map { "Packages/\($0)/Tests" })
    }

    /// Returns the Swift files in folders.
    package static func swiftFiles(under folders: [String]) throws -> [SourceFile] {
        let starts = folders.map { "\($0)/" }
        let files = try allFiles.get().filter { file in starts.contains { file.path.hasPrefix($0) } }
        guard !files.isEmpty else { throw NoFiles(folders: folders) }
        return files
    }

    /// Returns a Swift file.
    package static func swiftFile(_ path: String) throws -> SourceFile {
        guard let file = try filesByPath.get()[path] else { throw NoFiles(folders: [path]) }
        return file
    }

    private static let filesByPath = allFiles.map { files in Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) }) }

    /// All Swift files, sorted by path. To parse them takes most of the time, so each is parsed once.
    private static let allFiles = Result {
        let tops = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") }
        let found = tops.flatMap { name in
            name.hasSuffix(".swift") ? [name] : (try? paths(under: name).filter { $0.hasSuffix(".swift") }) ?? []
        }.sorted()
        let texts = try found.map { try text(of: $0) }
        let files = Mutex<[Int: SourceFile]>([:])
        DispatchQueue.concurrentPerform(iterations: found.count) { index in
            let file = SourceFile(path: found[index], text: texts[index])
            files.withLock { $0[index] = file }
        }
        return files.withLock { files in found.indices.compactMap { files[$0] } }
    }

    /// Returns the paths of all files in a folder, relative to the root, without build products.
    package static func paths(under folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted().compactMap { path in
            path.contains(".build") ? nil : "\(folder)/\(path)"
        }
    }

    /// A rule that reads no files would hold for any code.
    package struct NoFiles: Error { package var folders: [String] }
}
