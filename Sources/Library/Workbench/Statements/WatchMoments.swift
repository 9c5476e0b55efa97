import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax

extension StatementRunner {
    func watched(_ query: Query) throws -> WatchedAnswer {
        // Read before the answer, so that a write in between triggers another answer instead of being missed.
        let (mark, moment) = (try session.store.changeMark(), session.now)
        let occasion = try session.read { try self.occasion(of: query, $0) }
        let answer = try answer(query, keepsEmptyRows: true)
        return WatchedAnswer(
            answer: answer, rows: WatchedRows(answer.table, isMoving: occasion?.isMoving ?? false), mark: mark,
            occasion: occasion, moment: moment, end: ContinuousClock.now)
    }

    /// Returns the parts of the query's plan that depend on the clock, at this or another moment.
    func occasion(of query: Query, _ reader: any SampleSource, at moment: Instant? = nil) throws -> WatchOccasion? {
        var context = try session.context(reading: reader)
        if let moment { context.now = moment }
        return QueryCompiler(context: context, lastRows: session.last.knownRows).compile(query).pipeline.map { WatchOccasion($0) }
    }

    /// Returns the next moment at which the answer must be looked at again because of the time, at most a minute after `moment`.
    ///
    /// The plan decides: the first moment at which it differs from now is found by compiling the query for later moments. No list of
    /// such moments can therefore miss one.
    func nextLook(at query: Query, after answer: WatchedAnswer, from moment: Instant) throws -> Instant {
        try session.read { reader in
            func differs(after milliseconds: Int64) throws -> Bool {
                try occasion(of: query, reader, at: moment.advanced(byMilliseconds: milliseconds)) != answer.occasion
            }
            guard try differs(after: 60_000) else { return moment.advanced(byMilliseconds: 60_000) }
            var (same, later): (Int64, Int64) = (0, 1000)
            while later < 60_000, try !differs(after: later) { (same, later) = (later, later * 2) }
            later = min(later, 60_000)
            while later - same > 250 {
                let middle = (same + later) / 2
                if try differs(after: middle) { later = middle } else { same = middle }
            }
            return moment.advanced(byMilliseconds: later)
        }
    }
}
