import HealthKit
import Testing

/// Heart rates and other readings of single moments.
final class HeartManager {
    let healthStore: HKHealthStore
    let heartRateUnit = HKUnit.count().unitDivided(by: .minute())
    private var query: HKAnchoredObjectQuery?
    private let lock = NSLock()
    private var rates: [Int] = []

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    func latestHeartRate(completion: @escaping (Int?, Date?) -> Void) {
        guard let type = HKObjectType.quantityType(forIdentifier: .heartRate) else { return completion(nil, nil) }
        let newestFirst = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
        let query = HKSampleQuery(sampleType: type, predicate: nil, limit: 1, sortDescriptors: [newestFirst]) { _, results, error in
            guard error == nil, let sample = results?.first as? HKQuantitySample else {
                completion(nil, nil)
                return
            }
            completion(Int(sample.quantity.doubleValue(for: HKUnit(from: "count/min"))), sample.endDate)
        }
        healthStore.execute(query)
    }

    func range(from start: Date, to end: Date) async -> (min: Double, max: Double)? {
        await withCheckedContinuation { continuation in
            let query = HKStatisticsQuery(
                quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: HKQuery.predicateForSamples(withStart: start, end: end),
                options: [.discreteMin, .discreteMax]
            ) { _, statistics, _ in
                guard let min = statistics?.minimumQuantity()?.doubleValue(for: self.heartRateUnit),
                    let max = statistics?.maximumQuantity()?.doubleValue(for: self.heartRateUnit)
                else {
                    continuation.resume(returning: nil)
                    return
                }
                continuation.resume(returning: (min, max))
            }
            healthStore.execute(query)
        }
    }

    /// The variability of the heart rate, averaged by week.
    func variability(weeksFrom monday: Date, until end: Date) async throws -> [Double?] {
        let descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.heartRateVariabilitySDNN)), options: .discreteAverage, anchorDate: monday,
            intervalComponents: DateComponents(weekOfYear: 1))
        let weeks = try await descriptor.result(for: healthStore)
        var averages: [Double?] = []
        weeks.enumerateStatistics(from: monday, to: end) { week, _ in
            averages.append(week.averageQuantity()?.doubleValue(for: .secondUnit(with: .milli)))
        }
        return averages
    }

    func restingHeartRate(on day: Date) async throws -> Double? {
        let start = Calendar.current.startOfDay(for: day)
        let end = Calendar.current.date(byAdding: DateComponents(day: 1, second: -1), to: start)
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.restingHeartRate), predicate: HKQuery.predicateForSamples(withStart: start, end: end)),
            options: .mostRecent)
        do {
            return try await query.result(for: healthStore)?.mostRecentQuantity()?.doubleValue(for: heartRateUnit)
        } catch HKError.errorNoData {
            return nil
        }
    }

    /// The shares of readings in the zones below 100, below 140 and from 140.
    func zones() async throws -> [Int] {
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.heartRate))], sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)]
        ).result(for: healthStore)
        var counts = [0, 0, 0]
        for sample in samples {
            switch sample.quantity.doubleValue(for: heartRateUnit) {
            case ..<100: counts[0] += 1
            case 100..<140: counts[1] += 1
            default: counts[2] += 1
            }
        }
        return counts
    }

    func oxygenSaturation() async throws -> (newest: Double, lowest: Double)? {
        let type = HKQuantityType(.oxygenSaturation)
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type)], sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)]
        ).result(for: healthStore)
        guard let newest = samples.first, let lowest = samples.min(by: { $0.quantity.compare($1.quantity) == .orderedAscending }) else {
            return nil
        }
        return (newest.quantity.doubleValue(for: .percent()) * 100, lowest.quantity.doubleValue(for: .percent()) * 100)
    }

    // MARK: As it is measured

    var current: [Int] { lock.withLock { rates } }

    func startStreaming(since date: Date) {
        let predicate = HKQuery.predicateForSamples(withStart: date, end: nil, options: .strictStartDate)
        let query = HKAnchoredObjectQuery(
            type: HKQuantityType.quantityType(forIdentifier: .heartRate)!, predicate: predicate, anchor: nil,
            limit: Int(HKObjectQueryNoLimit)
        ) { [weak self] _, samples, _, _, _ in
            self?.process(samples)
        }
        query.updateHandler = { [weak self] query, samples, deletedObjects, newAnchor, error in
            self?.process(samples)
        }
        healthStore.execute(query)
        self.query = query
    }

    func stopStreaming() {
        if let query { healthStore.stop(query) }
    }

    private func process(_ samples: [HKSample]?) {
        guard let samples = samples as? [HKQuantitySample] else { return }
        lock.withLock { rates += samples.map { Int($0.quantity.doubleValue(for: heartRateUnit)) } }
    }
}

@Suite("Snippets: heart")
struct HeartSnippets {
    private func manager() throws -> HeartManager {
        HeartManager(
            healthStore: try filled(
                """
                load heartRate from "Watch" at 2026-03-28 09:00 every 10min for 0s: 62 98 100 139 140 171
                add 48 ms heartRateVariabilitySDNN at 2026-03-17 06:00 for 1min
                add 52 ms heartRateVariabilitySDNN at 2026-03-19 06:00 for 1min
                add 40 ms heartRateVariabilitySDNN at 2026-04-01 06:00 for 1min
                add 55 bpm restingHeartRate at 2026-03-28 00:00 to 2026-03-28 23:00
                add 97 % oxygenSaturation at 2026-03-28 03:00
                add 93 % oxygenSaturation at 2026-03-28 02:00
                """))
    }

    @Test("The newest reading and its time")
    func latest() async throws {
        let manager = try manager()
        let found: (Int?, Date?) = await answer { done in manager.latestHeartRate { done(($0, $1)) } }
        #expect(found == (171, at("2026-03-28 09:50")))
        let empty = HeartManager(healthStore: try filled())
        let none: (Int?, Date?) = await answer { done in empty.latestHeartRate { done(($0, $1)) } }
        #expect(none == (nil, nil))
    }

    @Test("The lowest and highest reading of a period, with a continuation around the query")
    func range() async throws {
        let manager = try manager()
        let range = try #require(await manager.range(from: at("2026-03-28 09:10"), to: at("2026-03-28 09:40")))
        // 98, 100 and 139; the reading at 09:40 is outside.
        #expect(range == (98, 139))
        #expect(await manager.range(from: at("2026-03-28 20:00"), to: at("2026-03-28 21:00")) == nil)
    }

    @Test("Averages of weeks, with nil for a week without readings")
    func variability() async throws {
        #expect(try await manager().variability(weeksFrom: at("2026-03-16"), until: at("2026-04-02")) == [50, nil, 40])
    }

    @Test("The resting heart rate of a day, or nil without an error")
    func resting() async throws {
        let manager = try manager()
        #expect(try await manager.restingHeartRate(on: at("2026-03-28 12:00")) == 55)
        #expect(try await manager.restingHeartRate(on: at("2026-03-27 12:00")) == nil)
    }

    @Test("Readings by zone, and percentages")
    func zones() async throws {
        let manager = try manager()
        #expect(try await manager.zones() == [2, 2, 2])
        let oxygen = try #require(try await manager.oxygenSaturation())
        #expect(isClose(oxygen.newest, 97) && isClose(oxygen.lowest, 93))
    }

    @Test("A stream of readings during a workout")
    func streaming() async throws {
        let manager = try manager()
        manager.startStreaming(since: at("2026-03-28 09:40"))
        #expect(try await eventually([140, 171]) { manager.current })
        let time = at("2026-03-28 10:00")
        try await manager.healthStore.save([
            HKQuantitySample(
                type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: manager.heartRateUnit, doubleValue: 150), start: time,
                end: time),
            HKQuantitySample(
                type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: manager.heartRateUnit, doubleValue: 70),
                start: at("2026-03-28 09:00"), end: at("2026-03-28 09:00")),
        ])
        #expect(try await eventually([140, 171, 150]) { manager.current })
        manager.stopStreaming()
    }
}
