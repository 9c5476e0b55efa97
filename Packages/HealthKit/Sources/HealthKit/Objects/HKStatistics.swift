public import Foundation
import TallyKit

/// The numbers of the samples of a type in a time: of a bucket of a collection, or of all chosen samples.
///
/// A number is nil if no sample was chosen, or if its option was not asked for. A number `for` a source is nil unless the query has
/// `separateBySource`.
public final class HKStatistics: NSObject, NSCopying, Sendable {
    /// The type.
    public let quantityType: HKQuantityType
    /// The start of the bucket. For a single statistic, that of the earliest chosen sample.
    public let startDate: Date
    /// The end of the bucket. For a single statistic, that of the latest chosen sample.
    public let endDate: Date
    /// The sources of the chosen samples, also those that merging leaves out. Nil unless the query has `separateBySource`.
    public let sources: [HKSource]?

    private let values: StatisticsValues
    private let bySource: [HKSource: StatisticsValues]

    init(
        _ type: HKQuantityType, _ start: Date, _ end: Date, _ values: StatisticsValues = StatisticsValues(),
        bySource: [HKSource: StatisticsValues]? = nil
    ) {
        quantityType = type
        startDate = start
        endDate = end
        self.values = values
        self.bySource = bySource ?? [:]
        sources = bySource?.keys.sorted { $0.name < $1.name }
    }

    /// Returns the sum, with sources merged.
    public func sumQuantity() -> HKQuantity? { values.quantities[.sum] }
    /// Returns the sum of one source.
    public func sumQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.quantities[.sum] }
    /// Returns the average, by the style of the type.
    public func averageQuantity() -> HKQuantity? { values.quantities[.average] }
    /// Returns the average of one source.
    public func averageQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.quantities[.average] }
    /// Returns the smallest value.
    public func minimumQuantity() -> HKQuantity? { values.quantities[.min] }
    /// Returns the smallest value of one source.
    public func minimumQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.quantities[.min] }
    /// Returns the greatest value.
    public func maximumQuantity() -> HKQuantity? { values.quantities[.max] }
    /// Returns the greatest value of one source.
    public func maximumQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.quantities[.max] }
    /// Returns the value of the sample that starts last.
    public func mostRecentQuantity() -> HKQuantity? { values.quantities[.latest] }
    /// Returns the value of the sample of one source that starts last.
    public func mostRecentQuantity(for source: HKSource) -> HKQuantity? { bySource[source]?.quantities[.latest] }
    /// Returns the time of the sample that starts last.
    public func mostRecentQuantityDateInterval() -> DateInterval? { values.mostRecent }
    /// Returns the time of the sample of one source that starts last.
    public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? { bySource[source]?.mostRecent }
    /// Returns the time that the samples cover, in seconds; 0 s for readings at single times.
    public func duration() -> HKQuantity? { values.quantities[.duration] }
    /// Returns the time that the samples of one source cover.
    public func duration(for source: HKSource) -> HKQuantity? { bySource[source]?.quantities[.duration] }

    /// True if all numbers and sources of both statistics are equal.
    func hasSameNumbers(as other: HKStatistics) -> Bool { values == other.values && bySource == other.bySource }

    /// The type, the time and the numbers.
    public override var description: String {
        let numbers = values.quantities.sorted { $0.key.name < $1.key.name }.map { ", \($0.key.name) \($0.value)" }.joined()
        return "\(quantityType.identifier) (\(startDate) - \(endDate))\(numbers)"
    }
    /// Returns the statistics itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The numbers of a bucket, or of a source in a bucket.
struct StatisticsValues: Equatable, Sendable {
    var quantities: [Aggregate: HKQuantity] = [:]
    /// The time of the sample that starts last.
    var mostRecent: DateInterval?
}
