package import HealthModel
package import QueryPlan

/// Runs plans on samples.
package enum QueryEngine {
    /// The maximum number of rows in a result.
    package static var greatestRowCount: Int { EngineOptions.greatestRowCount }

    /// Returns the answer to `plan`.
    ///
    /// The result is the same, byte for byte, regardless of how the source divides samples into batches and of the order of import (S6.7).
    ///
    /// - Throws: `EngineError`, or any error of the source.
    package static func run(
        _ plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        if let head = source.head { return try head.answer(plan, options: options) }
        if let cohort = plan.cohort { return try CohortQuery(plan, cohort, source: source, options: options).run() }
        let plan = try withEvents(plan, over: source, options: options)
        switch plan.subject {
        case .statistics(let measures) where plan.hasOwnRules:
            return try CombinedStatistics(plan, measures: measures).run { part, own in
                try StatisticsQuery.Cells(of: part, measures: own, over: source, options: options)
            }
        case .statistics(let measures):
            let plan = plan.withSplitOfSeparateSources
            let cells = try StatisticsQuery.Cells(of: plan, measures: measures, over: source, options: options)
            return cells.table(plan, measures: measures)
        case .samples(let listing): return try SampleListingQuery(plan, listing, source: source, options: options).run()
        case .summaries: return try SummaryListing(plan, source: source).table()
        }
    }

    /// Returns a plan whose grid has the intervals of `by workout`, `by night` or `by each (…)` as groups. Other plans do not change.
    package static func withEvents(
        _ plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> Plan {
        guard let events = plan.events, plan.cohort == nil else { return plan }
        var found = plan
        found.grid = try EventSearch(plan, events, source: source, options: options).grid()
        if let asked = plan.wholeRows { found.range = found.grid.range(extending: asked) }
        return found
    }

    /// Returns a pipeline whose plan, and those of the queries that it joins, have intervals as groups.
    package static func withEvents(_ pipeline: Pipeline, over source: any SampleSource) throws -> Pipeline {
        var found = pipeline
        found.plan = try withEvents(pipeline.plan, over: source)
        for (index, stage) in pipeline.stages.enumerated() {
            guard case .join(var joined) = stage.kind else { continue }
            joined.rows = try withEvents(joined.rows, over: source)
            found.stages[index].kind = .join(joined)
        }
        return found
    }
}

extension TimeGrid {
    /// Returns a range that also has all of the rows, the stays in bed to which nights belong, and the times near events.
    fileprivate func range(extending asked: PlanRange) -> PlanRange {
        var range = asked
        let stays = (events?.stays ?? []) + [events?.reach].compactMap(\.self)
        for start in groupStarts + stays.map(\.lowerBound) { range.start = min(range.start, Instant(milliseconds: start)) }
        for end in groupEnds + stays.map(\.upperBound) where Instant(milliseconds: end) > range.limit {
            (range.end, range.includesEnd) = (Instant(milliseconds: end), false)
        }
        return range
    }
}
