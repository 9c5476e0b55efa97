import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import TallyKit
import TerminalText

/// The rows of a result in the notation of `expect row`: a time, then the cells.
struct TableRows {
    let table: ResultTable

    var count: Int { table.rowCount }

    /// True if no cell has a value. The table may still have rows for buckets or slots.
    var isEmpty: Bool { table.columns.allSatisfy { $0.values.allSatisfy { $0 == nil } } }

    /// Returns the cells of a row in the notation of `expect row`, as a matching expectation would have them.
    func notation(_ row: Int) -> [String] {
        let keys = table.keys.compactMap { key -> String? in
            switch key.values[row] {
            case .text(let text)?: Weekday(name: text) == nil ? "\"\(ScreenText.visible(text))\"" : text
            case .integer(let number)?: "\(number)"
            case .number(let number)?: key.columnUnit.exactText(number)
            case .flag(let answer)?: answer ? "yes" : "no"
            case nil: key.isEdge ? "null" : nil
            }
        }
        let values = table.columns.map { column -> String in
            if column.isFlag { return column.values[row].map { $0 != 0 ? "yes" : "no" } ?? "null" }
            if let text = column.texts?[row] { return "\"\(ScreenText.visible(text))\"" }
            return time(column, row) ?? column.values[row].map(column.columnUnit.exactText) ?? "null"
        }
        return [time(row)] + keys + values + (isPartial(row) ? ["partial"] : [])
    }

    /// Returns a time of a column of times: a date and time, or a time of day. Nil for columns of numbers.
    private func time(_ column: ValueColumn, _ row: Int) -> String? { ClockText(table).exact(column, row: row) }

    /// Returns true if the column of times has this text or time in the row, as a time of day or as an instant.
    func holds(_ literal: Literal, in column: ValueColumn, _ row: Int, _ compiler: QueryCompiler) -> Bool {
        guard let clock = column.clock, let value = column.values[row] else { return false }
        switch literal {
        case .texts(let texts): return texts.map(\.value) == [time(column, row)].compactMap { $0 }
        case .time(let time):
            let ofDay =
                clock == .instant
                ? ClockDay(zone: table.header.clockDay.zone, rows: .own).timeOfDay(
                    Int64(value), inRowFrom: nil, to: nil) : ClockDay.wallClock(value)
            return ofDay == time.millisecondOfDay
        case .when(let when):
            guard clock == .instant, case .value(let instant, _) = compiler.instant(of: when) else { return false }
            return instant.milliseconds == Int64(value)
        default: return false
        }
    }

    func text(_ row: Int) -> String { notation(row).joined(separator: " ") }

    /// Returns true if the row has the key or the category value `text`. A category value may have several names.
    func holds(_ text: String, _ row: Int) -> Bool {
        table.keys.contains { $0.values[row] == .text(text) }
            || table.columns.contains { column in
                guard let found = column.texts?[row] else { return false }
                if column.appleNames?[row] == text { return true }
                guard case .category(let type)? = MetricInfo(named: column.metric)?.kind else { return found == text }
                return found == text || type.rawValues(named: text).flatMap { $0.count == 1 ? type.briefName(raw: $0[0]) : nil } == found
            }
    }

    /// Returns true if a condition among the keys has this answer.
    func holds(_ answer: Bool, _ row: Int) -> Bool { table.keys.contains { $0.values[row] == .flag(answer) } }

    /// Returns the answers in the columns of a row, without those that are null.
    func answers(_ row: Int) -> [Bool] { table.columns.filter(\.isFlag).compactMap { $0.values[row].map { $0 != 0 } } }

    /// A number of a row. Values come with their column.
    struct Number {
        var value: Double?
        var unit: ColumnUnit
        var column: ValueColumn?
        /// The name of the column or key.
        var name: String
    }

    /// Returns the numbers of a row, keys first.
    func numbers(_ row: Int) -> [Number] {
        table.keys.compactMap { key -> Number? in
            switch key.values[row] {
            case .integer(let number)?: Number(value: Double(number), unit: .none, name: key.name)
            case .number(let number)?: Number(value: number, unit: key.columnUnit, name: key.name)
            // An open end of a band.
            case nil where key.isEdge: Number(value: nil, unit: key.columnUnit, name: key.name)
            default: nil
            }
        }
            + table.columns.filter { $0.texts?[row] == nil && (!$0.isFlag || $0.values[row] == nil) }
            .map { Number(value: $0.values[row], unit: $0.columnUnit, column: $0, name: $0.warningName) }
    }

    func isPartial(_ row: Int) -> Bool { !table.partial.isEmpty && table.partial[row] }

    /// Returns true if the row starts at `milliseconds`, or if its start is unknown.
    func starts(_ row: Int, at milliseconds: Int64) -> Bool {
        table.starts.isEmpty || table.starts[row] == milliseconds || table.starts[row] == ResultTable.unknownTime
    }

    /// Returns the start of a row as a time. Adds the UTC offset if the clocks show that time twice.
    private func time(_ row: Int) -> String {
        guard !table.starts.isEmpty else { return "now" }
        let start = table.starts[row]
        // Any time matches such a row, for example a count over no data.
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

/// An expected row, matched against the rows of the result.
struct ExpectedRow {
    /// The start of the row in milliseconds; nil if rows have no time.
    let start: Int64?
    let cells: [String]
    /// The index of the matching row, or of the most similar row at that time; nil if there is none.
    let nearest: Int?
    let isFound: Bool
    /// The warning about numbers that may be meant as fractions; nil if the row matches. A matching number is in percent.
    let warning: Diagnostic?

    var text: String { cells.joined(separator: " ") }

    /// Matches an expectation against `rows`. Returns nil if `when` is not a time.
    ///
    /// A row matches if it starts at `when` (rows of profiles have no start), its keys contain every text and name, and its other keys and
    /// its values are exactly the numbers, in order. `partial` is the last word if and only if the row is partial.
    init?(_ when: When, _ literals: [Literal], of rows: TableRows, in session: Session) {
        let table = rows.table
        let context = try? session.read { reader in
            var context = try session.context(reading: reader)
            context.zone = table.header.isFloating ? .utc : table.header.zone
            return context
        }
        guard let context else { return nil }
        let compiler = QueryCompiler(context: context)
        guard case .value(let instant, _) = compiler.instant(of: when) else { return nil }
        start = table.starts.isEmpty ? nil : instant.milliseconds
        cells = [QueryFormatter.cell(when)] + literals.map { QueryFormatter.cell($0) }
        var best: (row: Int, mistakes: Int)?
        var compared: [Comparison] = []
        for row in 0..<rows.count where rows.starts(row, at: instant.milliseconds) {
            var own: [Comparison] = []
            let mistakes = Self.mistakes(in: rows, row, literals, compiler, &own)
            if mistakes < best?.mistakes ?? .max { (best, compared) = ((row, mistakes), own) }
            if mistakes == 0 { break }
        }
        isFound = best?.mistakes == 0
        warning = isFound ? nil : compiler.fractionWarning(about: compared)
        // Without a time, a row that matches nothing is not similar.
        let isFar = table.starts.isEmpty && best?.mistakes ?? 0 >= literals.count
        nearest = isFar ? nil : best?.row
    }

    /// Reads `2025-01-01 08:15` as a row of 2025-01-01 whose first value is 08:15, if the first column has times. Nil otherwise.
    init?(timeInColumn when: When, _ literals: [Literal], of rows: TableRows, in session: Session) {
        guard rows.table.columns.first?.clock != nil, case .instant(.date(let date, let time?)) = when.kind else { return nil }
        var day = when
        day.kind = .instant(.date(date, nil))
        self.init(day, [.time(time)] + literals, of: rows, in: session)
    }

    /// A number, and the column that it is compared with.
    private typealias Comparison = (literal: Literal, unit: ColumnUnit, column: String)

    private static func mistakes(
        in rows: TableRows, _ row: Int, _ literals: [Literal], _ compiler: QueryCompiler, _ compared: inout [Comparison]
    ) -> Int {
        var numbers = rows.numbers(row)[...]
        var answers = rows.answers(row)[...]
        var isPartial = false
        var mistakes = 0
        let hasTimes = rows.table.columns.contains { $0.clock != nil }
        for literal in literals.flatMap({ hasTimes ? $0.weekdayAndTime : [$0] }) {
            switch literal {
            case .name(let name) where name.key == "partial": isPartial = true
            case .name(let name) where name.key == "null": mistakes += numbers.popFirst().map { $0.value == nil } ?? false ? 0 : 1
            case .texts(let expected) where expected.allSatisfy { rows.holds($0.value, row) }: break
            case .bool(let expected, _) where answers.first == expected: answers.removeFirst()
            case .bool(let answer, _) where rows.holds(answer, row): break
            case .weekday(let day): mistakes += rows.holds(day.weekday.name, row) ? 0 : 1
            case .name(let name) where rows.holds(name.text, row): break
            case let literal where numbers.first?.column?.clock != nil && numbers.first?.value != nil:
                guard let column = numbers.popFirst()?.column, rows.holds(literal, in: column, row, compiler) else {
                    mistakes += 1
                    continue
                }
            case .texts: mistakes += 1
            default:
                guard let number = numbers.popFirst() else {
                    mistakes += 1
                    continue
                }
                compared.append((literal, number.unit, number.name))
                guard let value = number.value, let expected = amount(of: literal, in: number, compiler),
                    abs(value - expected) <= 1e-9 * max(1, abs(expected))
                else {
                    mistakes += 1
                    continue
                }
            }
        }
        return mistakes + numbers.count + answers.count + (isPartial == rows.isPartial(row) ? 0 : 1)
    }

    /// Returns the amount of a literal. A number without a unit is in the unit of its column.
    private static func amount(of literal: Literal, in number: TableRows.Number, _ compiler: QueryCompiler) -> Double? {
        let metric = number.column.flatMap { MetricInfo(named: $0.metric) }
        let found = compiler.amount(of: literal, of: metric, in: number.unit, named: nil)
        guard case .value(let amount, _) = found else { return nil }
        return amount
    }
}

extension ColumnUnit {
    /// Returns a value with all its digits as people write it: fractions in percent.
    func exactText(_ value: Double) -> String {
        isFraction ? NumberText.exact((value * 1e14).rounded() / 1e12) + "%" : NumberText.exact(value)
    }
}

extension ColumnInfo {
    /// The name of the metric if its values are shares, or else of the column, for the warning about fractions.
    fileprivate var warningName: String { MetricInfo(named: metric).flatMap { $0.isShare ? $0.name : nil } ?? name }
}

extension KeyColumn {
    fileprivate var columnUnit: ColumnUnit { ColumnUnit(unit.flatMap { HealthUnit($0) }) }
}

extension Literal {
    /// A weekday and a time of day as two literals: the key and the value of a row. All other literals alone.
    fileprivate var weekdayAndTime: [Literal] {
        guard case .when(let when) = self, case .instant(.weekday(let day, let time?)) = when.kind else { return [self] }
        return [.weekday(day), .time(time)]
    }
}
