/// A key of `by` whose rows are intervals themselves.
package enum EventWord: String, Sendable, Hashable, CaseIterable {
    case workout, night, each
    /// Equal distances of workouts, and the laps or segments of workouts.
    case split = "km of"
    case part = "part of"

    /// The full syntax, as the manual prints it.
    package var syntax: String {
        switch self {
        case .workout, .night: rawValue
        case .each: "each (SET)"
        case .split: "[NUMBER] UNIT of workouts"
        case .part: "part of workouts"
        }
    }

    /// The keys that are one word, which can be a name elsewhere.
    package static let names: [EventWord] = [.workout, .night]

    /// The rows in words.
    package var summary: String {
        switch self {
        case .workout: "a row for each workout, with its start, end and activity"
        case .night: "a row for each night: the time asleep of a stay in bed, named by the date on which it ends"
        case .each: "a row for each interval of a set of times"
        case .split:
            "a row for each kilometer or mile of each workout, such as `by km of workouts` or `by 400 m of running`; "
                + "`average speed` is the distance of a row divided by its time without pauses"
        case .part: "a row for each lap or segment of each workout"
        }
    }

    /// A query with the key.
    package var example: String {
        switch self {
        case .workout: "average, max heartRate by workout last 30 days"
        case .night: "duration sleep, first start sleep by night last 14 days"
        case .each: "average bloodGlucose by each (mindfulSession) this month"
        case .split: "duration workouts, average heartRate by km of running last 7 days"
        case .part: "duration workouts, average heartRate by part of workouts last 7 days"
        }
    }

    /// Returns the key that people mean by another word.
    package static func meant(by word: String) -> EventWord? {
        switch word {
        case "workouts", "session", "exercise", "training": .workout
        case "nights", "bedtime": .night
        default: nil
        }
    }
}
