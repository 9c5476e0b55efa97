/// A key of `by` whose rows are intervals themselves.
package enum EventWord: String, Sendable, Hashable, CaseIterable {
    case workout, night, each

    /// The full syntax, as the manual prints it.
    package var syntax: String { self == .each ? "each (SET)" : rawValue }

    /// The rows in words.
    package var summary: String {
        switch self {
        case .workout: "a row for each workout, with its start, end and activity"
        case .night: "a row for each night: the time asleep of a stay in bed, named by the date on which it ends"
        case .each: "a row for each interval of a set of times"
        }
    }

    /// A query with the key.
    package var example: String {
        switch self {
        case .workout: "average, max heartRate by workout last 30 days"
        case .night: "duration sleep, first start sleep by night last 14 days"
        case .each: "average bloodGlucose by each (mindfulSession) this month"
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
