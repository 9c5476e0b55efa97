import Foundation

extension ReferenceQuery {
    /// Returns all rows of one statistic: every bucket in order. With a key, returns all buckets of each key that occurs (S3.8).
    public func rows(_ aggregate: ReferenceAggregate, of samples: [ReferenceSample]) -> [ReferenceRow] {
        if aggregate.isTime { return momentRows(aggregate, of: samples) }
        if aggregate == .coverage { return coverageRows(of: samples) }
        // A reading outside the times that count can be held into them.
        let participants = participants(aggregate, of: samples).filter { holdsReadings || touchesTimes($0.interval) }
        // S6.4: a row per source and bucket, separately for each source.
        return series(of: participants, \.sample).flatMap { key, parts in
            let parts = aggregate == .average && holdsReadings ? held(parts) : parts
            let values = buckets?.map { value(aggregate, of: parts, in: $0) } ?? [value(aggregate, of: parts, in: nil)]
            return values.enumerated().map { ReferenceRow(key: key, bucket: $0, value: $1) }
        }
    }

    /// S2.2: by a setting, each instant lasts until the next sample, unless the query determines the length of readings.
    var holdsReadings: Bool {
        rules.weighting == .hold && holding == nil && [.discreteTemporallyWeighted, .discreteEquivalentContinuousLevel].contains(style)
    }

    /// S11.2: an instant counts if it is inside, and any other sample if a part of it is.
    func touchesTimes(_ interval: ReferenceInterval) -> Bool {
        times?.contains { interval.start == interval.end ? $0.holds(interval.start) : $0.overlap(interval) != nil } ?? true
    }

    /// Returns the samples that count, after merging.
    private func participants(_ aggregate: ReferenceAggregate, of samples: [ReferenceSample]) -> [ReferencePart] {
        if style == .sleep, aggregate == .duration, sources != .raw { return decided(samples) }
        let all = parts(of: samples.filter { condition?.holds($0) ?? true })
        return isMerged(aggregate) ? merged(all) : all
    }

    /// S6.5: only sums are merged, and discrete statistics if a setting enables it. S2.5: count ignores merging. The duration is a union
    /// anyway.
    private func isMerged(_ aggregate: ReferenceAggregate) -> Bool {
        guard sources == .merged else { return false }
        return switch aggregate {
        case .sum: true
        case .count, .duration: false
        default: style != .cumulative && style != .sleep && rules.discreteMerge == .priority
        }
    }

    private func value(_ aggregate: ReferenceAggregate, of parts: [ReferencePart], in bucket: ReferenceBucket?) -> Double? {
        let parts = parts.filter { takesPart($0, in: bucket) }
        // S2.5: without samples, a count is 0. S3.8: an empty bucket is null, never 0. S6.1: a dropped instant is removed. A suppressed
        // sample remains and adds 0 to a sum. Other statistics ignore it.
        let left = parts.filter { !$0.isDropped && (aggregate == .sum || $0.isInstant || !active($0, in: bucket).isEmpty) }
        if left.isEmpty { return aggregate == .count ? 0 : nil }
        let values = left.map(\.sample.value)
        switch aggregate {
        case .sum: return left.reduce(0) { $0 + contribution(of: $1, to: bucket) }
        case .count: return Double(left.count)
        case .duration: return duration(of: left, in: bucket)
        case .average: return average(of: left, in: bucket)
        case .min: return values.min()
        case .max: return values.max()
        case .latest: return left.max { order($0) < order($1) }?.sample.value
        case .first: return left.min { order($0) < order($1) }?.sample.value
        case .median: return percentile(0.5, of: values)
        case .percentile(let fraction): return percentile(fraction, of: values)
        case .stddev: return standardDeviation(of: values)
        case .firstStart, .lastEnd, .coverage: preconditionFailure("these have their own rows")
        }
    }

    // MARK: Samples in buckets

    /// Returns whether the part is in the bucket. Without `by`, the single bucket contains everything that counts (S4.2).
    private func takesPart(_ part: ReferencePart, in bucket: ReferenceBucket?) -> Bool {
        let local = bucket?.moved(by: -part.sample.clockLead)
        if part.isInstant {
            guard touchesTimes(part.interval) else { return false }
            guard let local else { return true }
            // S4.4: an instant at the very end is included. If no bucket starts there, it is in the one that ends there.
            let instant = part.interval.start
            let isInAny = buckets?.contains { $0.holds(instant + part.sample.clockLead) } ?? true
            return isInAny || hasGaps ? local.holds(instant) : window.includesEnd && local.holdsLastMoment(before: instant)
        }
        return switch assignment {
        // S3.9, S11.2: these samples count in full if their start or last moment counts.
        case .start: (local?.holds(part.interval.start) ?? true) && (times?.contains { $0.holds(part.interval.start) } ?? true)
        case .end:
            (local?.holdsLastMoment(before: part.interval.end) ?? true) && (times?.contains { $0.holds(part.interval.end - 1) } ?? true)
        case .share: !inside([part.interval], of: part, in: bucket).isEmpty  // S5.1, S5.2
        }
    }

    /// Returns the part of `intervals` that belongs to the bucket: all of it if the sample counts in full (S3.9, S4.2).
    private func inside(_ intervals: [ReferenceInterval], of part: ReferencePart, in bucket: ReferenceBucket?) -> [ReferenceInterval] {
        guard assignment == .share else { return intervals }
        let intervals = times.map { times in intervals.flatMap { interval in times.compactMap { $0.overlap(interval) } } } ?? intervals
        // S5.2: by a setting, a discrete sample counts only in the bucket of its start, and not without its start.
        let countsAtStart = style != .cumulative && style != .sleep && rules.span == .start
        if countsAtStart && part.interval.start != part.sample.start { return [] }
        guard let local = bucket?.moved(by: -part.sample.clockLead) else { return intervals }
        let pieces = countsAtStart ? local.pieces.filter { $0.holds(part.sample.start) } : local.pieces
        return intervals.flatMap { interval in pieces.compactMap { $0.overlap(interval) } }
    }

    private func active(_ part: ReferencePart, in bucket: ReferenceBucket?) -> [ReferenceInterval] {
        inside(part.active, of: part, in: bucket)
    }

    // MARK: Statistics

    /// S5.1, S6.1: value × (seconds for which its source was active within sample ∩ bucket) ÷ (length of the sample). An instant counts in
    /// full in its bucket.
    private func contribution(of part: ReferencePart, to bucket: ReferenceBucket?) -> Double {
        if part.isInstant { return part.sample.value }
        return part.sample.value * active(part, in: bucket).sumSeconds / ReferenceInterval(part.sample.start, part.sample.end).seconds
    }

    /// S5.3: the union of the samples' intervals inside the bucket, or their sum by a setting, in seconds. Instants add 0. For sleep, only
    /// the time after merging counts (S6.6).
    private func duration(of parts: [ReferencePart], in bucket: ReferenceBucket?) -> Double {
        let intervals = parts.filter { !$0.isInstant }.flatMap { active($0, in: bucket) }
        return rules.duration == .union ? intervals.unionSeconds : intervals.sumSeconds
    }

    /// Returns one of the three averages of the table in S2.
    private func average(of parts: [ReferencePart], in bucket: ReferenceBucket?) -> Double {
        let weights = style == .discreteArithmetic ? parts.map { _ in 1 } : parts.map { weight(of: $0, in: bucket) }
        let total = weights.reduce(0, +)
        switch style {
        case .cumulative, .sleep: preconditionFailure("a total has no average")
        case .discreteArithmetic, .discreteTemporallyWeighted:
            return zip(parts, weights).reduce(0) { $0 + $1.0.sample.value * $1.1 } / total
        case .discreteEquivalentContinuousLevel:
            return 10 * log10(zip(parts, weights).reduce(0) { $0 + $1.1 * pow(10, $1.0.sample.value / 10) } / total)
        }
    }

    /// S2.2: the seconds of overlap with the bucket, at least 1 s, or equal weights by a setting.
    private func weight(of part: ReferencePart, in bucket: ReferenceBucket?) -> Double {
        rules.weighting == .equal ? 1 : max(1, active(part, in: bucket).sumSeconds)
    }

    /// S5.3: latest start, then latest end, then last insertion: by creation time if it is known, then by number.
    private func order(_ part: ReferencePart) -> (Int64, Int64, Int64, Int) {
        (part.sample.start, part.sample.end, part.sample.created ?? .min, part.sample.number)
    }

    /// S2.5: linear interpolation at rank p·(n − 1), or the value at the nearest rank ⌈p·n⌉, unweighted. Ranks are counted in
    /// thousandths, because p is a decimal number.
    private func percentile(_ fraction: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        let thousandths = Int((fraction * 1000).rounded())
        if rules.percentile == .nearest {
            let rank = (1...sorted.count).first { $0 * 1000 >= thousandths * sorted.count } ?? sorted.count
            return sorted[rank - 1]
        }
        let place = thousandths * (sorted.count - 1)
        let (below, rest) = (place / 1000, place % 1000)
        if rest == 0 { return sorted[below] }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (Double(rest) / 1000)
    }

    /// S2.5: the sample standard deviation; null for one sample.
    private func standardDeviation(of values: [Double]) -> Double? {
        guard values.count > 1 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
    }
}
