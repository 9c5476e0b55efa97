package import CalendarIntervals
import HealthModel

extension ResultTable {
    /// Returns a time in a row as a time of day, in milliseconds; nil without a time.
    package func timeOfDay(row: Int, _ column: ValueColumn, of day: ClockDay) -> Double? {
        guard let value = column.values[row], column.info.clock == .instant else { return column.values[row] }
        let (start, end) = starts.isEmpty ? (nil, nil) : (starts[row], ends[row])
        return Double(day.timeOfDay(Int64(value), inRowFrom: start, to: end))
    }

    /// The moment of each row that decides its period and its slots: the end of a night, which is named by the date on which it ends, and
    /// the start of any other row.
    package var places: [Int64] { header.rowsAreEvents && header.clockDay.rows == .night ? ends : starts }

    /// The moments that decide the slots of a profile: a night belongs to the hour and the part of the day in which it starts.
    package func places(of profile: Profile) -> [Int64] { profile.dividesDays ? starts : places }
}
