import CalendarIntervals
import Foundation
public import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax
import SampleStore
import StorageModel

extension HealthStore {
    /// Answers a query.
    ///
    /// The text is parsed and compiled once. The whole answer comes from one state of the store.
    ///
    /// - Throws: `QueryError`. For a wrong query, it has diagnostics with positions, most of them with a fix.
    public func answer(_ text: String, context: QueryContext = QueryContext()) async throws(QueryError) -> Answer {
        try await answer(ParsedQuery(text), context: context)
    }

    /// Answers a query that was built in Swift.
    public func answer(_ query: StatisticsQuery, context: QueryContext = QueryContext()) async throws(QueryError) -> Answer {
        try await answer(ParsedQuery(query.text), context: context)
    }

    /// Answers a query that is already parsed.
    public func answer(_ query: ParsedQuery, context: QueryContext = QueryContext()) async throws(QueryError) -> Answer {
        try await onView { view throws(QueryError) in try view.rows(of: view.compiled(query, context), context) }
    }

    /// Answers a query for a task that waits for changes of the answer.
    func watched(_ query: ParsedQuery, _ context: QueryContext) async throws(QueryError) -> WatchedState {
        let started = ContinuousClock.now
        // Read before the answer, so that a write in between triggers another answer instead of being missed.
        let mark = try QueryError.wrapping { try feed.mark() }
        return try await onView { view throws(QueryError) in
            var context = context
            let moment = Instant(context.now ?? .now)
            context.now = moment.date
            let answer = try view.rows(of: view.compiled(query, context), context, keepsEmptyRows: true)
            let occasion = try view.occasion(of: query, context, at: moment)
            return WatchedState(
                answer: answer, rows: WatchedRows(answer.table, isMoving: occasion?.isMoving ?? false), mark: mark, occasion: occasion,
                nextLook: try view.nextLook(of: query, context, from: moment, after: occasion), duration: ContinuousClock.now - started)
        }
    }

    /// Returns the next moment at which time may change an answer; nil if data or time may have changed it already.
    func nextLook(
        after known: WatchedState, _ query: ParsedQuery, _ context: QueryContext
    ) async throws(QueryError) -> Instant? {
        if try QueryError.wrapping({ try feed.mark() }) != known.mark { return nil }
        return try await onView { view throws(QueryError) in
            let moment = Instant(context.now ?? .now)
            guard try view.occasion(of: query, context, at: moment) == known.occasion else { return nil }
            return try view.nextLook(of: query, context, from: moment, after: known.occasion)
        }
    }

    // MARK: Stages

    /// Compiles a query without reading samples: resolves metrics, units, times and buckets.
    ///
    /// - Throws: `QueryError` if the query makes no sense.
    public func compile(_ query: ParsedQuery, context: QueryContext = QueryContext()) async throws(QueryError) -> PreparedQuery {
        try await onView { view throws(QueryError) in try view.compiled(query, context) }
    }

    /// Runs a compiled query. If the store has changed since then, the query is compiled again first.
    public func run(_ query: PreparedQuery) async throws(QueryError) -> Answer {
        try await onView { view throws(QueryError) in
            try view.rows(of: view.isCurrent(query) ? query : view.compiled(query.parsed, query.context), query.context)
        }
    }

    /// Explains a compiled query without running it.
    ///
    /// - Parameters:
    ///   - query: the compiled query.
    ///   - explanation: the form, such as words, HealthKit code or SQL.
    ///   - width: the maximum width of lines of text. Lines of Swift and SQL are not wrapped.
    public func explain(
        _ query: PreparedQuery, as explanation: QueryExplanation = .words, width: Int = 80
    ) async throws(QueryError) -> String {
        try await onView { view throws(QueryError) in
            let query = try view.isCurrent(query) ? query : view.compiled(query.parsed, query.context)
            return try view.explanation(of: query, as: explanation, width: width)
        }
    }

    /// Runs `body` on one state of the store, for programs that make plans themselves. First updates the sums of quarter hours if queries
    /// need them.
    @_spi(Guests) public func answering<Success>(_ body: (any SampleSource) throws -> Success) throws -> Success {
        try answering(isCancelled: { false }, body)
    }

    /// Runs `body` on one view of the store. First updates the sums of quarter hours if queries need them.
    private func onView<Success: Sendable>(
        _ body: @escaping @Sendable (QueryView) throws(QueryError) -> Success
    ) async throws(QueryError) -> Success {
        try await Blocking.run { [self] isCancelled throws(QueryError) in
            try QueryError.wrapping {
                try answering(isCancelled: isCancelled) {
                    try body(QueryView(reader: $0, surroundings: surroundings, isCancelled: isCancelled))
                }
            }
        }
    }
}

/// One view of a store on which a query is compiled, run and explained. The findings of a `QueryRun` become those of the library.
private struct QueryView {
    let reader: any SampleSource
    let surroundings: Surroundings
    let isCancelled: @Sendable () -> Bool

    func isCurrent(_ query: PreparedQuery) -> Bool { query.changeNumber == reader.changeNumber }

    private func run(
        _ query: ParsedQuery, _ context: QueryContext, report: @escaping (Diagnostic) -> Void = { _ in }
    ) throws(QueryError) -> QueryRun {
        var run = QueryRun(query.query, over: try context.view(of: reader)) { finding, isShown in if isShown { report(finding) } }
        run.units = context.units
        run.isCancelled = isCancelled
        return run
    }

    func compiled(_ parsed: ParsedQuery, _ context: QueryContext) throws(QueryError) -> PreparedQuery {
        let run = try run(parsed, context)
        let (compilation, meaning) = try QueryError.wrapping {
            let compilation = try context.compilation(reading: run.reader, surroundings)
            return (compilation, try run.compiled(in: compilation))
        }
        switch meaning.outcome {
        case .plan: return PreparedQuery(parsed, in: context, meaning: meaning, changeNumber: reader.changeNumber)
        case .continuation: throw QueryError(QueryRun.noLastResult(for: parsed.query), in: parsed.source)
        case .failed:
            throw QueryError(meaning.diagnostics, at: parsed.query.range, in: parsed.source) { query in
                QueryCompiler(context: compilation).compile(query).diagnostics.filter { $0.severity == .error }
            }
        }
    }

    func rows(of query: PreparedQuery, _ context: QueryContext, keepsEmptyRows: Bool = false) throws(QueryError) -> Answer {
        var findings: [Diagnostic] = []
        var run = try run(query.parsed, context) { findings.append($0) }
        run.keepsEmptyRows = keepsEmptyRows
        let rows = try QueryError.wrapping { [run] () throws in
            do { return try run.rows(of: query.meaning, after: nil) } catch is QueryRun.NoRows {
                throw QueryError(.wrongQuery, diagnostics: findings.map { QueryDiagnostic($0, in: query.parsed.source) })
            }
        }
        return Answer(rows, to: query, findings: findings)
    }

    /// Returns the parts of the query's plan that depend on the clock.
    func occasion(of query: ParsedQuery, _ context: QueryContext, at moment: Instant) throws(QueryError) -> WatchOccasion? {
        var context = context
        context.moment = moment
        let run = try run(query, context)
        return try QueryError.wrapping { try run.occasion(in: context.compilation(reading: run.reader, surroundings)) }
    }

    func nextLook(
        of query: ParsedQuery, _ context: QueryContext, from moment: Instant, after occasion: WatchOccasion?
    ) throws(QueryError) -> Instant {
        try QueryError.wrapping {
            try WatchOccasion.nextLook(from: moment, after: occasion) { try self.occasion(of: query, context, at: $0) }
        }
    }

    func explanation(of query: PreparedQuery, as kind: QueryExplanation, width: Int) throws(QueryError) -> String {
        let run = try run(query.parsed, query.context)
        do {
            return try run.explanation(of: query.meaning, as: kind, width: width)
        } catch let refusal as PipelineExplanation.Refusal {
            throw QueryError(refusal.finding, in: query.parsed.source)
        } catch {
            throw QueryError(error)
        }
    }
}
