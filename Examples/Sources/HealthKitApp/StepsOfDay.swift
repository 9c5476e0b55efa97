import HealthKit

/// Returns the steps of each hour of a day; nil for an hour without samples.
public func hourlySteps(on day: Date, in store: HKHealthStore) async throws -> [Double?] {
    guard let day = Calendar.current.dateInterval(of: .day, for: day) else { return [] }
    let steps = HKSamplePredicate.quantitySample(
        type: HKQuantityType(.stepCount),
        predicate: HKQuery.predicateForSamples(withStart: day.start, end: day.end))
    let query = HKStatisticsCollectionQueryDescriptor(
        predicate: steps, options: .cumulativeSum, anchorDate: day.start, intervalComponents: DateComponents(hour: 1))
    let hours = try await query.result(for: store)
    var counts: [Double?] = []
    hours.enumerateStatistics(from: day.start, to: day.end - 1) { hour, _ in
        counts.append(hour.sumQuantity()?.doubleValue(for: .count()))
    }
    return counts
}
