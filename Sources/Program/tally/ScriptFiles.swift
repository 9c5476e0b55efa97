import Foundation
import Scripts
import StoreCommands
import SystemBridges
import Workbench

/// Scripts on disk.
enum ScriptFiles {
    /// Returns `paths` with folders replaced by the `.tally` files in them, sorted.
    private static func find(_ paths: [String]) throws -> [String] {
        try paths.flatMap { path -> [String] in
            guard path != "-", let status = try? FilePath.status(of: path), status.isDirectory else { return [path] }
            // A pipe that is named may be the output of a program, but one that is found would wait for its writer.
            let found = (FileManager.default.subpaths(atPath: path) ?? []).filter { $0.hasSuffix(".tally") }.sorted()
                .map { path + "/" + $0 }.filter(FilePath.isFile)
            guard !found.isEmpty else { throw CommandError(.unavailable, "\(path) contains no .tally files") }
            return found
        }
    }

    /// Reads the scripts at `paths` and passes each to `body`. Reports and skips scripts that cannot be read.
    ///
    /// - Returns: True if all scripts could be read.
    static func read(_ paths: [String], _ output: ConsoleOutput, _ body: (String, ParsedScript) throws -> Void) throws -> Bool {
        var hasReadAll = true
        for path in try find(paths) {
            let script: ParsedScript
            do { script = try ParsedScript(at: path) } catch {
                output.report(Finding(error, file: path))
                hasReadAll = false
                continue
            }
            try body(path, script)
        }
        return hasReadAll
    }

    /// Throws an error for a pipe or a device, before it is read.
    static func demandReplaceable(_ paths: [String]) throws {
        for path in paths where path != "-" {
            guard let status = try? FilePath.status(of: path), !status.isRegular, !status.isDirectory else { continue }
            throw CommandError(.unavailable, "\(path) is not a regular file, so it can't be replaced; write `-` to read standard input")
        }
    }

    /// Replaces the content of a file with `text`, at once. The file keeps its permissions, and a link stays a link.
    static func replace(_ path: String, with text: String) throws { try ResultFile(replacing: path).write { $0(text) } }
}
