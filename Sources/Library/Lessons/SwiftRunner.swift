package import Foundation
import SystemBridges
import Threading

/// Compiles and runs the Swift code of a lesson with the modules HealthKit, SwiftUI and Charts, where `swift` and this package are found.
///
/// The package is the folder that `TALLY_PACKAGE` names, or the one in which the running program was built. The compiler
/// loads packages that its cache does not have. The program creates its samples in memory.
package struct SwiftRunner: Sendable {
    private let environment: [String: String]
    private let program: @Sendable () -> URL?

    /// - Parameters:
    ///   - environment: The variables, of which `PATH` and `TALLY_PACKAGE` tell where `swift` and the package are.
    ///   - program: Returns the running program. To find it, Foundation lists its folder, so it is only called for a lesson with code.
    package init(environment: [String: String], program: @escaping @Sendable () -> URL?) {
        self.environment = environment
        self.program = program
    }

    /// The reason why code cannot be run.
    package enum Failure: Error {
        /// Something is missing, in words that follow "because".
        case missing(String)
        /// The program was not built, or failed. The lines tell why.
        case failed([String])
        case cancelled
    }

    /// The compiler and the package.
    package struct Tools: Sendable {
        package var swift: URL
        package var package: URL
    }

    /// Returns the compiler and the package.
    package func tools() throws(Failure) -> Tools {
        #if os(Linux)
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        guard let swift = folders.map({ URL(filePath: String($0)).appending(path: "swift") }).first(where: isExecutable) else {
            throw .missing("`swift` was not found")
        }
        if let path = environment["TALLY_PACKAGE"], !path.isEmpty {
            let folder = URL(filePath: path)
            guard isPackage(folder) else { throw .missing("TALLY_PACKAGE does not name the source code of Tally") }
            return Tools(swift: swift, package: folder)
        }
        var folder = program()?.resolvingSymlinksInPath().deletingLastPathComponent()
        while let candidate = folder, candidate.pathComponents.count > 1 {
            if isPackage(candidate) { return Tools(swift: swift, package: candidate) }
            folder = candidate.deletingLastPathComponent()
        }
        throw .missing("the source code of Tally was not found")
        #else
        throw .missing("the module HealthKit of Tally exists on Linux only")
        #endif
    }

    /// The folder of the package HealthKit in the source code of Tally.
    private static let healthKit = "Packages/HealthKit"
    /// The folder of the package with SwiftUI and Charts.
    private static let charts = "Packages/Charts"

    private func isExecutable(_ file: URL) -> Bool {
        let kind = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)[.type] as? FileAttributeType
        return kind == .typeRegular && FileManager.default.isExecutableFile(atPath: file.path)
    }

    private func isPackage(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: SwiftRunner.healthKit).path)
            && FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    }

    /// Compiles and runs code, and returns the lines that it prints.
    ///
    /// - Parameters:
    ///   - progress: Is called about twice a second with the time since the start.
    ///   - isCancelled: Returns true if the work should stop.
    package func lines(
        of program: LessonProgram, with tools: Tools, progress: (Duration) -> Void, isCancelled: () -> Bool
    ) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-lesson-\(UUID().uuidString)")
        let sources = folder.appending(path: "Sources/Lesson")
        let isPrivate: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: isPrivate)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true, attributes: isPrivate)
        for (name, text) in program.files { try Data(text.utf8).write(to: sources.appending(path: name)) }
        try Data(manifest(tools.package, draws: program.draws).utf8).write(to: folder.appending(path: "Package.swift"))
        // The same versions of packages, so that the compiler's cache has them.
        try? FileManager.default.copyItem(
            at: tools.package.appending(path: "Package.resolved"), to: folder.appending(path: "Package.resolved"))

        let process = Process()
        process.executableURL = tools.swift
        // A folder of the package keeps what is compiled for the next time.
        process.arguments = [
            "run", "--quiet", "--package-path", folder.path, "--scratch-path", tools.package.appending(path: ".build/lesson").path,
            "Lesson",
        ]
        process.environment = environment.filter { !$0.key.hasPrefix("TALLY_") }
        let (printed, errors) = (folder.appending(path: "printed"), folder.appending(path: "errors"))
        for file in [printed, errors] { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: printed)
        process.standardError = try FileHandle(forWritingTo: errors)
        let start = ContinuousClock.now
        try process.run()
        while process.isRunning {
            if isCancelled() {
                ChildProcess.end(process.processIdentifier)
                process.waitUntilExit()
                throw Failure.cancelled
            }
            progress(ContinuousClock.now - start)
            Threads.sleep(seconds: 0.2)
        }
        guard !isCancelled() else { throw Failure.cancelled }
        guard process.terminationStatus == 0 else {
            let told = try lines(in: errors) + lines(in: printed)
            throw Failure.failed(Array((told.filter { $0.contains("error:") } + told).prefix(8)))
        }
        return try lines(in: printed)
    }

    private func lines(in file: URL) throws -> [String] {
        var lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }

    private func manifest(_ package: URL, draws: Bool) -> String {
        let folders = [SwiftRunner.healthKit] + (draws ? [SwiftRunner.charts] : [])
        let packages = folders.map { ".package(path: \(package.appending(path: $0).path.debugDescription), traits: [])" }
        let products = [("HealthKit", "HealthKit")] + (draws ? [("Charts", "Charts"), ("SwiftUI", "Charts")] : [])
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Lesson",
                dependencies: [\(packages.joined(separator: ", "))],
                targets: [
                    .executableTarget(
                        name: "Lesson",
                        dependencies: [\(products.map { ".product(name: \"\($0.0)\", package: \"\($0.1)\")" }.joined(separator: ", "))])
                ]
            )

            """
    }
}
