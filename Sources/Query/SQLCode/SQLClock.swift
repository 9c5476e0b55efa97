import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan

/// Computes dates and times of day in SQL. The zone's offsets are written out, and dates are computed from day numbers.
struct SQLClock {
    let plan: Plan
    let facts: SQLStoreFacts
    /// The table with the offsets of the zone.
    var offsets = "clock"
    /// False if texts of times have no offset.
    var hasSuffix = true

    private var persons: SQLPersons { SQLPersons(plan) }
    /// The column with the zone of a moment, in tables of the clock and in those of samples. Joined tables need different names.
    private var zoneColumn: String { persons.hasOwnDays ? "clock_zone, " : "" }
    var ofZone: String { persons.hasOwnDays ? "zone_number AS clock_zone, " : "" }
    /// The condition, before others, that a table of the clock has the zone of a table of samples.
    func same(_ clock: String, _ samples: String) -> String {
        persons.hasOwnDays ? "\(clock).clock_zone = \(samples).zone_number AND " : ""
    }
    private var zones: [Zone] { persons.hasOwnDays ? plan.cohort?.plans.map(\.zone) ?? [] : [plan.zone] }

    /// A part of the local time at the start of a sample.
    enum Column: Hashable {
        case slot(Profile)
        /// In milliseconds since midnight.
        case timeOfDay

        var name: String {
            switch self {
            case .slot(let profile): "slot_\(profile.rawValue)"
            case .timeOfDay: "time_of_day"
            }
        }

        fileprivate func expression(_ dayParts: DayParts) -> String {
            switch self {
            case .slot(let profile): SQLClock.slot(profile, dayParts)
            case .timeOfDay: "d.of_day"
            }
        }
    }

    /// Adds a table with the samples of `samples` and what the clock shows at their starts.
    func addColumns(_ columns: Set<Column>, of samples: String, named name: String, to query: inout SQLQuery) {
        addOffsets(to: &query)
        let starts = "SELECT DISTINCT \(ofZone)start_ms AS ms FROM \(samples)"
        let isOfWeek = columns.contains(.slot(.weekOfYear))
        addCalendar(of: starts, named: "\(name)_days", to: &query)
        if isOfWeek {
            // A week belongs to the year of its fourth day.
            let firstDay = plan.weekStart.rawValue - 1
            let sinceFirst = "weekday - \(firstDay) - 7 * FLOOR((weekday - \(firstDay)) / 7.0)"
            query.add(
                "\(name)_weeks", "The week of each start. A week belongs to the year of its fourth day.",
                """
                SELECT \(zoneColumn)ms, CAST(FLOOR((day - first_day) / 7.0) AS BIGINT) AS slot
                FROM (
                  SELECT \(zoneColumn)ms, day, 365 * (year - 1) + FLOOR((year - 1) / 4.0) - FLOOR((year - 1) / 100.0) + FLOOR((year - 1) / 400.0) - 719162 AS first_day
                  FROM (\(Self.dated("SELECT \(zoneColumn)ms, day - (\(sinceFirst)) + 3 AS day FROM \(name)_days"))) AS fourth_days
                ) AS weeks
                """)
        }
        let shown = columns.sorted { $0.name < $1.name }.map { "\($0.expression(plan.dayParts)) AS \($0.name)" }
        let weeks = isOfWeek ? "\nJOIN \(name)_weeks AS w ON \(same("w", "s"))w.ms = s.start_ms" : ""
        query.add(
            name,
            columns == [.timeOfDay]
                ? "Each sample with the time of day at which it starts, in milliseconds."
                : "Each sample with the calendar slot in which it starts, counted from 0.",
            """
            SELECT s.*, \(shown.joined(separator: ", "))
            FROM \(samples) AS s
            JOIN \(name)_days AS d ON \(same("d", "s"))d.ms = s.start_ms\(weeks)
            """)
    }

    /// Adds a table `name` with the text of each moment of `moments`, a `SELECT` of `ms`, and of `clock_zone` if zones differ.
    func addTexts(of moments: String, named name: String, to query: inout SQLQuery) {
        addOffsets(to: &query)
        addCalendar(of: moments, named: "\(name)_days", to: &query)
        func two(_ expression: String) -> String { "SUBSTR(CAST(100 + \(expression) AS TEXT), 2)" }
        func part(_ unit: Int, _ count: Int) -> String {
            two("CAST(FLOOR(\(unit == 3_600_000 ? "of_day" : "of_day % \(unit * count)") / \(unit).0) AS BIGINT)")
        }
        query.add(
            name, "Times as ISO 8601 text with the zone's offset.",
            """
            SELECT \(zoneColumn)ms, SUBSTR(CAST(10000 + year AS TEXT), 2) || '-' || \(two("month")) || '-' || \(two("day_of_month"))
                || 'T' || \(part(3_600_000, 24)) || ':' || \(part(60_000, 60)) || ':' || \(part(1000, 60))
                || CASE WHEN of_day % 1000 = 0 THEN '' ELSE '.' || SUBSTR(CAST(1000 + of_day % 1000 AS TEXT), 2) END || suffix AS text
            FROM \(name)_days
            """)
    }

    /// Adds the offsets of the zone from the first sample to the last.
    func addOffsets(to query: inout SQLQuery) {
        var span = facts.span ?? Instant(milliseconds: 0)...plan.now
        for plan in persons.hasOwnDays ? plan.cohort?.plans ?? [] : [plan] where !plan.range.isUnknown {
            span = min(span.lowerBound, plan.range.start)...max(span.upperBound, plan.range.end)
        }
        let zones = zones
        let rows = zones.enumerated().flatMap { number, zone in
            Self.offsets(of: zone, in: span).map { (persons.hasOwnDays ? ["\(number)"] : []) + $0 + [hasSuffix ? $1 : "''"] }
        }
        query.add(
            offsets, columns: (persons.hasOwnDays ? ["clock_zone"] : []) + ["from_ms", "to_ms", "offset_ms", "suffix"],
            "The UTC offsets of \(zones.count == 1 ? zones[0].identifier : "each time zone"), and when they apply.", rows: rows)
    }

    private static func offsets(of zone: Zone, in span: ClosedRange<Instant>) -> [([String], suffix: String)] {
        let changes = zone.changes(inside: span.lowerBound..<span.upperBound).map(\.instant)
        let starts = [span.lowerBound] + changes
        return starts.enumerated().map { index, start in
            let offset = zone.offsetSeconds(at: start)
            let bounds = [
                index == 0 ? "\(SQLBuckets.beginning)" : "\(start.milliseconds)",
                index == changes.count ? "\(SQLBuckets.end)" : "\(changes[index].milliseconds)",
            ]
            return (bounds + ["\(offset * 1000)"], SQLLiteral.text(ISO8601.text(offsetSeconds: offset)))
        }
    }

    private func addCalendar(of moments: String, named name: String, to query: inout SQLQuery) {
        let days = """
            SELECT \(zoneColumn)ms, suffix, local_ms, CAST(FLOOR(local_ms / 86400000.0) AS BIGINT) AS day
            FROM (
              SELECT \(persons.hasOwnDays ? "m.clock_zone, " : "")m.ms, c.suffix, m.ms + c.offset_ms AS local_ms
              FROM (\(moments)) AS m JOIN \(offsets) AS c ON \(persons.hasOwnDays ? "c.clock_zone = m.clock_zone AND " : "")c.from_ms <= m.ms AND m.ms < c.to_ms
            ) AS moments
            """
        query.add(
            name, "The local time at each moment. Dates are computed from days since 1970, in years that start on 1 March.",
            """
            SELECT \(zoneColumn)ms, suffix, day, local_ms - day * 86400000 AS of_day, day + 3 - 7 * CAST(FLOOR((day + 3) / 7.0) AS BIGINT) AS weekday,
              CAST(year AS BIGINT) AS year, CAST(month AS BIGINT) AS month, CAST(day_of_month AS BIGINT) AS day_of_month
            FROM (\(Self.dated(days))) AS dates
            """)
    }

    /// Wraps a `SELECT` with a column `day` into one with `year`, `month` and `day_of_month` as well.
    private static func dated(_ days: String) -> String {
        let steps = [
            "day + 719468 - 146097 * FLOOR((day + 719468) / 146097.0) AS day_of_era, FLOOR((day + 719468) / 146097.0) AS era",
            "FLOOR((day_of_era - FLOOR(day_of_era / 1460.0) + FLOOR(day_of_era / 36524.0) - FLOOR(day_of_era / 146096.0)) / 365.0) AS year_of_era",
            "day_of_era - (365 * year_of_era + FLOOR(year_of_era / 4.0) - FLOOR(year_of_era / 100.0)) AS day_of_year",
            "FLOOR((5 * day_of_year + 2) / 153.0) AS shifted_month",
            "day_of_year - FLOOR((153 * shifted_month + 2) / 5.0) + 1 AS day_of_month, "
                + "CASE WHEN shifted_month < 10 THEN shifted_month + 3 ELSE shifted_month - 9 END AS month, "
                + "year_of_era + 400 * era + CASE WHEN shifted_month < 10 THEN 0 ELSE 1 END AS year",
        ]
        return steps.enumerated().reduce(days) { text, step in
            "SELECT s\(step.offset).*, \(step.element)\nFROM (\(text)) AS s\(step.offset)"
        }
    }

    private static func slot(_ profile: Profile, _ dayParts: DayParts) -> String {
        let hour = "CAST(FLOOR(d.of_day / 3600000.0) AS BIGINT)"
        return switch profile {
        case .hourOfDay: hour
        case .weekday: "d.weekday"
        case .hourOfWeek: "d.weekday * 24 + \(hour)"
        case .dayOfMonth: "d.day_of_month - 1"
        case .weekOfYear: "w.slot"
        case .monthOfYear: "d.month - 1"
        case .partOfDay:
            "CASE \(dayParts.slotsByStart.reversed().map { "WHEN d.of_day >= \($0.start) THEN \($0.slot)" }.joined(separator: " ")) END"
        case .weekdayOrWeekend: "CASE WHEN d.weekday < 5 THEN 0 ELSE 1 END"
        }
    }
}
