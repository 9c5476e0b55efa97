/// The earliest start and the latest end in each row (S2.6), one sample at a time.
extension ReferenceQuery {
    /// A start or an end, with the sample that it belongs to.
    private struct Moment {
        var sample: ReferenceSample
        var time: Int64
        var isOfInstant: Bool
    }

    /// Returns all rows. Values are milliseconds since 1970 on the time line of the rows.
    func momentRows(_ aggregate: ReferenceAggregate, of samples: [ReferenceSample]) -> [ReferenceRow] {
        let isStart = aggregate == .firstStart
        let counting = parts(of: samples.filter { condition?.holds($0) ?? true }).filter { holdsReadings || touchesTimes($0.interval) }
        let stretches = style == .sleep && sources != .raw ? decidedStretches(samples) : counting.map { ($0.sample, $0.whole) }
        let moments = stretches.map { sample, stretch in
            Moment(sample: sample, time: isStart ? stretch.start : stretch.end, isOfInstant: stretch.start == stretch.end)
        }
        // A key has rows even if merging leaves nothing of its samples.
        return series(of: counting, \.sample).flatMap { own, _ in
            (0..<(buckets?.count ?? 1)).map { bucket in
                let held = moments.filter { key(of: $0.sample) == own && lies($0, in: buckets?[bucket], isStart: isStart) }
                let times = held.map { $0.time + $0.sample.clockLead }
                return ReferenceRow(key: own, bucket: bucket, value: (isStart ? times.min() : times.max()).map(Double.init))
            }
        }
    }

    /// Returns true if a moment is in a row. An end on the edge of two rows is in the earlier one, and an instant in the later one.
    private func lies(_ moment: Moment, in bucket: ReferenceBucket?, isStart: Bool) -> Bool {
        let range = window(of: moment.sample)
        let isLikeStart = isStart || moment.isOfInstant
        // S11.2: the edges of the times that count are not starts and ends.
        if let times, !times.contains(where: { $0.holds(isLikeStart ? moment.time : moment.time - 1) }) { return false }
        if edges == .clip || bucket == nil {
            let isInside =
                isLikeStart
                ? range.interval.holds(moment.time) || range.includesEnd && moment.time == range.interval.end
                : range.interval.start < moment.time && moment.time <= range.interval.end
            if !isInside { return false }
        }
        guard let local = bucket?.moved(by: -moment.sample.clockLead) else { return true }
        return isLikeStart ? local.holds(moment.time) : local.holdsLastMoment(before: moment.time)
    }

    /// Returns the time spans in which samples count, where each is as long as possible (S6.6).
    private func decidedStretches(_ samples: [ReferenceSample]) -> [(ReferenceSample, ReferenceInterval)] {
        var whole = self
        // Nothing is clipped, but the samples are those that count under the rule of the query.
        whole.edges = .overlap
        whole.window = ReferenceWindow(-1 << 50, 1 << 50)
        let chosen = Set(parts(of: samples).map(\.sample.number))
        return whole.decided(samples.filter { chosen.contains($0.number) }).filter { !$0.isDropped }.flatMap { part in
            if part.isInstant { return [(part.sample, part.interval)] }
            var stretches: [ReferenceInterval] = []
            for interval in part.active.sorted(by: { $0.start < $1.start }) {
                if let last = stretches.last, last.end == interval.start {
                    stretches[stretches.count - 1].end = interval.end
                } else {
                    stretches.append(interval)
                }
            }
            return stretches.map { (part.sample, $0) }
        }
    }
}
