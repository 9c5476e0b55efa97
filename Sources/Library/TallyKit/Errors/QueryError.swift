import QueryDiagnostics
import QueryEngine
import QueryHelp
import QuerySyntax

/// The reason why a query has no answer.
///
/// ```swift
/// do {
///     let answer = try await store.answer("sum stps by day")
///     print(answer.formatted())
/// } catch {
///     for finding in error.diagnostics { print(finding.message, finding.help ?? "") }
/// }
/// ```
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reasons that a program can distinguish.
    public enum Reason: Sendable, Hashable {
        /// The query has errors. `diagnostics` has their positions and fixes.
        case wrongQuery
        /// `QueryContext.zone` is not the name of a time zone.
        case unknownZone(String)
        /// The answer would have too many rows.
        case tooManyRows(Int)
        /// The store cannot be read.
        case store(HealthStoreError)
        /// The task was cancelled.
        case cancelled
    }

    /// The reason, for programs.
    public let reason: Reason
    /// The findings about a wrong query, in the order of its text. Empty for all other reasons.
    public let diagnostics: [QueryDiagnostic]

    init(_ reason: Reason, diagnostics: [QueryDiagnostic] = []) {
        self.reason = reason
        self.diagnostics = diagnostics
    }

    /// The problem, for people. It has several lines if the query has errors.
    public var description: String {
        switch reason {
        case .wrongQuery: diagnostics.map(\.description).joined()
        case .unknownZone(let name): "unknown time zone `\(name)`"
        case .tooManyRows(let count): "the answer would have \(count) rows; the limit is \(QueryEngine.greatestRowCount)"
        case .store(let error): error.description
        case .cancelled: "the task was cancelled"
        }
    }

    init(_ error: any Error) {
        switch error {
        case let error as QueryError: self = error
        case EngineError.cancelled: self.init(.cancelled)
        case EngineError.tooManyRows(let count), EngineError.tooManyBins(let count, _): self.init(.tooManyRows(count))
        default: self.init(.store(HealthStoreError(error)))
        }
    }

    /// Creates an error for a query with one finding.
    init(_ finding: Diagnostic, in source: SourceText) {
        self.init(.wrongQuery, diagnostics: [QueryDiagnostic(finding, in: source)])
    }

    /// Creates an error for a query, with the fixes that work.
    ///
    /// - Parameter meaningErrors: returns the errors in the meaning of a query without syntax errors.
    init(
        _ findings: [Diagnostic], at range: SourceRange, in source: SourceText, meaningErrors: @escaping (Query) -> [Diagnostic]
    ) {
        let errors = findings.filter { $0.severity == .error }
        let proved = FixTrial(of: range, in: source) { text in
            let parsed = Parser.parse(text).helped()
            guard parsed.statements.count == 1 else { return nil }
            let statement = parsed.statements[0]
            guard !statement.hasErrors, case .query(let query) = statement.kind else {
                return statement.diagnostics.filter { $0.severity == .error }
            }
            return meaningErrors(query)
        }.proved(errors)
        self.init(.wrongQuery, diagnostics: proved.map { QueryDiagnostic($0, in: source) })
    }

    /// Returns the result of `body` and converts all errors to `QueryError`.
    static func wrapping<Success>(_ body: () throws -> Success) throws(QueryError) -> Success {
        do { return try body() } catch { throw QueryError(error) }
    }
}
