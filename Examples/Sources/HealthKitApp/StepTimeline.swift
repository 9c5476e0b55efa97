import HealthKit

/// The steps that a widget shows from a date on.
struct StepEntry: Equatable, Sendable {
    var date: Date
    var steps: Int
}

/// Prepares the entries of a widget until the next midnight, when the count starts again at 0.
struct StepTimeline: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the entries and the date of the next reload.
    func entries(at now: Date) async throws -> (entries: [StepEntry], reload: Date) {
        guard let day = calendar.dateInterval(of: .day, for: now) else { return ([], now) }
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.stepCount),
                predicate: HKQuery.predicateForSamples(withStart: day.start, end: now, options: .strictStartDate)),
            options: .cumulativeSum)
        let steps: Double
        do {
            steps = try await query.result(for: store)?.sumQuantity()?.doubleValue(for: .count()) ?? 0
        } catch let error as HKError where error.code == .errorNoData {
            steps = 0
        }
        let soon = calendar.date(byAdding: .minute, value: 15, to: now) ?? day.end
        return ([StepEntry(date: now, steps: Int(steps)), StepEntry(date: day.end, steps: 0)], min(soon, day.end))
    }
}
