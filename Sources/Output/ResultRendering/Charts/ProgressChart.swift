import CalendarIntervals
import HealthModel
package import QueryPlan
package import TallyCharts

/// The chart of `progress`: the day's running total over a typical day, the goal as a rule, and the way to the projected total.
///
/// The typical day is darker up to now. Points mark both totals now, or at the end of a day that is over.
package struct ProgressChart {
    private let table: ResultTable
    private let progress: DayProgress
    private let text: ProgressText
    private let totals: ValueColumn
    private let typical: ValueColumn

    private enum Line: Int { case typical, day, goal, now }

    /// Nil if `table` is not the progress of a day.
    package init?(_ table: ResultTable) {
        guard let progress = table.dayProgress, let text = ProgressText(table), table.columns.count == 2 else { return nil }
        self.table = table
        self.progress = progress
        self.text = text
        (totals, typical) = (table.columns[0], table.columns[1])
    }

    /// - Parameters:
    ///   - subtitle: the resolved range and settings, below the title.
    ///   - rules: further lines across the chart.
    package func chart(subtitle: [String], rules: [ReferenceLine] = []) -> LayeredChart {
        let zone = ChartZone(table.header.isFloating ? .utc : table.header.zone)
        var chart = LayeredChart(
            title: "\(totals.metric) \(progress.isOver ? "on \(progress.date)" : "today")", subtitle: subtitle,
            series: series, x: .time(TimeAxis(zone: zone, domain: start...end)),
            y: .value(ValueAxis(unit: totals.unit.map(HealthUnit.shown))),
            layers: typicalDay + goal + day + projection + now + points, notes: text.notes)
        var lines = LinesOfChart(rules, table)
        chart.add(lines.take(unit: totals.unit, isClock: false, averagesOf: []))
        chart.description = "\(chart.heading) \(text.paragraph)"
        return chart
    }

    private var start: Double { Double(progress.day.lowerBound.milliseconds) }
    private var end: Double { Double(progress.day.upperBound.milliseconds) }
    private var moment: Double { Double(progress.now.milliseconds) }

    /// In the order of `Line`.
    private var series: [ChartSeries] {
        [
            ChartSeries("typical day", role: .muted, isInLegend: progress.typicalTotal != nil),
            ChartSeries(progress.isOver ? progress.date : "today", role: .series(0), isInLegend: progress.soFar != nil),
            ChartSeries("goal", role: .reference, isInLegend: false), ChartSeries("now", role: .now, isInLegend: false),
        ]
    }

    // MARK: Marks, from background to foreground

    private var typicalDay: [Layer] {
        guard let soFar = progress.typicalSoFar else { return [] }
        let here = LineLayer.Point(moment, soFar)
        let reached = ([LineLayer.Point(start, 0)] + typicalEnds).filter { $0.x < moment } + [here]
        let ahead = [here] + typicalEnds.filter { $0.x > moment }
        // The legend shows the first line.
        return [line(.typical, reached), line(.typical, ahead, isFaint: true)].compactMap { $0 }
    }

    private var typicalEnds: [LineLayer.Point] { zip(table.ends, typical.values).map { LineLayer.Point(Double($0), $1) } }

    private var day: [Layer] {
        guard progress.soFar != nil else { return [] }
        var points = [LineLayer.Point(start, 0)]
        for (rowEnd, value) in zip(table.ends, totals.values) {
            guard let value else { continue }
            let place = min(Double(rowEnd), moment)
            if points.last?.x == place { points.removeLast() }
            points.append(LineLayer.Point(place, value))
        }
        return [line(.day, points)].compactMap { $0 }
    }

    /// The line to the projected total. It keeps the current distance from the typical day (S9.5).
    private var projection: [Layer] {
        guard progress.projected != nil, let soFar = progress.soFar, let lead = progress.lead else { return [] }
        let ahead = typicalEnds.filter { $0.x > moment }.map { LineLayer.Point($0.x, $0.y.map { $0 + lead }) }
        let points = [LineLayer.Point(moment, soFar)] + ahead
        return [line(.day, points, isDashed: true, isFaint: true)].compactMap { $0 }
    }

    private func line(_ line: Line, _ points: [LineLayer.Point], isDashed: Bool = false, isFaint: Bool = false) -> Layer? {
        points.count > 1 ? .line(LineLayer(series: line.rawValue, points: points, isDashed: isDashed, isFaint: isFaint)) : nil
    }

    /// The points of the day are drawn last, so that their labels win.
    private var points: [Layer] {
        var layers: [Layer] = []
        // In the last hour, the points for now are also the ends.
        let hasEnds = end - moment > 3_600_000
        // A single line has no legend.
        let name = progress.soFar == nil ? series[Line.typical.rawValue].name + " " : ""
        if hasEnds {
            if let total = progress.typicalTotal { layers.append(point(.typical, end, total, name: name, hasHalo: false)) }
            if let total = progress.projected, total != progress.typicalTotal { layers.append(point(.day, end, total, hasHalo: false)) }
        }
        if let soFar = progress.typicalSoFar {
            layers.append(point(.typical, moment, soFar, name: hasEnds ? "" : name, hasHalo: true))
        }
        if let soFar = progress.soFar { layers.append(point(.day, moment, soFar, hasHalo: true)) }
        return layers
    }

    private func point(_ line: Line, _ x: Double, _ y: Double, name: String = "", hasHalo: Bool) -> Layer {
        // Two zeros at midnight need no label.
        let label = y > 0 ? name + text.number(y) : nil
        return .point(PointLayer(series: line.rawValue, points: [PointLayer.Point(x, y, label: label)], hasHalo: hasHalo))
    }

    private var goal: [Layer] {
        progress.goal.map { [.rule(RuleLayer(series: Line.goal.rawValue, at: .y($0), label: "goal \(text.number($0))"))] } ?? []
    }

    private var now: [Layer] {
        guard !progress.isOver else { return [] }
        let label = "now \(text.clock(progress.now))"
        return [.rule(RuleLayer(series: Line.now.rawValue, at: .x(moment), label: label, isDashed: false))]
    }
}
