import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import Testing

/// Compares conditions of `derive`, and `select`, with a reference that works on one row at a time.
@Suite("Selections against the reference")
struct SelectionsAgainstReference {
    @Test("A condition of derive is yes, no or null by the logic of SQL")
    func conditions() throws {
        for seed in seeds(150) {
            var random = SplitMix64(seed: seed)
            let rows = try RandomRows(using: &random)
            let (expression, answer, text) = Self.condition(rows.columnCount, depth: 3, using: &random)
            let found = try rows.run(.derive(expression, column: rows.columnCount), columns: rows.columnCount + 1)
            for (row, expected) in rows.reference.rows.enumerated() {
                let value = found.columns[rows.columnCount].values[row]
                #expect(
                    value.map { $0 == 1 } == answer(expected.values) && (value == nil || value == 0 || value == 1),
                    "seed \(seed): row \(row) of \(text) is \(String(describing: value))")
            }
        }
    }

    /// Returns a random condition for the engine and as a function of a row's values.
    private static func condition(
        _ columnCount: Int, depth: Int, using random: inout SplitMix64
    ) -> (RowExpression, ([Double?]) -> Bool?, String) {
        if depth > 0, random.chance(60) {
            let (a, first, left) = condition(columnCount, depth: depth - 1, using: &random)
            let (b, second, right) = condition(columnCount, depth: depth - 1, using: &random)
            switch random.pick(0..<3) {
            case 0: return (.not(a), { first($0).map { !$0 } }, "not (\(left))")
            case 1:
                return (
                    .and(a, b),
                    { row in
                        let answers = [first(row), second(row)]
                        if answers.contains(false) { return false }
                        return answers.contains(nil) ? nil : true
                    }, "(\(left)) and (\(right))"
                )
            default:
                return (
                    .or(a, b),
                    { row in
                        let answers = [first(row), second(row)]
                        if answers.contains(true) { return true }
                        return answers.contains(nil) ? nil : false
                    }, "(\(left)) or (\(right))"
                )
            }
        }
        let column = random.pick(0..<columnCount)
        let number = Double(random.pick(-20..<200))
        switch random.pick(0..<4) {
        case 0: return (.compare(.greater, .column(column), .number(number)), { $0[column].map { $0 > number } }, "\(column) > \(number)")
        case 1:
            let other = random.pick(0..<columnCount)
            return (
                .compare(.lessOrEqual, .add(.column(column), .number(number)), .column(other)),
                { row in
                    guard let left = row[column], let right = row[other] else { return nil }
                    return left + number <= right
                }, "\(column) + \(number) <= \(other)"
            )
        case 2: return (.test(.missing(.value(column)), of: nil), { $0[column] == nil }, "\(column) is missing")
        default:
            return (
                .test(.numberIn(.value(column), [0, number]), of: .value(column)),
                { $0[column].map { $0 == 0 || $0 == number } }, "\(column) in (0, \(number))"
            )
        }
    }

    @Test("Select keeps the rows, and shows the parts of their local starts")
    func selections() throws {
        for seed in seeds(50) {
            var random = SplitMix64(seed: seed)
            let rows = try RandomRows(using: &random)
            let places = (0..<3).map { _ in random.pick(0..<rows.columnCount) }
            let fields =
                places.map { SelectedField(.value($0), name: "\($0)") }
                + RowPart.allCases.map { SelectedField(.part($0), name: $0.rawValue) }
            let found = try rows.run(.select(fields, weekStart: .monday, zone: rows.zone), columns: 3)
            guard let calendar = ReferenceCalendar(zone: rows.zone.identifier) else { continue }
            for (row, expected) in rows.reference.rows.enumerated() {
                #expect(found.starts[row] == expected.start && found.partial[row] == expected.partial)
                #expect(found.columns.map { $0.values[row] } == places.map { expected.values[$0] }, "seed \(seed)")
                let parts = found.keys.filter(\.describesRow).map { $0.values[row] }
                #expect(parts == Self.parts(of: expected.start, calendar).map { .text($0) }, "seed \(seed), row \(row)")
            }
        }
    }

    /// Returns the date, the time, the weekday, the ISO week and the month of an instant, from Foundation's calendar.
    private static func parts(of instant: Int64, _ calendar: ReferenceCalendar) -> [String] {
        calendar.parts(of: instant).map { $0.hasSuffix("day") ? $0.lowercased() : $0 }
    }
}
