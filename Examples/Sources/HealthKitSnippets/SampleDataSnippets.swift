import HealthKit
import Testing

/// Fills a simulator with samples of 60 days, and reads them again.
final class SimulatorData {
    let healthStore: HKHealthStore
    let calendar = Calendar.current

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    /// Steps of day `i` before today: 5000 and 100 for each `i`, and weight that falls by 0.1 kg a day.
    func addSampleData(until today: Date) async {
        var samples: [HKSample] = []
        for i in 0..<60 {
            let endDate = calendar.date(byAdding: .day, value: -i, to: today)!
            let startDate = calendar.date(byAdding: .hour, value: -1, to: endDate)!
            let steps = HKQuantity(unit: .count(), doubleValue: Double(5000 + 100 * i))
            let weight = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 80 + Double(i) / 10)
            samples.append(HKQuantitySample(type: HKQuantityType(.stepCount), quantity: steps, start: startDate, end: endDate))
            samples.append(HKQuantitySample(type: HKQuantityType(.bodyMass), quantity: weight, start: endDate, end: endDate))
        }
        do {
            try await healthStore.save(samples)
        } catch {
            print("no samples: \(error)")
        }
    }

    /// The last 28 days of a chart, and the average of a day.
    func steps(until today: Date) async throws -> (days: [Double], average: Double) {
        let endDate = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: today))!
        let startDate = calendar.date(byAdding: .day, value: -28, to: endDate)
        let queryPredicate = HKQuery.predicateForSamples(withStart: startDate, end: endDate)
        let samplePredicate = HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount), predicate: queryPredicate)
        let stepsQuery = HKStatisticsCollectionQueryDescriptor(
            predicate: samplePredicate, options: .cumulativeSum, anchorDate: endDate, intervalComponents: .init(day: 1))
        let stepCounts = try await stepsQuery.result(for: healthStore)
        let days = stepCounts.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) ?? 0 }
        return (days, days.reduce(0, +) / Double(days.count))
    }

    /// The newest weight of each day, and the difference to the day before.
    func weightChanges(until today: Date) async throws -> [Double] {
        let endDate = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: today))!
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.bodyMass)), options: .mostRecent, anchorDate: endDate,
            intervalComponents: DateComponents(day: 1))
        let weights = try await query.result(for: healthStore).statistics().compactMap {
            $0.mostRecentQuantity()?.doubleValue(for: .gramUnit(with: .kilo))
        }
        return zip(weights, weights.dropFirst()).map { $1 - $0 }
    }

    /// Steps by weekday: an average over all weeks.
    func weekdays() async throws -> [Int: Double] {
        let sunday = calendar.date(from: DateComponents(year: 2026, month: 1, day: 4))!
        let days = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum, anchorDate: sunday,
            intervalComponents: DateComponents(day: 1)
        ).result(for: healthStore)
        let groups = Dictionary(grouping: days.statistics()) { calendar.component(.weekday, from: $0.startDate) }
        return groups.mapValues { $0.reduce(0) { $0 + ($1.sumQuantity()?.doubleValue(for: .count()) ?? 0) } / Double($0.count) }
    }
}

/// Day 0 is 6 April 2026, a Monday. Day 59 is 6 February. Clocks skip an hour on day 8.
@Suite("Snippets: 60 days of samples")
struct SampleDataSnippets {
    @Test("Samples of 60 days, saved and read again")
    func days() async throws {
        let data = SimulatorData(healthStore: try filled())
        let today = at("2026-04-06 15:00")
        await data.addSampleData(until: today)
        let steps = try await data.steps(until: today)
        let expected: [Double] = (0..<28).reversed().map { Double(5000 + 100 * $0) }
        #expect(steps.days == expected)
        // 5000 and 100 · 13.5
        #expect(steps.average == 6350)
        let changes = try await data.weightChanges(until: today)
        #expect(changes.count == 59 && changes.allSatisfy { abs($0 + 0.1) < 1e-9 })
        // Mondays are the days 0, 7, … 56: 5000 and 100 · 28. Sundays are 1, 8, … 57, and Fridays 3, … 59.
        let weekdays = try await data.weekdays()
        #expect(weekdays[2] == 7800 && weekdays[1] == 7900 && weekdays[6] == 8100 && weekdays.count == 7)
    }

    @Test("A walk of the day on which clocks skip an hour")
    func spring() async throws {
        let store = try filled()
        await SimulatorData(healthStore: store).addSampleData(until: at("2026-03-29 03:30"))
        let hours = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum, anchorDate: at("2026-03-29"),
            intervalComponents: DateComponents(hour: 1)
        ).result(for: store)
        // From 01:30 to 03:30 on the clock is one hour.
        #expect(hours.statistics(for: at("2026-03-29 01:45"))?.sumQuantity()?.doubleValue(for: .count()) == 2500)
        #expect(hours.statistics(for: at("2026-03-29 03:15"))?.sumQuantity()?.doubleValue(for: .count()) == 2500)
    }
}
