import CalendarIntervals
import HealthModel
import QueryPlan

/// Times of day in SQL. The offsets of the zone and the days of rows are written out, so that the statement needs no calendar.
extension SQLRows {
    /// Adds a table in which columns of instants are times of day.
    func replaceTimes(of replaced: [Int], _ day: ClockDay, named name: String, in query: inout SQLQuery) {
        addDays(day, named: "\(name)_days", in: &query)
        let values = columns.indices.map { index in
            replaced.contains(index) ? "\(timeOfDay(index, day, days: "\(name)_days")) AS \(columns[index])" : columns[index]
        }
        query.add(name, "Times of day, in milliseconds since the midnight at which the day of each row starts.", select(values))
    }

    /// Adds a table with the midnight from which times in each row count.
    func addDays(_ day: ClockDay, named name: String, in query: inout SQLQuery) {
        guard day.rows != .own else { return }
        let rows = times.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }.map { time in
            let midnight = day.midnight(of: time.lowerBound, inRowFrom: time.lowerBound, to: time.upperBound)
            return ["\(time.lowerBound)", "\(time.upperBound)", "\(midnight)"]
        }
        query.add(
            name, columns: ["day_start_ms", "day_end_ms", "midnight_ms"], "The local midnight at which the day of each row starts.",
            rows: rows)
    }

    /// Returns the time of day of a column of instants, in milliseconds. `days` has the midnight of each row.
    func timeOfDay(_ column: Int, _ day: ClockDay, days: String) -> String {
        timeOfDay(
            column, day, midnight: "(SELECT d.midnight_ms FROM \(days) AS d WHERE d.day_start_ms = start_ms AND d.day_end_ms = end_ms)")
    }

    /// Returns the time of day of a column of instants, in milliseconds.
    ///
    /// - Parameter midnight: The midnight from which times count, unless each has its own day.
    func timeOfDay(_ column: Int, _ day: ClockDay, midnight: String) -> String {
        let instant = columns[column]
        let local = "(\(instant) + \(offset(of: instant, day)))"
        if day.rows == .own { return "(\(local) - \(day.dayStart)) % \(ClockDay.milliseconds) + \(day.dayStart)" }
        return "(\(local) - \(midnight))"
    }

    /// Returns the UTC offset at an instant, in milliseconds.
    private func offset(of instant: String, _ day: ClockDay) -> String {
        let first = times.map(\.lowerBound).min() ?? 0
        let last = max(times.map(\.upperBound).max() ?? 0, first)
        var offset = Int64(day.zone.offsetSeconds(at: Instant(milliseconds: first))) * 1000
        var cases: [String] = []
        for change in day.zone.changes(inside: Instant(milliseconds: first)..<Instant(milliseconds: last + 1)) {
            cases.append("WHEN \(instant) < \(change.instant.milliseconds) THEN \(offset)")
            offset += change.shiftMilliseconds
        }
        return cases.isEmpty ? "\(offset)" : "CASE \(cases.joined(separator: " ")) ELSE \(offset) END"
    }
}

extension RowPredicate {
    /// The days of a time of day that the condition tests; nil if it tests none.
    var clockDay: ClockDay? {
        switch self {
        case .all(let parts), .any(let parts): parts.lazy.compactMap(\.clockDay).first
        case .not(let part): part.clockDay
        case .number(.clock(_, let day), _, _), .numberIn(.clock(_, let day), _): day
        default: nil
        }
    }
}

extension RowExpression {
    /// The day to which times in a condition belong; nil if there are none.
    var clockDay: ClockDay? {
        switch self {
        case .number, .column, .key: nil
        case .negate(let a), .converted(let a, _), .not(let a): a.clockDay
        case .add(let a, let b), .subtract(let a, let b), .multiply(let a, let b), .divide(let a, let b), .compare(_, let a, let b),
            .and(let a, let b), .or(let a, let b):
            a.clockDay ?? b.clockDay
        case .test(let predicate, _): predicate.clockDay
        }
    }
}
