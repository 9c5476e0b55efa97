import CalendarIntervals
public import Foundation
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
@_exported public import QueryVocabulary
package import ResultRendering
import TallyCharts

/// The answer to a query: rows, columns, time zone and range. It contains plain values and does not use the store.
///
/// ```swift
/// let answer = try await store.answer("sum distance by day last 7 days")
/// for row in answer.rows where !row.isPartial {
///     print(row.start as Any, row["sum"] as Double? as Any, answer.columns["sum"]?.unit ?? "")
/// }
/// print(answer.formatted(as: .csv))
/// ```
///
/// Each row of a statistic has one number per column, and the keys that the query groups by. If the query has time buckets, each row also
/// has a start and an end. Each row of `samples of …` is a sample.
public struct Answer: Sendable {
    let table: ResultTable
    private let charted: ChartOptions

    /// The query in its canonical form.
    public let query: String
    /// The columns of numbers, in the order of the query.
    public let columns: Columns
    /// The names of the keys other than time, such as a source or an hour of the day.
    public let keys: [String]
    /// The rows, in the order that the query defines.
    public let rows: Rows
    /// Warnings and infos, in the order of the query's text. Errors are thrown instead.
    public let diagnostics: [QueryDiagnostic]

    init(_ rows: QueryRun.Rows, to query: PreparedQuery, findings: [Diagnostic]) {
        table = rows.table
        self.query = table.header.query
        columns = Columns(table, of: rows.plan)
        keys = table.keys.map(\.name)
        self.rows = Rows(table: table)
        diagnostics = findings.map { QueryDiagnostic($0, in: query.parsed.source) }
        var charted = ChartOptions()
        if let now = rows.plan?.nowOfRows { charted.now = now }
        if let weekStart = rows.plan?.weekStart { charted.weekStart = weekStart }
        charted.lower = query.meaning.axis?.lower
        charted.upper = query.meaning.axis?.upper
        charted.lines = query.meaning.lines
        self.charted = charted
    }

    /// The IANA name of the time zone in which days start.
    public var zone: String { table.header.zone.identifier }

    /// The time that the answer covers. Nil if the query has no range and there are no samples.
    public var range: Range<Date>? {
        table.header.range.bounds.map { $0.lowerBound.date..<$0.upperBound.date }
    }

    /// The interval of `by`, such as `day`. Nil if the query has none.
    public var interval: String? { table.header.intervalText }

    /// The number, if the answer has exactly one row and one column. Nil for other answers, or if the number is unknown.
    public var value: Double? { rows.count == 1 && columns.count == 1 ? rows[0].values[0] : nil }

    // MARK: Text

    /// Returns the answer as text. Formats for programs have exact numbers. Formats for charts return the chart.
    ///
    /// - Parameters:
    ///   - format: the format of the text.
    ///   - width: the maximum width of a table in columns of text. Nil means no limit.
    public func formatted(as format: OutputFormat = .table, width: Int? = nil) -> String {
        var options = RenderOptions()
        options.width = width
        return ResultRenderer.text(of: table, as: format, options: options)
    }

    // MARK: Charts

    /// Returns a chart of the answer.
    ///
    /// - Parameters:
    ///   - medium: text for a terminal, SVG or HTML.
    ///   - kind: the form of the chart. By default it suits the rows.
    ///   - width: the number of columns of a text chart.
    ///   - usesColor: true if a text chart has colors.
    /// - Throws: `ChartError` if the rows cannot be drawn in this form. The error suggests a query that works.
    public func chart(
        _ medium: ChartMedium, as kind: ChartForm = .automatic, width: Int = 80, usesColor: Bool = false
    ) throws(ChartError) -> String {
        do throws(ChartRefusal) {
            switch medium {
            case .svg where kind == .automatic, .html where kind == .automatic:
                return try drawing(as: medium == .svg ? .svg : .html).text(for: RenderOptions())
            case .svg, .html:
                return try drawing(as: OutputFormat.drawing(kind)).text(
                    forFile: medium == .svg ? "x.svg" : "x.html", options: RenderOptions())
            case .text:
                var options = RenderOptions()
                options.width = width
                options.usesColor = usesColor
                return try drawing(as: OutputFormat.drawing(kind)).text(for: options)
            }
        } catch {
            throw ChartError(message: error.message, help: error.help)
        }
    }

    /// Returns the drawing of the answer, with the axis and the lines that the query gives its chart.
    package func drawing(as format: OutputFormat) throws(ChartRefusal) -> ResultDrawing {
        try ResultDrawing(table, as: format, options: charted)
    }
}

/// The reason why the rows cannot be drawn as requested.
public struct ChartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, in one sentence.
    public let message: String
    /// A query or a form that works.
    public let help: String

    /// The message and the help, for people.
    public var description: String { "\(message); \(help)" }
}
