import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QueryPlan
import QuerySyntax

/// The text of one query, read: its words are right, whatever they mean.
///
/// It is the first stage on the way to an answer; a store compiles it (`HealthStore.compile`), explains it and runs it.
public struct ParsedQuery: Sendable {
    let query: Query
    let source: SourceText

    /// Reads `text`, which must be one query.
    ///
    /// - Throws: `QueryError` with what is wrong with its words.
    public init(_ text: String) throws(QueryError) {
        source = SourceText(text)
        let parsed = Parser.parse(source).helped()
        if let wrong = parsed.statements.first(where: \.hasErrors) {
            throw QueryError(wrong.diagnostics, at: wrong.range, in: source) { _ in [] }
        }
        guard parsed.statements.count == 1, case .query(let query) = parsed.statements[0].kind else {
            let place = parsed.statements.first.map(\.range) ?? source.fullRange
            let finding = Diagnostic(
                .notAvailable, parsed.statements.count > 1 ? "this is a script, not one query" : "this is not a query", at: place,
                help: "ask one query, as in `sum steps by day last 7 days`")
            throw QueryError(finding, in: source)
        }
        if let path = query.output?.path {
            let finding = Diagnostic(
                .notAvailable, "an answer is not written to a file here", at: path.range,
                help: "leave `to` out, and write `answer.formatted(as:)` where you want it")
            throw QueryError(finding, in: source)
        }
        self.query = query
    }

    /// The query in its canonical form: clauses in the order of the grammar, every word as the documentation has it.
    public var text: String { QueryFormatter.text(of: query) }
}

/// A query whose meaning is known: metrics, units, times and buckets are settled for a store and a moment.
public struct PreparedQuery: Sendable {
    let parsed: ParsedQuery
    let context: QueryContext
    let meaning: CompiledQuery
    let pipeline: Pipeline
    let changeNumber: Int64

    /// Warnings and infos that are known before it runs.
    public let diagnostics: [QueryDiagnostic]

    /// The query in its canonical form.
    public var text: String { parsed.text }

    init(_ parsed: ParsedQuery, in context: QueryContext, meaning: CompiledQuery, pipeline: Pipeline, changeNumber: Int64) {
        self.parsed = parsed
        self.context = context
        self.meaning = meaning
        self.pipeline = pipeline
        self.changeNumber = changeNumber
        diagnostics = meaning.diagnostics.map { QueryDiagnostic($0, in: parsed.source) }
    }
}

/// How a query is explained.
public enum QueryExplanation: String, Sendable, Hashable, CaseIterable {
    /// In words that a beginner understands.
    case words
    /// The buckets on a line of time, with what is odd about them, such as days of 23 hours.
    case buckets
    /// As Swift code that asks HealthKit the same.
    case swift
    /// As SQL over a table of samples.
    case sql
}
