import HealthModel
import QueryPlan
import QueryVocabulary
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
        case .splits(let splits):
            let length = "\(PredicateWords.number(splits.meters)) m"
            each = "\(length) of each workout"
            sentences = [
                "The borders are where the samples of distance add up to a multiple of \(length): the distance of a sample is spread evenly over "
                    + "its time. The last row of a workout is partial if it is shorter."
            ]
        case .parts:
            each = "part of each workout"
            sentences = [
                "The parts of a workout are its activities if it has several, or else its laps, its segments, or the whole workout."
            ]
        case .nights:
            each = "night"
            sentences = [
                "A night lasts from the first to the last time asleep of a stay in bed. A stay is time recorded as asleep, awake or in bed, "
                    + "with gaps of up to one hour. All values of sleep but `sleep` itself count in the whole stay. "
                    + "A night is named by the date on which it ends, and if several end on one date, the longest is the night."
            ]
        }
        if events.isNear { return near(events, each, splits) }
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

    /// Describes rows near events (S13.6).
    private func near(_ events: EventRows, _ each: String, _ splits: [String]) -> String {
        let keys = splits.isEmpty ? "" : ", and in it for each \(splits.listed(with: "and"))"
        let times =
            events.window == nil
            ? "with the start and the end of the event" : "with the start and the end of the time near it, and the start of the event"
        let cut =
            plan.wholeRows == nil
            ? "The range has the events that it meets, and clips the time near them: a row that it cuts is partial."
            : "The range has the events that it meets, and the time near them has its whole length."
        return "There is one row for each \(each)\(keys), \(times). \(cut)"
    }

    /// The words for the samples that measures count near each event; empty if they count in the time of the rows.
    func window(of measures: [Measure]) -> [String] {
        guard let window = plan.window else { return [] }
        let nearest = measures.filter(plan.isNearest)
        let length = window.length.map { TimeWords.length($0) }
        var sentences: [String] = []
        if nearest.count < measures.count, let length {
            let time =
                switch window.side {
                case .of: "from \(length) before the event to \(length) after it"
                case .before: "the \(length) before the start of the event"
                case .after: "the \(length) after the end of the event"
                }
            sentences.append("A row counts \(time), also if the times near two events overlap.")
        }
        if !nearest.isEmpty {
            let limit = length.map { ", at most \($0) \(window.side == .before ? "earlier" : "later")" } ?? ""
            sentences.append(
                window.side == .before
                    ? "The latest value is that of the last sample that starts at the start of the event or before it\(limit), also before the range."
                    : "The first value is that of the first sample that starts at the end of the event or after it\(limit), also after the range."
            )
        }
        return sentences
    }
}
