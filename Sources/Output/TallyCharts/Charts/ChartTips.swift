/// The tips of a chart: the time or slot at the pointer, then one line per series.
struct ChartTips {
    /// The maximum number of tooltips. More could not be pointed at and would be most of the file.
    static let limit = 500

    private let chart: LayeredChart
    private let layout: ChartLayout
    private let unit: String
    /// True if heights represent words, such as sleep stages, and have no meaning as numbers.
    private let hasWords: Bool

    init(_ chart: LayeredChart, _ layout: ChartLayout) {
        self.chart = chart
        self.layout = layout
        unit = chart.unit ?? ""
        hasWords = if case .value(let axis) = chart.y, case .at = axis.ticks { axis.unit == nil } else { false }
    }

    /// Returns the columns or cells from left to right and top to bottom. Empty if there are too many.
    func tips() -> [Drawing.Item] {
        var count = 0
        for mark in chart.layers {
            switch mark {
            case .bar(let bars): count += bars.bars.count
            case .line(let line): count += line.points.count
            case .area(let area): count += area.points.count
            case .point(let points): count += points.points.count
            case .cell(let cells): count += cells.cells.count
            case .rule: break
            }
            guard count <= Self.limit else { return [] }
        }
        return (cells() + spans()).map { .tip($0) }
    }

    private func cells() -> [Drawing.Tip] {
        guard case .slots(let rows) = chart.y else { return [] }
        return chart.layers.flatMap { mark -> [Drawing.Tip] in
            guard case .cell(let mark) = mark else { return [] }
            return mark.cells.map { cell in
                let row = rows.labels.indices.contains(cell.row) ? rows.labels[cell.row] : ""
                let value = cell.value.map { number($0, unit: unit) } ?? "no value"
                return Drawing.Tip(
                    frame: layout.frame(of: cell), lines: ["\(row), \(span(cell.start, cell.end))", value + words(cell.completeness)],
                    isAbove: true)
            }
        }
    }

    /// The lines of tooltips, by time.
    private struct Entries {
        var lines: [Double: [String]] = [:]
        /// The ends of bars, by their starts.
        var ends: [Double: Double] = [:]
        /// The tops of bars, by their starts.
        var tops: [Double: Set<Double>] = [:]

        mutating func add(_ line: String, at x: Double) {
            if lines[x]?.contains(line) != true { lines[x, default: []].append(line) }
        }
    }

    /// Returns one column for all entries at the same time. Bars give it their span. Other marks extend to their neighbors.
    private func spans() -> [Drawing.Tip] {
        var entries = Entries()
        for case .bar(let bars) in chart.layers { add(bars, to: &entries) }
        let starts = entries.ends.keys.sorted()
        for mark in chart.layers { add(mark, overBars: starts, to: &entries) }
        let places = Set(entries.lines.keys).union(starts).sorted()
        return places.indices.compactMap { column($0, of: places, entries) }
    }

    private func line(_ series: Int, _ text: String) -> String {
        let name = chart.series.count > 1 && chart.series.indices.contains(series) ? chart.series[series].name + " " : ""
        return hasWords && !name.isEmpty ? String(name.dropLast()) : name + text
    }

    private func add(_ mark: BarLayer, to entries: inout Entries) {
        for bar in mark.bars {
            entries.ends[bar.start] = bar.end
            guard let low = bar.low, let high = bar.high else { continue }
            // The value of a bar on zero or on another bar is its length. A floating bar has a value at each end.
            let isLength = low == 0 || entries.tops[bar.start]?.contains(low) == true
            entries.tops[bar.start, default: []].insert(high)
            let value = isLength ? number(high - low, unit: unit) : "\(number(low, unit: "")) – \(number(high, unit: unit))"
            entries.add(line(mark.series, value + words(bar.completeness)), at: bar.start)
        }
    }

    /// Adds the points of a mark. Those inside a bar join its entry.
    private func add(_ mark: Layer, overBars starts: [Double], to entries: inout Entries) {
        let ends = entries.ends
        func place(_ x: Double) -> Double {
            guard let start = starts.last(where: { $0 <= x }), let end = ends[start], x < end else { return x }
            return start
        }
        switch mark {
        case .line(let mark):
            for point in mark.points {
                if let y = point.y {
                    entries.add(line(mark.series, number(y, unit: unit) + words(point.completeness)), at: place(point.x))
                } else {
                    entries.lines[place(point.x), default: []] += []
                }
            }
        case .area(let mark):
            for point in mark.points {
                guard let low = point.low, let high = point.high else { continue }
                entries.add(line(mark.series, "\(number(low, unit: "")) – \(number(high, unit: unit))"), at: place(point.x))
            }
        case .point(let mark):
            for point in mark.points { entries.add(line(mark.series, number(point.y, unit: unit)), at: place(point.x)) }
        case .bar, .rule, .cell: break
        }
    }

    /// Returns the column of a place; nil if it is too narrow to point at.
    private func column(_ index: Int, of places: [Double], _ entries: Entries) -> Drawing.Tip? {
        let x = places[index]
        let title: String
        var (left, right) = (layout.x.position(of: x), layout.x.position(of: x))
        if let end = entries.ends[x] {
            title = span(x, end)
            right = layout.x.position(of: end)
        } else {
            title = moment(x)
            left = index > 0 ? (left + layout.x.position(of: entries.ends[places[index - 1]] ?? places[index - 1])) / 2 : layout.plot.x
            right = index + 1 < places.count ? (right + layout.x.position(of: places[index + 1])) / 2 : layout.plot.maxX
        }
        left = max(left, layout.plot.x)
        right = min(right, layout.plot.maxX)
        guard right > left else { return nil }
        let frame = Frame(x: left, y: layout.plot.y, width: right - left, height: layout.plot.height)
        return Drawing.Tip(frame: frame, lines: [title] + (entries.lines[x].flatMap { $0.isEmpty ? nil : $0 } ?? ["no value"]))
    }

    private func words(_ completeness: Completeness) -> String {
        switch completeness {
        case .whole: ""
        case .partial: " (partial)"
        case .running: " (so far)"
        }
    }

    private func number(_ value: Double, unit: String) -> String {
        let text = if case .value(let axis) = chart.y { axis.text(value) } else { DecimalText.text(value) }
        return unit.isEmpty ? text : "\(text) \(unit)"
    }

    private func span(_ start: Double, _ end: Double) -> String {
        switch chart.x {
        case .time(let axis): MarkTime(zone: axis.zone.zone, dayStartHour: axis.dayStartHour).span(start, end)
        case .slots(let axis): slot(axis, start)
        }
    }

    private func moment(_ x: Double) -> String {
        switch chart.x {
        case .time(let axis): MarkTime(zone: axis.zone.zone, dayStartHour: axis.dayStartHour).moment(x)
        case .slots(let axis): slot(axis, x)
        }
    }

    private func slot(_ axis: SlotAxis, _ x: Double) -> String {
        guard x >= 0, x < Double(axis.labels.count) else { return "" }
        return axis.labels[Int(x)]
    }
}
