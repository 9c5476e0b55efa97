import CalendarIntervals
import Foundation
import HealthModel
import QueryEngine
import StorageModel

/// Reads changes from one view of a store.
struct ChangeReader {
    private let source: any ChangeSource
    private let isCancelled: () -> Bool

    init(_ source: any SampleSource, isCancelled: @escaping () -> Bool) throws(HealthStoreError) {
        guard let source = source.capabilities.changes else {
            throw HealthStoreError(.other, "this source of samples doesn't number its changes", advice: "use a store")
        }
        self.source = source
        self.isCancelled = isCancelled
    }

    var anchor: ChangeAnchor { get throws { ChangeAnchor(change: try source.lastChange) } }

    func page(of metrics: [MetricID], after anchor: ChangeAnchor, limit: Int?) throws -> ChangePage {
        let last = try self.anchor
        guard anchor <= last else {
            throw HealthStoreError(
                .unknownAnchor, "anchor \(anchor.change) is later than the last change of this store, \(last.change)",
                advice: "use an anchor of this store")
        }
        let listing = ChangeListing(after: anchor.change, limit: limit)
        var changes: [SampleChange] = []
        for metric in Set(metrics) {
            changes += try samples(listing.added(of: metric, in: source, isCancelled: isCancelled), of: metric)
            changes += try source.deletions(of: metric, after: anchor.change).map {
                SampleChange(change: $0.change, metric: metric, number: $0.number, sample: nil)
            }
        }
        changes.sort { $0.change < $1.change }
        var end = last
        if let limit, changes.count > limit {
            changes.removeLast(changes.count - limit)
            end = ChangeAnchor(change: changes[limit - 1].change)
        }
        return ChangePage(changes: changes, anchor: end, lacksDeletions: try listing.lacksDeletions(in: source))
    }

    /// Returns the metrics of which samples were added or deleted after an anchor.
    func changed(_ metrics: Set<MetricID>, after anchor: ChangeAnchor) throws -> Set<MetricID> {
        // Without the deletions since then, each metric can have changed: after `undo`, samples come back with their numbers.
        if try anchor.change < source.lastForgottenDeletion { return metrics }
        return try metrics.filter { metric in
            if try !source.deletions(of: metric, after: anchor.change).isEmpty { return true }
            var isAny = false
            try source.scan(metric, addedAfter: anchor.change) { batch in
                isAny = (0..<batch.count).contains { batch.numbers[$0] > anchor.change }
                return !isAny
            }
            return isAny
        }
    }

    private func samples(_ batch: SampleBatch, of metric: MetricID) throws -> [SampleChange] {
        guard batch.count > 0 else { return [] }
        let (sources, origins) = (try source.sources(), try source.origins())
        let sets = try source.metadataSets(Set(batch.metadata))
        let unit = try unit(of: metric)
        return (0..<batch.count).map { row in
            let entries = sets[batch.metadata[row]]?.entries ?? []
            let sample = HealthSample(
                metric, from: Instant(milliseconds: batch.starts[row]).date, to: Instant(milliseconds: batch.ends[row]).date,
                value: batch.values[row], unit: unit, source: sources[batch.sources[row]]?.name ?? "",
                device: origins[batch.origins[row]]?.device?.name,
                metadata: Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
            return SampleChange(change: batch.numbers[row], metric: metric, number: batch.numbers[row], sample: sample)
        }
    }

    /// Returns the unit of stored values; nil for metrics without one.
    private func unit(of metric: MetricID) throws -> String? {
        switch MetricCatalog.metric(metric)?.kind {
        case .quantity(let type): type.storageUnit.symbol
        case .category, .workouts: nil
        case nil: try source.metricSummary(of: metric)?.fileUnit
        }
    }
}
