import HealthKit

/// The steps of weeks that start on Monday at 03:00.
struct WeeklySteps: Sendable {
    struct Week: Equatable, Sendable {
        var start: Date
        var end: Date
        /// Nil if the week has no samples.
        var steps: Double?
    }

    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the last weeks, the current one last.
    func weeks(_ count: Int, until now: Date) async throws -> [Week] {
        guard
            let monday = calendar.nextDate(
                after: now, matching: DateComponents(hour: 3, weekday: 2), matchingPolicy: .nextTime, direction: .backward),
            let first = calendar.date(byAdding: .day, value: -7 * (count - 1), to: monday)
        else { return [] }
        return try await withCheckedThrowingContinuation { continuation in
            let query = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.stepCount),
                quantitySamplePredicate: HKQuery.predicateForSamples(withStart: first, end: now, options: []),
                options: .cumulativeSum, anchorDate: monday, intervalComponents: DateComponents(day: 7))
            query.initialResultsHandler = { _, collection, error in
                guard let collection else {
                    continuation.resume(throwing: error ?? CancellationError())
                    return
                }
                var weeks: [Week] = []
                collection.enumerateStatistics(from: first, to: now) { statistics, _ in
                    weeks.append(
                        Week(
                            start: statistics.startDate, end: statistics.endDate,
                            steps: statistics.sumQuantity()?.doubleValue(for: .count())))
                }
                continuation.resume(returning: weeks)
            }
            store.execute(query)
        }
    }
}
