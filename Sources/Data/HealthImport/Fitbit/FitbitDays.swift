import CalendarIntervals
import HealthModel

/// The days of metrics that files of an export have.
///
/// A Fitbit export can have the same minutes twice, as documents of Fitbit and as tables of Google. The first files that have a day of a
/// metric have all of it, and later ones are left out. Documents can end in the middle of a day, so single minutes of later files count
/// before the first and after the last hour of that day that documents have.
struct FitbitDays {
    private struct Day {
        /// The files that have the day; nil while they only have zeros.
        var rank: FitbitFile.Rank?
        /// The time from the first to the last row of these files.
        var span: Range<Int64>

        mutating func cover(_ row: Range<Int64>) {
            span = min(span.lowerBound, row.lowerBound)..<max(span.upperBound, row.upperBound)
        }

        /// True if a time is in one of the hours from the first to the last.
        func covers(_ time: Int64) -> Bool {
            let hour = time.flooredQuotient(by: 3_600_000)
            return hour >= span.lowerBound.flooredQuotient(by: 3_600_000) && hour <= (span.upperBound - 1).flooredQuotient(by: 3_600_000)
        }
    }

    private var days: [String: [Int64: Day]] = [:]
    /// The rows that were left out, by metric.
    private(set) var repeated: [MetricID: Int] = [:]
    /// The day of the last row, which `days` has only when another follows.
    private var last: (metric: String, number: Int64, day: Day)?

    /// Returns true if a row counts, and notes its time. Counts it otherwise.
    ///
    /// - Parameter isSeries: true for files whose rows cover the day, such as minutes, and not for single readings.
    mutating func admit(_ kind: SampleKind, day: Int64, from start: Int64, to end: Int64, _ rank: FitbitFile.Rank, isSeries: Bool) -> Bool {
        var known = self.day(kind, day, from: start, to: end)
        defer { last?.day = known }
        if known.rank == nil || known.rank == rank {
            known.rank = rank
            known.cover(start..<max(end, start + 1))
            return true
        }
        if isSeries, known.rank == .first, !known.covers(start) { return true }
        repeated[kind.id, default: 0] += 1
        return false
    }

    /// Notes that files have a minute with 0, which is not kept.
    mutating func noteIdle(_ kind: SampleKind, day: Int64, from start: Int64, to end: Int64) {
        var known = self.day(kind, day, from: start, to: end)
        known.cover(start..<max(end, start + 1))
        last?.day = known
    }

    private mutating func day(_ kind: SampleKind, _ number: Int64, from start: Int64, to end: Int64) -> Day {
        if let last, last.number == number, last.metric == kind.metric { return last.day }
        if let last { days[last.metric, default: [:]][last.number] = last.day }
        let known = days[kind.metric]?[number] ?? Day(rank: nil, span: start..<max(end, start + 1))
        last = (kind.metric, number, known)
        return known
    }

    mutating func leaveOut(_ metric: MetricID) { repeated[metric, default: 0] += 1 }
}

/// Times that sessions cover, such as nights.
struct FitbitSessions {
    private var spans: [Range<Int64>] = []
    private var isSorted = true

    mutating func add(from start: Int64, to end: Int64) {
        guard start < end else { return }
        spans.append(start..<end)
        isSorted = false
    }

    /// True if the middle of a time is in a session.
    mutating func covers(from start: Int64, to end: Int64) -> Bool {
        sort()
        let middle = start + (end - start) / 2
        var (low, high) = (0, spans.count)
        while low < high {
            let place = (low + high) / 2
            if spans[place].lowerBound <= middle { low = place + 1 } else { high = place }
        }
        return low > 0 && spans[low - 1].contains(middle)
    }

    /// Joins sessions that overlap.
    private mutating func sort() {
        guard !isSorted else { return }
        var joined: [Range<Int64>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, span.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
        (spans, isSorted) = (joined, true)
    }
}

/// The nights in the table of sessions. Of a night that two versions of the program computed, the later version counts.
struct FitbitNights {
    struct Night {
        var id: String
        var version: String
        /// The UTC offset of its clock.
        var zone: String?
        var span: Range<Int64>
    }

    private static let limit = 200_000
    private var nights: [Night] = []
    /// The nights with stages.
    private var staged: Set<String> = []
    private var replaced: Set<String>?

    mutating func add(id: String, version: String, zone: String?, from start: Int64, to end: Int64) {
        guard nights.count < Self.limit, start < end else { return }
        nights.append(Night(id: id, version: version, zone: zone, span: start..<end))
        replaced = nil
    }

    /// Notes that a night has a stage.
    mutating func noteStage(of id: String) {
        if staged.count < Self.limit { staged.insert(id) }
    }

    /// The nights without stages that no later version and no night with stages covers.
    var withoutStages: [Night] {
        mutating get {
            var others = FitbitSessions()
            for night in nights where staged.contains(night.id) { others.add(from: night.span.lowerBound, to: night.span.upperBound) }
            return nights.filter { night in
                !staged.contains(night.id) && !isReplaced(night.id)
                    && !others.covers(from: night.span.lowerBound, to: night.span.upperBound)
            }
        }
    }

    /// True if a night with a later version covers the same time.
    mutating func isReplaced(_ id: String) -> Bool {
        if let replaced { return replaced.contains(id) }
        var found: Set<String> = []
        var last: Night?
        for night in nights.sorted(by: { ($0.span.lowerBound, $0.id) < ($1.span.lowerBound, $1.id) }) {
            guard let earlier = last, earlier.id != night.id, earlier.span.overlaps(night.span), earlier.version != night.version else {
                last = night
                continue
            }
            if earlier.version < night.version {
                found.insert(earlier.id)
                last = night
            } else {
                found.insert(night.id)
            }
        }
        replaced = found
        return found.contains(id)
    }
}
