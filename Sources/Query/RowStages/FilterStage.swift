import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `where sum > 0`: keeps the rows for which a condition is true. Comparisons with null are false, including `!=`, and `not` inverts them.
struct FilterStage: RowStage {
    let predicate: RowPredicate

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let passes = try answers(for: table)
        table = table.keeping(passes.indices.filter { passes[$0] })
        table.hasGaps = true
    }

    /// Returns the answer for each row.
    func answers(for table: ResultTable) throws -> [Bool] { try evaluate(predicate, table) }

    private func evaluate(_ predicate: RowPredicate, _ table: ResultTable) throws -> [Bool] {
        let rows = 0..<table.rowCount
        switch predicate {
        case .all(let parts):
            return try parts.map { try evaluate($0, table) }.reduce(rows.map { _ in true }) { zip($0, $1).map { $0 && $1 } }
        case .any(let parts):
            return try parts.map { try evaluate($0, table) }.reduce(rows.map { _ in false }) { zip($0, $1).map { $0 || $1 } }
        case .not(let part): return try evaluate(part, table).map { !$0 }
        case .number(let column, let comparison, let literal):
            let test = comparison.test(against: literal)
            return Self.numbers(of: column, table).map { $0.map(test) ?? false }
        case .numberIn(let column, let literals):
            let literals = Set(literals)
            return Self.numbers(of: column, table).map { $0.map(literals.contains) ?? false }
        case .text(let column, let test):
            let matches = try Self.matcher(of: test, for: column, in: table)
            var answers: [String: Bool] = [:]
            return texts(of: column, table).map { text in
                guard let text else { return false }
                if let known = answers[text] { return known }
                let answer = matches(text)
                answers[text] = answer
                return answer
            }
        case .missing(let column): return Self.isMissing(column, table)
        case .profile(let profile, let slots, let weekStart, let zone):
            let slots = Set(slots.map { Int($0) })
            return table.places(of: profile).map { start in
                start != ResultTable.unknownTime
                    && slots.contains(profile.slot(of: zone.civil(at: Instant(milliseconds: start)), weekStart: weekStart))
            }
        case .timeOfDay(let times, let zone):
            return table.starts.map { $0 != ResultTable.unknownTime && times.contains($0, in: zone) }
        case .isPartial: return table.partial
        case .constant(let answer): return rows.map { _ in answer }
        }
    }

    /// Ids of people are compared exactly, and other texts ignoring case (S14.5).
    private static func matcher(of test: TextTest, for column: RowColumn, in table: ResultTable) throws -> (String) -> Bool {
        if case .equals(let ids) = test, case .key(let index) = column, table.keys[index].name == PersonField.idName {
            return Set(ids).contains
        }
        return try test.matcher()
    }

    private static func numbers(of column: RowColumn, _ table: ResultTable) -> [Double?] {
        switch column {
        case .value(let index): table.columns[index].values
        case .clock(let index, let day): table.timesOfDay(index, of: day)
        case .key(let index): table.keys[index].values.map { $0.flatMap(\.number) }
        case .start: table.starts.map { $0 == ResultTable.unknownTime ? nil : Double($0) }
        case .end: table.ends.map { $0 == ResultTable.unknownTime ? nil : Double($0) }
        }
    }

    private func texts(of column: RowColumn, _ table: ResultTable) -> [String?] {
        switch column {
        case .value(let index): table.columns[index].texts ?? table.columns[index].values.map { _ in nil }
        case .key(let index): table.keys[index].values.map { $0?.text }
        case .clock, .start, .end: Array(repeating: nil, count: table.rowCount)
        }
    }

    static func isMissing(_ column: RowColumn, _ table: ResultTable) -> [Bool] {
        switch column {
        case .value(let index): table.columns[index].texts.map { $0.map { $0 == nil } } ?? table.columns[index].values.map { $0 == nil }
        case .key(let index): table.keys[index].values.map { $0 == nil }
        case .clock, .start, .end: numbers(of: column, table).map { $0 == nil }
        }
    }
}
