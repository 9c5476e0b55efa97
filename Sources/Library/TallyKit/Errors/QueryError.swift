import QueryDiagnostics
import QueryEngine
import QueryHelp
import QuerySyntax

/// The reason why a query has no answer.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reasons that a program can distinguish.
    public enum Reason: Sendable, Hashable {
        /// The query is wrong. `diagnostics` has the places and the fixes.
        case wrongQuery
        /// `QueryContext.zone` is not the name of a time zone.
        case unknownZone(String)
        /// The query has too many combinations of keys to show.
        case tooManyRows(Int)
        /// The store cannot be read.
        case store(HealthStoreError)
        /// The task was cancelled.
        case cancelled
    }

    /// The reason, for programs.
    public let reason: Reason
    /// The findings about a wrong query, in the order of its text. Empty for every other reason.
    public let diagnostics: [QueryDiagnostic]

    init(_ reason: Reason, diagnostics: [QueryDiagnostic] = []) {
        self.reason = reason
        self.diagnostics = diagnostics
    }

    /// The problem, for people. It has several lines if the query is wrong.
    public var description: String {
        switch reason {
        case .wrongQuery: diagnostics.map(\.description).joined()
        case .unknownZone(let name): "there is no time zone `\(name)`"
        case .tooManyRows(let count): "this would give \(count) rows; at most \(QueryEngine.greatestRowCount) are shown"
        case .store(let error): error.description
        case .cancelled: "the task was cancelled"
        }
    }

    init(_ error: any Error) {
        switch error {
        case let error as QueryError: self = error
        case EngineError.cancelled: self.init(.cancelled)
        case EngineError.tooManyRows(let count): self.init(.tooManyRows(count))
        default: self.init(.store(HealthStoreError(error)))
        }
    }

    /// A wrong query, with one thing to say of it.
    init(_ finding: Diagnostic, in source: SourceText) {
        self.init(.wrongQuery, diagnostics: [QueryDiagnostic(finding, in: source)])
    }

    /// A wrong query, with those fixes that work.
    ///
    /// - Parameter meaningErrors: the errors in the meaning of a query whose words are right.
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

    /// Returns what `body` returns, with every error as one of these.
    static func wrapping<Success>(_ body: () throws -> Success) throws(QueryError) -> Success {
        do { return try body() } catch { throw QueryError(error) }
    }
}
