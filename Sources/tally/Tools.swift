import ArgumentParser
import Diagnostics
import Foundation
import TallySession

/// `tally check PATH…`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check", abstract: "Parses and type-checks scripts without running them.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "Scripts or folders of scripts; - reads standard input.")
    var paths: [String]

    func run() throws {
        let output = ConsoleOutput(options)
        var hasErrors = false
        do {
            let session = try options.session(for: .read)
            for path in try ScriptFiles.find(paths) {
                let source = try ScriptFiles.read(path)
                for finding in session.findings(in: source) {
                    output.report(finding, in: source)
                    hasErrors = hasErrors || finding.severity == .error
                }
            }
        } catch { throw Failure.of(error, options) }
        throw ExitCode(hasErrors ? Outcome.wrong.rawValue : Outcome.fine.rawValue)
    }
}

/// `tally fmt PATH…`
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt", abstract: "Formats scripts in place; - reads standard input and prints.",
        discussion: "A script that does not parse is left alone.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "Scripts or folders of scripts.")
    var paths: [String]

    func run() throws {
        let output = ConsoleOutput(options)
        var outcome = Outcome.fine
        do {
            for path in try ScriptFiles.find(paths) {
                let source = try ScriptFiles.read(path)
                let (formatted, findings) = ScriptText.formatted(source)
                for finding in findings { output.report(finding, in: source) }
                guard let text = formatted else {
                    outcome = .wrong
                    continue
                }
                if path == "-" {
                    output.write(text)
                } else if Array(text.utf8) != source.bytes {
                    try ScriptFiles.replace(path, with: text)
                    output.note("formatted \(path)")
                }
            }
        } catch { throw Failure.of(error, options) }
        throw ExitCode(outcome.rawValue)
    }
}

/// `tally test PATH…`
struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs test scripts: each case on an empty store in memory.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "Scripts or folders of scripts.")
    var paths: [String]

    func run() throws {
        var passed = 0
        var failed = 0
        do {
            for path in try ScriptFiles.find(paths) {
                let source = try ScriptFiles.read(path)
                let report = try ScriptTester().run(source)
                passed += report.passed
                failed += report.failedCases
                for failure in report.failures {
                    let position = source.position(at: failure.range.start)
                    ConsoleOutput.write(
                        "\(source.file):\(position.line):\(position.column): \(failure.caseName): \(failure.message)\n", to: STDERR_FILENO)
                }
            }
        } catch { throw Failure.of(error, options) }
        ConsoleOutput.write("\(passed) passed, \(failed) failed\n", to: STDOUT_FILENO)
        throw ExitCode(failed == 0 ? Outcome.fine.rawValue : Outcome.failed.rawValue)
    }
}

/// Scripts on disk.
enum ScriptFiles {
    /// Returns `paths` with folders replaced by the `.tally` files in them, sorted.
    static func find(_ paths: [String]) throws -> [String] {
        try paths.flatMap { path -> [String] in
            var isFolder: ObjCBool = false
            guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                return [path]
            }
            let found = (FileManager.default.subpaths(atPath: path) ?? []).filter { $0.hasSuffix(".tally") }.sorted()
            guard !found.isEmpty else { throw SessionError(.unavailable, "\(path) holds no .tally file") }
            return found.map { path + "/" + $0 }
        }
    }

    static func read(_ path: String) throws -> SourceText {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor > STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while descriptor >= 0 {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count == 0 { return SourceText(bytes: bytes, file: path) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= largestScript else {
                throw SessionError(.unavailable, "\(path) is larger than \(largestScript >> 20) MB: that is no script")
            }
        }
        throw SessionError(.unavailable, "cannot read \(path): \(String(cString: strerror(errno)))")
    }

    private static let largestScript = 64 << 20

    /// Puts `text` in the place of a file, whole or not at all, with the file's own mode.
    static func replace(_ path: String, with text: String) throws {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path) }
    }
}
