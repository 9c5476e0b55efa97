import CalendarIntervals
import TerminalText
import HealthModel
import QueryCompiler
import QuerySyntax
import ResultRendering
import QueryPlan

/// A result as `expect row` speaks of it: a time, then the cells of a row.
struct TableRows {
    let table: ResultTable

    var count: Int { table.rowCount }

    /// Whether no cell has a value; rows that stand for a bucket or a slot may be there.
    var isEmpty: Bool { table.columns.allSatisfy { $0.values.allSatisfy { $0 == nil } } }

    /// The row in the notation of `expect row`, in cells: what an expectation that holds would say.
    func notation(_ row: Int) -> [String] {
        let keys = table.keys.compactMap { key -> String? in
            switch key.values[row] {
            case .text(let text)?: Weekday(name: text) == nil ? "\"\(ScreenText.visible(text))\"" : text
            case .integer(let number)?: "\(number)"
            case nil: nil
            }
        }
        let values = table.columns.map { column -> String in
            if let text = column.texts?[row] { return "\"\(ScreenText.visible(text))\"" }
            return column.values[row].map(NumberText.exact) ?? "null"
        }
        return [time(row)] + keys + values + (isPartial(row) ? ["partial"] : [])
    }

    func text(_ row: Int) -> String { notation(row).joined(separator: " ") }

    /// Whether a key of the row is `text`, or a value of a category, which has several names.
    func holds(_ text: String, _ row: Int) -> Bool {
        table.keys.contains { $0.values[row] == .text(text) }
            || table.columns.contains { column in
                guard let found = column.texts?[row] else { return false }
                guard case .category(let type)? = MetricInfo(named: column.metric)?.kind else { return found == text }
                return found == text || type.rawValue(exportName: found).map { type.rawValues(named: text) == [$0] } ?? false
            }
    }

    /// The numbers of a row, keys first, each with its column where it has one.
    func numbers(_ row: Int) -> [(value: Double?, column: ValueColumn?)] {
        table.keys.compactMap { if case .integer(let number)? = $0.values[row] { (Double(number), nil) } else { nil } }
            + table.columns.filter { $0.texts?[row] == nil }.map { ($0.values[row], $0) }
    }

    func isPartial(_ row: Int) -> Bool { !table.partial.isEmpty && table.partial[row] }

    /// Whether a row starts at `milliseconds`, or its start is not known.
    func starts(_ row: Int, at milliseconds: Int64) -> Bool {
        table.starts.isEmpty || table.starts[row] == milliseconds || table.starts[row] == ResultTable.unknownTime
    }

    /// The start of a row as a time that can be written; with its offset where the clocks show it twice.
    private func time(_ row: Int) -> String {
        guard !table.starts.isEmpty else { return "now" }
        let start = table.starts[row]
        // Such as the row of a count over no data: any time stands for it.
        guard start != ResultTable.unknownTime else { return "now" }
        let instant = Instant(milliseconds: start)
        let zone = table.header.zone
        let civil = table.header.isFloating ? CivilDateTime(localMilliseconds: start) : zone.civil(at: instant)
        if !table.header.isFloating, zone.instants(ofLocalMilliseconds: civil.localMilliseconds).count > 1 {
            return ISO8601.text(of: instant, in: zone)
        }
        let parts = ISO8601.text(of: civil).split(separator: "T")
        var text = parts.map(String.init).joined(separator: " ")
        for suffix in [":00", " 00:00"] where text.hasSuffix(suffix) { text.removeLast(suffix.count) }
        return text
    }
}

/// A row as a script expects it, and the rows of the result that it may mean.
struct ExpectedRow {
    /// Nil where rows have no time.
    let start: Int64?
    let cells: [String]
    /// The row that is meant: the one that holds all of it, else the nearest one of that time; nil where there is none.
    let nearest: Int?
    let isFound: Bool

    var text: String { cells.joined(separator: " ") }

    /// Returns nil where `when` is no time.
    ///
    /// A row matches when its start is `when` (profiles have none), its keys hold every text and name, and its other keys and its values are
    /// the numbers in order, all of them; `partial` comes last where the row is, and only there.
    init?(_ when: When, _ literals: [Literal], of rows: TableRows, in session: Session) {
        let table = rows.table
        let context = try? session.read { reader in
            var context = try session.context(reading: reader)
            context.zone = table.header.zone
            return context
        }
        guard let context else { return nil }
        let compiler = QueryCompiler(context: context)
        guard case .value(let instant, _) = compiler.instant(of: when) else { return nil }
        start = table.starts.isEmpty ? nil : instant.milliseconds
        cells = [QueryFormatter.cell(when)] + literals.map { QueryFormatter.cell($0) }
        var best: (row: Int, mistakes: Int)?
        for row in 0..<rows.count where rows.starts(row, at: instant.milliseconds) {
            let mistakes = Self.mistakes(in: rows, row, literals, compiler)
            if mistakes < best?.mistakes ?? .max { best = (row, mistakes) }
            if mistakes == 0 { break }
        }
        isFound = best?.mistakes == 0
        // Of rows without a time, one that agrees in nothing is not the one that is meant.
        let isFar = table.starts.isEmpty && best?.mistakes ?? 0 >= literals.count
        nearest = isFar ? nil : best?.row
    }

    private static func mistakes(in rows: TableRows, _ row: Int, _ literals: [Literal], _ compiler: QueryCompiler) -> Int {
        var numbers = rows.numbers(row)[...]
        var isPartial = false
        var mistakes = 0
        for literal in literals {
            switch literal {
            case .name(let name) where name.key == "partial": isPartial = true
            case .name(let name) where name.key == "null": mistakes += numbers.popFirst().map { $0.value == nil } ?? false ? 0 : 1
            case .texts(let expected): mistakes += expected.allSatisfy { rows.holds($0.value, row) } ? 0 : 1
            case .weekday(let day): mistakes += rows.holds(day.weekday.name, row) ? 0 : 1
            case .name(let name) where rows.holds(name.text, row): break
            default:
                guard let (value, column) = numbers.popFirst(), let value, let expected = amount(of: literal, in: column, compiler),
                    abs(value - expected) <= 1e-9 * max(1, abs(expected))
                else {
                    mistakes += 1
                    continue
                }
            }
        }
        return mistakes + numbers.count + (isPartial == rows.isPartial(row) ? 0 : 1)
    }

    /// A bare number is in the unit of its column.
    private static func amount(of literal: Literal, in column: ValueColumn?, _ compiler: QueryCompiler) -> Double? {
        if case .number(let number, nil) = literal { return number.value }
        let found = compiler.amount(
            of: literal, of: column.flatMap { MetricInfo(named: $0.metric) }, in: column?.unit.flatMap { HealthUnit($0) })
        guard case .value(let amount, _) = found else { return nil }
        return amount
    }
}
