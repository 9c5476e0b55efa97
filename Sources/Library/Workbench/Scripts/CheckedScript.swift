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
    /// The scripts that its statements run.
    private let calls: [SourceRange: CheckedCall]
    private let changeNumber: Int64?

    init(
        parsed: ParseResult, findings: [Diagnostic], meanings: [SourceRange: ScriptChecker.Meaning] = [:],
        calls: [SourceRange: CheckedCall] = [:], changeNumber: Int64? = nil
    ) {
        self.parsed = parsed
        self.findings = findings
        self.meanings = meanings
        self.calls = calls
        self.changeNumber = changeNumber
    }

    /// Returns what was found out about a statement.
    func known(about statement: Statement) -> CheckedStatement {
        let isSound = !findings.contains { statement.range.start <= $0.range.start && $0.range.start < statement.range.end }
        return CheckedStatement(meaning: meaning(of: statement), call: calls[statement.range], isSound: isSound)
    }

    private func meaning(of statement: Statement) -> KnownMeaning? {
        guard let meaning = meanings[statement.range], let changeNumber else { return nil }
        return KnownMeaning(meaning, changeNumber: changeNumber)
    }
}

/// What was found out about a statement before it runs.
struct CheckedStatement {
    /// What its query means; nil where only running the statements before it tells.
    var meaning: KnownMeaning?
    /// The script that it runs; nil where only running tells which one that is.
    var call: CheckedCall?
    /// Whether nothing was found about it.
    var isSound = false
}

/// A script that a statement runs, as it was when the statement was checked.
struct CheckedCall {
    let call: ScriptCall
    /// The values of its parameters, and the script checked with them; nil where it is wrong, or where the statements above can change what
    /// its lines mean.
    let check: (values: ScriptParameters.Values, script: CheckedScript)?
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
