import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Translates a condition on samples to SQL.
struct SQLPredicate {
    private let facts: SQLStoreFacts
    /// The names of all sources. Text tests are evaluated here, because databases fold case differently.
    private var sources: [String] { facts.sources }

    init(_ facts: SQLStoreFacts) { self.facts = facts }

    struct Translation {
        var text: String
        /// The columns of the clock that the text uses.
        var clock: Set<SQLClock.Column>
    }

    func text(_ predicate: Predicate) throws(SQLRefusal) -> Translation {
        var clock: Set<SQLClock.Column> = []
        return Translation(text: try translate(predicate, &clock), clock: clock)
    }

    private func translate(_ predicate: Predicate, _ clock: inout Set<SQLClock.Column>) throws(SQLRefusal) -> String {
        switch predicate {
        case .all(let parts): return try join(parts, " AND ", empty: "1 = 1", &clock)
        case .any(let parts): return try join(parts, " OR ", empty: "1 = 0", &clock)
        case .not(let part): return "NOT (\(try translate(part, &clock)))"
        case .number(let field, let comparison, let number):
            let sign = comparison == .notEqual ? "<>" : comparison.rawValue
            return "\(try column(field)) \(sign) \(SQLLiteral.number(number))"
        case .numberBetween(let field, let low, let high):
            return "\(try column(field)) BETWEEN \(SQLLiteral.number(low)) AND \(SQLLiteral.number(high))"
        case .numberIn(let field, let numbers):
            return Self.list(try column(field), numbers.sorted().map(SQLLiteral.number))
        case .text(.source, let test):
            guard let matches = try? test.matcher() else { return "1 = 0" }
            var names = Set(sources.filter(matches))
            // Names that are not in the store are compared as written.
            if case .equals(let texts) = test { names.formUnion(texts) }
            return Self.list("source", names.sorted().map(SQLLiteral.text))
        case .profile(let profile, let slots):
            let column = SQLClock.Column.slot(profile)
            clock.insert(column)
            return Self.list(column.name, Set(slots).sorted().map(String.init))
        case .timeOfDay(let times):
            let column = SQLClock.Column.timeOfDay
            clock.insert(column)
            return "(\(column.name) >= \(times.from) \(times.from < times.to ? "AND" : "OR") \(column.name) < \(times.to))"
        case .numberMissing(let field):
            _ = try column(field)
            return "1 = 0"
        case .textMissing(.source): return "1 = 0"
        case .text(let field, _), .textMissing(let field): throw Self.missing(Self.words(for: field))
        case .enteredByUser: throw Self.missing("manual entry")
        case .person(let field, let test): return try SQLPersonTest(field: field, facts: facts).text(test)
        case .constant(let answer): return answer ? "1 = 1" : "1 = 0"
        }
    }

    private func join(
        _ parts: [Predicate], _ word: String, empty: String, _ clock: inout Set<SQLClock.Column>
    ) throws(SQLRefusal) -> String {
        var texts: [String] = []
        for part in parts { texts.append(try translate(part, &clock)) }
        return texts.isEmpty ? empty : texts.count == 1 ? texts[0] : "(\(texts.joined(separator: word)))"
    }

    private func column(_ field: NumberField) throws(SQLRefusal) -> String {
        switch field {
        case .value: return "value"
        case .start: return "start_ms"
        case .end: return "end_ms"
        case .duration: return "(end_ms - start_ms) / 1000.0"
        case .created: throw Self.missing("the creation time of samples")
        case .workout: throw Self.missing("the fields of workouts")
        case .metadata(let key), .metadataAmount(let key, _): throw Self.missing("the metadata `\(key)`")
        }
    }

    private static func list(_ column: String, _ values: [String]) -> String {
        values.isEmpty ? "1 = 0" : "\(column) IN (\(values.joined(separator: ", ")))"
    }

    private static func words(for field: TextField) -> String {
        switch field {
        case .source: "the source"
        case .device, .product: "the device"
        case .metadata(let key), .words(let key): "the metadata `\(key)`"
        case .activity: "the activity of a workout"
        }
    }

    private static func missing(_ what: String) -> SQLRefusal {
        SQLRefusal(
            .condition, "the table has no column for \(what)",
            help: "leave that condition out; SQL supports value, source, start, end, duration, time of day and calendar profiles")
    }
}
