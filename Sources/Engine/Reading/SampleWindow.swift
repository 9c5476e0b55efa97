import HealthModel
import QueryPlan

/// Which samples take part by their place in time (S4).
struct SampleWindow {
    let rule: EdgeRule
    let start: Int64
    /// Exclusive: one later than the range's end where an instant there is included (S4.4).
    let end: Int64
    let includesEnd: Bool

    init(_ range: PlanRange, rule: EdgeRule) {
        self.rule = rule
        includesEnd = range.includesEnd
        start = range.start.milliseconds
        end = range.end.milliseconds + (range.includesEnd ? 1 : 0)
    }

    func contains(start: Int64, end: Int64) -> Bool {
        switch rule {
        case .clip: start < self.end && (end > self.start || start == end && start >= self.start)
        case .overlap: end >= self.start && start < self.end
        case .strictStart: self.start <= start && start < self.end
        case .strictEnd: self.start <= end && end < self.end
        case .strict: self.start <= start && start < self.end && end < self.end
        }
    }

    /// Whether every sample of a sorted batch takes part for sure, seen from its first and last start alone.
    func surelyContains(firstStart: Int64, lastStart: Int64) -> Bool {
        switch rule {
        case .clip, .overlap, .strictStart: start <= firstStart && lastStart < end
        case .strictEnd, .strict: false
        }
    }
}
