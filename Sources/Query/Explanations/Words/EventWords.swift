import HealthModel
import QueryPlan
import TerminalText

/// Describes rows that are intervals themselves (S13).
struct EventWords {
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func rows(of events: EventRows, splits: [String]) -> String {
        let each: String
        var sentences: [String] = []
        switch events.kind {
        case .samples(let samples) where samples.metric == .workouts: each = "workout"
        case .samples(let samples): each = "sample of \(IntervalWords(plan).phrase(.samples(samples)))"
        case .intervals(let set): each = "interval of this set of times: \(IntervalWords(plan).phrase(set))"
        case .nights:
            each = "night"
            sentences = [
                "A night lasts from the first to the last time asleep of a stay in bed. A stay is time recorded as asleep, awake or in bed, "
                    + "with gaps of up to one hour. All values of sleep but `sleep` itself count in the whole stay. "
                    + "A night is named by the date on which it ends, and if several end on one date, the longest is the night."
            ]
        }
        let keys = splits.isEmpty ? "" : ", and in it for each \(splits.listed(with: "and"))"
        let rows = "There is one row for each \(each)\(keys), with its own start and end."
        let cut =
            plan.wholeRows == nil
            ? "The range clips samples, and a row that it cuts is partial."
            : events.isByEnd
                ? "The range has the nights that end on its dates, each in its whole length."
                : "A row that the range meets has its whole length, because the ends of the range are only implied."
        return ([rows] + sentences + [cut]).joined(separator: " ")
    }
}
