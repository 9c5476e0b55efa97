import HealthModel
package import QueryPlan
package import QueryVocabulary

/// Keeps all values, for the median and percentiles. Long runs of whole numbers are counted by number.
struct Quantile: Accumulator {
    static let takesLongToFinalize = true
    static let readsTimes = false
    private var values: [Double] = []
    private var counts = NumberCounts()

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        // The counts take less memory than so many values.
        if run.rows.count >= NumberCounts.width {
            counts.add(batch.values.span.extracting(run.rows), others: &values)
        } else {
            values.append(contentsOf: batch.values[run.rows])
        }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        if piece.isFirstOfGroup { values.append(batch.values[piece.row]) }
    }

    mutating func merge(_ other: Quantile) {
        values.append(contentsOf: other.values)
        counts.merge(other.counts, others: &values)
    }

    func finalize(rank: RankFraction, rule: StatisticRules.PercentileRule) -> Double? {
        let count = values.count + counts.total
        guard count > 0 else { return nil }
        switch rule {
        case .nearest: return neighbors(atRank: rank.nearestRank(of: count)).element
        case .linear:
            let (below, part) = rank.linearRank(of: count)
            let (element, next) = neighbors(atRank: below)
            return element + ((next ?? element) - element) * part
        }
    }

    private func neighbors(atRank rank: Int) -> (element: Double, next: Double?) {
        if values.isEmpty { return counts.neighbors(atRank: rank) }
        var all = values
        counts.append(to: &all)
        return all.neighbors(atRank: rank)
    }
}

extension [Double] {
    /// Returns the value at rank p · (n − 1), interpolated linearly between two neighbors (S2.5). By the nearest-rank rule, returns the
    /// smallest value for which at least that fraction of all values is not greater. Returns nil if there are no values.
    package func quantile(_ rank: RankFraction, rule: StatisticRules.PercentileRule) -> Double? {
        guard !isEmpty else { return nil }
        if rule == .nearest { return self[rank.nearestRank(of: count)] }
        let (below, part) = rank.linearRank(of: count)
        let above = Swift.min(below + 1, count - 1)
        return self[below] + (self[above] - self[below]) * part
    }
}
