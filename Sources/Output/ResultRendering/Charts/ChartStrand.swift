import TallyCharts
import QueryPlan

/// One line, or bars of one colour: a value for each place, and the band around them where the columns give one.
struct ChartStrand {
    struct Band {
        var lows: [Double?]
        var highs: [Double?]
        /// What it lies between: `min to max`.
        var name: String
    }

    var name: String
    /// Those of an earlier period.
    var isPrevious = false
    var runningTotal: RunningTotal?
    /// All nil in a band with nothing in it.
    var values: [Double?]
    /// How much of its bucket each value, or each band, knows.
    var completeness: [Completeness]
    var band: Band?

    /// Returns what a panel shows, the earlier period first so that it lies behind.
    ///
    /// - Parameter keepsBands: Whether a least and a greatest value without one between them are a band, not lines of their own.
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
                    band: usesBand && column.name == between?.name ? band : nil)
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

    /// The columns between which others lie: the least and the greatest value, or percentiles as far from both ends.
    private static func bandEnds(_ columns: [ValueColumn]) -> (low: ValueColumn, high: ValueColumn)? {
        for low in columns where low.comparison == nil {
            let highs = columns.filter { $0.metric == low.metric && $0.comparison == nil }
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

extension [ChartStrand] {
    /// Returns the largest `count`, in their order.
    ///
    /// - Parameter addsOthers: Whether the rest adds up to one more, which takes the place of the smallest.
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
