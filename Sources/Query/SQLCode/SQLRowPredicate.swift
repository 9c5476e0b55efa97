import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Translates a condition on rows to SQL. As in Tally, a test of a missing value is false, so its negation is true.
struct SQLRowPredicate {
    let rows: SQLRows
    /// The table with the days of rows.
    let days: String
    /// The error for conditions that SQL cannot express.
    let refusal: SQLRefusal

    func text(_ predicate: RowPredicate) throws(SQLRefusal) -> String {
        switch predicate {
        case .all(let parts): return try join(parts, " AND ", empty: "1 = 1")
        case .any(let parts): return try join(parts, " OR ", empty: "1 = 0")
        case .not(let part): return "NOT (\(try text(part)))"
        case .number(let column, let comparison, let number):
            guard let column = numeric(column) else { return "1 = 0" }
            let sign = comparison == .notEqual ? "<>" : comparison.rawValue
            return "(\(column) IS NOT NULL AND \(column) \(sign) \(SQLLiteral.number(number)))"
        case .numberIn(let column, let numbers):
            guard let column = numeric(column), !numbers.isEmpty else { return "1 = 0" }
            let list = Set(numbers).sorted().map(SQLLiteral.number).joined(separator: ", ")
            return "(\(column) IS NOT NULL AND \(column) IN (\(list)))"
        case .text(.key(let index), let test):
            let key = rows.keys[index]
            guard let matches = try? test.matcher() else { return "1 = 0" }
            if let profile = key.profile {
                let slots = (0..<profile.slotCount).filter { matches(profile.label(ofSlot: $0)) }
                return list(key.column, slots.map { SQLLiteral.slot($0, of: profile) })
            }
            var names = Set((key.texts ?? rows.sources).filter(matches))
            if key.texts == nil, case .equals(let texts) = test { names.formUnion(texts) }
            let isAmong = list(key.column, names.sorted().map(SQLLiteral.text))
            return key.isNullable ? "(\(key.column) IS NOT NULL AND \(isAmong))" : isAmong
        case .text: throw refusal
        case .missing(let column):
            switch column {
            case .value(let index), .clock(let index, _): return "\(rows.columns[index]) IS NULL"
            case .key(let index): return "\(rows.keys[index].column) IS NULL"
            case .start: return "start_ms IS NULL"
            case .end: return "end_ms IS NULL"
            }
        case .profile(let profile, let slots, let weekStart, let zone):
            let slots = Set(slots.map { Int($0) })
            return isAt(start: profile.dividesDays) { place in
                slots.contains(profile.slot(of: zone.civil(at: Instant(milliseconds: place)), weekStart: weekStart))
            }
        case .timeOfDay(let times, let zone): return isAt(start: true) { times.contains($0, in: zone) }
        case .isPartial: return "partial = 'true'"
        case .constant(let answer): return answer ? "1 = 1" : "1 = 0"
        }
    }

    /// Returns the condition that a row is at one of the known places that pass a test, or starts at one.
    private func isAt(start: Bool, _ test: (Int64) -> Bool) -> String {
        let column = start ? "start_ms" : rows.place
        let places = Set(start ? rows.times.map(\.lowerBound) : rows.places).filter(test).sorted()
        return places.isEmpty ? "1 = 0" : "(\(column) IS NOT NULL AND \(list(column, places.map(String.init))))"
    }

    private func join(_ parts: [RowPredicate], _ word: String, empty: String) throws(SQLRefusal) -> String {
        var texts: [String] = []
        for part in parts { texts.append(try text(part)) }
        return texts.isEmpty ? empty : "(\(texts.joined(separator: word)))"
    }

    /// Returns the column as a number, or nil for a text column.
    private func numeric(_ column: RowColumn) -> String? {
        switch column {
        case .value(let index): rows.columns[index]
        case .clock(let index, let day): rows.timeOfDay(index, day, days: days)
        case .key(let index): isNumeric(rows.keys[index]) ? rows.keys[index].column : nil
        case .start: "start_ms"
        case .end: "end_ms"
        }
    }

    private func isNumeric(_ key: SQLRows.Key) -> Bool { key.isNumber || key.profile.map { $0.slotNames == nil } ?? false }

    private func list(_ column: String, _ values: [String]) -> String {
        values.isEmpty ? "1 = 0" : "\(column) IN (\(values.joined(separator: ", ")))"
    }
}
