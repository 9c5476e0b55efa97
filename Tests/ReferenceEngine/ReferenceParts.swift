/// A sample that counts in a query: its part in the window, and the rest of it after merging.
struct ReferencePart {
    var sample: ReferenceSample
    /// The part that counts: the sample itself, or its part in the window (S4).
    var interval: ReferenceInterval
    /// The time of `interval` in which the sample's source is active (S6.1); all of it without merging.
    var active: [ReferenceInterval]
    /// True if merging drops this instant (S6.1).
    var isDropped = false

    var whole: ReferenceInterval { ReferenceInterval(sample.start, sample.end) }
    var isInstant: Bool { interval.start == interval.end }
}

extension ReferenceQuery {
    /// Returns the samples that count, in the given order, with the part of each that counts (table of S4).
    func parts(of samples: [ReferenceSample]) -> [ReferencePart] {
        samples.compactMap { sample in
            let (start, end) = (sample.start, sample.end)
            let window = self.window(of: sample)
            let (S, E) = (window.interval.start, window.interval.end)
            let whole = ReferenceInterval(start, end)
            // S4.4: without a range, and with `through`, the very end is included. No interval has a part there.
            func isBeforeEnd(_ moment: Int64) -> Bool { moment < E || (window.includesEnd && moment == E) }
            let counted: ReferenceInterval? =
                switch edges {
                case .clip: sample.isInstant ? (S <= start && isBeforeEnd(start) ? whole : nil) : whole.overlap(window.interval)
                case .overlap: end >= S && isBeforeEnd(start) ? whole : nil
                case .strictStart: S <= start && isBeforeEnd(start) ? whole : nil
                case .strictEnd: S <= end && isBeforeEnd(end) ? whole : nil
                case .strict: S <= start && isBeforeEnd(start) && S <= end && isBeforeEnd(end) ? whole : nil
                }
            return counted.map { ReferencePart(sample: sample, interval: $0, active: sample.isInstant ? [] : [$0]) }
        }
    }

    /// Returns the window in the sample's time.
    func window(of sample: ReferenceSample) -> ReferenceWindow {
        let moved = window.interval.moved(by: -sample.clockLead)
        return ReferenceWindow(moved.start, moved.end, includesEnd: window.includesEnd)
    }

    /// Returns the parts with the time in which each part's source is active (S6.1).
    ///
    /// Between two adjacent boundaries of samples nothing changes, so each of these elementary intervals has one active source.
    func merged(_ parts: [ReferencePart]) -> [ReferencePart] {
        var merged = parts
        for index in merged.indices { merged[index].active = [] }
        let boundaries = Set(parts.flatMap { [$0.whole.start, $0.whole.end, $0.interval.start, $0.interval.end] }).sorted()
        for elementary in zip(boundaries, boundaries.dropFirst()).map({ ReferenceInterval($0, $1) }) {
            let open = parts.indices.filter { parts[$0].whole.overlap(elementary) != nil }
            // S6.1: the highest-priority source with an open sample is active.
            guard let highest = open.min(by: { priority.rank(parts[$0].sample) < priority.rank(parts[$1].sample) }) else { continue }
            // S6.1: samples of one source never suppress each other.
            for index in open where parts[index].sample.source == parts[highest].sample.source {
                if let counted = parts[index].interval.overlap(elementary) { merged[index].active.append(counted) }
            }
        }
        // S6.1: a lower-priority instant inside a higher-priority sample, including its start but not its end, is dropped. Instants never
        // suppress anything.
        for index in merged.indices where merged[index].isInstant {
            let instant = merged[index].sample
            merged[index].isDropped = parts.contains { other in
                other.whole.start <= instant.start && instant.start < other.whole.end
                    && other.sample.source != instant.source && priority.rank(other.sample) < priority.rank(instant)
            }
        }
        return merged
    }

    /// Returns the parts with every instant extended to the next later start among them (S2.2, `hold`). The last instant is not extended.
    func held(_ parts: [ReferencePart]) -> [ReferencePart] {
        parts.map { part in
            guard part.isInstant, !part.isDropped, let next = parts.map(\.sample.start).filter({ $0 > part.sample.start }).min() else {
                return part
            }
            var held = part
            held.interval.end = edges == .clip ? min(next, window(of: part.sample).interval.end) : next
            held.active = [held.interval]
            return held
        }
    }
}
