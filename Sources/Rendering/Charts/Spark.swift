import Charts
import DisplayText
import Results

/// The values of a column, and of a combination of keys, as a line of blocks.
struct Spark: Sendable {
    private let name: String
    private let values: [Double?]
    private let includesZero: Bool
    private let ends: (minimum: String, maximum: String, last: String)

    /// Returns a line for each column and each combination of the keys that are not along the line.
    static func lines(of table: ResultTable, options: ChartOptions) throws(ChartRefusal) -> [Spark] {
        let columns = table.columns.filter { $0.texts == nil }
        guard !columns.isEmpty else {
            throw ChartRefusal(
                reason: .noNumbers, message: "`\(table.columns.first?.name ?? "")` holds texts, and there is no such picture of them",
                help: "write `as bars`, or ask for numbers: `count` or `duration`")
        }
        var keyless = table
        if table.kind == .samples { keyless.keys = [] }
        let rows = ChartedRows(keyless, options: options)
        return columns.flatMap { column in
            rows.groups.map { group in
                let title = columns.count == 1 ? column.metric : ChartPanel(columns: [column]).title
                let name = [group.name.isEmpty || columns.count > 1 ? title : "", group.name].filter { !$0.isEmpty }.joined(separator: " ")
                return Spark(name, rows.values(of: column, in: group), column)
            }
        }
    }

    private init(_ name: String, _ values: [Double?], _ column: ValueColumn) {
        self.name = VisibleText.of(name)
        self.values = values
        includesZero = !column.isReading
        let known = values.compactMap { $0 }
        let decimals = NumberText.decimals(for: known)
        func text(_ value: Double?) -> String { value.map { NumberText.rounded($0, decimals: decimals) } ?? TableRenderer.nullMark }
        ends = (text(known.min()), text(known.max()), text(values.last ?? nil) + (column.unit.map { " \($0)" } ?? ""))
    }

    /// Returns the lines with their names below each other.
    static func text(of sparks: [Spark], columns: Int, isASCII: Bool) -> String {
        let width = sparks.map { VisibleText.width($0.name) }.max() ?? 0
        return sparks.map { spark in
            Sparkline.text(
                of: spark.values, width: columns, isASCII: isASCII, includesZero: spark.includesZero,
                labels: Sparkline.Labels(
                    VisibleText.padded(spark.name, to: min(width, columns / 3)), minimum: spark.ends.minimum, maximum: spark.ends.maximum,
                    last: spark.ends.last)) + "\n"
        }.joined()
    }
}
