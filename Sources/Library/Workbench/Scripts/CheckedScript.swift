import QueryCompiler
import QueryDiagnostics
import QuerySyntax

/// A script that was checked whole against a store: what is wrong with it, and what its queries mean.
///
/// Its statements run without being compiled again, as long as the store is as it was.
struct CheckedScript {
    let parsed: ParseResult
    /// What is wrong, in order.
    let findings: [Diagnostic]
    private let meanings: [SourceRange: ScriptChecker.Meaning]
    private let changeNumber: Int64?

    init(
        parsed: ParseResult, findings: [Diagnostic], meanings: [SourceRange: ScriptChecker.Meaning] = [:], changeNumber: Int64? = nil
    ) {
        self.parsed = parsed
        self.findings = findings
        self.meanings = meanings
        self.changeNumber = changeNumber
    }

    /// Whether nothing at all was found about a statement.
    func isSound(_ statement: Statement) -> Bool {
        !findings.contains { statement.range.start <= $0.range.start && $0.range.start < statement.range.end }
    }

    /// Returns what the query of a statement means; nil where only running the statements before it tells.
    func meaning(of statement: Statement) -> KnownMeaning? {
        guard let meaning = meanings[statement.range], let changeNumber else { return nil }
        return KnownMeaning(meaning, changeNumber: changeNumber)
    }
}

/// What a query was found to mean before it runs.
struct KnownMeaning {
    private let meaning: ScriptChecker.Meaning
    private let changeNumber: Int64

    init(_ meaning: ScriptChecker.Meaning, changeNumber: Int64) {
        self.meaning = meaning
        self.changeNumber = changeNumber
    }

    /// Returns the meaning; nil where the store, or the rows that `_` stands for, are others by now.
    ///
    /// - Parameter lastRows: the rows of the last result; asked only where the query works on them.
    func compiled(at changeNumber: Int64, lastRows: @autoclosure () -> BoundRows?) -> CompiledQuery? {
        guard changeNumber == self.changeNumber else { return nil }
        return switch meaning.compiled.outcome {
        case .plan: meaning.compiled
        case .continuation: lastRows()?.columnNames == meaning.lastNames ? meaning.compiled : nil
        // What was wrong then may be right by now.
        case .failed: nil
        }
    }
}
