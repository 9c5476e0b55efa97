import CalendarIntervals
import HealthModel
import QueryPlan
import TallyCharts

/// A panel as bars or lines, over time or slots.
struct SeriesChart {
    /// The number of colors that the palette can distinguish.
    static let greatestSeriesCount = 8

    private let panel: ChartPanel
    private let rows: ChartedRows
    private let isBars: Bool
    private let options: ChartOptions
    private let strands: [ChartStrand]
    private let isStacked: Bool
    private var series: [ChartSeries] = []
    private var layers: [Layer] = []
    private var notes: [String] = []
    private var remarks: [String] = []

    init(_ panel: ChartPanel, _ rows: ChartedRows, isBars: Bool, options: ChartOptions) {
        self.panel = panel
        self.rows = rows
        self.isBars = isBars
        self.options = options
        let all = ChartStrand.strands(of: panel, rows, keepsBands: isBars)
        // Bars are stacked if the column's rows add up, or if its groups divide the samples.
        let isAmount = panel.columns.allSatisfy { ["sum", "count", "duration"].contains($0.aggregate) && $0.comparison == nil }
        isStacked =
            isBars && rows.groups.count > 1 && panel.columns.count == 1
            && (panel.columns[0].isAdditive || isAmount && rows.dividesSamples)
        strands = all.largest(Self.greatestSeriesCount, addsOthers: isStacked)
        if strands.count < all.count, !isStacked {
            let cut = "the largest \(strands.count) of \(all.count)"
            notes.append("\(cut); use `where` to select others")
            remarks.append("Shown are \(cut) series")
        }
    }

    /// Returns the chart.
    ///
    /// - Parameter lines: the lines that no chart has yet.
    func chart(subtitle: [String], lines: inout LinesOfChart) -> LayeredChart {
        var drawn = self
        drawn.draw()
        let isClock = panel.columns.contains { $0.clock != nil }
        let own = lines.take(unit: panel.unit, isClock: isClock, averagesOf: averaged)
        let includesZero = isBars && strands.contains { $0.band == nil } || panel.columns.contains { !$0.isReading }
        let axis = ValueAxis(
            unit: panel.unit.map(HealthUnit.shown),
            domain: options.domain(over: drawn.layers + own.map(\.mark), includesZero: includesZero),
            includesZero: includesZero,
            isClock: isClock)
        var chart = LayeredChart(
            title: panel.title, subtitle: subtitle, series: drawn.series, x: rows.horizontalAxis, y: .value(axis), layers: drawn.layers,
            notes: drawn.notes)
        chart.remarks = remarks
        if rows.axis == .time { chart.periods = rows.places.filter { $0.start < $0.end }.map { $0.start..<$0.end } }
        chart.add(own)
        if isBars, let cut = drawn.layers.cut(by: axis.domain) {
            chart.notes.append("bars are cut: the axis starts at \(NumberText.rounded(cut, decimals: NumberText.decimals(for: [cut])))")
        }
        return chart
    }

    /// The values whose averages can be drawn: those of each series, or the heights of stacked bars. Partial totals are left out.
    private var averaged: [(name: String, values: [Double])] {
        let counted = strands.map { strand in
            let isReading = panel.columns.allSatisfy(\.isReading)
            return zip(strand.values, strand.completeness).map { value, completeness in isReading || completeness == .whole ? value : nil }
        }
        guard isStacked else { return zip(strands, counted).map { ($0.name, $1.compactMap { $0 }) } }
        let heights = rows.places.indices.compactMap { place -> Double? in
            let parts = counted.compactMap { $0[place] }
            return parts.isEmpty ? nil : parts.reduce(0, +)
        }
        return [("", heights)]
    }

    private mutating func draw() {
        var place = 0
        for strand in strands {
            series.append(ChartSeries(strand.name, role: strand.isPrevious ? .muted : .series(place)))
            if !strand.isPrevious { place += 1 }
        }
        if isBars { drawBars() } else { drawLines() }
        if let goal = panel.goal { draw(goal) }
        if panel.columns.contains(where: { $0.comparison == .change }) { addRule(at: 0, isDashed: false) }
        if let strand = strands.first(where: { $0.band != nil }), let band = strand.band {
            let isFilled = strand.values.contains { $0 != nil }
            notes.append((isBars ? "bars: " : "band: ") + band.name + (isBars && isFilled ? "; points: \(strand.name)" : ""))
        }
        let completeness = Set(strands.flatMap(\.drawnCompleteness)).subtracting([.whole])
        if !completeness.isEmpty {
            let isRunning = completeness.contains(.running)
            let mark = isBars ? LayeredChart.runningSign : "last point:"
            notes.append((isBars ? "hatched" : "dashed") + ": partial" + (isRunning ? " · \(mark) still in progress" : ""))
        }
    }

    private func name(of band: ChartStrand.Band, around strand: ChartStrand) -> String {
        [strands.count > 1 ? strand.name : "", band.name].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    // MARK: Bars

    private mutating func drawBars() {
        let separate = strands.enumerated().map { index, strand in
            let bars = rows.places.enumerated().map { number, place in
                BarLayer.Bar(
                    from: place.start, to: place.end, low: strand.band.map { $0.lows[number] } ?? 0,
                    high: strand.band.map { $0.highs[number] } ?? strand.values[number], completeness: strand.completeness[number])
            }
            var layer = BarLayer(series: index, bars: bars)
            layer.name = strand.band.map { name(of: $0, around: strand) }
            return layer
        }
        layers += (isStacked ? BarLayer.stacked(separate) : BarLayer.grouped(separate)).map { layer in
            var layer = layer
            layer.touches = rows.axis == .bins
            return .bar(layer)
        }
        if rows.axis == .bins, let unit = rows.table.keys.first(where: \.isEdge)?.unit {
            notes.append("from left to right: values in \(HealthUnit.shown(unit))")
        }
        for (index, strand) in strands.enumerated() where strand.band != nil {
            let points = zip(rows.places, strand.values).compactMap { place, value in value.map { PointLayer.Point(place.middle, $0) } }
            if !points.isEmpty { layers.append(.point(PointLayer(series: index, points: points, hasHalo: true))) }
        }
    }

    // MARK: Lines

    private mutating func drawLines() {
        for (index, strand) in strands.enumerated() {
            guard let band = strand.band else { continue }
            var points: [AreaLayer.Point] = []
            for (number, place) in rows.places.enumerated() {
                if !place.follows, number > 0 { points.append(AreaLayer.Point(place.start, low: nil, high: nil)) }
                points.append(AreaLayer.Point(place.middle, low: band.lows[number], high: band.highs[number]))
            }
            var area = AreaLayer(series: index, points: points)
            area.name = name(of: band, around: strand)
            layers.append(.area(area))
        }
        drawObserved()
        for (index, strand) in strands.enumerated() {
            let points = strand.runningTotal.map { runningTotal(strand, $0) } ?? line(strand)
            layers.append(.line(LineLayer(series: index, points: points)))
            // A value between two gaps is a point, because there is no neighbor to draw a line to. The running row is a point, too.
            let alone = points.indices.filter { index in
                points[index].completeness == .running
                    || (index == 0 || points[index - 1].y == nil) && (index + 1 == points.count || points[index + 1].y == nil)
            }
            let single = alone.compactMap { index in points[index].y.map { PointLayer.Point(points[index].x, $0) } }
            if !single.isEmpty { layers.append(.point(PointLayer(series: index, points: single))) }
        }
    }

    /// Draws the values before `smooth` as points behind the line.
    private mutating func drawObserved() {
        let isOnly = strands.count == 1
        for (index, strand) in strands.enumerated() {
            guard let observed = strand.observed else { continue }
            let points = zip(rows.places, observed).compactMap { place, value in value.map { PointLayer.Point(place.middle, $0) } }
            if isOnly { series.append(ChartSeries("before smoothing", role: .muted)) }
            layers.append(.point(PointLayer(series: isOnly ? series.count - 1 : index, points: points)))
        }
        if !isOnly, strands.contains(where: { $0.observed != nil }) { notes.append("points: values before smoothing") }
    }

    /// Returns a point in the middle of each place, with a gap before places that do not start at the end of the previous one.
    private func line(_ strand: ChartStrand) -> [LineLayer.Point] {
        var points: [LineLayer.Point] = []
        for (number, place) in rows.places.enumerated() {
            if !place.follows, !points.isEmpty { points.append(LineLayer.Point(place.start, nil)) }
            points.append(LineLayer.Point(place.middle, strand.values[number], completeness: strand.completeness[number]))
        }
        return points
    }

    /// Returns a line from 0 at the start of each period to the total at the end of each row, or until now in the running row.
    private func runningTotal(_ strand: ChartStrand, _ total: RunningTotal) -> [LineLayer.Point] {
        guard rows.axis == .time else { return typicalTotal(strand, total) }
        var points: [LineLayer.Point] = []
        var periodEnd = -Double.infinity
        for (number, place) in rows.places.enumerated() {
            let (value, completeness) = (strand.values[number], strand.completeness[number])
            let isNew = place.start >= periodEnd
            if !points.isEmpty, isNew || !place.follows { points.append(LineLayer.Point(place.start, nil)) }
            if isNew {
                let period = total.reset?.bucket(holding: Instant(milliseconds: Int64(place.start)))
                periodEnd = period.map { Double($0.upperBound.milliseconds) } ?? .infinity
                // If a condition removed the first rows, the total at the start of this row is unknown.
                let isFirst = points.isEmpty || period.map { Double($0.lowerBound.milliseconds) >= place.start } ?? true
                if isFirst, value != nil { points.append(LineLayer.Point(place.start, total.start)) }
            }
            var end = place.end
            if completeness == .running, let now = options.now { end = max(place.start, min(end, Double(now.milliseconds))) }
            points.append(LineLayer.Point(end, value, completeness: completeness))
        }
        return points
    }

    /// Returns a line from the known total at the start of the first slot to the total at the end of each slot.
    private func typicalTotal(_ strand: ChartStrand, _ total: RunningTotal) -> [LineLayer.Point] {
        var points: [LineLayer.Point] = []
        for (number, place) in rows.places.enumerated() {
            if points.isEmpty {
                if place.start == 0, strand.values[number] != nil { points.append(LineLayer.Point(place.start, total.start)) }
            } else if !place.follows {
                points.append(LineLayer.Point(place.start, nil))
            }
            points.append(LineLayer.Point(place.end, strand.values[number], completeness: strand.completeness[number]))
        }
        return points
    }

    // MARK: Goals

    private mutating func draw(_ goal: ValueColumn) {
        let goals = rows.groups.first.map { rows.values(of: goal, in: $0) } ?? []
        let known = Set(goals.compactMap { $0 })
        if let only = known.first, known.count == 1 {
            addRule(at: only, label: "goal \(NumberText.rounded(only, decimals: NumberText.decimals(for: [only])))", isDashed: true)
        } else if !known.isEmpty {
            let points = zip(rows.places, goals).flatMap { [LineLayer.Point($0.start, $1), LineLayer.Point($0.end, $1)] }
            series.append(ChartSeries("goal", role: .reference))
            layers.append(.line(LineLayer(series: series.count - 1, points: points, interpolation: .step, isDashed: true)))
        }
    }

    private mutating func addRule(at value: Double, label: String? = nil, isDashed: Bool) {
        series.append(ChartSeries(label ?? "", role: .reference, isInLegend: false))
        layers.append(.rule(RuleLayer(series: series.count - 1, at: .y(value), label: label, isDashed: isDashed)))
    }
}

extension [Layer] {
    /// Returns the end of the axis that hides the start of a bar from zero; nil if no bar is cut there.
    fileprivate func cut(by domain: ClosedRange<Double>?) -> Double? {
        guard let domain, !domain.contains(0) else { return nil }
        let isCut = contains { mark in
            guard case .bar(let mark) = mark else { return false }
            return mark.bars.contains { bar in
                guard let low = bar.low, let high = bar.high else { return false }
                return Swift.min(low, high) <= 0 && Swift.max(low, high) >= 0 && low != high
            }
        }
        return isCut ? (domain.lowerBound > 0 ? domain.lowerBound : domain.upperBound) : nil
    }
}
