extension ChartLayout {
    /// Creates the layout of `chart` in a frame of this size.
    ///
    /// With too little room, labels are moved, truncated or removed. Then whole parts are removed, notes first and axes last.
    /// - Parameters:
    ///   - width: in units of the renderer, at least 0.
    ///   - height: in units of the renderer, at least 0.
    ///   - resolution: the number of columns that the renderer can show per unit of width. Long series are reduced to it.
    package init(_ chart: LayeredChart, width: Double, height: Double, metrics: some TextMetrics, resolution: Double = 1) {
        let builder = LayoutBuilder(chart, frame: Frame(x: 0, y: 0, width: max(0, width), height: max(0, height)), metrics: metrics)
        self = builder.layout(resolution: resolution)
    }
}

/// Determines the sizes of a chart's parts from the outside to the inside: rows of text, the vertical axis, the horizontal axis. Then it
/// places the labels in order of importance.
struct LayoutBuilder<Metrics: TextMetrics> {
    let chart: LayeredChart
    let frame: Frame
    let metrics: Metrics
    let extent: DataExtent
    var board: LabelBoard

    init(_ chart: LayeredChart, frame: Frame, metrics: Metrics) {
        self.chart = chart
        self.frame = frame
        self.metrics = metrics
        extent = DataExtent(of: chart.layers, within: chart.x.givenDomain)
        board = LabelBoard(frame: frame, spacing: metrics.spacing)
    }

    consuming func layout(resolution: Double) -> ChartLayout {
        let (header, footer) = rowsWithRoom()
        let top = min(header.height + halfLabel, frame.height)
        let height = max(0, frame.height - footer.height - top)

        let vertical = verticalAxis(height: height)
        let left = min(frame.width / 2, max(chart.leastInset, vertical.labelWidth > 0 ? vertical.labelWidth + metrics.axisGap : 0))
        let right = metrics.grain > 0 ? 0 : min(metrics.spacing, (frame.width - left) / 4)
        let plot = Frame(x: left, y: top, width: frame.width - left - right, height: height)
        let x = LinearScale(domain: horizontalDomain, from: plot.x, to: plot.maxX)
        let (first, last) = vertical.isUpwards ? (plot.maxY, plot.y) : (plot.y, plot.maxY)
        let y = LinearScale(domain: vertical.domain, from: first, to: last)
        let columns = Int((plot.width * resolution).rounded(.up).clamped(to: 1...100_000))

        var layout = ChartLayout(
            frame: frame, plot: plot, x: x, y: y, xTicks: [], yTicks: [], clockChanges: clockChanges(along: x), labels: [], legend: [],
            layers: chart.layers.map { $0.reduced(to: columns, over: x.domain) }, ramp: nil)
        place(header, from: 0, in: &layout)
        place(footer, from: plot.maxY, in: &layout)
        let labelRow = footer.first?.importance == .axis ? plot.maxY + footer[0].height - metrics.height(of: .tick) : nil
        if let labelRow { placeRuleLabels(onAxisAt: labelRow, in: &layout) }
        layout.xTicks = horizontalTicks(along: x, labelRow: labelRow)
        layout.yTicks = placedTicks(of: vertical, along: y, plot: plot)
        placeLabelsInPlot(of: &layout)
        return layout
    }

    /// The room for the halves of labels at the upper and lower edge of the plot. 0 for cells.
    private var halfLabel: Double { metrics.grain > 0 ? 0 : metrics.height(of: .tick) / 2 }

    /// Returns the rows above and below the plot that fit, starting with those of the axis.
    private func rowsWithRoom() -> (header: [TextRow], footer: [TextRow]) {
        let tickHeight = metrics.height(of: .tick)
        var header = header()
        var footer = [TextRow(height: max(metrics.axisGap, halfLabel) + tickHeight, importance: .axis)] + notes()
        let least = max(3 * tickHeight, 0.4 * frame.height)
        while frame.height - header.height - footer.height - halfLabel < least, let last = (header + footer).map(\.importance).min() {
            if let row = footer.lastIndex(where: { $0.importance == last }) {
                // Half a sentence would be misleading.
                footer.removeSubrange((footer[...row].lastIndex { !$0.isContinuation } ?? row)...row)
            } else if let row = header.lastIndex(where: { $0.importance == last }) {
                header.remove(at: row)
            }
        }
        return (header, footer)
    }

    private func header() -> [TextRow] {
        var rows: [TextRow] = []
        if let title = metrics.fitted(chart.title, .title, to: frame.width) {
            rows.append(TextRow(title, .title, height: metrics.height(of: .title), importance: .title))
        }
        for line in chart.subtitle {
            for text in metrics.wrapped(line, .subtitle, to: frame.width, lines: 2) {
                rows.append(TextRow(text, .subtitle, height: metrics.height(of: .subtitle), importance: .subtitle))
            }
        }
        let legend = LegendRows(
            unit: chart.unit, series: chart.series, ramp: rampDomain, metrics: metrics, width: frame.width,
            limit: max(1, Int((frame.height / max(1, 6 * metrics.height(of: .legend))).clamped(to: 1...8))))
        return rows + legend.rows
    }

    private func notes() -> [TextRow] {
        chart.notes.flatMap { note in
            metrics.wrapped(note, .note, to: frame.width, lines: 3).enumerated().map { line, text in
                var row = TextRow(text, .note, height: metrics.height(of: .note), importance: .note)
                row.isContinuation = line > 0
                return row
            }
        }
    }

    private mutating func place(_ rows: [TextRow], from top: Double, in layout: inout ChartLayout) {
        var top = top
        for row in rows {
            for var label in row.labels {
                label.frame.y = top
                if board.take(label.frame) { layout.labels.append(label) }
            }
            for var key in row.keys {
                key.frame.y = top
                if board.take(key.frame) { layout.legend.append(key) }
            }
            if var ramp = row.ramp, let domain = rampDomain {
                ramp.y = top
                if board.take(ramp) { layout.ramp = (ramp, domain) }
            }
            top += row.height
        }
    }

    /// The values at the ends of a heatmap's color ramp. If there is only one value, the ramp starts at zero.
    private var rampDomain: ClosedRange<Double>? {
        for case .cell(let mark) in chart.layers {
            return mark.domain?.usable
                ?? extent.cells.range.map { range in
                    range.usable ?? (range.lowerBound == 0 ? 0...1 : min(0, range.lowerBound)...max(0, range.lowerBound))
                }
        }
        return nil
    }
}

extension HorizontalAxis {
    /// The domain set in the chart. Nil if there is none or if it cannot be drawn.
    var givenDomain: ClosedRange<Double>? {
        guard case .time(let axis) = self else { return nil }
        return axis.domain?.usable
    }
}

extension ClosedRange<Double> {
    /// The range itself. Nil if an end is infinite or both ends are equal.
    var usable: Self? { lowerBound.isDrawable && upperBound.isDrawable && lowerBound < upperBound ? self : nil }
}
