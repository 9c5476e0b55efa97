import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan

/// The people of a statement (S14): their table, and the columns by which all other tables keep them apart.
///
/// A statement about one person has neither. Its tables are the same as if nobody had a name.
struct SQLPersons {
    /// The table with a row for each person: `person`, the zone, and the attributes that the query uses.
    static let table = "cohort"

    let cohort: Cohort?
    /// True if days are each person's own.
    let hasOwnDays: Bool
    private let plan: Plan

    init(_ plan: Plan) {
        self.plan = plan
        cohort = plan.cohort
        hasOwnDays = plan.cohort?.hasOwnDays ?? false
    }

    var isEmpty: Bool { cohort == nil }
    /// The plan with the times of one zone; the plan itself if all people have the same days.
    var model: Plan { hasOwnDays ? cohort?.plans[0] ?? plan : plan }
    private var hasRanges: Bool { hasOwnDays && !model.range.isUnknown }

    // MARK: Columns

    /// The columns of samples. All depend on the person alone.
    var columns: [String] {
        isEmpty ? [] : ["person"] + (hasOwnDays ? ["zone_number"] : []) + (hasRanges ? ["range_start_ms", "range_end_ms"] : [])
    }

    /// The columns of a table, each followed by a comma.
    func list(of table: String = "") -> String { Self.list(columns, of: table) }
    /// The column `person` of a table, followed by a comma.
    func person(of table: String = "") -> String { Self.list(isEmpty ? [] : ["person"], of: table) }
    /// The columns that assign a person's samples to buckets, each followed by a comma.
    func place(of table: String = "") -> String {
        Self.list(isEmpty ? [] : hasOwnDays ? ["person", "zone_number"] : ["person"], of: table)
    }
    /// The column with the number of the zone, followed by a comma, if zones differ.
    func zone(of table: String = "") -> String { Self.list(hasOwnDays ? ["zone_number"] : [], of: table) }

    private static func list(_ columns: [String], of table: String) -> String {
        columns.map { "\(table.isEmpty ? "" : table + ".")\($0), " }.joined()
    }

    /// The condition, after others, that two tables have the same person.
    func same(_ a: String, _ b: String) -> String { isEmpty ? "" : " AND \(a).person = \(b).person" }
    /// The condition, before others, that two tables have the same zone.
    func sameZone(_ a: String, _ b: String) -> String { hasOwnDays ? "\(a).zone_number = \(b).zone_number AND " : "" }

    /// A window's `PARTITION BY` with the person before other columns; empty if there is nothing to keep apart.
    func partition(_ others: [String] = []) -> String {
        let columns = (isEmpty || others.contains("person") ? [] : ["person"]) + others
        return columns.isEmpty ? "" : "PARTITION BY \(columns.joined(separator: ", ")) "
    }

    // MARK: Times

    /// True if the range of a person is empty, such as one from a later day until now.
    var canHaveEmptyRange: Bool { (cohort?.plans ?? [plan]).contains { $0.range.start >= $0.range.limit } }

    /// The bounds of the range: numbers, or columns if dates are each person's own.
    var range: (start: String, end: String) {
        hasRanges ? ("range_start_ms", "range_end_ms") : ("\(plan.range.start.milliseconds)", "\(plan.range.end.milliseconds)")
    }

    /// Returns a condition that can differ between zones, from one for each plan.
    func condition(_ text: (Plan) throws(SQLRefusal) -> String) throws(SQLRefusal) -> String {
        guard hasOwnDays, let cohort else { return try text(plan) }
        var texts: [String] = []
        for plan in cohort.plans { texts.append(try text(plan)) }
        if texts.allSatisfy({ $0 == texts[0] }) { return texts[0] }
        return "(\(texts.enumerated().map { "zone_number = \($0) AND (\($1))" }.joined(separator: "\n    OR ")))"
    }

    /// Refuses queries whose times differ between zones in more than their numbers.
    func check() throws(SQLRefusal) {
        guard let cohort else { return }
        if let events = plan.events {
            throw SQLRefusal(
                .by,
                "the rows of `\(events.words)` are other times for each person, and a statement with all of them grows with the persons",
                help: "choose one person with `where person is …`, or use a period such as `by day`")
        }
        guard hasOwnDays else { return }
        let plans = cohort.plans
        let sets = plans.map { $0.allRules.map(\.intervals) }
        if plans.contains(where: { $0.range.includesEnd != model.range.includesEnd || $0.range.isUnknown != model.range.isUnknown }) {
            throw SQLRefusal(
                .zone, "the range includes its end for some time zones only", help: "choose a range such as `last 30 days`, or one zone")
        }
        if sets.contains(where: { $0 != sets[0] }) || plans.contains(where: { $0.splits != plans[0].splits }) {
            throw SQLRefusal(
                .condition, "a set or a key has dates, which are other times in each time zone", help: "choose one zone, as in `zone utc`")
        }
    }

    // MARK: Tables

    /// Adds the table of the people.
    func add(_ facts: SQLStoreFacts, to query: inout SQLQuery) throws(SQLRefusal) {
        guard let cohort else { return }
        let fields = facts.fields.enumerated().map { ", p.\(SQLLiteral.identifier($1)) AS fact\($0 + 1)" }.joined()
        var zones = ("", "")
        if hasOwnDays {
            // The table can name the zone of the store, too.
            var names: [String?: Int] = [:]
            for (number, plan) in cohort.plans.enumerated() { names[plan.zone.identifier] = number }
            for member in cohort.members { names[member.person.zone] = member.plan }
            // Persons without a zone have that of the store.
            let known = names.map { ($0.key ?? "", $0.value) }.sorted { $0.0 < $1.0 }
            query.add(
                "zones", columns: ["zone", "zone_number"] + (hasRanges ? ["range_start_ms", "range_end_ms"] : []),
                "The time zones of persons, and the range in each. `''` is for persons without one.",
                rows: known.map { name, number in
                    let range = cohort.plans[number].range
                    return [SQLLiteral.text(name), "\(number)"]
                        + (hasRanges ? ["\(range.start.milliseconds)", "\(range.end.milliseconds)"] : [])
                })
            let ranges = hasRanges ? ", z.range_start_ms, z.range_end_ms" : ""
            zones = (", z.zone_number\(ranges)", "\nJOIN zones AS z ON z.zone = COALESCE(p.zone, '')")
        }
        let all = "SELECT COALESCE(p.person, '') AS person\(zones.0)\(fields)\nFROM persons AS p\(zones.1)"
        var condition: String?
        if !plan.hasOwnRules, let predicate = plan.predicate?.ofPersonsAlone {
            condition = try SQLPredicate(facts).text(predicate).text
        }
        query.add(
            Self.table, "The persons. `''` is the person without a name.",
            condition.map { "SELECT *\nFROM (\n\(all)\n) AS everybody\nWHERE \($0)" } ?? all)
    }
}

extension Predicate {
    /// The parts that only ask about people, if all samples must match them; nil if there are none.
    var ofPersonsAlone: Predicate? {
        switch self {
        case .all(let parts):
            let own = parts.compactMap(\.ofPersonsAlone)
            return own.isEmpty ? nil : .all(own)
        default: return asksOnlyAboutPersons ? self : nil
        }
    }

    private var asksOnlyAboutPersons: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.allSatisfy(\.asksOnlyAboutPersons)
        case .not(let part): part.asksOnlyAboutPersons
        case .person, .constant: true
        default: false
        }
    }
}
