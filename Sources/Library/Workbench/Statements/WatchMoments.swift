import QueryCompiler
import QueryPlan
import QuerySyntax
import TallyKit

extension StatementRunner {
    func watched(_ query: Query, until condition: Condition? = nil) throws -> WatchedAnswer {
        // Read before the answer, so that a write in between triggers another answer instead of being missed.
        let (mark, moment) = (try session.store.changeMark(), session.now)
        let occasion = try session.read { try self.occasion(of: query, $0) }
        let answer = try answer(query, keepsEmptyRows: true, comparedWith: condition?.literal)
        if answer.plan?.cohort != nil { throw tell(onePersonNeeded(for: "watch", at: query.range)) }
        return WatchedAnswer(
            answer: answer, rows: WatchedRows(answer.table, isMoving: occasion?.isMoving ?? false), mark: mark,
            occasion: occasion, moment: moment, end: ContinuousClock.now)
    }

    /// Returns the parts of the query's plan that depend on the clock, at this or another moment.
    func occasion(of query: Query, _ reader: any SampleSource, at moment: Instant? = nil) throws -> WatchOccasion? {
        var context = try session.context(reading: reader)
        if let moment { context.now = moment }
        return try queryRun(query, reader).occasion(in: context, lastRows: session.last.knownRows)
    }

    /// Returns the next moment at which the answer must be looked at again because of the time.
    func nextLook(at query: Query, after answer: WatchedAnswer, from moment: Instant) throws -> Instant {
        try session.read { reader in
            try WatchOccasion.nextLook(from: moment, after: answer.occasion) { try occasion(of: query, reader, at: $0) }
        }
    }
}
