import TerminalText
import CalendarIntervals
import HealthModel
import QueryPlan

/// JSON: one document with the resolved settings, or only the rows, one per line.
struct JSONRenderer {
    /// The event of the rows in a series of answers. Every row has it as a field.
    var event: RowEvent?

    func render(_ table: ResultTable, _ write: (String) throws -> Void) rethrows {
        let header = table.header
        let times = TimeText(header)
        func time(_ instant: Instant?) -> String { Self.time(instant, times) }
        let columns = table.columns.map { column in
            // A derived column has no metric.
            let (metric, aggregate) = (column.metric.isEmpty ? nil : column.metric, column.aggregate.isEmpty ? nil : column.aggregate)
            return "{\"name\":\(Self.quoted(column.name)),\"metric\":\(Self.quoted(metric)),\"aggregate\":\(Self.quoted(aggregate)),"
                + "\"unit\":\(Self.quoted(column.unit))}"
        }
        try write(
            "{\"query\":\(Self.quoted(header.query)),\"zone\":\(Self.quoted(header.zone.identifier)),"
                + "\"range\":{\"start\":\(time(header.rangeStart)),\"end\":\(time(header.rangeEnd))},"
                + "\"interval\":\(Self.quoted(header.intervalText)),\"anchor\":\(header.lastChange.map(String.init) ?? Self.quoted(header.anchorText)),"
                + "\"columns\":[\(columns.joined(separator: ","))],\n\"rows\":[")
        try rows(of: table, separator: ",", write)
        let notes = header.notes.map { note in
            "{\"code\":\(Self.quoted(note.code)),\"severity\":\(Self.quoted(note.severity)),\"message\":\(Self.quoted(note.message))}"
        }
        try write("\n],\n\(progress(of: table))\"diagnostics\":[\(notes.joined(separator: ","))]}\n")
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
            + "\"daysAsked\":\(progress.askedDayCount),\"projected\":\(number(progress.projected)),"
            + "\"goal\":\(number(progress.goal)),\"sentence\":\(Self.quoted(text.paragraph))},\n"
    }

    func renderRows(_ table: ResultTable, _ write: (String) throws -> Void) rethrows {
        try rows(of: table, separator: "", write)
        if table.rowCount > 0 { try write("\n") }
    }

    /// Writes the rows, separated by line breaks. In a document, a line break also precedes the first row.
    private func rows(of table: ResultTable, separator: String, _ write: (String) throws -> Void) rethrows {
        let times = TimeText(table.header)
        let clocks = ClockText(table)
        // In statistics, keys are last.
        var members = table.fields
        if table.selection == nil, table.kind == .statistics {
            let isKey = { (field: SelectedField) in if case .key = field.source { true } else { false } }
            members = members.filter { !isKey($0) } + members.filter(isKey)
        }
        let names = members.map { Self.quoted($0.name) + ":" }
        let appleValues = table.selection == nil ? table.appleValues : nil
        var text = ""
        for row in 0..<table.rowCount {
            if row > 0 { text += separator + "\n" } else if !separator.isEmpty { text += "\n" }
            var fields = event.map { ["\"event\":\(Self.quoted($0.kind.rawValue))"] } ?? []
            if let watch = event?.watch { fields.append("\"watch\":\(Self.quoted(watch))") }
            for (field, name) in zip(members, names) {
                switch field.source {
                case .start: fields.append(name + Self.quoted(times.exact(table.starts[row])))
                case .end: fields.append(name + Self.quoted(times.exact(table.ends[row])))
                case .partial: fields.append("\(name)\(table.partial[row])")
                case .key(let index): fields.append(name + Self.json(table.keys[index].values[row]))
                case .value(let index): fields.append(name + Self.json(table.columns[index], row, clocks))
                case .part: preconditionFailure("the stage `select` makes a key of a part of the time")
                }
            }
            if let appleValues { fields.append("\"\(ResultTable.appleValue)\":" + Self.quoted(appleValues[row])) }
            text += "{" + fields.joined(separator: ",") + "}"
            if text.utf8.count > RenderOptions.chunkBytes {
                try write(text)
                text = ""
            }
        }
        try write(text)
    }

    private static func time(_ instant: Instant?, _ times: TimeText) -> String {
        quoted(instant.flatMap { times.exact($0.milliseconds) })
    }

    private static func json(_ value: KeyValue?) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .integer(let number): String(number)
        case .number(let number): NumberText.exact(number)
        case .flag(let answer): answer ? "true" : "false"
        case nil: "null"
        }
    }

    private static func json(_ column: ValueColumn, _ row: Int, _ clocks: ClockText) -> String {
        if let answer = column.answer(row) { return String(answer) }
        if let texts = column.texts, let text = texts[row] { return quoted(text) }
        if let time = clocks.exact(column, row: row) { return quoted(time) }
        return column.values[row].map(NumberText.exact) ?? "null"
    }

    /// Returns `text` as a JSON string. Nil gives `null`.
    static func quoted(_ text: String?) -> String { text.map(JSONString.quoted) ?? "null" }
}
