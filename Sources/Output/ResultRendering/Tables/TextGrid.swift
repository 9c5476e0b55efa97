import CalendarIntervals
import HealthModel
import QueryPlan
import TerminalText

/// A result as cells for people: local times, rounded numbers, and signs for null and partial.
struct TextGrid {
    let table: ResultTable
    let titles: [String]
    let kinds: [TableColumns.Kind]
    let needs: [TableColumns.Need]
    /// True for columns that are right-aligned.
    let isRight: [Bool]
    let times: TimeText
    private let clocks: ClockText
    let detail: TimeText.Detail
    private let showsEnds: Bool
    /// True if rows are labeled with their ends, because the values are totals at that time.
    private let isUntil: Bool
    /// The fields of `select`; nil if all are shown.
    private let selection: [SelectedField]?
    /// The content of each column.
    let sources: [CellSource]
    enum CellSource: Equatable { case start, end, partial, key(Int), value(Int) }
    /// The column with the mark of partial rows; nil if there is none.
    let markedColumn: Int?
    let decimals: [Int]
    /// For each column of values, true if it has neither answers nor texts nor times.
    let hasOnlyNumbers: [Bool]
    /// True if each row has its own unit, so that numbers of different rows need different decimals.
    let hasUnitPerRow: Bool
    let scales: [Double]

    init(_ result: ResultTable) {
        var table = result
        // The title of the value column has the unit of samples.
        if table.kind == .samples, table.selection == nil {
            table.keys.removeAll { $0.name == "unit" && !$0.describesRow }
            // The value of a workout is its activity.
            if table.columns.contains(where: { $0.name == ListedField.activity }) { table.columns.removeAll { $0.name == "value" } }
        }
        self.table = table
        selection = table.selection
        times = TimeText(table.header)
        clocks = ClockText(table)
        showsEnds = table.kind == .samples || table.header.rowsAreEvents || (table.header.intervalText == nil && !table.starts.isEmpty)
        isUntil = !showsEnds && table.holdsEndValues
        // A date without a time would look like the whole day.
        let least: TimeText.Detail = table.kind == .samples || isUntil ? .minute : .day
        detail = times.detail(of: showsEnds ? table.starts + table.ends : isUntil ? table.ends : table.starts, atLeast: least)
        hasOnlyNumbers = table.columns.map { !$0.isFlag && $0.texts == nil && $0.clock == nil }
        scales = table.columns.map { $0.unit == "%" && !$0.isInHundredths ? 100 : 1 }
        hasUnitPerRow = table.keys.contains { $0.name == "unit" && $0.describesRow }
        decimals = zip(table.columns, scales).map { column, scale in
            NumberText.decimals(for: column.values.lazy.compactMap { $0.map { $0 * scale } })
        }
        let columns =
            selection.map { Self.columns($0, of: table) } ?? Self.columns(of: table, showsEnds: showsEnds, isUntil: isUntil)
        titles = columns.map { ScreenText.visible($0.title) }
        kinds = columns.map(\.kind)
        needs = columns.map(\.need)
        sources = columns.map(\.source)
        isRight = kinds.map { $0 == .number }
        // A column with a time or a date has the mark of a partial row: the first one of `select`, or else the last time.
        let isTime = { (source: CellSource) in source == .start || source == .end }
        markedColumn = selection == nil ? sources.lastIndex(where: isTime) : kinds.firstIndex(of: .time)
    }

    private typealias Column = (source: CellSource, title: String, kind: TableColumns.Kind, need: TableColumns.Need)

    /// Returns the columns that `select` names.
    private static func columns(_ selection: [SelectedField], of table: ResultTable) -> [Column] {
        selection.map { field in
            switch field.source {
            case .start: return (.start, field.name, .time, .always)
            case .end: return (.end, field.name, .time, .always)
            case .partial: return (.partial, field.name, .text, .always)
            case .part: preconditionFailure("the stage `select` makes a key of a part of the time")
            case .key(let index):
                let key = table.keys[index]
                return (.key(index), title(of: key, field.name), kind(of: key), .always)
            case .value(let index): return (.value(index), title(table.columns[index]), kind(of: table.columns[index]), .always)
            }
        }
    }

    /// Returns the columns of a result without `select`: the time, and all keys and values.
    private static func columns(of table: ResultTable, showsEnds: Bool, isUntil: Bool) -> [Column] {
        var columns: [Column] = []
        if !table.starts.isEmpty || table.hasTime {
            let first = showsEnds ? "start" : isUntil ? "until" : table.kind == .summaries ? "day" : "start"
            columns.append((isUntil ? .end : .start, first, .time, table.needOfStarts))
            if showsEnds { columns.append((.end, "end", .time, table.needOfEnds)) }
        }
        let keyKinds = table.keys.map(kind(of:))
        let keyNeeds = table.needsOfKeys(keyKinds)
        for field in table.fields {
            switch field.source {
            case .key(let index):
                let key = table.keys[index]
                columns.append((.key(index), title(of: key, table.title(of: key)), keyKinds[index], keyNeeds[index]))
            case .value(let index):
                let column = table.columns[index]
                columns.append((.value(index), title(column), kind(of: column), index == 0 ? .always : .some))
            case .start, .end, .partial, .part: break
            }
        }
        return columns
    }

    private static func title(of key: KeyColumn, _ name: String) -> String { name + (key.unit.map { " (\(HealthUnit.shown($0)))" } ?? "") }

    private static func kind(of key: KeyColumn) -> TableColumns.Kind {
        if key.listing == .date || key.listing == .time { return .time }
        return key.unit != nil || key.values.contains { $0?.isNumber ?? false } ? .number : .text
    }

    private static func kind(of column: ValueColumn) -> TableColumns.Kind { column.texts == nil && !column.isFlag ? .number : .text }

    private static func title(_ column: ValueColumn) -> String {
        let name =
            if column.window == nil {
                column.name
            } else if column.name == column.aggregate {
                column.windowedAggregate
            } else {
                "\(column.name), \(column.windowedAggregate)"
            }
        guard let unit = column.unit, unit != "count" || column.aggregate != "count" else { return name }
        return "\(name) (\(HealthUnit.shown(unit)))"
    }

    /// Returns the row in one line: its number, its time and keys, and its values with their titles.
    func line(of row: Int) -> String {
        let isValue = Set(table.columns.map(Self.title))
        let parts = zip(titles, cells(of: row)).map { title, cell in isValue.contains(title) ? "\(title) \(cell)" : cell }
        return "row \(row + 1): \(parts.joined(separator: " · "))"
    }

    func cells(of row: Int) -> [String] { sources.indices.map { cell($0, row) } }

    func cell(_ column: Int, _ row: Int) -> String {
        let text =
            switch sources[column] {
            case .start: times.local(table.starts[row], detail)
            case .end: times.local(table.ends[row], detail)
            case .partial: table.partial[row] ? "yes" : "no"
            case .key(let index): key(index, row)
            case .value(let index): value(column: index, row: row)
            }
        return column == markedColumn && isPartial(row) ? text + Self.mark : text
    }

    func isPartial(_ row: Int) -> Bool { !table.partial.isEmpty && table.partial[row] }

    static let mark = " " + CellSign.partial

    /// True if partial rows have a mark.
    var marksPartialRows: Bool { table.partial.contains(true) && (selection == nil || markedColumn != nil) }

    /// The lines below the table: the meaning of the mark of partial rows, and windows that are not full.
    var notes: [String] {
        let legend = "\(CellSign.partial) partial: part of this period is outside the range or still to come"
        return (marksPartialRows ? [legend] : []) + (HeaderText(table).shortWindows.map { [$0] } ?? [])
    }

    private func key(_ index: Int, _ row: Int) -> String {
        KeyText.text(of: table.keys[index].values[row], in: table.keys[index], isCount: table.kind == .list)
    }

    private func value(column index: Int, row: Int) -> String {
        if !hasOnlyNumbers[index] {
            let column = table.columns[index]
            if let answer = column.answer(row) { return answer ? "yes" : "no" }
            if let texts = column.texts, let text = texts[row] { return ScreenText.visible(text) }
            if let time = clocks.short(column, row: row) { return time }
        }
        guard let value = table.columns[index].values[row] else { return CellSign.null }
        let scaled = value * scales[index]
        return NumberText.rounded(scaled, decimals: hasUnitPerRow ? NumberText.decimals(for: [scaled]) : decimals[index])
    }

    /// Returns the sums of the additive columns. Nil if there is only one row or no additive column.
    func totals() -> [String]? {
        guard table.kind == .statistics, table.rowCount > 1, table.columns.contains(where: \.isAdditive) else { return nil }
        let values = table.columns.indices.map { index -> String in
            let column = table.columns[index]
            let known = column.values.compactMap { $0 }
            guard column.isAdditive, !known.isEmpty else { return "" }
            return NumberText.rounded(known.reduce(0, +) * scales[index], decimals: decimals[index])
        }
        guard values.contains(where: { !$0.isEmpty }) else { return nil }
        guard let selection else {
            let leading = titles.count - values.count
            return ["total"] + Array(repeating: "", count: max(0, leading - 1)) + values
        }
        // The label needs a first column without a total.
        let cells = selection.map { if case .value(let index) = $0.source { values[index] } else { "" } }
        guard let first = cells.first, first.isEmpty, cells.contains(where: { !$0.isEmpty }) else { return nil }
        return ["total"] + cells.dropFirst()
    }
}

extension ResultTable {
    /// True if all values are running totals, which apply to the end of a row.
    fileprivate var holdsEndValues: Bool { !columns.isEmpty && columns.allSatisfy { $0.runningTotal != nil } }

    /// Returns the title of a key. The totals of a typical day apply to the end of each hour, and the title says so.
    fileprivate func title(of key: KeyColumn) -> String {
        guard key.replacesTime, let profile = Profile(rawValue: key.name),
            columns.contains(where: { $0.runningTotal?.reset.map { profile.runs(through: $0.interval.period) } ?? false })
        else { return key.name }
        let words =
            switch profile {
            case .hourOfDay: "hour"
            case .hourOfWeek: "hour of week"
            case .weekday: "weekday"
            case .dayOfMonth: "day"
            case .weekOfYear: "week"
            case .monthOfYear: "month"
            case .partOfDay: "the part of the day"
            case .weekdayOrWeekend: "weekday or weekend"
            }
        return "by the end of \(words)"
    }

    /// Equal starts are in the header already. Keys distinguish the rows.
    fileprivate var needOfStarts: TableColumns.Need {
        rowCount > 1 && !keys.isEmpty && kind == .statistics && starts.allSatisfy { $0 == starts[0] } ? .detail : .always
    }

    /// Equal ends, or ends that equal the starts of the next rows, add no information.
    fileprivate var needOfEnds: TableColumns.Need {
        guard rowCount > 1, ends.count == rowCount else { return .end }
        return ends.allSatisfy { $0 == ends[0] } || zip(ends, starts.dropFirst()).allSatisfy(==) ? .detail : .end
    }

    /// Groups are distinguished by all keys. Lists are distinguished by the first key, and their first count is the main information.
    fileprivate func needsOfKeys(_ kinds: [TableColumns.Kind]) -> [TableColumns.Need] {
        let firstCount = kinds.firstIndex(of: .number)
        return keys.indices.map { index in
            switch kind {
            case .statistics: .always
            case .list where keys[index].listing == .detail: .detail
            case .list where index > 0 && index != firstCount: kinds[index] == .time ? .end : .some
            case .list: .always
            case .samples, .summaries: keys[index].name == "source" ? .always : .some
            }
        }
    }
}
