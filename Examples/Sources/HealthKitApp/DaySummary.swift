import HealthKit

/// The three rings of a day: how much of each goal is reached, as 0 to 1 or more. Nil for a ring that has no goal.
struct Rings: Equatable, Sendable {
    var day: DateComponents
    var move: Double?
    var exercise: Double?
    var stand: Double?

    init(_ summary: HKActivitySummary, calendar: Calendar) {
        let components = summary.dateComponents(for: calendar)
        day = DateComponents(year: components.year, month: components.month, day: components.day)
        move = Self.share(summary.activeEnergyBurned, summary.activeEnergyBurnedGoal, .kilocalorie())
        exercise = Self.share(summary.appleExerciseTime, summary.exerciseTimeGoal, .minute())
        stand = Self.share(summary.appleStandHours, summary.standHoursGoal, .count())
    }

    private static func share(_ value: HKQuantity, _ goal: HKQuantity?, _ unit: HKUnit) -> Double? {
        guard let goal = goal?.doubleValue(for: unit), goal > 0 else { return nil }
        return value.doubleValue(for: unit) / goal
    }
}

/// Reads activity summaries.
struct SummaryReader: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// The rings of the day of a date; nil if the day has no summary.
    func rings(of date: Date) async throws -> Rings? {
        let predicate = HKQuery.predicateForActivitySummary(with: components(date))
        return try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: store).first
            .map { Rings($0, calendar: calendar) }
    }

    /// The rings of several days, from the oldest to the newest.
    func rings(from first: Date, through last: Date) async throws -> [Rings] {
        let predicate = HKQuery.predicate(forActivitySummariesBetweenStart: components(first), end: components(last))
        let calendar = calendar
        return try await withCheckedThrowingContinuation { continuation in
            let query = HKActivitySummaryQuery(predicate: predicate) { _, summaries, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: (summaries ?? []).map { Rings($0, calendar: calendar) })
                }
            }
            store.execute(query)
        }
    }

    /// A summary's predicate needs the calendar in its components.
    private func components(_ date: Date) -> DateComponents {
        var components = calendar.dateComponents([.era, .year, .month, .day], from: date)
        components.calendar = calendar
        return components
    }
}
