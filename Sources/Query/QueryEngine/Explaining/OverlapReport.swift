import QueryVocabulary
package import HealthModel
package import QueryPlan

/// What merging took away from each source: `show overlap of steps last 30 days`.
package struct OverlapReport: Sendable {
    /// Time and amount that one source lost to another.
    package struct Loss: Hashable, Sendable {
        package var holder: String
        package var seconds: Double
        package var amount: Double
    }

    package struct Entry: Hashable, Sendable {
        package var source: String
        /// All that it recorded in the range.
        package var amount: Double
        package var losses: [Loss]

        package var suppressedAmount: Double { losses.reduce(0) { $0 + $1.amount } }
        package var suppressedSeconds: Double { losses.reduce(0) { $0 + $1.seconds } }
    }

    /// The sources that took part, best first; amounts in the unit of the measure.
    package var entries: [Entry]

    package var rawAmount: Double { entries.reduce(0) { $0 + $1.amount } }
    package var suppressedAmount: Double { entries.reduce(0) { $0 + $1.suppressedAmount } }
    package var suppressedSeconds: Double { entries.reduce(0) { $0 + $1.suppressedSeconds } }
}

extension QueryEngine {
    /// Returns how much of a sum merging suppresses in the range of `plan`, by source.
    ///
    /// - Parameter plan: a plan whose first measure is a sum of a cumulative quantity; its buckets and keys do not matter.
    package static func overlap(
        in plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> OverlapReport {
        var plan = plan
        plan.grid = TimeGrid(whole: plan.range)
        return try overlaps(in: plan, over: source, options: options).first ?? OverlapReport(entries: [])
    }

    /// Returns the same for each group of the plan's grid, in their order.
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
                    let losses = ranking.entries.compactMap { holder in
                        tally.losses[holder.id].map { loss in
                            OverlapReport.Loss(
                                holder: names[holder.id] ?? "", seconds: Double(loss.milliseconds) / 1000,
                                amount: measure.valueConversion(loss.amount.value))
                        }
                    }
                    return OverlapReport.Entry(
                        source: entry.source.name, amount: measure.valueConversion(tally.amount.value), losses: losses)
                })
        }
    }
}

/// Adds up, for each group, what each source records, and what others hold of it.
private final class OverlapCollector: PlacementObserver {
    struct Loss {
        var milliseconds: Int64 = 0
        var amount = CompensatedSum()
    }

    struct Tally {
        var amount = CompensatedSum()
        var losses: [Int32: Loss] = [:]
        /// The end of the time that was looked at: overlapping samples of a source lose the same time once.
        var reach = Int64.min
    }

    /// By group, then by source.
    private(set) var groups: [[Int32: Tally]]

    init(groupCount: Int) { groups = Array(repeating: [:], count: groupCount) }

    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline) {
        for placement in placements {
            switch placement {
            case .run(let run):
                for row in run.rows { groups[run.cell][batch.sources[row], default: Tally()].amount.add(batch.values[row]) }
            case .piece(let piece):
                let source = batch.sources[piece.row]
                let length = Double(batch.ends[piece.row] - batch.starts[piece.row])
                let value = batch.values[piece.row]
                var tally = groups[piece.cell][source] ?? Tally()
                tally.amount.add(value * (Double(piece.to - piece.from) / length))
                for part in better.parts(from: piece.from, to: piece.to, notOf: source) {
                    tally.losses[part.owner, default: Loss()].milliseconds += max(0, part.to - max(part.from, tally.reach))
                    tally.losses[part.owner, default: Loss()].amount.add(value * (Double(part.to - part.from) / length))
                }
                tally.reach = max(tally.reach, piece.to)
                groups[piece.cell][source] = tally
            }
        }
    }

    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, cell: Int?, holder: Int32) {
        guard let cell else { return }
        let source = batch.sources[row]
        groups[cell][source, default: Tally()].amount.add(batch.values[row])
        groups[cell][source, default: Tally()].losses[holder, default: Loss()].amount.add(batch.values[row])
    }
}
