package import QueryDiagnostics
import QueryHelp
import QuerySyntax

/// A script, or what was typed, read once: everything that its words alone tell.
package struct ParsedScript: Sendable {
    let parsed: ParseResult

    package init(_ source: SourceText) { parsed = Parser.parse(source) }

    /// What was typed, or given as an argument.
    package init(_ text: String) { self.init(SourceText(text)) }

    /// Reads the script at `path`; `-` is standard input.
    package init(at path: String) throws(SessionError) { self.init(try ScriptFile.read(path)) }

    var source: SourceText { parsed.source }

    /// The script's text, with U+FFFD for bytes that are no UTF-8.
    package var text: String { source[source.fullRange] }

    /// Whether `text` is the script, byte for byte.
    package func isWritten(_ text: String) -> Bool { Array(text.utf8) == source.bytes }

    package var statements: [ScriptStatement] { parsed.statements.map { ScriptStatement(statement: $0, source: source) } }

    /// Returns the script of which `line` is the first line, and this one the rest.
    package func following(_ line: String) -> ParsedScript {
        ParsedScript(SourceText(bytes: Array((line + "\n").utf8) + source.bytes))
    }

    /// What keeps a script from being formatted.
    package struct Unformattable: Error {
        /// What is wrong with its words, in order.
        package let findings: [Finding]
    }

    /// Returns the script in its canonical form.
    package func formatted() throws(Unformattable) -> String {
        let parsed = parsed.helped()
        guard parsed.statements.contains(where: \.hasErrors) else { return QueryFormatter.format(parsed) }
        // What the words mean is not looked at here.
        let errors = parsed.statements.lazy.flatMap { statement in
            FixTrial(of: statement.range, in: source) { text in
                let fixed = Parser.parse(text).helped().statements
                return fixed.count == 1 ? fixed[0].diagnostics.filter { $0.severity == .error } : nil
            }.proved(statement.diagnostics)
        }
        let told = errors.filter { $0.severity == .error }.prefix(ParseResult.maximumDiagnostics)
        throw Unformattable(findings: told.map { Finding($0, in: source) })
    }

    var parameters: ScriptParameters { ScriptParameters(of: parsed) }

    /// The names of the parameters that it declares, as they are written.
    package var parameterNames: Set<String> { Set(parameters.parameters.map(\.name.text)) }

    /// The help that its parameters make.
    package var help: String { parameters.help(path: source.file) }

    /// Whether any of its statements writes to the store, or one of a script that it runs.
    /// Parses those scripts: the check keeps them parsed, but it needs the store, and this decides how the store is opened.
    package var writes: Bool { Self.writes(parsed, folder: ScriptFile.folder(of: source.file), chain: []) }

    private static func writes(_ parsed: ParseResult, folder: String?, chain: [String]) -> Bool {
        parsed.statements.contains { statement in
            switch statement.kind {
            case .add, .load, .delete, .importFiles: return true
            case .set(let set): return ["priority", "store zone"].contains(set.setting.text.lowercased())
            case .run(.text(let path), _):
                let opened = ScriptCall.open(path.value, from: folder, at: path.range, chain: chain)
                guard case .success(let call) = opened else { return false }
                return writes(call.parsed, folder: ScriptFile.folder(of: call.path), chain: call.chain)
            // Which script that is, only running tells.
            case .run(.name, _): return true
            default: return false
            }
        }
    }
}
