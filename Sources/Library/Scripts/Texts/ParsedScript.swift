package import QueryCompiler
package import QueryDiagnostics
import QueryHelp
package import QuerySyntax
import QueryVocabulary
package import StoreCommands

/// A parsed script or input line, and everything that can be derived from its text.
package struct ParsedScript: Sendable {
    package let parsed: ParseResult

    package init(_ source: SourceText) { parsed = Parser.parse(source) }

    /// Parses text that was typed or passed as an argument.
    package init(_ text: String) { self.init(SourceText(text)) }

    /// Reads the script at `path`; `-` is standard input.
    package init(at path: String) throws(CommandError) { self.init(try ScriptFile.read(path)) }

    package var source: SourceText { parsed.source }

    /// The text of the script, with U+FFFD for invalid UTF-8.
    package var text: String { source[source.fullRange] }

    /// Returns true if `text` equals the script byte for byte.
    package func isWritten(_ text: String) -> Bool { Array(text.utf8) == source.bytes }

    package var statements: [ScriptStatement] { parsed.statements.map { ScriptStatement(statement: $0, source: source) } }

    /// Returns this script with `line` as an additional first line.
    package func following(_ line: String) -> ParsedScript {
        ParsedScript(SourceText(bytes: Array((line + "\n").utf8) + source.bytes))
    }

    /// The script cannot be formatted because it has syntax errors.
    package struct Unformattable: Error {
        /// The syntax errors, in order.
        package let findings: [Finding]
    }

    /// Returns the script in its canonical form.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of errors that are explained.
    ///   - names: the names that other texts define.
    package func formatted(limit: Int, knowing names: NameTable = NameTable()) throws(Unformattable) -> String {
        let parsed = parsed.helped(knowing: names, limit: limit)
        guard parsed.statements.contains(where: \.hasErrors) else { return QueryFormatter.format(parsed, noun: { RecordPhrase.Noun($0) }) }
        // Formatting only needs a valid syntax, so names and types are not checked here.
        var shown = ShownErrors(limit: limit)
        for statement in parsed.statements where statement.hasErrors {
            let trial = FixTrial(of: statement.range, in: source) { text in
                let fixed = Parser.parse(text).helped().statements
                return fixed.count == 1 ? fixed[0].diagnostics.filter { $0.severity == .error } : nil
            }
            let errors = shown.isFull ? statement.diagnostics : trial.proved(statement.diagnostics)
            shown.add(errors.filter { $0.severity == .error })
        }
        throw Unformattable(findings: shown.all.map { Finding($0, in: source) })
    }

    package var parameters: ScriptParameters { ScriptParameters(of: parsed) }

    /// The names of the script's parameters, as they are written.
    package var parameterNames: Set<String> { Set(parameters.parameters.map(\.name.text)) }

    /// The help of the script, with its parameters.
    package var help: String { parameters.help(path: source.file) }

    /// True if the script, or a script that it runs, may write to the store.
    ///
    /// Parses the called scripts. The check parses them again, because it needs the store, and this property decides how to open it.
    package var writes: Bool {
        var seen: Set<String> = []
        return Self.writes(parsed, folder: ScriptFile.folder(of: source.file), chain: [], &seen)
    }

    /// - Parameter seen: the called scripts so far, each of which is read only once.
    private static func writes(_ parsed: ParseResult, folder: String?, chain: [String], _ seen: inout Set<String>) -> Bool {
        parsed.statements.contains { statement in
            guard case .run(let path, _) = statement.kind else { return statement.kind.word.definition.demand.isChange }
            // The script is only known when the statement runs.
            guard case .text(let path) = path else { return true }
            let opened = ScriptCall.open(path.value, from: folder, at: path.range, chain: chain)
            guard case .success(let call) = opened, call.chain.last.map({ seen.insert($0).inserted }) ?? true else { return false }
            return writes(call.parsed, folder: ScriptFile.folder(of: call.path), chain: call.chain, &seen)
        }
    }
}
