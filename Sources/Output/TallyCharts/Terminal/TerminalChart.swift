/// Charts as text for a terminal.
public enum TerminalChart {
    /// Returns `chart` as at most `options.rows` lines of at most `options.columns` cells. Each line ends with a line feed.
    ///
    /// Bars are horizontal if the names of their slots do not fit below them. Without room for axes, the result is a sparkline. With
    /// `options.graphics`, the lines leave the plot blank, and a picture of the marks follows.
    public static func text(of chart: LayeredChart, options: TerminalOptions) -> String {
        var options = options
        options.columns = min(1000, max(1, options.columns))
        options.rows = options.rows.map { min(1000, max(1, $0)) }
        if let text = HorizontalBars(chart, options)?.text() { return text }

        let (columns, limit) = (options.columns, options.rows ?? .max)
        let wanted = plotHeight(of: chart, columns: columns)
        // The other rows are those that a layout with enough room has in addition to its plot.
        var height = options.fillsRows && limit < .max ? limit : min(limit, wanted + 24)
        var layout = self.layout(of: chart, options, height: height)
        if !options.fillsRows || limit == .max {
            height = min(limit, height - Int(layout.plot.height) + wanted)
            if Int(layout.frame.height) != height {
                // Reduced lines keep their extremes, so this layout does not need all values again. Bars also determine where ticks may be.
                var reduced = chart
                reduced.layers = zip(chart.layers, layout.layers).map { whole, reduced in if case .bar = whole { whole } else { reduced } }
                layout = self.layout(of: reduced, options, height: height)
            }
        }
        guard layout.plot.width >= 8, layout.plot.height >= 3, height >= 5 else { return small(chart, options) }

        var painter = TerminalPainter(chart, layout, options, columns: columns, rows: height)
        painter.paint()
        let text = painter.canvas.text(TerminalPalette(depth: options.color))
        guard let graphics = options.graphics else { return text }
        return text + picture(of: chart, layout, options, graphics, rows: height)
    }

    /// Returns `charts` one after another, separated by empty lines. `options` apply to each chart.
    public static func text(of charts: [LayeredChart], options: TerminalOptions) -> String {
        let height = options.rows ?? 42
        return charts.aligned { layout(of: $0, options, height: height) }.map { text(of: $0, options: options) }.joined(separator: "\n")
    }

    private static func layout(of chart: LayeredChart, _ options: TerminalOptions, height: Int) -> ChartLayout {
        // A cell can show two columns of dots, and a picture can show its pixels.
        ChartLayout(
            chart, width: Double(options.columns), height: Double(height), metrics: CellMetrics(),
            resolution: Double(options.graphics?.cellWidth ?? 2))
    }

    /// Returns the height in rows that suits the width: a third of the width, with cells that are twice as high as wide.
    private static func plotHeight(of chart: LayeredChart, columns: Int) -> Int {
        guard case .slots(let axis) = chart.y else { return min(18, max(8, columns / 5)) }
        let rows = max(1, axis.labels.count)
        return rows <= 8 && columns >= 70 ? max(4, rows * 2) : min(48, max(4, rows))
    }

    /// Returns a chart without axes: its title and a sparkline, if there is room.
    private static func small(_ chart: LayeredChart, _ options: TerminalOptions) -> String {
        let values = SparkValues.of(chart)
        let known = values.compactMap(\.self)
        let last = known.last.map(DecimalText.text)
        let line = Sparkline.text(
            of: values, width: options.columns, isASCII: options.isASCII, includesZero: SparkValues.includesZero(chart),
            labels: Sparkline.Labels(
                options.rows.map { $0 < 2 } ?? false ? chart.title : nil, minimum: known.min().map(DecimalText.text),
                maximum: known.max().map(DecimalText.text), last: last))
        var canvas = CellCanvas(columns: options.columns, rows: min(2, options.rows ?? 2), isASCII: options.isASCII)
        if canvas.rows > 1 {
            canvas.write(CellMetrics().fitted(chart.title, .title, to: Double(options.columns))?.text ?? "", .text, isBold: true, at: 0, 0)
        }
        canvas.write(line, .text, at: 0, canvas.rows - 1)
        return canvas.text(TerminalPalette(depth: options.color))
    }

    /// Returns the picture of the plot, with the cursor movements to its position and back below the chart's `rows` lines.
    private static func picture(
        of chart: LayeredChart, _ layout: ChartLayout, _ options: TerminalOptions, _ graphics: TerminalGraphics, rows: Int
    ) -> String {
        let size = (width: Double(graphics.cellWidth), height: Double(graphics.cellHeight))
        let plot = layout.plotInPixels(cellWidth: size.width, cellHeight: size.height)
        let style = MarkStyle.picture(cellWidth: size.width, cellHeight: size.height)
        let drawing = ChartDrawing(chart: chart, layout: plot, style: style).picture(hasTicks: !options.isASCII, cellWidth: size.width)
        let raster = RasterPainter.picture(
            of: drawing, width: Int(layout.plot.width) * graphics.cellWidth, height: Int(layout.plot.height) * graphics.cellHeight,
            isOpaque: graphics.encoding == .sixel)
        return PictureEncoding.text(of: raster, graphics, over: layout.plot, of: rows)
    }
}

/// The values of a chart in one row, for a sparkline.
private enum SparkValues {
    /// Returns the values of the bars, line or cells in front, with series before context. For a heatmap, returns the greatest value at
    /// each position along x.
    static func of(_ chart: LayeredChart) -> [Double?] {
        let candidates = chart.layers.reversed().compactMap { mark -> (values: [Double?], isSeries: Bool)? in
            switch mark {
            case .bar(let mark): (mark.bars.map(\.high), isSeries(mark.series, of: chart))
            case .line(let mark): (mark.points.map(\.y), isSeries(mark.series, of: chart))
            case .area(let mark): (mark.points.map(\.high), false)
            case .cell(let mark):
                (
                    Dictionary(grouping: mark.cells, by: \.start).sorted { $0.key < $1.key }.map { $0.value.compactMap(\.value).max() },
                    true
                )
            case .point(let mark): (mark.points.map(\.y), false)
            case .rule: nil
            }
        }
        return (candidates.first(where: \.isSeries) ?? candidates.first)?.values ?? []
    }

    private static func isSeries(_ index: Int, of chart: LayeredChart) -> Bool {
        guard chart.series.indices.contains(index), case .series = chart.series[index].role else { return false }
        return true
    }

    static func includesZero(_ chart: LayeredChart) -> Bool { if case .value(let axis) = chart.y { axis.includesZero } else { false } }
}
