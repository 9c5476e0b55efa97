package import CalendarIntervals
package import QueryVocabulary

extension RowPart {
    /// Returns the part of a local time as text.
    package func text(of civil: CivilDateTime, weekStart: Weekday) -> String {
        switch self {
        case .date: return ISO8601.text(of: civil.date)
        case .time: return String(ISO8601.text(of: civil).dropFirst(11).prefix(5))
        case .weekday: return civil.date.weekday.name
        case .week:
            let week = CivilWeek(holding: civil.date, weekStart: weekStart)
            return "\(week.year)-W\(week.week < 10 ? "0" : "")\(week.week)"
        case .month: return String(ISO8601.text(of: civil.date).prefix(7))
        }
    }
}
