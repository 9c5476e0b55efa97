import HealthModel
import QueryPlan

/// Keeps every value, for median and percentiles.
struct Quantile: Accumulator {
    private var values: [Double] = []

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) { values.append(contentsOf: batch.values[run.rows]) }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.isFirstOfGroup { values.append(batch.values[piece.row]) }
    }

    mutating func merge(_ other: Quantile) { values.append(contentsOf: other.values) }

    /// The value at rank `fraction` · (n − 1), between two neighbours by linear interpolation (S2.5); by the other rule the
    /// smallest value that is not below that share of all.
    func finalize(fraction: Double, rule: StatisticRules.PercentileRule) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        if rule == .nearest {
            let rank = (fraction * Double(sorted.count)).rounded(.up)
            return sorted[Swift.min(Swift.max(Int(rank) - 1, 0), sorted.count - 1)]
        }
        let rank = fraction * Double(sorted.count - 1)
        let below = Int(rank.rounded(.down))
        let above = Swift.min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - Double(below))
    }
}
