import HealthKit
import Testing

/// Steps with handlers, as tutorials wrote them before `async`.
final class StepManager {
    let healthStore: HKHealthStore
    private(set) var dailySteps: [(date: Date, count: Int)] = []

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    func fetchSteps(on date: Date, completion: @escaping (Double) -> Void) {
        guard let stepType = HKQuantityType.quantityType(forIdentifier: .stepCount) else {
            completion(0)
            return
        }
        let startOfDay = Calendar.current.startOfDay(for: date)
        let predicate = HKQuery.predicateForSamples(withStart: startOfDay, end: date, options: .strictStartDate)
        let query = HKStatisticsQuery(quantityType: stepType, quantitySamplePredicate: predicate, options: .cumulativeSum) {
            _, result, error in
            guard let result = result, let sum = result.sumQuantity() else {
                DispatchQueue.main.async { completion(0) }
                return
            }
            DispatchQueue.main.async { completion(sum.doubleValue(for: HKUnit.count())) }
        }
        healthStore.execute(query)
    }

    func fetchLastWeek(until now: Date, completion: @escaping () -> Void) {
        let calendar = Calendar.current
        let stepType = HKObjectType.quantityType(forIdentifier: .stepCount)!
        var interval = DateComponents()
        interval.day = 1
        let anchorComponents = calendar.dateComponents([.day, .month, .year], from: now)
        let anchorDate = calendar.date(from: anchorComponents)!
        let query = HKStatisticsCollectionQuery(
            quantityType: stepType, quantitySamplePredicate: nil, options: [.cumulativeSum], anchorDate: anchorDate,
            intervalComponents: interval)
        query.initialResultsHandler = { [weak self] query, results, error in
            guard let self = self, let results = results, let startDate = calendar.date(byAdding: .day, value: -6, to: anchorDate) else {
                return
            }
            var days: [(date: Date, count: Int)] = []
            results.enumerateStatistics(from: startDate, to: now) { statistics, stop in
                let count = statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0
                days.append((statistics.startDate, Int(count)))
            }
            let week = days
            DispatchQueue.main.async {
                self.dailySteps = week
                completion()
            }
        }
        healthStore.execute(query)
    }

    func fetchHours(of day: Date, completion: @escaping ([Int: Double]) -> Void) {
        let calendar = Calendar.current
        let start = calendar.startOfDay(for: day)
        let end = calendar.date(byAdding: .day, value: 1, to: start)!
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType(.stepCount),
            quantitySamplePredicate: HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate),
            options: .cumulativeSum, anchorDate: start, intervalComponents: DateComponents(hour: 1))
        query.initialResultsHandler = { _, collection, _ in
            var hours: [Int: Double] = [:]
            collection?.enumerateStatistics(from: start, to: end) { statistics, _ in
                guard let quantity = statistics.sumQuantity() else { return }
                hours[calendar.component(.hour, from: statistics.startDate)] = quantity.doubleValue(for: .count())
            }
            completion(hours)
        }
        healthStore.execute(query)
    }

    /// The distance of each month of a year, in kilometers.
    func fetchMonths(of year: Int, completion: @escaping ([Double]) -> Void) {
        let calendar = Calendar.current
        let newYear = calendar.date(from: DateComponents(year: year, month: 1, day: 1))!
        let lastDay = calendar.date(from: DateComponents(year: year, month: 12, day: 31))!
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType.quantityType(forIdentifier: .distanceWalkingRunning)!, quantitySamplePredicate: nil,
            options: .cumulativeSum, anchorDate: newYear, intervalComponents: DateComponents(month: 1))
        query.initialResultsHandler = { _, results, error in
            var months = [Double]()
            results?.enumerateStatistics(from: newYear, to: lastDay) { statistics, _ in
                months.append(statistics.sumQuantity()?.doubleValue(for: HKUnit.meterUnit(with: .kilo)) ?? 0)
            }
            completion(months)
        }
        healthStore.execute(query)
    }

    /// The steps that the watch counted, and those of the phone.
    func fetchWatchAndPhone(on day: Date, completion: @escaping (_ watch: Double, _ phone: Double) -> Void) {
        let start = Calendar.current.startOfDay(for: day)
        let predicate = HKQuery.predicateForSamples(withStart: start, end: start.addingTimeInterval(24 * 60 * 60))
        let query = HKStatisticsQuery(
            quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: predicate, options: [.cumulativeSum, .separateBySource]
        ) { _, statistics, _ in
            var watch = 0.0
            var phone = 0.0
            for source in statistics?.sources ?? [] {
                let steps = statistics?.sumQuantity(for: source)?.doubleValue(for: .count()) ?? 0
                if source.name.contains("Watch") { watch += steps } else { phone += steps }
            }
            completion(watch, phone)
        }
        healthStore.execute(query)
    }

    /// The first day with 10,000 steps.
    func findFirstGoal(since start: Date, until end: Date, completion: @escaping (Date?) -> Void) {
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: start,
            intervalComponents: DateComponents(day: 1))
        query.initialResultsHandler = { _, results, _ in
            var found: Date?
            results?.enumerateStatistics(from: start, to: end) { statistics, stop in
                if let sum = statistics.sumQuantity(), sum.compare(HKQuantity(unit: .count(), doubleValue: 10_000)) != .orderedAscending {
                    found = statistics.startDate
                    stop.pointee = true
                }
            }
            completion(found)
        }
        healthStore.execute(query)
    }
}

@Suite("Snippets: steps and distances")
struct StepSnippets {
    private func manager() throws -> StepManager {
        StepManager(
            healthStore: try filled(
                """
                add 1200 count steps from "Anna's Apple Watch" at 2026-03-28 23:30 for 1h
                add 3000 count steps from "Anna's Apple Watch" at 2026-03-29 10:15 for 1h
                add 2000 count steps from "iPhone" at 2026-03-29 10:15 for 30min
                add 500 count steps from "iPhone" at 2026-03-29 12:00 for 10min
                add 10000 count steps from "Anna's Apple Watch" at 2026-03-31 09:00 for 2h
                add 12000 count steps from "Anna's Apple Watch" at 2026-04-01 09:00 for 2h
                """))
    }

    @Test("Steps of today: those that began after midnight, with watch and phone counted once")
    func today() async throws {
        let manager = try manager()
        #expect(await answer { manager.fetchSteps(on: at("2026-03-29 20:00"), completion: $0) } == 3500)
        // Half past ten: the query chooses the whole walk, because it began before.
        #expect(await answer { manager.fetchSteps(on: at("2026-03-29 10:30"), completion: $0) } == 3000)
        #expect(await answer { manager.fetchSteps(on: at("2026-03-30 20:00"), completion: $0) } == 0)
    }

    @Test("The last seven days for a chart, with 0 for days without samples")
    func week() async throws {
        let manager = try manager()
        let _: Bool = await answer { done in manager.fetchLastWeek(until: at("2026-04-01 15:00")) { done(true) } }
        #expect(manager.dailySteps.map(\.count) == [0, 0, 600, 4100, 0, 10_000, 12_000])
        #expect(manager.dailySteps.first?.date == at("2026-03-26"))
        #expect(manager.dailySteps[4].date == at("2026-03-30"))
    }

    @Test("Hours of the day on which clocks skip one")
    func hours() async throws {
        let manager = try manager()
        // The watch has 3000 steps from 10:15 to 11:15. The walk over midnight began on the day before.
        #expect(await answer { manager.fetchHours(of: at("2026-03-29"), completion: $0) } == [10: 2250, 11: 750, 12: 500])
    }

    @Test("Months of a year")
    func months() async throws {
        let manager = StepManager(
            healthStore: try filled(
                """
                add 5 km distanceWalkingRunning at 2026-01-31 23:00 for 2h
                add 3000 m distanceWalkingRunning at 2026-02-28 12:00 for 1h
                add 1 mi distanceWalkingRunning at 2026-12-31 12:00 for 1h
                """))
        let months = await answer { manager.fetchMonths(of: 2026, completion: $0) }
        #expect(months.count == 12)
        #expect(isClose(months[0], 2.5) && isClose(months[1], 5.5) && isClose(months[11], 1.609344))
        #expect(months[2...10].allSatisfy { $0 == 0 })
    }

    @Test("Each source has all steps that it recorded")
    func sources() async throws {
        let manager = try manager()
        let (watch, phone): (Double, Double) = await answer { done in
            manager.fetchWatchAndPhone(on: at("2026-03-31")) { done(($0, $1)) }
        }
        #expect((watch, phone) == (10_000, 0))
        // No options of the predicate: the walk over midnight is chosen whole.
        let both: (Double, Double) = await answer { done in manager.fetchWatchAndPhone(on: at("2026-03-29")) { done(($0, $1)) } }
        #expect(both == (4200, 2500))
    }

    @Test("An enumeration ends at the first day with the goal")
    func goal() async throws {
        let manager = try manager()
        let found: Date? = await answer { manager.findFirstGoal(since: at("2026-03-01"), until: at("2026-04-30"), completion: $0) }
        #expect(found == at("2026-03-31"))
    }
}
