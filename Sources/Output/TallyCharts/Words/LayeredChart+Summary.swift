extension LayeredChart {
    /// A text alternative for the chart: its description, or sentences from its axes and marks. They have the kind of chart, the extent of
    /// the horizontal axis, the extremes of each series and where they are, the labels of lines, and what is partial or missing.
    public var summary: String { description.isEmpty ? AccountBuilder(self).account.text : description }

    /// The first sentence of the description: the kind of chart, the title and the extent of the horizontal axis.
    package var heading: String { AccountBuilder(self).account.heading }

    /// The unit of the values, used once.
    var unit: String? {
        for case .cell(let mark) in layers { return mark.unit }
        guard case .value(let axis) = y else { return nil }
        return axis.unit ?? (axis.isFraction ? "%" : nil)
    }
}

/// Collects the facts of a chart for its description.
struct AccountBuilder {
    private let chart: LayeredChart
    private let places: PlaceWords
    private let values: ValueAxis

    init(_ chart: LayeredChart) {
        self.chart = chart
        places = PlaceWords(chart)
        values = if case .value(let axis) = chart.y { axis } else { ValueAxis() }
    }

    var account: ChartAccount {
        var account = ChartAccount(amount: { [values] in values.text($0) }, place: { [places] in places.text(of: $0) })
        (account.title, account.reach) = (chart.title, places.reach)
        // A number without a unit is a count.
        account.unit = chart.unit.map { $0 == "count" ? "" : $0 } ?? ""
        account.kind = kind
        if isTimeline {
            account.details = timeline
        } else {
            account.parts = parts
        }
        if let domain = values.domain, !isTimeline, account.parts.contains(where: { !$0.values.isEmpty }) {
            let ends = "\(values.text(domain.lowerBound)) to \(values.text(domain.upperBound))\(account.unitAfterNumber)"
            account.remarks.append("The vertical axis goes from \(ends)")
        }
        account.lines = lines
        account.remarks += chart.remarks
        return account
    }

    // MARK: The kind

    private var kind: String {
        if isTimeline { return "Timeline" }
        var shapes: Set<ChartAccount.Shape> = []
        var (isGrouped, touches) = (false, false)
        for layer in chart.layers {
            switch layer {
            case .bar(let bars):
                shapes.insert(.bar)
                isGrouped = isGrouped || bars.slotCount > 1
                touches = touches || bars.touches
            case .line: shapes.insert(.line)
            // A band around a line is a part of it.
            case .area: if !chart.layers.contains(where: \.isLine) { shapes.insert(.area) }
            case .point(let points): if !isOnLine(points) { shapes.insert(.point) }
            case .cell: shapes.insert(.cell)
            case .rule: shapes.insert(.rule)
            }
        }
        if shapes.subtracting([.rule]) == [.bar], touches { return "Histogram" }
        if shapes.subtracting([.rule]) == [.point], places.numbers != nil { return "Scatter plot" }
        return ChartAccount.kind(of: shapes, isStacked: !stacks.isEmpty, isGrouped: isGrouped)
    }

    /// True for bars in rows that have names instead of values, such as sleep stages.
    private var isTimeline: Bool {
        guard case .value(let axis) = chart.y, case .at = axis.ticks, axis.unit == nil, !axis.isClock, !axis.isFraction else {
            return false
        }
        return chart.layers.contains { if case .bar = $0 { true } else { false } }
    }

    private var timeline: [String] {
        let rows = chart.layers.compactMap { layer -> (name: String, spans: [(start: Double, end: Double)])? in
            guard case .bar(let mark) = layer else { return nil }
            return (name(of: mark.series), mark.bars.filter { $0.high != nil }.map { ($0.start, $0.end) })
        }
        if rows.count > 6 {
            let counts = rows.prefix(8).map { "\($0.name) \($0.spans.count)" }.joined(separator: ", ")
            return ["\(rows.count) rows with this many periods: " + counts + (rows.count > 8 ? ", and \(rows.count - 8) more rows" : "")]
        }
        return rows.map { ChartAccount.periods($0.name, $0.spans) { places.range($0, $1) } }
    }

    // MARK: Series

    private func name(of series: Int) -> String { chart.series.indices.contains(series) ? chart.series[series].name : "" }

    private var parts: [ChartAccount.Part] {
        let isOverTime = if case .time = chart.x { true } else { false }
        let stacks = stacks
        var parts: [ChartAccount.Part] = []
        if !stacks.isEmpty { parts.append(.init(name: "total", values: stacks, isOrdered: isOverTime)) }
        var linesDone: Set<Int> = []
        for layer in chart.layers {
            var part: ChartAccount.Part
            switch layer {
            case .bar(let mark): part = bars(mark, isStacked: !stacks.isEmpty, isOrdered: isOverTime)
            case .line(let mark):
                guard mark.isDescribed, linesDone.insert(mark.series).inserted else { continue }
                part = line(of: mark.series)
            case .area(let mark):
                guard mark.isDescribed else { continue }
                part = band(mark)
            case .point(let mark):
                guard !isOnLine(mark) else { continue }
                let values = mark.points.filter(\.y.isDrawable).map { value($0.y, $0.y, at: $0.x) }
                let isOrdered = isOverTime && chart.layers.count { if case .bar = $0 { true } else { false } } == 0
                part = .init(
                    name: name(of: mark.series), values: isOrdered ? values.sorted { $0.start < $1.start } : values, isOrdered: isOrdered)
            case .cell(let mark): part = cells(mark)
            case .rule: continue
            }
            parts.append(part)
        }
        if parts.count == 1 { parts[0].name = "" }
        return parts
    }

    private func value(_ low: Double, _ high: Double, at x: Double, _ completeness: Completeness = .whole) -> ChartAccount.Value {
        let period = places.period(around: x)
        return .init(from: low, to: high, start: period?.lowerBound ?? x, end: period?.upperBound ?? x, completeness: completeness)
    }

    private func bars(_ mark: BarLayer, isStacked: Bool, isOrdered: Bool) -> ChartAccount.Part {
        var part = ChartAccount.Part(name: mark.name ?? name(of: mark.series), values: [], isOrdered: isOrdered)
        let drawn = mark.bars.filter { ($0.high ?? .nan).isDrawable && ($0.low ?? .nan).isDrawable }
        part.missing = mark.bars.count - drawn.count
        part.areRanges = !isStacked && drawn.contains { $0.low != 0 && $0.high != 0 }
        for bar in drawn {
            guard let low = bar.low, let high = bar.high else { continue }
            // Amounts can go down from zero.
            let ends = part.areRanges ? (min(low, high), max(low, high)) : low == 0 || isStacked ? (high - low, high - low) : (low, low)
            part.values.append(.init(from: ends.0, to: ends.1, start: bar.start, end: bar.end, completeness: bar.completeness))
        }
        return part
    }

    /// The heights of stacked bars. Empty if none are stacked.
    private var stacks: [ChartAccount.Value] {
        var totals: [Double: ChartAccount.Value] = [:]
        var tops: [Double: Set<Double>] = [:]
        var isStacked = false
        for case .bar(let mark) in chart.layers where mark.slotCount == 1 {
            for bar in mark.bars {
                guard let low = bar.low, let high = bar.high, (high - low).isDrawable else { continue }
                if low != 0, tops[bar.start]?.contains(low) == true { isStacked = true }
                tops[bar.start, default: []].insert(high)
                var total = totals[bar.start] ?? .init(from: 0, to: 0, start: bar.start, end: bar.end)
                total.low += high - low
                total.high = total.low
                if bar.completeness != .whole { total.completeness = bar.completeness }
                totals[bar.start] = total
            }
        }
        return isStacked ? totals.values.sorted { $0.start < $1.start } : []
    }

    /// Returns the values of all lines of a series, such as a line and its faint continuation.
    private func line(of series: Int) -> ChartAccount.Part {
        var part = ChartAccount.Part(name: name(of: series), values: [])
        var last: (x: Double, y: Double)?
        for case .line(let mark) in chart.layers where mark.series == series {
            for point in mark.points {
                guard let y = point.y, y.isDrawable else {
                    // A gap at an end of a period only interrupts the line.
                    if places.hasNoPeriods || places.period(around: point.x) != nil { part.missing += 1 }
                    continue
                }
                if let last, last == (point.x, y) { continue }
                last = (point.x, y)
                part.values.append(value(y, y, at: point.x, point.completeness))
            }
        }
        return part
    }

    private func band(_ mark: AreaLayer) -> ChartAccount.Part {
        let hasLine = chart.layers.contains { if case .line(let line) = $0 { line.series == mark.series } else { false } }
        let own = name(of: mark.series)
        var part = ChartAccount.Part(
            name: mark.name ?? (hasLine ? [own, "band"].filter { !$0.isEmpty }.joined(separator: " ") : own), values: [])
        part.areRanges = true
        for point in mark.points {
            guard let low = point.low, let high = point.high, low.isDrawable, high.isDrawable else { continue }
            part.values.append(value(min(low, high), max(low, high), at: point.x))
        }
        return part
    }

    private func cells(_ mark: CellLayer) -> ChartAccount.Part {
        var part = ChartAccount.Part(name: "", values: [], isOrdered: false)
        for cell in mark.cells {
            guard let value = cell.value, value.isDrawable else {
                part.missing += 1
                continue
            }
            part.values.append(
                .init(from: value, to: value, start: cell.start, end: cell.end, row: cell.row, completeness: cell.completeness))
        }
        return part
    }

    /// True if the points only mark values of a line of the same series.
    private func isOnLine(_ mark: PointLayer) -> Bool {
        struct Place: Hashable { var x, y: Double }
        var known: Set<Place> = []
        for case .line(let line) in chart.layers where line.series == mark.series {
            for point in line.points { if let y = point.y { known.insert(Place(x: point.x, y: y)) } }
        }
        return !known.isEmpty && mark.points.allSatisfy { known.contains(Place(x: $0.x, y: $0.y)) }
    }

    // MARK: Lines across the plot

    private var lines: [String] {
        chart.layers.compactMap { layer in
            guard case .rule(let rule) = layer else { return nil }
            if let label = rule.label, !label.isEmpty { return label }
            let name = name(of: rule.series)
            switch rule.place {
            // The line of zero is a part of the axis.
            case .y(let value): return value == 0 ? nil : [name, values.text(value)].filter { !$0.isEmpty }.joined(separator: " ")
            case .x(let x):
                let place = places.text(of: .init(from: 0, to: 0, start: x, end: x))
                return [name, place].filter { !$0.isEmpty }.joined(separator: " ")
            }
        }
    }
}

extension Layer {
    fileprivate var isLine: Bool { if case .line = self { true } else { false } }
}
