import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
import StoreCommands

/// A script that is run by another script: read, parsed, and checked not to run itself.
package struct ScriptCall {
    /// The path as it is written in the calling script.
    package let name: String
    package let path: String
    package let parsed: ParseResult
    package let parameters: ScriptParameters
    /// The identities of the calling scripts, outermost first, with this script last.
    package let chain: [String]

    /// The greatest number of scripts of which each runs the next one.
    private static let deepest = 32

    /// The reason why a script cannot run, reported at the statement that names it.
    package struct Failure: Error {
        package var diagnostic: Diagnostic
    }

    /// Returns a diagnostic for the `run` statement about an error inside the script.
    package func report(_ error: Diagnostic, at range: SourceRange) -> Diagnostic {
        // An error in a script that this one runs is passed on unchanged.
        if [.wrongScript, .scriptRunsItself].contains(error.code) {
            return Diagnostic(error.code, error.message, at: range, help: error.help)
        }
        let position = parsed.source.position(at: error.range.start)
        return Diagnostic(
            .wrongScript, "\(name):\(position.line):\(position.column): \(error.message) (\(error.code.rawValue))", at: range,
            help: "`tally check \(name)` shows all errors in this script")
    }

    /// Returns true if this is the call of the script at `path` with this text, from the same scripts.
    package func isOf(_ text: SourceText, at path: String, chain: [String]) -> Bool {
        path == self.path && chain == self.chain && text.bytes == parsed.source.bytes
    }

    /// - Parameters:
    ///   - folder: the folder for relative paths in the calling script.
    ///   - range: the place of the path in the calling script.
    ///   - known: the script from an earlier call. It is parsed again only if the file has changed.
    package static func open(
        _ name: String, from folder: String?, at range: SourceRange, chain: [String], known: ScriptCall? = nil
    ) -> Result<ScriptCall, Failure> {
        let path = ScriptFile.path(name, from: folder)
        guard path != "-", let identity = ScriptFile.identity(of: path) else {
            let message = path == "-" ? "a script can't run standard input" : "the script \(name) doesn't exist"
            return .failure(
                Failure(diagnostic: Diagnostic(.unreadableScript, message, at: range, help: "use a path relative to the calling script")))
        }
        guard !chain.contains(identity) else {
            return .failure(
                Failure(
                    diagnostic: Diagnostic(
                        .scriptRunsItself, "\(name) runs itself", at: range,
                        help: "remove this line", note: chain.count > 1 ? "the calls are: \(chain.joined(separator: ", "))" : nil)))
        }
        guard chain.count < deepest else {
            let message = "\(name) is the \(deepest + 1)th script in a chain, and a chain has at most \(deepest)"
            return .failure(
                Failure(diagnostic: Diagnostic(.unreadableScript, message, at: range, help: "run it from the first script of the chain")))
        }
        do throws(CommandError) {
            let text = try ScriptFile.read(path)
            if let known, known.isOf(text, at: path, chain: chain + [identity]) { return .success(known) }
            let parsed = Parser.parse(text)
            return .success(
                ScriptCall(name: name, path: path, parsed: parsed, parameters: ScriptParameters(of: parsed), chain: chain + [identity]))
        } catch {
            return .failure(Failure(diagnostic: Diagnostic(.unreadableScript, error.message, at: range)))
        }
    }
}
