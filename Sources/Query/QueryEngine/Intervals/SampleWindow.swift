import HealthModel
import QueryPlan
import QueryVocabulary

/// Determines which samples count by their time (S4).
struct SampleWindow {
    let rule: EdgeRule
    let start: Int64
    let end: Int64
    /// True if the end is part of the window (S4.4). With `clip`, only instants count there.
    let includesEnd: Bool

    init(_ range: PlanRange, rule: EdgeRule) {
        self.rule = rule
        start = range.start.milliseconds
        end = range.end.milliseconds
        includesEnd = range.includesEnd
    }

    /// True for the range of a query that has neither a range nor samples.
    var isUnknown: Bool { PlanRange(start: Instant(milliseconds: start), end: Instant(milliseconds: end)).isUnknown }

    /// Returns the times from which and through which to read, so that all samples within `milliseconds` of the window are read.
    func extended(by milliseconds: Int64) -> (from: Instant, through: Instant) {
        (Instant(milliseconds: start - milliseconds), Instant(milliseconds: end + milliseconds))
    }

    func contains(start: Int64, end: Int64) -> Bool {
        let startsInside = self.start <= start && startsBeforeEnd(start: start, end: end)
        return switch rule {
        case .clip, .outward: startsBeforeEnd(start: start, end: end) && (end > self.start && !isEmpty || startsInside)
        case .overlap: startsBeforeEnd(start: start, end: end) && end >= self.start
        case .strictStart: startsInside
        case .strictEnd: self.start <= end && endsBeforeEnd(end)
        case .strict: startsInside && endsBeforeEnd(end)
        }
    }

    /// Returns the part of a sample that counts: the part inside the window with `clip`, or else all of it.
    ///
    /// - Parameter shift: The milliseconds by which the clock of the window is ahead of the clock of the sample.
    func clipped(from: Int64, to: Int64, shift: Int64 = 0) -> Stretch {
        guard rule == .clip, from < to else { return Stretch(from: from, to: to) }
        return Stretch(from: max(from, start - shift), to: min(to, end - shift))
    }

    /// True if the window has no moment. A sample that lasts from before to after it has no part in it.
    private var isEmpty: Bool { start >= end && !includesEnd }

    private func startsBeforeEnd(start: Int64, end: Int64) -> Bool {
        start < self.end || (includesEnd && start == self.end && (end == start || rule != .clip))
    }
    private func endsBeforeEnd(_ end: Int64) -> Bool { end < self.end || (includesEnd && end == self.end) }

    /// Returns true if every sample of a sorted batch certainly counts, judging only by its first and last start.
    func surelyContains(firstStart: Int64, lastStart: Int64) -> Bool {
        switch rule {
        case .clip, .outward, .overlap, .strictStart: start <= firstStart && lastStart < end
        case .strictEnd, .strict: false
        }
    }
}
