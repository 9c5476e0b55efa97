/// A superlative of workouts: `longest run`, `fastest 5 km`. It stands for a query that exists (S7.5).
package enum RecordWord: String, Sendable, CaseIterable {
    case longest, shortest, farthest, fastest, slowest

    /// The column of `samples of workouts` that decides, unless `by` names another. A pace is derived.
    package var column: String {
        switch self {
        case .longest, .shortest: "duration"
        case .farthest: "distance"
        case .fastest, .slowest: Self.pace
        }
    }

    /// The side of the rows that it takes. The fastest workout has the least pace.
    package var ranking: Ranking {
        switch self {
        case .longest, .farthest, .slowest: .top
        case .shortest, .fastest: .bottom
        }
    }

    /// The columns that can follow `by`.
    package static let columns = ["duration", "distance", "energy", pace]
    package static let pace = "pace"

    var entry: Grammar.Entry {
        let (summary, example) =
            switch self {
            case .longest: ("finds the workout with the greatest duration, or the greatest distance", "longest run last 90 days")
            case .shortest: ("finds the workout with the least duration", "shortest workout this year")
            case .farthest: ("finds the workout with the greatest distance", "farthest hike")
            case .fastest: ("finds the workout with the best pace, or the fastest part of a workout", "fastest run over 5 km")
            case .slowest: ("finds the workout with the slowest pace", "slowest run this year")
            }
        let part = self == .fastest ? " | fastest NUMBER UNIT" : ""
        return Grammar.Entry(
            .source, rawValue, "\(rawValue) [N] ACTIVITY [over NUMBER UNIT] [by COLUMN]\(part)", summary, example)
    }
}
