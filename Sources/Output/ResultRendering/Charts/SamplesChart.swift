import HealthModel
import QueryPlan
import QueryVocabulary
import TallyCharts

/// Samples as a chart: readings as points or a line, amounts as bars over their duration, and category values as bars in one row per name.
struct SamplesChart {
    private let table: ResultTable
    private let column: ValueColumn
    private let options: ChartOptions
    /// In order of time, for any order of the rows.
    private let order: [Int]

    init(_ table: ResultTable, options: ChartOptions) {
        self.table = table
        self.options = options
        column = table.columns[0]
        order = (0..<table.rowCount).sorted { (table.starts[$0], table.ends[$0], $0) < (table.starts[$1], table.ends[$1], $1) }
    }

    func chart(as form: ChartForm, subtitle: [String]) throws(ChartRefusal) -> LayeredChart {
        if let texts = column.texts {
            guard options.lines.allSatisfy(\.isAtTime) else {
                throw ChartRefusal(reason: .noAxis, message: "this chart has no axis of numbers for `rule`", help: "remove `rule`")
            }
            guard form == .bars || form == .automatic else {
                throw ChartRefusal(
                    reason: .noNumbers, message: "`\(column.name)` contains text, and this chart needs numbers",
                    help: "write `as bars`, or use numbers: `duration \(column.metric) by day`")
            }
            return timeline(texts, subtitle: subtitle)
        }
        guard form != .heatmap else {
            throw ChartRefusal(
                reason: .oneDimension, message: "a heatmap needs two keys, and samples have none",
                help: "use a statistic: `average \(column.metric) by weekday and hour of day as heatmap`")
        }
        return values(as: form, subtitle: subtitle)
    }

    private func values(as form: ChartForm, subtitle: [String]) -> LayeredChart {
        let isBars = form == .bars || form == .automatic && !column.isReading && zip(table.starts, table.ends).contains { $0 < $1 }
        let scale = column.shownScale
        let groups = bySource
        var chart = LayeredChart(
            title: "samples of \(column.subject)", subtitle: subtitle,
            series: groups.enumerated().map { ChartSeries($1.name, role: .series($0)) }, x: .time(timeAxis),
            y: .value(ValueAxis(unit: column.unit.map(HealthUnit.shown))), layers: [])
        for (index, group) in groups.enumerated() {
            let rows = group.rows.compactMap { row in column.values[row].map { (row: row, value: $0 * scale) } }
            if isBars {
                let bars = rows.map {
                    BarLayer.Bar(
                        from: Double(table.starts[$0.row]), to: Double(table.ends[$0.row]), low: min($0.value, 0), high: max($0.value, 0))
                }
                chart.layers.append(.bar(BarLayer(series: index, bars: bars)))
            } else if form == .line {
                chart.layers.append(.line(LineLayer(series: index, points: rows.map { LineLayer.Point(middle($0.row), $0.value) })))
            } else {
                chart.layers.append(.point(PointLayer(series: index, points: rows.map { PointLayer.Point(middle($0.row), $0.value) })))
            }
        }
        let includesZero = isBars || !column.isReading
        let values = column.values.compactMap { $0.map { $0 * scale } }
        var left = LinesOfChart(options.lines, table)
        let lines = left.take(unit: column.unit, isClock: false, averagesOf: [("", values)])
        chart.y = .value(
            ValueAxis(
                unit: column.unit.map(HealthUnit.shown),
                domain: options.domain(over: chart.layers + lines.map(\.mark), includesZero: includesZero),
                includesZero: includesZero))
        chart.notes = isBars ? ["each bar shows one sample from start to end"] : []
        chart.add(lines)
        return chart
    }

    /// Category values and workouts, with one row per name.
    private func timeline(_ texts: [String?], subtitle: [String]) -> LayeredChart {
        var rowsOf: [String: [Int]] = [:]
        for row in order { rowsOf[texts[row] ?? CellSign.null, default: []].append(row) }
        func rank(_ name: String) -> Double { rowsOf[name]?.compactMap { column.values[$0] }.min() ?? 0 }
        let names = rowsOf.keys.sorted { (rank($0), $0) < (rank($1), $1) }
        let layers = names.enumerated().map { index, name in
            let bars = (rowsOf[name] ?? []).map { row in
                BarLayer.Bar(
                    from: Double(table.starts[row]), to: Double(table.ends[row]), low: Double(index) + 0.1, high: Double(index) + 0.9)
            }
            return Layer.bar(BarLayer(series: index, bars: bars))
        }
        let ticks = names.enumerated().map { Ticks.Tick(Double($0) + 0.5, label: $1) }
        return LayeredChart(
            title: "samples of \(column.subject)", subtitle: subtitle,
            series: names.enumerated().map { ChartSeries($1, role: .series($0 % SeriesChart.greatestSeriesCount), isInLegend: false) },
            x: .time(timeAxis), y: .value(ValueAxis(domain: 0...Double(max(names.count, 1)), ticks: .at(ticks))), layers: layers)
    }

    private func middle(_ row: Int) -> Double { (Double(table.starts[row]) + Double(table.ends[row])) / 2 }

    private var bySource: [(name: String, rows: [Int])] {
        // Laboratory results of different tests or units are different series.
        let tests = ["test", "unit"].compactMap { name in table.keys.first { $0.name == name && $0.describesRow }?.values }
        let sources = table.keys.first { $0.name == "source" }?.values
        var rowsOf: [String: [Int]] = [:]
        for row in order {
            let parts = tests.isEmpty ? [sources?[row] ?? nil] : tests.map { $0[row] }
            let known = parts.compactMap { DelimitedRenderer.text($0) }
            rowsOf[known.isEmpty ? CellSign.null : known.joined(separator: " in "), default: []].append(row)
        }
        return rowsOf.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    private var timeAxis: TimeAxis {
        // The requested range, extended by samples that cross its ends. It does not apply to wall-clock times of samples.
        let range = table.header.isFloating ? [] : [table.header.range.start, table.header.range.end].compactMap { $0?.milliseconds }
        let start = (table.starts + range).min().map(Double.init)
        let end = (table.ends + range).max().map(Double.init)
        // A single instant is in the middle of its hour.
        guard let start, let end, start == end else { return table.header.timeAxis(from: start, to: end, weekStart: options.weekStart) }
        return table.header.timeAxis(from: start - 1_800_000, to: end + 1_800_000, weekStart: options.weekStart)
    }
}
