import HealthKit

/// A made-up life of a few weeks: for pictures, for previews, and for a simulator, which has no data.
struct SampleLife {
    var calendar = Calendar.current

    /// Saves samples of whole days and of the day of a time until then: energy, steps, heart rates and sleep.
    func fill(_ store: HKHealthStore, days: Int, until now: Date) async throws {
        var samples: [HKObject] = []
        for back in 0...days {
            guard let day = calendar.date(byAdding: .day, value: -back, to: calendar.startOfDay(for: now)),
                let end = calendar.date(byAdding: .day, value: 1, to: day)
            else { continue }
            samples += activity(from: day, to: min(end, now), day: days - back)
            samples += night(before: day, number: days - back)
        }
        try await store.save(samples)
    }

    /// Returns energy, steps and a heart rate for each quarter of an hour.
    private func activity(from start: Date, to end: Date, day: Int) -> [HKObject] {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let isFree = calendar.isDateInWeekend(start)
        return stride(from: 0, to: end.timeIntervalSince(start), by: 900).flatMap { seconds -> [HKObject] in
            let from = start.addingTimeInterval(seconds)
            let period = (from, min(from.addingTimeInterval(900), end))
            let quarter = Int(seconds) / 900
            let effort = Self.effort(hour: calendar.component(.hour, from: from), isFree: isFree) * (0.5 + Self.chance(day, quarter))
            let share = period.1.timeIntervalSince(period.0) / 900
            return [
                sample(.activeEnergyBurned, .kilocalorie(), (1 + 14 * effort) * share, period),
                sample(.stepCount, .count(), (420 * effort * share).rounded(), period),
                sample(.heartRate, perMinute, (54 + 12 * Self.chance(quarter, day) + 70 * effort).rounded(), (from, from)),
            ]
        }
    }

    private func sample(
        _ type: HKQuantityTypeIdentifier, _ unit: HKUnit, _ value: Double, _ period: (Date, Date)
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: value), start: period.0, end: period.1)
    }

    /// Returns about five cycles of sleep, which start at about eleven in the evening.
    private func night(before day: Date, number: Int) -> [HKObject] {
        let cycle: [(HKCategoryValueSleepAnalysis, Double)] = [
            (.asleepCore, 25), (.asleepDeep, 30), (.asleepCore, 20), (.asleepREM, 15), (.awake, 3),
        ]
        var start = day.addingTimeInterval(-3600 + 1800 * Self.chance(number, 1))
        return (0..<5).flatMap { round in
            cycle.map { stage, minutes in
                // Deep sleep is at the start of a night, and dreams are at its end.
                let trend =
                    switch stage {
                    case .asleepDeep: 1.5 - 0.3 * Double(round)
                    case .asleepREM: 0.5 + 0.4 * Double(round)
                    default: 0.8 + 0.4 * Self.chance(number, round)
                    }
                let end = start.addingTimeInterval(60 * (minutes * trend).rounded())
                defer { start = end }
                return HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: stage.rawValue, start: start, end: end)
            }
        }
    }

    /// Returns how active an hour is, from 0 to 1.
    private static func effort(hour: Int, isFree: Bool) -> Double {
        switch hour {
        case 0..<7: 0
        case 7..<9: isFree ? 0.1 : 0.6
        case 10..<14: isFree ? 0.7 : 0.25
        case 17..<19: isFree ? 0.3 : 0.9
        case 22...: 0.05
        default: 0.2
        }
    }

    /// Returns a number from 0 to 1 that looks random, and is the same each time.
    private static func chance(_ first: Int, _ second: Int) -> Double {
        let mixed = UInt64(truncatingIfNeeded: first &* 7919 &+ second &* 104_729 &+ 1) &* 0x9e37_79b9_7f4a_7c15
        return Double(mixed >> 40) / Double(1 << 24)
    }
}
