import QueryDiagnostics
import QueryCompiler
import QuerySyntax

/// A script that another text runs: read, parsed, and known not to run itself.
struct ScriptCall {
    /// As the text that runs it names it.
    let name: String
    let path: String
    let parsed: ParseResult
    let parameters: ScriptParameters
    /// The scripts that led here, this one last.
    let chain: [String]

    /// Why a script cannot be run, told at the statement that names it.
    struct Failure: Error {
        var diagnostic: Diagnostic
    }

    /// Returns what to say, where the script is named, of a mistake in it.
    func report(_ error: Diagnostic, at range: SourceRange) -> Diagnostic {
        // A mistake further down is told as it is told there.
        if [.wrongScript, .scriptRunsItself].contains(error.code) {
            return Diagnostic(error.code, error.message, at: range, help: error.help)
        }
        let position = parsed.source.position(at: error.range.start)
        return Diagnostic(
            .wrongScript, "\(name):\(position.line):\(position.column): \(error.message) (\(error.code.rawValue))", at: range,
            help: "`tally check \(name)` tells all that is wrong with it")
    }

    /// Whether it is of the script at `path` with this text, called by the same scripts.
    func isOf(_ text: SourceText, at path: String, chain: [String]) -> Bool {
        path == self.path && chain == self.chain && text.bytes == parsed.source.bytes
    }

    /// - Parameters:
    ///   - folder: where paths of the calling text start from.
    ///   - range: the place of the path.
    ///   - known: the script as it was parsed before. It is parsed again only if the file has changed.
    static func open(
        _ name: String, from folder: String?, at range: SourceRange, chain: [String], known: ScriptCall? = nil
    ) -> Result<ScriptCall, Failure> {
        let path = ScriptFile.path(name, from: folder)
        guard path != "-", let identity = ScriptFile.identity(of: path) else {
            let message = path == "-" ? "standard input is no script that another one can run" : "there is no script \(name)"
            return .failure(
                Failure(diagnostic: Diagnostic(.unreadableScript, message, at: range, help: "paths are relative to the script")))
        }
        guard !chain.contains(identity) else {
            return .failure(
                Failure(
                    diagnostic: Diagnostic(
                        .scriptRunsItself, "\(name) runs itself", at: range,
                        help: "leave the line out", note: chain.count > 1 ? "it came here through \(chain.joined(separator: ", "))" : nil)))
        }
        do throws(SessionError) {
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

extension NameTable {
    /// Returns the text that `operand` is or names; nil where it names none.
    func text(_ operand: TextOperand) -> String? {
        switch operand {
        case .text(let literal): literal.value
        case .name(let name):
            if case .literal(.texts(let texts))? = self[name]?.value, texts.count == 1 { texts[0].value } else { nil }
        }
    }
}
