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

    func finalize(fraction: Double, rule: StatisticRules.PercentileRule) -> Double? {
        var values = values
        // Either rule looks at the rank below or the one behind it.
        values.sortAround(Int((fraction * Double(values.count - 1)).rounded(.down)))
        return values.quantile(fraction, rule: rule)
    }
}

extension [Double] {
    /// Of values by size the one at rank `fraction` · (n − 1), between two neighbours by linear interpolation (S2.5); by the other
    /// rule the smallest value that is not below that share of all. Nil for no values.
    func quantile(_ fraction: Double, rule: StatisticRules.PercentileRule) -> Double? {
        guard !isEmpty else { return nil }
        if rule == .nearest {
            let rank = (fraction * Double(count)).rounded(.up)
            return self[Swift.min(Swift.max(Int(rank) - 1, 0), count - 1)]
        }
        let rank = fraction * Double(count - 1)
        let below = Int(rank.rounded(.down))
        let above = Swift.min(below + 1, count - 1)
        return self[below] + (self[above] - self[below]) * (rank - Double(below))
    }
}
