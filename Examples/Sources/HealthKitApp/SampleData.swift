import HealthKit

/// Made-up samples: for previews of views, and for a simulator, which has no data.
enum SampleData {
    /// The steps that a day of the made-up data has. They repeat every week.
    static func steps(on weekday: Int) -> Double { Double(4000 + 500 * weekday) }

    /// Samples for the preview of a chart: steps of the last seven days at noon, today last.
    static func preview(until now: Date, calendar: Calendar = .current) -> [HKQuantitySample] {
        (0..<7).reversed().compactMap { back in
            guard let day = calendar.date(byAdding: .day, value: -back, to: calendar.startOfDay(for: now)),
                let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: day)
            else { return nil }
            let count = HKQuantity(unit: .count(), doubleValue: steps(on: calendar.component(.weekday, from: day)))
            return HKQuantitySample(type: HKQuantityType(.stepCount), quantity: count, start: noon, end: noon.addingTimeInterval(600))
        }
    }

    /// Saves samples of whole days before today: steps and energy in ten hours of each day, heart rates, and sleep.
    static func fill(_ store: HKHealthStore, days: Int, before now: Date, calendar: Calendar = .current) async throws {
        let today = calendar.startOfDay(for: now)
        var samples: [HKObject] = []
        for back in 1...days {
            guard let day = calendar.date(byAdding: .day, value: -back, to: today) else { continue }
            samples += hours(of: day, calendar)
            samples += night(before: day, calendar)
        }
        try await store.save(samples)
    }

    private static func hours(of day: Date, _ calendar: Calendar) -> [HKObject] {
        let weekday = calendar.component(.weekday, from: day)
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        return (9..<19).flatMap { hour -> [HKObject] in
            guard let start = calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day) else { return [] }
            let end = start.addingTimeInterval(3600)
            return [
                HKQuantitySample(
                    type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: steps(on: weekday) / 10),
                    start: start, end: end),
                HKQuantitySample(
                    type: HKQuantityType(.activeEnergyBurned), quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 40), start: start,
                    end: end),
                HKQuantitySample(
                    type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: perMinute, doubleValue: Double(60 + hour)), start: start,
                    end: start),
            ]
        }
    }

    /// A night from 23:00 to 07:00: half an hour in bed, then four hours of core, two of deep and one and a half of REM sleep.
    private static func night(before day: Date, _ calendar: Calendar) -> [HKObject] {
        guard
            var start = calendar.date(byAdding: .day, value: -1, to: day).flatMap({
                calendar.date(bySettingHour: 23, minute: 0, second: 0, of: $0)
            })
        else { return [] }
        let stages: [(HKCategoryValueSleepAnalysis, TimeInterval)] = [
            (.awake, 1800), (.asleepCore, 14_400), (.asleepDeep, 7200), (.asleepREM, 5400),
        ]
        return stages.map { stage, length in
            defer { start += length }
            return HKCategorySample(
                type: HKCategoryType(.sleepAnalysis), value: stage.rawValue, start: start, end: start.addingTimeInterval(length))
        }
    }
}
