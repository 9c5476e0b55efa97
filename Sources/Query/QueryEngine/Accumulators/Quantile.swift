import HealthModel
import QueryPlan

/// Keeps all values, for the median and percentiles.
struct Quantile: Accumulator {
    private var values: [Double] = []

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) { values.append(contentsOf: batch.values[run.rows]) }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.isFirstOfGroup { values.append(batch.values[piece.row]) }
    }

    mutating func merge(_ other: Quantile) { values.append(contentsOf: other.values) }

    func finalize(fraction: Double, rule: StatisticRules.PercentileRule) -> Double? {
        var values = values
        // Both rules use only the rank below and the one after it.
        values.sortAround(Int((fraction * Double(values.count - 1)).rounded(.down)))
        return values.quantile(fraction, rule: rule)
    }
}

extension [Double] {
    /// Returns the value at rank `fraction` · (n − 1), interpolated linearly between two neighbors (S2.5). By the nearest-rank rule,
    /// returns the smallest value for which at least that fraction of all values is not greater. Returns nil if there are no values.
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
