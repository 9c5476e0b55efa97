import HealthModel
import QueryPlan
import TallyCharts
import TerminalText

/// The values of a column and a combination of keys as a sparkline.
struct Spark: Sendable {
    private let name: String
    private let values: [Double?]
    private let includesZero: Bool
    private let ends: (minimum: String, maximum: String, last: String)

    /// Returns one line per column and combination of the keys that are not along the line.
    static func lines(of table: ResultTable, options: ChartOptions) throws(ChartRefusal) -> [Spark] {
        let columns = table.columns.filter { $0.texts == nil }
        guard !columns.isEmpty else {
            throw ChartRefusal(
                reason: .noNumbers, message: "`\(table.columns.first?.name ?? "")` contains text, and a sparkline needs numbers",
                help: "write `as bars`, or use numbers: `count` or `duration`")
        }
        var keyless = table
        if table.kind == .samples { keyless.keys = [] }
        let rows = ChartedRows(keyless, options: options)
        return columns.flatMap { column in
            rows.groups.map { group in
                let title = columns.count == 1 ? column.subject : ChartPanel(columns: [column]).title
                let name = [group.name.isEmpty || columns.count > 1 ? title : "", group.name].filter { !$0.isEmpty }.joined(separator: " ")
                return Spark(name, rows.values(of: column, in: group), column)
            }
        }
    }

    private init(_ name: String, _ values: [Double?], _ column: ValueColumn) {
        self.name = ScreenText.visible(name)
        self.values = values
        includesZero = !column.isReading
        let known = values.compactMap { $0 }
        let decimals = NumberText.decimals(for: known)
        let isClock = column.clock != nil
        func text(_ value: Double?) -> String {
            value.map { isClock ? TimeText.minuteOfDay($0) : NumberText.rounded($0, decimals: decimals) } ?? CellSign.null
        }
        ends = (text(known.min()), text(known.max()), text(values.last ?? nil) + (column.unit.map { " \(HealthUnit.shown($0))" } ?? ""))
    }

    /// Returns the sparklines in at most `height` lines. Names, blocks and numbers are aligned, and a place is in the same column of every
    /// line.
    ///
    /// Names are truncated first. If the blocks need more room, the minimum and maximum are left out of all lines, then the last value.
    ///
    /// - Parameter height: the maximum number of lines; the last one then counts the omitted lines. Nil means all lines.
    static func text(of sparks: [Spark], columns: Int, height: Int?, isASCII: Bool) -> String {
        let count = sparks.map(\.values.count).max() ?? 0
        let least = min(8, count)
        let name = sparks.map { ScreenText.width($0.name) }.max() ?? 0
        let (last, ends) = (sparks.map(\.lastWidth).max() ?? 0, sparks.map(\.endsWidth).max() ?? 0)
        let hasLast = min(name, 6) + 1 + least + last <= columns
        let hasEnds = min(name, columns / 3) + 1 + least + ends + last <= columns
        let after = (hasLast ? last : 0) + (hasEnds ? ends : 0)
        let cells = max(least, min(count, columns - min(name, columns / 3) - 1 - after))
        let nameWidth = max(0, min(name, columns - 1 - cells - after))
        let shown = height.map { sparks.count > $0 ? max(1, $0 - 1) : sparks.count } ?? sparks.count
        let lines = sparks.prefix(shown).map { spark in
            let labels = Sparkline.Labels(
                nameWidth > 0 ? ScreenText.padded(ScreenText.truncated(spark.name, to: nameWidth), to: nameWidth) : nil,
                minimum: hasEnds ? spark.ends.minimum : nil, maximum: hasEnds ? spark.ends.maximum : nil,
                last: hasLast ? spark.ends.last : nil)
            let width = (nameWidth > 0 ? nameWidth + 1 : 0) + cells + (hasLast ? spark.lastWidth : 0) + (hasEnds ? spark.endsWidth : 0)
            return Sparkline.text(of: spark.values, width: width, isASCII: isASCII, includesZero: spark.includesZero, labels: labels) + "\n"
        }
        guard shown < sparks.count else { return lines.joined() }
        return lines.joined() + ScreenText.truncated("… \(sparks.count - shown) more", to: columns) + "\n"
    }

    private var lastWidth: Int { ScreenText.width(" last \(ends.last)") }
    private var endsWidth: Int { ScreenText.width(" min \(ends.minimum) max \(ends.maximum)") }
}
