import HealthModel
import StorageModel

/// The accumulators of a part of quarter hours, and the columns to keep.
struct KeptColumn {
    let accumulating: [any AggregateColumn]
    /// Returns the columns for a number of cells.
    let columns: (Int) -> [[Double]]

    /// Returns nil for a part that is not accumulated.
    init?(_ part: QuarterPart) {
        switch part {
        case .count:
            let counts = Column<Count> { $0.finalize() }
            self.init(counts) { [counts.totals(cellCount: $0).map { Double($0.count) }] }
        case .sum:
            let sums = Column<Sum> { $0.finalize() }
            self.init(sums) { Array(KeptColumn.columns(of: sums.totals(cellCount: $0)).dropFirst()) }
        case .weighted:
            let means = Column<TemporallyWeightedMean> { $0.finalize() }
            self.init(means) { KeptColumn.columns(of: means.totals(cellCount: $0)) }
        case .sound:
            let levels = Column<EquivalentContinuousLevel> { $0.finalize() }
            self.init(levels) { KeptColumn.columns(of: levels.totals(cellCount: $0)) }
        case .extremes:
            let least = Column<Extreme<Least>> { $0.finalize() }
            let greatest = Column<Extreme<Greatest>> { $0.finalize() }
            // Finite numbers are stored briefly. Without values, the least is greater than the greatest.
            self.init(least, greatest) { count in
                [least.totals(cellCount: count).map { $0.finalize() ?? 1 }, greatest.totals(cellCount: count).map { $0.finalize() ?? 0 }]
            }
        case .merged, .presence, .crossing: return nil
        }
    }

    private init(_ accumulating: any AggregateColumn..., columns: @escaping (Int) -> [[Double]]) {
        self.accumulating = accumulating
        self.columns = columns
    }

    /// Returns the columns of sums: 1 if there is any value, high, low.
    static func columns(of sums: [Sum]) -> [[Double]] {
        let totals = sums.map(\.total)
        return [totals.map { $0 == nil ? 0 : 1 }, totals.map { $0?.high ?? 0 }, totals.map { $0?.low ?? 0 }]
    }

    private static func columns<M, W>(of means: [WeightedMean<M, W>]) -> [[Double]] {
        [means.map(\.total.high), means.map(\.total.low), means.map(\.weight.high), means.map(\.weight.low)]
    }
}
