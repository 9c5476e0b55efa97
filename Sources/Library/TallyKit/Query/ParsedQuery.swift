import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import QueryVocabulary

/// A query with valid syntax that is not yet compiled.
///
/// This is the first stage of a query. A store compiles it (`HealthStore.compile`), explains it and runs it.
///
/// ```swift
/// let query = try ParsedQuery("sum steps last 7 days by day")
/// print(query.text)  // sum steps by day last 7 days
/// let answer = try await store.answer(query)
/// ```
public struct ParsedQuery: Sendable {
    let query: Query
    let source: SourceText

    /// Parses `text`, which must contain exactly one query.
    ///
    /// - Throws: `QueryError` if the syntax is wrong, or if the text is not exactly one query.
    public init(_ text: String) throws(QueryError) {
        source = SourceText(text)
        let parsed = Parser.parse(source).helped()
        if let wrong = parsed.statements.first(where: \.hasErrors) {
            throw QueryError(wrong.diagnostics, at: wrong.range, in: source) { _ in [] }
        }
        guard parsed.statements.count == 1, case .query(let query) = parsed.statements[0].kind else {
            let place = parsed.statements.first.map(\.range) ?? source.fullRange
            let finding = Diagnostic(
                .notAvailable, parsed.statements.count > 1 ? "this is a script, not a single query" : "this is not a query", at: place,
                help: "write one query, such as `sum steps by day last 7 days`")
            throw QueryError(finding, in: source)
        }
        if let path = query.output?.path {
            let finding = Diagnostic(
                .notAvailable, "a query that is run from Swift cannot write to a file", at: path.range,
                help: "remove `to`, and write the text of `answer.formatted(as:)` yourself")
            throw QueryError(finding, in: source)
        }
        self.query = query
    }

    /// The query in its canonical form, with clauses in the order of the grammar and words as in the documentation.
    public var text: String { QueryFormatter.text(of: query) }
}

/// A compiled query: metrics, units, times and buckets are resolved for a store and a moment.
///
/// ```swift
/// let query = try await store.compile(ParsedQuery("sum steps by day last 7 days"))
/// for finding in query.diagnostics { print(finding) }
/// let answer = try await store.run(query)
/// ```
public struct PreparedQuery: Sendable {
    let parsed: ParsedQuery
    let context: QueryContext
    let meaning: CompiledQuery
    let changeNumber: Int64

    /// The warnings and infos that are known before the query runs.
    public let diagnostics: [QueryDiagnostic]

    /// The query in its canonical form.
    public var text: String { parsed.text }

    init(_ parsed: ParsedQuery, in context: QueryContext, meaning: CompiledQuery, changeNumber: Int64) {
        self.parsed = parsed
        self.context = context
        self.meaning = meaning
        self.changeNumber = changeNumber
        diagnostics = meaning.diagnostics.map { QueryDiagnostic($0, in: parsed.source) }
    }
}

/// The form of an explanation.
public enum QueryExplanation: String, Sendable, Hashable, CaseIterable {
    /// A description in plain words for beginners.
    case words
    /// The buckets on a timeline, with irregular ones such as days of 23 hours.
    case buckets
    /// Swift code for the same query with HealthKit: functions that pass their rows to a handler.
    case swift
    /// Swift code for the same query with HealthKit: asynchronous functions that return their rows.
    case swiftAsync
    /// Swift code for the same query with HealthKit: functions that pass their rows to a handler again after each change of samples.
    case swiftUpdates
    /// Swift code that draws the answer with Swift Charts, with the values of the answer. This form runs the query.
    case chart
    /// SQL for a table of samples: one statement for all databases.
    case sql
    /// SQL for a table of samples in one database.
    case sqlite, duckdb, clickhouse, sparkSQL
}

extension QueryExplanation {
    /// True for SQL in any dialect.
    var isSQL: Bool {
        switch self {
        case .sql, .sqlite, .duckdb, .clickhouse, .sparkSQL: true
        case .words, .buckets, .swift, .swiftAsync, .swiftUpdates, .chart: false
        }
    }

    /// Returns SQL in a dialect.
    package static func sql(in dialect: SQLDialect) -> QueryExplanation {
        switch dialect {
        case .portable: .sql
        case .sqlite: .sqlite
        case .duckdb: .duckdb
        case .clickhouse: .clickhouse
        case .sparkSQL: .sparkSQL
        }
    }
}
