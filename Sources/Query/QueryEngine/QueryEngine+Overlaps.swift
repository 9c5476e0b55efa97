package import HealthModel
package import QueryPlan
import QueryVocabulary

extension QueryEngine {
    /// Returns the amounts of a sum that merging suppresses in the range of `plan`, by source.
    ///
    /// - Parameter plan: A plan whose first measure is a sum of a cumulative quantity. Its buckets and keys have no effect.
    package static func overlap(
        in plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> OverlapReport {
        var plan = plan
        plan.grid = TimeGrid(whole: plan.range)
        return try overlaps(in: plan, over: source, options: options).first ?? OverlapReport(entries: [])
    }

    /// Returns the same for each group of the plan's grid, in order.
    package static func overlaps(
        in plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> [OverlapReport] {
        guard case .statistics(let measures) = plan.subject, let measure = measures.first else { return [] }
        var plan = plan
        plan.splits = []
        plan.sourceRule = .merged
        plan.assignment = .share
        let collector = OverlapCollector(groupCount: plan.grid.groupCount)
        _ = try StatisticsQuery(plan, measures: [measure], source: source, options: options, observer: collector).run()
        let ranking = try SourceRanking(of: measure.metric, in: source, preferred: plan.preferredSources)
        let names = try source.sources().mapValues(\.name)
        return collector.groups.map { tallies in
            OverlapReport(
                entries: ranking.entries.compactMap { entry in
                    guard let tally = tallies[entry.id] else { return nil }
                    let losses = (ranking.entries.map(\.id) + [RecordBranch.notListed]).compactMap { holder in
                        tally.losses[holder].map { loss in
                            OverlapReport.Loss(
                                holder: names[holder] ?? "not in the list of apps", seconds: Double(loss.milliseconds) / 1000,
                                amount: measure.valueConversion(loss.amount.value))
                        }
                    }
                    return OverlapReport.Entry(
                        source: entry.source.name, amount: measure.valueConversion(tally.amount.value), losses: losses)
                })
        }
    }
}
