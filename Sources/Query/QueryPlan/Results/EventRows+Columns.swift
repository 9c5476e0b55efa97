import HealthModel

extension EventRows {
    /// The columns that describe the events, without values: the start of the event, if rows have another one, and what it is.
    package var keyColumns: [KeyColumn] {
        var columns: [KeyColumn] = []
        if window != nil {
            var start = KeyColumn(name: Self.startName, values: [])
            start.listing = .time
            columns.append(start)
        }
        switch kind {
        case .samples(let samples) where samples.metric == .workouts:
            var activity = KeyColumn(name: "activity", values: [])
            activity.valueNames = .activities
            columns.append(activity)
        case .samples, .intervals: columns += valueKey?.columns ?? []
        case .nights: columns.append(KeyColumn(name: "night", values: []))
        }
        return columns
    }

    /// The name of the column with the start of the event.
    package static let startName = "event"
}
