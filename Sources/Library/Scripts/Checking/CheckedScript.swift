package import QueryCompiler
package import QueryDiagnostics
import QueryHelp
package import QuerySyntax

/// A script that was checked against a store, with its findings and compiled queries.
///
/// As long as the store does not change, its statements run without being compiled again.
package struct CheckedScript {
    package let parsed: ParseResult
    /// The findings, in order.
    package let findings: [Diagnostic]
    private let meanings: [SourceRange: ScriptChecker.Meaning]
    /// The scripts that its statements call.
    private let calls: [SourceRange: CheckedCall]
    private let changeNumber: Int64?

    package init(
        parsed: ParseResult, findings: [Diagnostic], meanings: [SourceRange: ScriptChecker.Meaning] = [:],
        calls: [SourceRange: CheckedCall] = [:], changeNumber: Int64? = nil
    ) {
        self.parsed = parsed
        self.findings = findings
        self.meanings = meanings
        self.calls = calls
        self.changeNumber = changeNumber
    }

    /// Creates the result for a script whose store can't be read. It has only the errors in the syntax.
    package init(unread parsed: ParseResult, knowing names: NameTable, limit: Int) {
        self.init(parsed: parsed, findings: parsed.helped(knowing: names, limit: limit).diagnostics)
    }

    /// Returns the result of checking a statement.
    package func known(about statement: Statement) -> CheckedStatement {
        let isSound = !findings.contains { statement.range.start <= $0.range.start && $0.range.start < statement.range.end }
        return CheckedStatement(meaning: meaning(of: statement), call: calls[statement.range], isSound: isSound)
    }

    private func meaning(of statement: Statement) -> KnownMeaning? {
        guard let meaning = meanings[statement.range], let changeNumber else { return nil }
        return KnownMeaning(meaning, changeNumber: changeNumber)
    }
}

/// The result of checking a statement before it runs.
package struct CheckedStatement {
    /// The compiled query; nil if it depends on running the statements before it.
    package var meaning: KnownMeaning?
    /// The script that the statement calls; nil if that is only known when it runs.
    package var call: CheckedCall?
    /// True if there are no findings about the statement.
    package var isSound = false

    package init(meaning: KnownMeaning? = nil, call: CheckedCall? = nil, isSound: Bool = false) {
        (self.meaning, self.call, self.isSound) = (meaning, call, isSound)
    }
}

/// The script that a statement calls, at the time when the statement was checked.
package struct CheckedCall {
    package let call: ScriptCall
    /// The values of its parameters, and the script checked with them; nil if the script has errors, or if earlier statements can change
    /// the meaning of its lines.
    package let check: (values: ScriptParameters.Values, script: CheckedScript)?
}

/// The compiled query of a statement, from checking the script.
package struct KnownMeaning {
    private let meaning: ScriptChecker.Meaning
    private let changeNumber: Int64

    package init(_ meaning: ScriptChecker.Meaning, changeNumber: Int64) {
        self.meaning = meaning
        self.changeNumber = changeNumber
    }

    /// Returns the compiled query; nil if the store or the rows of `_` have changed.
    ///
    /// - Parameter lastRows: the rows of the last result; evaluated only if the query uses them.
    package func compiled(at changeNumber: Int64, lastRows: @autoclosure () -> BoundRows?) -> CompiledQuery? {
        guard changeNumber == self.changeNumber else { return nil }
        return switch meaning.compiled.outcome {
        case .plan: meaning.compiled
        case .continuation: lastRows()?.columnNames == meaning.lastNames ? meaning.compiled : nil
        // The error may no longer exist.
        case .failed: nil
        }
    }
}

extension Statement {
    /// Returns the statement with help for everyday words and for other languages in its errors.
    package func ready(in source: SourceText, knowing names: NameTable) -> Statement {
        helped(in: source, on: nil, metrics: names.metricNames, knowing: names.knows)
    }
}
