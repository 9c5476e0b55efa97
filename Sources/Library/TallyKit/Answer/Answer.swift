import CalendarIntervals
public import Foundation
import HealthModel
import QueryDiagnostics
import QueryPlan
@_exported public import QueryVocabulary
import ResultRendering
import TallyCharts

/// The rows that answer a query, and what was resolved on the way: plain values, which need no store any more.
///
/// Rows of a statistic have a start and an end where the query has buckets of time, the keys that it groups by, and a number for each column.
/// Rows of `samples of …` are samples.
public struct Answer: Sendable {
    let table: ResultTable
    private let charted: ChartOptions

    /// The query in its canonical form.
    public let query: String
    /// The columns of numbers, in the order asked for.
    public let columns: Columns
    /// The names of the keys that rows have beside time: a source, an hour of the day.
    public let keys: [String]
    /// The rows, in the order that the query gives them.
    public let rows: Rows
    /// Warnings and infos, in the order of the query's text; an error is thrown.
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
        self.charted = charted
    }

    /// The zone of days and clocks, by its IANA name.
    public var zone: String { table.header.zone.identifier }

    /// The time that the query is about; nil where it is that of the samples and there are none.
    public var range: Range<Date>? {
        guard let start = table.header.rangeStart?.date, let end = table.header.rangeEnd?.date, start <= end else { return nil }
        return start..<end
    }

    /// The interval of `by`, such as `day`; nil without one.
    public var interval: String? { table.header.intervalText }

    /// The one number of an answer of one row and one column; nil for every other answer, and where the number is not known.
    public var value: Double? { rows.count == 1 && columns.count == 1 ? rows[0].values[0] : nil }

    // MARK: Text

    /// Returns the answer as text, with exact numbers in the formats for programs; of the formats that are pictures the picture.
    ///
    /// - Parameter width: the columns that a table may take; nil for as many as it needs.
    public func formatted(as format: OutputFormat = .table, width: Int? = nil) -> String {
        var options = RenderOptions()
        options.width = width
        return ResultRenderer.text(of: table, as: format, options: options)
    }

    // MARK: Charts

    /// Returns a picture of the answer.
    ///
    /// - Parameter kind: what is drawn; the standard is what suits the rows.
    /// - Throws: `ChartError` where the rows make no such picture, with what to ask instead.
    public func chart(_ medium: ChartMedium, as kind: ChartForm = .automatic) throws(ChartError) -> String {
        do throws(ChartRefusal) {
            switch medium {
            case .svg, .html:
                guard kind == .automatic else {
                    let drawing = try ResultDrawing(table, as: OutputFormat.drawing(kind), options: charted)
                    return drawing.text(forFile: medium == .svg ? "x.svg" : "x.html", options: RenderOptions())
                }
                return try ResultDrawing(table, as: medium == .svg ? .svg : .html, options: charted).text(for: RenderOptions())
            case .text(let width, let usesColor):
                var options = RenderOptions()
                options.width = width
                options.usesColor = usesColor
                return try ResultDrawing(table, as: OutputFormat.drawing(kind), options: charted).text(for: options)
            }
        } catch {
            throw ChartError(message: error.message, help: error.help)
        }
    }
}

/// What kind of text holds a chart.
public enum ChartMedium: Sendable, Hashable {
    /// A drawing that every browser shows.
    case svg
    /// A page with the chart, its table and what was asked.
    case html
    /// Characters of a terminal, `width` columns wide; with colours where wanted.
    case text(width: Int = 80, usesColor: Bool = false)
}

/// Why rows make no such picture.
public struct ChartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in one sentence.
    public let message: String
    /// What to ask instead.
    public let help: String

    /// The message and the help, for people.
    public var description: String { "\(message); \(help)" }
}
