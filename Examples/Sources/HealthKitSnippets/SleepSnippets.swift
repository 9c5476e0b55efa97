import HealthKit
import Testing

/// Nights, as trackers of sleep write them.
final class SleepManager {
    let healthStore: HKHealthStore

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    /// Saves a night: time in bed, and the stages within it.
    func save(bed: DateInterval, stages: [(HKCategoryValueSleepAnalysis, DateInterval)], completion: @escaping (Bool, Error?) -> Void) {
        guard let sleepType = HKObjectType.categoryType(forIdentifier: .sleepAnalysis) else { return completion(false, nil) }
        let inBed = HKCategorySample(
            type: sleepType, value: HKCategoryValueSleepAnalysis.inBed.rawValue, start: bed.start, end: bed.end,
            metadata: [HKMetadataKeyTimeZone: TimeZone.current.identifier])
        let samples = stages.map { stage, time in
            HKCategorySample(type: sleepType, value: stage.rawValue, start: time.start, end: time.end)
        }
        healthStore.save([inBed] + samples) { success, error in
            DispatchQueue.main.async { completion(success, error) }
        }
    }

    /// The seconds of each stage in a night that ended on a day.
    func stages(endingOn day: Date, completion: @escaping ([HKCategoryValueSleepAnalysis: TimeInterval]) -> Void) {
        let calendar = Calendar.current
        let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: day)!
        let evening = calendar.date(byAdding: .hour, value: -18, to: noon)!
        let predicate = HKQuery.predicateForSamples(withStart: evening, end: noon, options: [.strictStartDate, .strictEndDate])
        let query = HKSampleQuery(
            sampleType: HKCategoryType(.sleepAnalysis), predicate: predicate, limit: HKObjectQueryNoLimit,
            sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true)]
        ) { _, result, _ in
            var totals: [HKCategoryValueSleepAnalysis: TimeInterval] = [:]
            for item in result ?? [] {
                guard let sample = item as? HKCategorySample, let stage = HKCategoryValueSleepAnalysis(rawValue: sample.value) else {
                    continue
                }
                totals[stage, default: 0] += sample.endDate.timeIntervalSince(sample.startDate)
            }
            completion(totals)
        }
        healthStore.execute(query)
    }

    /// The hours asleep by the day on which the person woke up.
    func hoursByDay() async throws -> [Date: Double] {
        let asleep = HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: HKCategoryValueSleepAnalysis.allAsleepValues)
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.sleepAnalysis), predicate: asleep)],
            sortDescriptors: [SortDescriptor(\.startDate)])
        let samples = try await descriptor.result(for: healthStore)
        return Dictionary(grouping: samples) { Calendar.current.startOfDay(for: $0.startDate.addingTimeInterval(12 * 3600)) }
            .mapValues { $0.reduce(0) { $0 + $1.endDate.timeIntervalSince($1.startDate) } / 3600 }
    }
}

@Suite("Snippets: sleep")
struct SleepSnippets {
    @Test("A night of stages, over the hour that clocks skip")
    func stages() async throws {
        let manager = SleepManager(healthStore: try filled())
        func time(_ start: String, _ end: String) -> DateInterval { DateInterval(start: at(start), end: at(end)) }
        let saved: (Bool, Bool) = await answer { done in
            manager.save(
                bed: time("2026-03-28 22:30", "2026-03-29 07:00"),
                stages: [
                    (.asleepCore, time("2026-03-28 23:00", "2026-03-29 00:30")),
                    // From 01:00 to 04:00 on the clock are two hours.
                    (.asleepDeep, time("2026-03-29 01:00", "2026-03-29 04:00")),
                    (.awake, time("2026-03-29 04:00", "2026-03-29 04:15")),
                    (.asleepREM, time("2026-03-29 04:15", "2026-03-29 06:45")),
                ]
            ) { done(($0, $1 == nil)) }
        }
        #expect(saved == (true, true))
        let stages = await answer { manager.stages(endingOn: at("2026-03-29 09:00"), completion: $0) }
        // In bed from 22:30 to 07:00 on the clock: 7.5 hours.
        #expect(stages == [.inBed: 27_000, .asleepCore: 5400, .asleepDeep: 7200, .awake: 900, .asleepREM: 9000])
        #expect(await answer { manager.stages(endingOn: at("2026-03-30 09:00"), completion: $0) } == [:])
    }

    @Test("Hours asleep by the day of waking up")
    func days() async throws {
        let manager = SleepManager(
            healthStore: try filled(
                """
                add core sleep from "Watch" at 2026-03-26 23:00 for 7h
                add deep sleep from "Watch" at 2026-03-28 00:30 for 90min
                add REM sleep from "Watch" at 2026-03-28 02:00 for 30min
                add awake sleepAnalysis from "Watch" at 2026-03-28 02:30 for 30min
                """))
        #expect(try await manager.hoursByDay() == [at("2026-03-27"): 7, at("2026-03-28"): 2])
    }
}
