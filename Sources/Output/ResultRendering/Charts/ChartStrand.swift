import QueryPlan
import QueryVocabulary
import TallyCharts

/// One line or the bars of one color: a value for each place, and a band around the values if the columns give one.
struct ChartStrand {
    struct Band {
        var lows: [Double?]
        var highs: [Double?]
        /// The names of its two ends, such as `min to max`.
        var name: String
    }

    var name: String
    /// True for the values of an earlier period.
    var isPrevious = false
    var runningTotal: RunningTotal?
    /// All nil if only the band has values.
    var values: [Double?]
    /// The completeness of each value's bucket.
    var completeness: [Completeness]
    var band: Band?
    /// The values before `smooth`, in the places of the line; nil for other columns.
    var observed: [Double?]?

    /// The completeness of the buckets that are drawn: those with a value or a band.
    var drawnCompleteness: [Completeness] {
        completeness.indices.filter { index in
            values[index] != nil || band.map { $0.lows[index] != nil && $0.highs[index] != nil } ?? false
        }.map { completeness[$0] }
    }

    /// Returns the strands of a panel. The earlier period comes first, so that it is drawn behind the other.
    ///
    /// - Parameter keepsBands: If true, a minimum and a maximum without a value between them form a band. If false, they are two lines.
    static func strands(of panel: ChartPanel, _ rows: ChartedRows, keepsBands: Bool) -> [ChartStrand] {
        let ends = bandEnds(panel.columns)
        let inBand = [ends?.low.name, ends?.high.name]
        let between = panel.columns.first { !inBand.contains($0.name) && $0.metric == ends?.low.metric && $0.comparison == nil }
        let usesBand = ends != nil && (between != nil || keepsBands)
        let columns = panel.columns.filter { !usesBand || !inBand.contains($0.name) }
        let isOnly = columns.count + (usesBand && between == nil ? 1 : 0) == 1
        return rows.groups.flatMap { group in
            func named(_ name: String) -> String { group.name.isEmpty ? name : isOnly ? group.name : "\(name) \(group.name)" }
            let band = ends.map {
                Band(
                    lows: rows.values(of: $0.low, in: group), highs: rows.values(of: $0.high, in: group),
                    name: "\($0.low.name) to \($0.high.name)")
            }
            var strands = columns.map { column in
                ChartStrand(
                    name: named(panel.name(of: column)), isPrevious: column.comparison == .previous, runningTotal: column.runningTotal,
                    values: rows.values(of: column, in: group), completeness: rows.completeness(of: column, in: group),
                    band: usesBand && column.name == between?.name ? band : nil,
                    observed: column.observed.map { rows.values(of: $0, in: group) })
            }
            if usesBand, between == nil, let band, let low = ends?.low {
                strands.append(
                    ChartStrand(
                        name: named(band.name), values: rows.places.map { _ in nil }, completeness: rows.completeness(of: low, in: group),
                        band: band))
            }
            return strands.filter(\.isPrevious) + strands.filter { !$0.isPrevious }
        }
    }

    /// Returns the two columns that enclose the others: minimum and maximum, or two percentiles with equal distance from the ends.
    static func bandEnds(_ columns: [ValueColumn]) -> (low: ValueColumn, high: ValueColumn)? {
        for low in columns where low.comparison == nil {
            let highs = columns.filter { $0.metric == low.metric && $0.comparison == nil }
            if low.clock != nil, low.aggregate == Aggregate.firstStart.name,
                let high = highs.first(where: { $0.aggregate == Aggregate.lastEnd.name })
            {
                return (low, high)
            }
            if low.aggregate == "min", let high = highs.first(where: { $0.aggregate == "max" }) { return (low, high) }
            guard let percent = percentile(low), percent < 50 else { continue }
            if let high = highs.first(where: { percentile($0) == 100 - percent }) { return (low, high) }
        }
        return nil
    }

    private static func percentile(_ column: ValueColumn) -> Double? {
        column.aggregate.first == "p" ? Double(column.aggregate.dropFirst()) : nil
    }
}

extension ValueColumn {
    /// The column before `smooth`; nil if it was not smoothed.
    fileprivate var observed: ValueColumn? {
        guard let unsmoothed else { return nil }
        var column = self
        column.values = unsmoothed
        return column
    }
}

extension [ChartStrand] {
    /// Returns the largest `count` strands in their original order.
    ///
    /// - Parameter addsOthers: If true, the sum of the remaining strands replaces the smallest one.
    func largest(_ count: Int, addsOthers: Bool) -> [ChartStrand] {
        guard self.count > count else { return self }
        let sizes = map { strand in strand.values.reduce(0) { $0 + abs($1 ?? 0) } }
        let order = indices.sorted { (sizes[$0], $1) > (sizes[$1], $0) }
        let kept = Set(order.prefix(addsOthers ? count - 1 : count))
        let rest = indices.filter { !kept.contains($0) }
        var strands = indices.filter(kept.contains).map { self[$0] }
        guard addsOthers, let first = rest.first else { return strands }
        var others = self[first]
        others.name = "\(rest.count) others"
        for index in rest.dropFirst() {
            for (place, value) in self[index].values.enumerated() where value != nil {
                others.values[place] = (others.values[place] ?? 0) + (value ?? 0)
                let completeness = self[index].completeness[place]
                if completeness != .whole { others.completeness[place] = completeness }
            }
        }
        strands.append(others)
        return strands
    }
}
