import TallyKit

/// The answer of a watch at one moment, and the state that it was computed from.
struct WatchedAnswer {
    var answer: StatementAnswer
    var rows: WatchedRows
    /// The mark of the store, for a cheap look whether anything was written since.
    var mark: Int64
    /// Nil if the query uses the last result, which does not depend on the time.
    var occasion: WatchOccasion?
    /// The time of the answer.
    var moment: Instant
    /// The end of computing it.
    var end: ContinuousClock.Instant
}
