import HealthKit
import Testing

/// The rings and goals of days.
final class RingManager {
    let healthStore: HKHealthStore

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    /// The summaries of the last days, as tutorials write the predicate: its components need the calendar.
    func fetchWeek(until now: Date, completion: @escaping ([HKActivitySummary]) -> Void) {
        let calendar = Calendar.current
        let units: Set<Calendar.Component> = [.day, .month, .year, .era]
        guard let startDate = calendar.date(byAdding: .day, value: -6, to: now) else { return }
        var startDateComponents = calendar.dateComponents(units, from: startDate)
        startDateComponents.calendar = calendar
        var endDateComponents = calendar.dateComponents(units, from: now)
        endDateComponents.calendar = calendar
        let summariesWithinRange = HKQuery.predicate(
            forActivitySummariesBetweenStart: startDateComponents, end: endDateComponents)
        let query = HKActivitySummaryQuery(predicate: summariesWithinRange) { (query, summariesOrNil, errorOrNil) -> Void in
            DispatchQueue.main.async { completion(summariesOrNil ?? []) }
        }
        healthStore.execute(query)
    }

    /// The text of a day's summary.
    func describe(_ summary: HKActivitySummary) -> String {
        let energyUnit = HKUnit.kilocalorie()
        let standUnit = HKUnit.count()
        let exerciseUnit = HKUnit.minute()
        let energy = summary.activeEnergyBurned.doubleValue(for: energyUnit)
        let stand = summary.appleStandHours.doubleValue(for: standUnit)
        let exercise = summary.appleExerciseTime.doubleValue(for: exerciseUnit)
        let energyGoal = summary.activeEnergyBurnedGoal.doubleValue(for: energyUnit)
        let standGoal = summary.appleStandHoursGoal.doubleValue(for: standUnit)
        let exerciseGoal = summary.appleExerciseTimeGoal.doubleValue(for: exerciseUnit)
        let energyProgress = energyGoal == 0 ? 0 : energy / energyGoal
        let isClosed = energyProgress >= 1 && stand >= standGoal && exercise >= exerciseGoal
        let day = Calendar.current.date(from: summary.dateComponents(for: Calendar.current))!
        let format = Date.ISO8601FormatStyle(timeZone: Calendar.current.timeZone).year().month().day()
        let state = isClosed ? "closed" : "open"
        return "\(day.formatted(format)): \(Int(energyProgress * 100)) %, \(Int(exercise)) min, \(Int(stand)) h, \(state)"
    }

    /// The number of days whose move goal was reached, with a query descriptor.
    func daysWithMoveGoal() async throws -> Int {
        try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: healthStore)
            .filter { $0.activeEnergyBurned.compare($0.activeEnergyBurnedGoal) != .orderedAscending }.count
    }

    /// Stand hours from the samples of categories.
    func standHours(on day: Date) async throws -> Int {
        let interval = Calendar.current.dateInterval(of: .day, for: day)!
        let time = HKQuery.predicateForSamples(withStart: interval.start, end: interval.end, options: .strictStartDate)
        let stood = HKQuery.predicateForCategorySamples(with: .equalTo, value: HKCategoryValueAppleStandHour.stood.rawValue)
        return try await HKSampleQueryDescriptor(
            predicates: [
                .categorySample(
                    type: HKCategoryType(.appleStandHour), predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [time, stood]))
            ], sortDescriptors: []
        ).result(for: healthStore).count
    }
}

@Suite("Snippets: rings and goals")
struct RingSnippets {
    @Test("The summaries of a week with rings and goals, over the day of 23 hours")
    func week() async throws {
        let manager = RingManager(
            healthStore: try filled(
                """
                add summary on 2026-03-24 move 900 of 500 kcal, exercise 90 of 30 min, stand 16 of 12 hr
                add summary on 2026-03-25 move 500 of 500 kcal, exercise 30 of 30 min, stand 12 of 12 hr
                add summary on 2026-03-29 move 375 of 500 kcal, exercise 45 of 30 min, stand 11 of 12 hr
                add summary on 2026-03-31 move 600 of 500 kcal, exercise 12 of 30 min, stand 13 of 12 hr
                """))
        let summaries = await answer { manager.fetchWeek(until: at("2026-03-31 00:30"), completion: $0) }
        #expect(
            summaries.map(manager.describe) == [
                "2026-03-25: 100 %, 30 min, 12 h, closed", "2026-03-29: 75 %, 45 min, 11 h, open", "2026-03-31: 120 %, 12 min, 13 h, open",
            ])
        #expect(try await manager.daysWithMoveGoal() == 3)
    }

    @Test("Hours of standing from samples")
    func stand() async throws {
        let manager = RingManager(
            healthStore: try filled(
                """
                add stood appleStandHour at 2026-03-28 08:00 for 1h
                add idle appleStandHour at 2026-03-28 09:00 for 1h
                add stood appleStandHour at 2026-03-28 10:00 for 1h
                add stood appleStandHour at 2026-03-28 23:00 for 1h
                """))
        #expect(try await manager.standHours(on: at("2026-03-28 12:00")) == 3)
        #expect(try await manager.standHours(on: at("2026-03-29 12:00")) == 0)
    }
}
