import CalendarIntervals
import HealthModel
import QueryPlan
import TerminalText

/// JSON: one document with the resolved settings, or only the rows, one per line.
struct JSONRenderer {
    /// The event of the rows in a series of answers. Every row has it as a field.
    var event: RowEvent?

    func render(_ table: ResultTable, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        let header = table.header
        let times = TimeText(header)
        func time(_ instant: Instant?) -> String { Self.time(instant, times) }
        let columns = table.columns.map { column in
            // A derived column has no metric.
            let (metric, aggregate) = (column.metric.isEmpty ? nil : column.metric, column.aggregate.isEmpty ? nil : column.aggregate)
            return "{\"name\":\(Self.quoted(column.name)),\"metric\":\(Self.quoted(metric)),\"aggregate\":\(Self.quoted(aggregate)),"
                + "\"unit\":\(Self.quoted(column.unit))}"
        }
        let head =
            "{\"query\":\(Self.quoted(header.query)),\"zone\":\(Self.quoted(header.zoneName)),"
            + "\"range\":{\"start\":\(time(header.range.start)),\"end\":\(time(header.range.end))},"
            + "\"interval\":\(Self.quoted(header.intervalText)),\"anchor\":\(Self.text(of: header.anchor)),"
            + "\"columns\":[\(columns.joined(separator: ","))],\n\"rows\":["
        try write(head.piece)
        try rows(of: table, separator: ",", write)
        let notes = header.notes.map { note in
            "{\"code\":\(Self.quoted(note.code)),\"severity\":\(Self.quoted(note.severity)),\"message\":\(Self.quoted(note.message))"
                + (note.note.map { ",\"note\":\(Self.quoted($0))" } ?? "") + "}"
        }
        try write("\n],\n\(progress(of: table))\"diagnostics\":[\(notes.joined(separator: ","))]}\n".piece)
    }

    /// Returns the facts of a day's progress as a field. Empty for other results.
    private func progress(of table: ResultTable) -> String {
        guard let progress = table.dayProgress, let text = ProgressText(table) else { return "" }
        let times = TimeText(table.header)
        func time(_ instant: Instant?) -> String { Self.time(instant, times) }
        func number(_ value: Double?) -> String { value.map(NumberText.exact) ?? "null" }
        return "\"progress\":{\"date\":\(Self.quoted(progress.date)),\"now\":\(time(progress.now)),"
            + "\"soFar\":\(number(progress.soFar)),\"typicalSoFar\":\(number(progress.typicalSoFar)),"
            + "\"ahead\":\(number(progress.lead)),\"typicalTotal\":\(number(progress.typicalTotal)),"
            + "\"typicalTime\":\(time(progress.typicalTime)),\"typicalDays\":\(progress.typicalDayCount),"
            + "\"daysAsked\":\(progress.askedDayCount),\"daysLeftOut\":\(progress.leftOutDayCount),\"projected\":\(number(progress.projected)),"
            + "\"goal\":\(number(progress.goal)),\"sentence\":\(Self.quoted(text.paragraph))},\n"
    }

    func renderRows(_ table: ResultTable, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        try rows(of: table, separator: "", write)
        if table.rowCount > 0 { try write("\n".piece) }
    }

    /// Writes the rows, separated by line breaks. In a document, a line break also precedes the first row.
    private func rows(of table: ResultTable, separator: String, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        // In statistics, keys are last.
        var members = table.fields
        if table.selection == nil, table.kind == .statistics {
            let isKey = { (field: SelectedField) in if case .key = field.source { true } else { false } }
            members = members.filter { !isKey($0) } + members.filter(isKey)
        }
        var start = event.map { "{\"event\":\(Self.quoted($0.kind.rawValue))," } ?? "{"
        if let watch = event?.watch { start += "\"watch\":\(Self.quoted(watch))," }
        let syntax = FieldSyntax(quote: "\"", null: "null", written: JSONString.quoted)
        let fields = RowField.all(of: table, members) { place, name in (place == 0 ? start : ",") + Self.quoted(name) + ":" }
        let end = fields.isEmpty ? (start == "{" ? start : String(start.dropLast())) + "}" : "}"
        try RowWriter(fields: fields, syntax: syntax, first: separator.isEmpty ? "" : "\n", separator: separator + "\n", end: end)
            .render(table, write)
    }

    private static func time(_ instant: Instant?, _ times: TimeText) -> String {
        quoted(instant.flatMap { times.exact($0.milliseconds) })
    }

    private static func text(of anchor: ResultHeader.Anchor?) -> String {
        switch anchor {
        case .time(let text): quoted(text)
        case .change(let number): "\(number)"
        case nil: "null"
        }
    }

    /// Returns `text` as a JSON string. Nil gives `null`.
    static func quoted(_ text: String?) -> String { text.map(JSONString.quoted) ?? "null" }
}
