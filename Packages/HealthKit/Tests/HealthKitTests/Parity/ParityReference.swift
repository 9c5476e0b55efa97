import Foundation
import HealthKit
import ReferenceEngine

/// The numbers of all samples of a bucket, or of one source.
struct ParityNumbers {
    var values: [ReferenceAggregate: Double] = [:]
    /// The sample that starts last.
    var mostRecent: ReferenceSample?
}

/// A bucket that holds a share of a chosen sample.
struct ParityBucket {
    var range: Range<Int64>
    var numbers = ParityNumbers()
    /// Also those of sources that merging leaves out.
    var bySource: [String: ParityNumbers] = [:]
}

/// The answer of the reference engine.
struct ParityReference {
    let question: ParityQuestion
    /// All samples of the type.
    let samples: [ReferenceSample]
    /// The chosen ones, in order of insertion.
    let chosen: [ReferenceSample]

    private let priority: ReferencePriority

    init(_ question: ParityQuestion, in store: ParityStore) {
        self.question = question
        samples = store.samples[question.metric.identifier] ?? []
        priority = ReferencePriority(of: samples, preferred: store.priorities[question.metric.identifier] ?? [])
        chosen = samples.filter { question.condition?.holds($0) ?? true }.sorted { $0.number < $1.number }
    }

    var isSeparate: Bool { question.options.contains(.separateBySource) }

    /// The buckets that hold a share of a chosen sample, in order of time.
    func buckets() -> [ParityBucket] {
        guard let first = chosen.map(\.start).min(), let last = chosen.map(\.end).max() else { return [] }
        guard question.kind == .collection else { return buckets(nil, whole: first..<max(last, first + 1)) }
        let all = CivilCalendar(question.zone).buckets(from: first, through: last, of: question.interval, anchor: question.anchor)
        let touched = all.filter { bucket in chosen.contains { $0.start < bucket.upperBound && $0.end >= bucket.lowerBound } }
        // The reference looks at all buckets for each sample, so it gets some of them at a time.
        return stride(from: 0, to: touched.count, by: 48).flatMap { start in
            buckets(Array(touched[start..<min(start + 48, touched.count)]), whole: first..<last + 1)
        }
    }

    /// The times of a single statistic: the start of the first sample, and the latest end.
    var extent: (start: Int64, end: Int64)? {
        guard let first = chosen.map(\.start).min(), let last = chosen.map(\.end).max() else { return nil }
        return (first, last)
    }

    private func buckets(_ ranges: [Range<Int64>]?, whole: Range<Int64>) -> [ParityBucket] {
        var buckets = (ranges ?? [whole]).map { ParityBucket(range: $0) }
        let aggregates = question.options.chosen.map(\.aggregate) + [.count]
        for aggregate in aggregates {
            for row in rows(aggregate, .merged, ranges) { buckets[row.bucket].numbers.values[aggregate] = row.value }
        }
        if isSeparate {
            for aggregate in aggregates {
                for row in rows(aggregate, .separate, ranges) {
                    buckets[row.bucket].bySource[row.key ?? "", default: ParityNumbers()].values[aggregate] = row.value
                }
            }
        }
        for index in buckets.indices {
            buckets[index].bySource = buckets[index].bySource.filter { $0.value.values[.count] ?? 0 > 0 }
            guard question.options.contains(.mostRecent) else { continue }
            let inside = chosen.filter { ranges == nil || holds(buckets[index].range, $0) }
            buckets[index].numbers.mostRecent = last(inside)
            for source in buckets[index].bySource.keys {
                buckets[index].bySource[source]?.mostRecent = last(inside.filter { $0.source == source })
            }
        }
        return buckets.filter { $0.numbers.values[.count] ?? 0 > 0 }
    }

    private func rows(_ aggregate: ReferenceAggregate, _ sources: ReferenceSources, _ ranges: [Range<Int64>]?) -> [ReferenceRow] {
        let parts = question.range
        var window = ReferenceWindow(-(1 << 50), 1 << 50)
        if let parts { window = ReferenceWindow(parts.window.lowerBound, parts.window.upperBound) }
        var query = ReferenceQuery(
            style: question.metric.style, window: window, buckets: ranges?.map { ReferenceBucket($0.lowerBound, $0.upperBound) },
            priority: priority)
        query.edges = parts?.edges ?? .clip
        query.sources = sources
        let rest = parts == nil ? question.condition : parts?.rest
        return query.rows(aggregate, of: samples.filter { rest?.holds($0) ?? true })
    }

    private func holds(_ bucket: Range<Int64>, _ sample: ReferenceSample) -> Bool {
        sample.isInstant ? bucket.contains(sample.start) : sample.start < bucket.upperBound && sample.end > bucket.lowerBound
    }

    private func last(_ samples: [ReferenceSample]) -> ReferenceSample? {
        samples.max {
            ($0.start, $0.end, $0.created ?? .min, $0.number) < ($1.start, $1.end, $1.created ?? .min, $1.number)
        }
    }

    /// The answer of a sample query: in order of insertion, or by a time, where equal ones stay in theirs.
    func list() -> [ReferenceSample] {
        let sorted =
            switch question.order {
            case 1: chosen.sorted { ($0.start, $0.number) < ($1.start, $1.number) }
            case 2: chosen.sorted { (-$0.start, $0.number) < (-$1.start, $1.number) }
            case 3: chosen.sorted { ($0.end, $0.number) < ($1.end, $1.number) }
            case 4: chosen.sorted { (-$0.end, $0.number) < (-$1.end, $1.number) }
            case 5: chosen.sorted { ($0.value, $0.number) < ($1.value, $1.number) }
            case 6: chosen.sorted { (-$0.start, $0.end, $0.number) < (-$1.start, $1.end, $1.number) }
            default: chosen
            }
        return question.limit == HKObjectQueryNoLimit ? sorted : Array(sorted.prefix(question.limit))
    }
}

/// Returns true if two numbers agree to nine digits.
func agree(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))
}
