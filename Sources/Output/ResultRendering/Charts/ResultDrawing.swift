package import CalendarIntervals
import HealthModel
package import QueryPlan
package import QueryVocabulary
package import TallyCharts
import TerminalText

/// The pictures of a result: one chart per unit, one after another, or sparklines.
package struct ResultDrawing: Sendable {
    /// The charts. At least one if the result has a value. Empty for sparklines.
    package let charts: [LayeredChart]
    private let sparks: [Spark]
    private let table: ResultTable
    private var medium: ChartMedium
    private let options: ChartOptions

    /// - Throws: `ChartRefusal`, with an alternative, if the rows cannot be drawn in this form.
    package init(_ table: ResultTable, as format: OutputFormat, options: ChartOptions) throws(ChartRefusal) {
        var table = table
        // Only numbers are drawn, at the times and keys of their rows.
        table.selection = nil
        table.columns.removeAll { $0.comparison == .ranges }
        let flags = table.columns.filter(\.isFlag)
        table.columns.removeAll(where: \.isFlag)
        if let flag = flags.first, table.columns.isEmpty {
            throw ChartRefusal(
                reason: .noNumbers, message: "`\(flag.name)` is yes or no, and a chart needs numbers", help: "write `as table`")
        }
        guard !table.columns.contains(where: { $0.aggregate == ColumnInfo.basis }) else {
            throw ChartRefusal(
                reason: .noNumbers, message: "these columns are numbers of different kinds, which a chart can't compare",
                help: "write `as table`, or draw the mean day: `… | average by hour of day as chart`")
        }
        self.table = table
        self.options = options
        guard table.kind != .list else {
            throw ChartRefusal(reason: .noNumbers, message: "a list has no numbers to draw", help: "write `as table`")
        }
        switch format.definition.picture {
        case .blocks:
            charts = []
            sparks = try Spark.lines(of: table, options: options)
            medium = .text
        case .chart(let form, let medium):
            charts = try Self.chartsWithMoments(of: table, as: form, options: options)
            sparks = []
            self.medium = medium
        case nil:
            charts = try Self.chartsWithMoments(of: table, as: .automatic, options: options)
            sparks = []
            medium = .text
        }
    }

    /// Returns the charts with their vertical lines.
    private static func chartsWithMoments(
        of table: ResultTable, as form: ChartForm, options: ChartOptions
    ) throws(ChartRefusal) -> [LayeredChart] {
        var charts = try charts(of: table, as: form, options: options)
        let moments = MomentsOfChart(options.lines, table)
        for index in charts.indices { try moments.add(to: &charts[index]) }
        return charts
    }

    private static func charts(of table: ResultTable, as form: ChartForm, options: ChartOptions) throws(ChartRefusal) -> [LayeredChart] {
        let lines = HeaderText(table).lines
        if form == .automatic || form == .line, let progress = ProgressChart(table) {
            return [progress.chart(subtitle: lines, rules: options.lines)]
        }
        if form == .automatic || form == .line, let studied = table.studied {
            return StudyCharts(table, options: options).charts(of: studied, subtitle: lines)
        }
        let hasValues = table.columns.contains { column in column.values.contains { $0 != nil } || column.texts != nil }
        guard table.rowCount > 0, hasValues else { return [] }
        if table.kind == .samples, table.columns.count == 1 || table.columns[0].texts != nil {
            return [try SamplesChart(table, options: options).chart(as: form, subtitle: lines)]
        }
        let rows = ChartedRows(table, options: options)
        let isGrid = rows.axis != .names && rows.hasProfileGroups
        var charts: [LayeredChart] = []
        let panels = ChartPanel.panels(of: table)
        var rules = LinesOfChart(options.lines, table)
        for panel in panels {
            // The subtitle is the same for all charts, so only the first has it.
            let subtitle = charts.isEmpty ? lines : []
            if form == .heatmap || form == .automatic && isGrid {
                guard options.lines.isEmpty else {
                    throw ChartRefusal(
                        reason: .noAxis, message: "a heatmap has no axis for `rule`", help: "write `as line` or `as bars`, or remove `rule`"
                    )
                }
                for column in panel.columns {
                    charts.append(try HeatmapChart(column, rows, options: options).chart(subtitle: charts.isEmpty ? lines : []))
                }
            } else {
                guard form != .line || rows.axis != .names else {
                    throw ChartRefusal(
                        reason: .noOrder, message: "a line chart needs rows in order, such as days",
                        help: "write `as bars`, or add `by day`")
                }
                // Nights are bars from bedtime to waking up.
                let areSpans = table.isOfNights && ChartStrand.bandEnds(panel.columns) != nil
                let suitsBars = [.names, .bins].contains(rows.axis) || panel.suitsBars || rows.dividesSamples || areSpans
                let isBars = form == .bars || form == .automatic && suitsBars
                charts.append(SeriesChart(panel, rows, isBars: isBars, options: options).chart(subtitle: subtitle, lines: &rules))
            }
        }
        // Lines below bars of days are labeled with the same days.
        if panels.count > 1, charts.contains(where: \.hasBars), case .time(var axis) = rows.horizontalAxis {
            axis.buckets = rows.places.map { $0.start..<max($0.start, $0.end) }
            for index in charts.indices where !charts[index].hasBars { charts[index].x = .time(axis) }
        }
        if let short = HeaderText(table).shortWindows, !charts.isEmpty {
            charts[0].notes.append(short)
            charts[0].remarks.append(short)
        }
        return charts
    }

    /// Returns the numbers of all slots of a profile, as in rows of HealthKit, with their names on an axis. The order is that of the axis.
    package func slots(of profile: Profile) -> [(key: Int, name: String)] { SlotNames(profile, weekStart: options.weekStart).all }

    // MARK: Text

    /// Returns the pictures for a terminal, or the document of the format.
    package func text(for options: RenderOptions) -> String {
        switch medium {
        case .svg: return svg
        case .html: return html
        case .text: break
        }
        let columns = options.width ?? 80
        if !sparks.isEmpty { return Spark.text(of: sparks, columns: columns, height: options.height, isASCII: options.isASCII) }
        guard !charts.isEmpty else {
            return TableRenderer(options: options).headerText(of: table) + (table.rowCount == 0 ? "no rows\n" : "no values\n")
        }
        var terminal = TerminalOptions(columns: columns, isASCII: options.isASCII, graphics: options.graphics)
        terminal.color = options.usesColor ? options.colors : .none
        // Charts share the screen. A last line counts those that do not fit.
        let least = 8
        let shown = options.height.map { max(1, min(charts.count, $0 / least)) } ?? charts.count
        let isCut = shown < charts.count
        // An empty line separates the charts. The count of omitted charts comes last.
        terminal.rows = options.height.map { ($0 - (shown - 1) - (isCut ? 1 : 0)) / shown }
        var text = TerminalChart.text(of: Array(charts.prefix(shown)), options: terminal)
        if isCut { text += ScreenText.truncated("… \(charts.count - shown) more; `as svg` shows all", to: columns) + "\n" }
        return text
    }

    /// Returns the document for a file: that of the format, otherwise that of the path's extension, otherwise plain text.
    package func text(forFile path: String, options: RenderOptions) -> String {
        let name = path.lowercased()
        if sparks.isEmpty, medium == .svg || medium == .text && name.hasSuffix(".svg") { return svg }
        if sparks.isEmpty, medium == .html || medium == .text && (name.hasSuffix(".html") || name.hasSuffix(".htm")) { return html }
        return text(for: options)
    }

    /// Returns the format of the document if the path has the extension of a different one, such as `html` for `steps.svg`. Otherwise nil.
    package func formatOtherThan(nameOf path: String) -> String? {
        let name = path.lowercased()
        switch medium {
        case .svg: return name.hasSuffix(".html") || name.hasSuffix(".htm") ? "svg" : nil
        case .html: return name.hasSuffix(".svg") ? "html" : nil
        case .text: return nil
        }
    }

    /// The charts; for an answer without values, and for sparklines, a chart that stands for them.
    package var drawn: [LayeredChart] {
        var drawn = charts
        if isSpark {
            let lines = try? Self.charts(of: table, as: .line, options: options)
            drawn = lines ?? (try? Self.charts(of: table, as: .automatic, options: options)) ?? []
        }
        return drawn.isEmpty ? [emptyChart] : drawn
    }

    /// The factor between the values of a column and those of its chart: 100 for fractions, which are in percent.
    package func scale(ofColumn name: String) -> Double { table.columns.first { $0.name == name }?.shownScale ?? 1 }

    /// The size of the charts as drawings. Charts that share a screen are shorter.
    package var size: SVGOptions { charts.count > 1 ? SVGOptions(height: 260) : SVGOptions() }

    package var svg: String { SVGChart.text(of: drawn, options: size) }

    /// A sentence about the charts, for people who cannot see them.
    package var summary: String { drawn.map(\.summary).joined(separator: " ") }

    private var html: String {
        HTMLPage.text(
            of: drawn, table: PageTable(table), query: table.header.query, header: HeaderText(table).lines, options: size)
    }

    /// Adds the charts to a report. The format `html` adds the table of values, too.
    package func add(to report: inout HTMLReport) {
        report.addCharts(drawn, options: size, table: medium == .html ? PageTable(table) : nil)
    }

    /// Returns the charts as text, also those of formats for files.
    package func plainText(for options: RenderOptions) -> String {
        var drawing = self
        drawing.medium = .text
        return drawing.text(for: options)
    }

    /// True if the format shows the table of values below the charts.
    package var showsTable: Bool { medium == .html }

    /// True for lines of block characters.
    package var isSpark: Bool { !sparks.isEmpty }

    /// The chart of a document without values.
    private var emptyChart: LayeredChart {
        let header = HeaderText(table)
        let axis = table.header.timeAxis(
            from: (table.header.range.start?.milliseconds).map(Double.init) ?? 0,
            to: (table.header.range.end?.milliseconds).map(Double.init) ?? 0, weekStart: options.weekStart)
        return LayeredChart(
            title: header.metrics.joined(separator: ", "), subtitle: header.lines,
            x: table.hasTime ? .time(axis) : ChartedRows(table, options: options).horizontalAxis, y: .value(ValueAxis()), layers: [],
            notes: [table.rowCount == 0 ? "no rows" : "no values"])
    }
}

extension LayeredChart {
    fileprivate var hasBars: Bool { layers.contains { if case .bar = $0 { true } else { false } } }
}

extension ChartPanel {
    /// True if the values are totals or changes, which bars show best. Readings and running totals are lines.
    fileprivate var suitsBars: Bool {
        columns.contains { $0.comparison == .change }
            || !columns.contains { $0.runningTotal != nil || $0.unsmoothed != nil } && !columns.contains(where: \.isReading)
    }
}
