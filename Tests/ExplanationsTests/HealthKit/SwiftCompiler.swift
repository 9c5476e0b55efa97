#if os(Linux)
import Foundation
import Testing

/// The Swift compiler, with the module HealthKit that was built in the folder of these tests, as `make test-swift` does.
enum SwiftCompiler {
    /// The folder with the program of the tests, the modules and the objects.
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The objects of the tests of guests. The lists have no leftovers of files that were removed.
    private static let lists = ["HealthKit", "Charts"].map { products.appending(path: "\($0)PackageTests.product/Objects.LinkFileList") }

    /// True if HealthKit was built. Tests that compile code for it need this.
    static var hasHealthKit: Bool { FileManager.default.fileExists(atPath: lists[0].path) }

    /// True if HealthKit and Charts were built.
    static var hasCharts: Bool { lists.allSatisfy { FileManager.default.fileExists(atPath: $0.path) } }

    /// The program that answers the compiler about `#Preview`.
    private static let macros = products.appending(path: "PreviewMacros-tool")

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The options that let the compiler find the modules and the C modules below them.
    private static let flags: [String] = {
        let packages = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let maps = [
            packages.appending(path: "GRDB.swift/Sources/GRDBSQLite/module.modulemap"),
            root.appending(path: "Sources/System/CZlib/module.modulemap"),
            root.appending(path: "Sources/System/CMalloc/module.modulemap"),
            root.appending(path: "Sources/System/CSandbox/module.modulemap"),
        ]
        let plugin = ["-load-plugin-executable", "\(macros.path)#PreviewMacros"]
        return ["-swift-version", "6", "-parse-as-library", "-I", products.appending(path: "Modules").path]
            + (FileManager.default.fileExists(atPath: macros.path) ? plugin : [])
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    }()

    /// Returns the errors and warnings of the files, which form one module. Nil if there are none.
    static func problems(in files: [URL]) throws -> String? {
        let checked = try run(
            ["swiftc", "-typecheck", "-warnings-as-errors", "-module-name", "Emitted"] + flags + files.map(\.path))
        return checked.status == 0 ? nil : checked.output
    }

    /// Returns the errors of the parser. Nil if there are none.
    static func parseErrors(in files: [URL]) throws -> String? {
        let parsed = try run(["swiftc", "-parse", "-parse-as-library"] + files.map(\.path))
        return parsed.status == 0 ? nil : parsed.output
    }

    /// Builds a program from files and the objects of HealthKit and Charts.
    static func build(_ program: URL, from files: [URL]) throws {
        let list = program.appendingPathExtension("objects")
        try objects().joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        let built = try run(
            ["swiftc", "-Onone", "-module-name", "Emitted", "-o", program.path] + flags + files.map(\.path)
                + ["@\(list.path)", "-lsqlite3", "-lz"])
        try #require(built.status == 0, "\(built.output)")
    }

    /// Returns the objects of HealthKit and Charts, and of the library's modules.
    private static func objects() throws -> [String] {
        let sources = root.appending(path: "Sources")
        var modules: Set = ["GRDB", "HealthKit", "SwiftUI", "Charts"]
        for group in try FileManager.default.contentsOfDirectory(atPath: sources.path) where group != "Program" {
            modules.formUnion(try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: group).path))
        }
        let texts = try lists.filter { FileManager.default.fileExists(atPath: $0.path) }.map { try String(contentsOf: $0, encoding: .utf8) }
        let paths = texts.flatMap { $0.split(separator: "\n") }.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")) }
        return Set(paths).sorted().filter { path in
            let folder = URL(filePath: path).pathComponents.first { $0.hasSuffix(".build") && $0 != ".build" } ?? ""
            return modules.contains(String(folder.dropLast(".build".count)))
        }
    }

    /// Returns the lines that a program prints. It must succeed.
    static func output(of program: URL, environment: [String: String] = [:]) throws -> [String] {
        let ran = try run([program.path], environment: environment)
        try #require(ran.status == 0, "\(ran.output)")
        var lines = ran.output.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }

    private static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}

/// A temporary folder, removed at the end.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and returns its address.
    func write(_ text: String, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }
}
#endif
