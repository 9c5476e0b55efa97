public import Foundation
@_spi(Guests) import TallyKit

/// The statistics of buckets of equal components, in both directions from an anchor.
public final class HKStatisticsCollection: NSObject, Sendable {
    private let type: HKQuantityType
    private let schedule: ComponentSchedule
    private let result: StatisticsComputation.Result

    init(_ type: HKQuantityType, _ schedule: ComponentSchedule, _ result: StatisticsComputation.Result) {
        (self.type, self.schedule, self.result) = (type, schedule, result)
    }

    /// Calls `block` with the statistics of each bucket, from the one that holds `startDate` to the one that holds `endDate`.
    ///
    /// A bucket that starts exactly at `endDate` is visited, too. Buckets without samples are visited, with nil numbers. Nothing is visited
    /// if `endDate` is before `startDate`. If the block sets its second argument to true, it is not called again.
    public func enumerateStatistics(
        from startDate: Date, to endDate: Date, with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        guard startDate <= endDate else { return }
        var stop = ObjCBool(false)
        let last = schedule.index(of: Instant(endDate))
        var k = schedule.index(of: Instant(startDate))
        while k <= last, !stop.boolValue {
            // Two equal edges, as around a day that a zone skipped, have nothing between them.
            if let statistics = bucket(k) { unsafe block(statistics, &stop) }
            k += 1
        }
    }

    /// Returns the statistics of the bucket that holds a time; nil if it has no samples.
    public func statistics(for date: Date) -> HKStatistics? { result.buckets[schedule.index(of: Instant(date))] }

    /// Returns the statistics of the buckets that hold a share of a sample, in order of time.
    public func statistics() -> [HKStatistics] { result.buckets.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the sources of all samples that were chosen, also those that merging leaves out.
    public func sources() -> Set<HKSource> { result.sources }

    private func bucket(_ k: Int) -> HKStatistics? {
        if let known = result.buckets[k] { return known }
        let (start, end) = (schedule.edge(k), schedule.edge(k + 1))
        return start < end ? HKStatistics(type, start.date, end.date) : nil
    }

    /// Returns the statistics of the buckets that differ from an earlier collection, in order of time. One that lost its last sample has
    /// nil numbers.
    func changes(since earlier: HKStatisticsCollection) -> [HKStatistics] {
        let keys = Set(result.buckets.keys).union(earlier.result.buckets.keys).sorted()
        return keys.compactMap { k in
            switch (earlier.result.buckets[k], result.buckets[k]) {
            case (let old?, let new?): old.hasSameNumbers(as: new) ? nil : new
            case (_, let new): new ?? bucket(k)
            }
        }
    }
}
