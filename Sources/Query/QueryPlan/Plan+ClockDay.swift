import CalendarIntervals
import HealthModel

extension Plan {
    /// The days to which the times in rows belong.
    package var clockDay: ClockDay {
        let zone = usesSampleZones ? .utc : zone
        if let events { return ClockDay(zone: zone, rows: events.isByEnd ? .night : .start) }
        guard let interval = grid.schedule?.interval, let anchor = grid.schedule?.anchor else { return ClockDay(zone: zone, rows: .own) }
        let isLong = interval.approximateMilliseconds > ClockDay.milliseconds
        return ClockDay(zone: zone, dayStart: Int64(anchor.millisecondOfDay), rows: isLong ? .own : .start)
    }
}
