/// A part of a row's start that `select` can show as a column.
package enum RowPart: String, CaseIterable, Hashable, Sendable {
    case date, time, weekday, week, month

    package var summary: String {
        switch self {
        case .date: "the date on which a row starts: `2025-01-01`"
        case .time: "the time of day at which a row starts: `08:00`"
        case .weekday: "the weekday on which a row starts: `monday`"
        case .week: "the week in which a row starts: `2025-W01`"
        case .month: "the month in which a row starts: `2025-01`"
        }
    }

    /// True if the part is the same all day.
    package var isOfDay: Bool { self != .time }
}
