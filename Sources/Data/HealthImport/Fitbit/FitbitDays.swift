import HealthModel

/// The days of metrics that files of an export have.
///
/// A Fitbit export can have the same minutes twice, as documents of Fitbit and as tables of Google. The first files that have a day of a
/// metric have all of it, and later ones are left out.
struct FitbitDays {
    private var ranks: [String: [Int64: FitbitFile.Rank]] = [:]
    /// The rows that were left out, by metric.
    private(set) var repeated: [MetricID: Int] = [:]
    private var last: (metric: String, day: Int64, rank: FitbitFile.Rank, isFirst: Bool)?

    /// Returns true if a row counts, and notes the day. Counts it otherwise.
    mutating func admit(_ kind: SampleKind, day: Int64, _ rank: FitbitFile.Rank) -> Bool {
        if let last, last.day == day, last.rank == rank, last.metric == kind.metric {
            if !last.isFirst { repeated[kind.id, default: 0] += 1 }
            return last.isFirst
        }
        let first = ranks[kind.metric]?[day] ?? rank
        if first == rank { ranks[kind.metric, default: [:]][day] = rank }
        last = (kind.metric, day, rank, first == rank)
        if first != rank { repeated[kind.id, default: 0] += 1 }
        return first == rank
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
