import HealthModel
import QueryVocabulary

/// The amounts that merging removed from each source: `show overlap of steps last 30 days`.
package struct OverlapReport: Sendable {
    /// The time and amount that one source lost to another.
    package struct Loss: Hashable, Sendable {
        package var holder: String
        package var seconds: Double
        package var amount: Double
    }

    package struct Entry: Hashable, Sendable {
        package var source: String
        /// The total that it recorded in the range.
        package var amount: Double
        package var losses: [Loss]

        package var suppressedAmount: Double { losses.reduce(0) { $0 + $1.amount } }
        package var suppressedSeconds: Double { losses.reduce(0) { $0 + $1.seconds } }
    }

    /// The sources, best first, with amounts in the unit of the measure.
    package var entries: [Entry]

    package var rawAmount: Double { entries.reduce(0) { $0 + $1.amount } }
    package var suppressedAmount: Double { entries.reduce(0) { $0 + $1.suppressedAmount } }
    package var suppressedSeconds: Double { entries.reduce(0) { $0 + $1.suppressedSeconds } }
}

/// Adds up, for each group, the amounts of each source and the parts that other sources suppress.
final class OverlapCollector: PlacementObserver {
    struct Loss {
        var milliseconds: Int64 = 0
        var amount = CompensatedSum()
    }

    struct Tally {
        var amount = CompensatedSum()
        var losses: [Int32: Loss] = [:]
        /// The end of the examined time, so that overlapping samples of a source lose the same time only once.
        var reach = Int64.min
    }

    /// The tallies by group, then by source.
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
                for part in better.parts(from: piece.from, to: piece.to, suppressing: source) {
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
