/// Charts as text for a terminal.
public enum TerminalChart {
    /// Returns `chart` as lines of at most `options.columns` cells, each ended by a line feed; at most `options.rows` of them.
    ///
    /// Bars of slots whose names do not fit below them lie; all other charts stand. Where there is no room for axes, the values are a
    /// sparkline. With `options.graphics`, a picture of the marks follows the lines, over the plot that they leave blank.
    public static func text(of chart: Chart, options: TerminalOptions) -> String {
        var options = options
        options.columns = min(1000, max(1, options.columns))
        options.rows = options.rows.map { min(1000, max(1, $0)) }
        if let text = HorizontalBars(chart, options)?.text() { return text }

        let (columns, limit) = (options.columns, options.rows ?? .max)
        let wanted = plotHeight(of: chart, columns: columns)
        // The other rows are those that a layout with room for everything has beside its plot.
        var height = options.fillsRows && limit < .max ? limit : min(limit, wanted + 24)
        var layout = self.layout(of: chart, options, height: height)
        if !options.fillsRows || limit == .max {
            height = min(limit, height - Int(layout.plot.height) + wanted)
            if Int(layout.frame.height) != height {
                // Reduced lines keep their extremes, so this layout need not see every value again; bars also say where ticks may stand.
                var reduced = chart
                reduced.marks = zip(chart.marks, layout.marks).map { whole, reduced in if case .bar = whole { whole } else { reduced } }
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

    /// Returns `charts` below each other, with an empty line between them; `options` are those of each.
    public static func text(of charts: [Chart], options: TerminalOptions) -> String {
        let height = options.rows ?? 42
        return charts.aligned { layout(of: $0, options, height: height) }.map { text(of: $0, options: options) }.joined(separator: "\n")
    }

    private static func layout(of chart: Chart, _ options: TerminalOptions, height: Int) -> ChartLayout {
        // A cell tells two columns of dots apart, a picture its pixels.
        ChartLayout(
            chart, width: Double(options.columns), height: Double(height), metrics: CellMetrics(),
            resolution: Double(options.graphics?.cellWidth ?? 2))
    }

    /// The rows that suit a plot of this width: about as high as it is wide times a third, a cell being twice as high as it is wide.
    private static func plotHeight(of chart: Chart, columns: Int) -> Int {
        guard case .slots(let axis) = chart.y else { return min(18, max(8, columns / 5)) }
        let rows = max(1, axis.labels.count)
        return rows <= 8 && columns >= 70 ? max(4, rows * 2) : min(48, max(4, rows))
    }

    /// Returns a chart without axes: its title and a sparkline, as far as there is room.
    private static func small(_ chart: Chart, _ options: TerminalOptions) -> String {
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

    /// Returns the picture of the plot and the movements of the cursor to its place and back below the chart's `rows` lines.
    private static func picture(
        of chart: Chart, _ layout: ChartLayout, _ options: TerminalOptions, _ graphics: TerminalGraphics, rows: Int
    ) -> String {
        let raster = RasterPainter.picture(of: chart, layout, options, graphics)
        let (columns, height) = (Int(layout.plot.width), Int(layout.plot.height))
        let encoded =
            switch graphics.encoding {
            case .kitty: PictureEncoding.kitty(raster, columns: columns, rows: height)
            case .sixel: PictureEncoding.sixel(raster)
            }
        // Terminals do not agree where the cursor is after sixels, so it is saved before and restored after.
        return "\u{1B}7\u{1B}[\(rows - Int(layout.plot.y))A\u{1B}[\(Int(layout.plot.x) + 1)G\(encoded)\u{1B}8"
    }
}

/// The values of a chart in one row, for a sparkline.
private enum SparkValues {
    /// Returns the values of the foremost bars, line or cells, those of a series before context; of a heatmap, the greatest at each place
    /// along x.
    static func of(_ chart: Chart) -> [Double?] {
        let candidates = chart.marks.reversed().compactMap { mark -> (values: [Double?], isSeries: Bool)? in
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

    private static func isSeries(_ index: Int, of chart: Chart) -> Bool {
        guard chart.series.indices.contains(index), case .series = chart.series[index].role else { return false }
        return true
    }

    static func includesZero(_ chart: Chart) -> Bool { if case .value(let axis) = chart.y { axis.includesZero } else { false } }
}
