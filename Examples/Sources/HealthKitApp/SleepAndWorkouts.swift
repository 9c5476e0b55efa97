import HealthKit

/// Reads nights.
struct SleepReader: Sendable {
    let store: HKHealthStore

    /// The hours asleep in a period. Time that two sources recorded counts once.
    func hoursAsleep(in period: DateInterval) async throws -> Double {
        let time = HKQuery.predicateForSamples(withStart: period.start, end: period.end)
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.sleepAnalysis), predicate: time)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .forward)]
        ).result(for: store)
        let asleep = samples.filter {
            HKCategoryValueSleepAnalysis(rawValue: $0.value).map(HKCategoryValueSleepAnalysis.allAsleepValues.contains) ?? false
        }
        var seconds = 0.0
        var end = period.start
        for sample in asleep where sample.endDate > end {
            seconds += min(sample.endDate, period.end).timeIntervalSince(max(sample.startDate, end))
            end = sample.endDate
        }
        return seconds / 3600
    }

    /// The minutes of a stage, by its predicate.
    func minutes(of stage: HKCategoryValueSleepAnalysis, in period: DateInterval) async throws -> Double {
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForSamples(withStart: period.start, end: period.end),
            HKQuery.predicateForCategorySamples(with: .equalTo, value: stage.rawValue),
        ])
        let samples = try await SampleReader(store: store).samples(HKCategoryType(.sleepAnalysis), predicate)
        return samples.reduce(0) { $0 + $1.endDate.timeIntervalSince($1.startDate) } / 60
    }
}

/// Reads workouts.
struct WorkoutReader: Sendable {
    let store: HKHealthStore

    /// The runs of at least a number of minutes, the newest first.
    func runs(atLeast minutes: Double) async throws -> [HKWorkout] {
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForWorkouts(with: .running),
            HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, duration: minutes * 60),
        ])
        return try await HKSampleQueryDescriptor(
            predicates: [.workout(predicate)], sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)]
        ).result(for: store)
    }

    /// The energy of a workout.
    func kilocalories(_ workout: HKWorkout) -> Double? {
        workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()?.doubleValue(for: .kilocalorie())
    }

    /// The highest heart rate that was recorded during a workout.
    func highestHeartRate(during workout: HKWorkout) async throws -> Double? {
        let time = HKQuery.predicateForSamples(withStart: workout.startDate, end: workout.endDate)
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.heartRate), predicate: time), options: .discreteMax)
        return try await query.result(for: store)?.maximumQuantity()?.doubleValue(for: StatisticsReader.perMinute)
    }
}
