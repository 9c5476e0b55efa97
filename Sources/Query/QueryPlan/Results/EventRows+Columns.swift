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
        case .samples(let samples) where samples.metric == .workouts: columns.append(Self.activity)
        case .splits: columns += [Self.activity, KeyColumn(name: "split", values: [])]
        case .parts: columns += [Self.activity, KeyColumn(name: "part", values: [])]
        case .samples, .intervals: columns += valueKey?.columns ?? []
        case .nights: columns.append(KeyColumn(name: "night", values: []))
        }
        return columns
    }

    private static var activity: KeyColumn {
        var activity = KeyColumn(name: "activity", values: [])
        activity.valueNames = .activities
        return activity
    }

    /// The name of the column with the start of the event.
    package static let startName = "event"
}
