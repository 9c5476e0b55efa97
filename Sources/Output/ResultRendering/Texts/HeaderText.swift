import CalendarIntervals
import HealthModel
import QueryPlan
import TerminalText

/// The resolved settings of a query as text, above tables and below the titles of charts.
struct HeaderText {
    private let table: ResultTable
    private let times: TimeText

    init(_ table: ResultTable) {
        self.table = table
        times = TimeText(table.header)
    }

    /// The metrics of the columns, each once.
    var metrics: [String] {
        guard table.kind != .summaries else { return [] }
        return table.columns.map(\.subject).reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
    }

    /// Range, zone, interval, anchor, and the number of rows and partial rows.
    var resolved: [String] {
        let header = table.header
        var parts: [String] = []
        if let start = header.range.start, let end = header.range.end {
            let exact = times.detail(of: [start.milliseconds, end.milliseconds])
            let detail = exact == .millisecond ? .second : exact
            parts.append("\(times.local(start.milliseconds, detail)) to \(times.local(end.milliseconds, detail))")
        }
        parts.append(header.zoneInWords)
        if let count = header.persons?.count { parts.append("\(Wording.number(count)) \(count == 1 ? "person" : "persons")") }
        if let interval = header.intervalText { parts.append("by \(interval)") }
        if let anchor = header.anchorText { parts.append("anchor \(anchor)") }
        let partialCount = table.partial.count { $0 }
        parts.append(
            "\(NumberText.rounded(Double(table.rowCount), decimals: 0)) \(table.rowCount == 1 ? "row" : "rows")"
                + (partialCount > 0 ? ", \(NumberText.rounded(Double(partialCount), decimals: 0)) partial" : ""))
        return parts
    }

    /// The earlier period of a comparison, in two parts. Empty without a comparison.
    var compared: [String] {
        guard let compared = table.header.range.compared else { return [] }
        let ends = [compared.lowerBound.milliseconds, compared.upperBound.milliseconds]
        let detail = times.detail(of: ends)
        return ["compared with \(times.local(ends[0], detail))", "to \(times.local(ends[1], detail))"]
    }

    /// The sources that are merged where they overlap. Nil for a single source.
    var merged: String? {
        guard table.header.mergedSources.count > 1 else { return nil }
        return "merged: " + table.header.mergedSources.map { ScreenText.visible($0) }.joined(separator: ", ")
    }

    /// The hours of the parts of the day that the query names, in the order of the day.
    var dayParts: [String] {
        let parts = table.header.dayParts
        return DayPart.inOrderOfDay.compactMap { part in parts[part].map { "\(part.rawValue) is \($0.text)" } }
    }

    /// The clauses of measures in parentheses, by column. Empty if there are none. Columns with the same clauses share an entry.
    var rules: [String] {
        let texts = table.columns.compactMap(\.rules).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return texts.map { text in
            let names = table.columns.filter { $0.rules == text }.map(\.name)
            return ScreenText.visible("\(names.joined(separator: ", ")): \(text)")
        }
    }

    /// The number of rows whose window is not full. Nil if there are none.
    var shortWindows: String? {
        let counts = table.header.findings.compactMap { if case .ofStage(.shortWindows(let count), _) = $0 { count } else { nil } }
        guard let count = counts.first, let window = table.columns.lazy.compactMap(\.window).first else { return nil }
        let rows = count == 1 ? "the first row covers" : "\(Wording.number(count)) rows at the start cover"
        return "\(rows) less than \(window.count) \(window.period.name)\(window.count == 1 ? "" : "s")"
    }

    /// Everything except the metrics, one line each.
    var lines: [String] {
        [
            table.header.explainedRow ?? "", resolved.joined(separator: " · "), compared.joined(separator: " "), merged ?? "",
            dayParts.joined(separator: " · "), rules.joined(separator: " · "),
        ].filter {
            !$0.isEmpty
        }
    }
}

extension ResultHeader {
    /// True if the times of rows are local times of people with different time zones.
    var hasDaysOfPersons: Bool { persons?.zoneCount != nil }

    /// The zone of the rows for people.
    fileprivate var zoneInWords: String {
        hasDaysOfPersons ? "each person's own zone" : isFloating ? "each sample's own zone" : zone.identifier
    }

    /// The zone of the rows for programs.
    var zoneName: String { hasDaysOfPersons ? "person" : zone.identifier }
}
