import HealthKit
import Testing

/// Workouts with their statistics and samples.
final class WorkoutManager {
    let healthStore: HKHealthStore

    init(healthStore: HKHealthStore) { self.healthStore = healthStore }

    /// Saves a run with its samples, in the way of the years before workout builders.
    func saveRun(start: Date, end: Date, kilocalories: Double, kilometers: Double) async throws -> HKWorkout {
        let energy = HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories)
        let distance = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: kilometers)
        let pause = HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: start + 600, duration: 0), metadata: nil)
        let resume = HKWorkoutEvent(type: .resume, dateInterval: DateInterval(start: start + 720, duration: 0), metadata: nil)
        let workout = HKWorkout(
            activityType: .running, start: start, end: end, workoutEvents: [pause, resume], totalEnergyBurned: energy,
            totalDistance: distance, device: .local(),
            metadata: [HKMetadataKeyIndoorWorkout: true, HKMetadataKeyWorkoutBrandName: "Treadmill"])
        try await healthStore.save(workout)
        let sample = HKQuantitySample(type: HKQuantityType(.distanceWalkingRunning), quantity: distance, start: start, end: end)
        try await healthStore.save(sample)
        return workout
    }

    func loadWorkouts(completion: @escaping ([HKWorkout]?, Error?) -> Void) {
        let running = HKQuery.predicateForWorkouts(with: .running)
        let walking = HKQuery.predicateForWorkouts(with: .walking)
        let compound = NSCompoundPredicate(orPredicateWithSubpredicates: [running, walking])
        let sortDescriptor = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
        let query = HKSampleQuery(sampleType: .workoutType(), predicate: compound, limit: 0, sortDescriptors: [sortDescriptor]) {
            (query, samples, error) in
            DispatchQueue.main.async {
                guard let samples = samples as? [HKWorkout], error == nil else {
                    completion(nil, error)
                    return
                }
                completion(samples, nil)
            }
        }
        healthStore.execute(query)
    }

    /// The average pace of a workout in minutes per kilometer.
    func pace(of workout: HKWorkout) -> Double? {
        let distance = workout.statistics(for: HKQuantityType(.distanceWalkingRunning))?.sumQuantity() ?? workout.totalDistance
        guard let kilometers = distance?.doubleValue(for: .meterUnit(with: .kilo)), kilometers > 0 else { return nil }
        return workout.duration / 60 / kilometers
    }

    /// The average heart rate of the samples that belong to a workout.
    func averageHeartRate(of workout: HKWorkout) async throws -> Double? {
        let descriptor = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForObjects(from: workout)),
            options: .discreteAverage)
        return try await descriptor.result(for: healthStore)?.averageQuantity()?.doubleValue(for: .count().unitDivided(by: .minute()))
    }

    /// The minutes of training and the energy of each activity.
    func summary() async throws -> [String: (minutes: Double, kilocalories: Double)] {
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: healthStore)
        var totals: [String: (minutes: Double, kilocalories: Double)] = [:]
        for workout in workouts {
            let energy = workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()?.doubleValue(for: .kilocalorie()) ?? 0
            totals[workout.workoutActivityType.name, default: (0, 0)].minutes += workout.duration / 60
            totals[workout.workoutActivityType.name]?.kilocalories += energy
        }
        return totals
    }
}

extension HKWorkoutActivityType {
    var name: String {
        switch self {
        case .running: return "Run"
        case .walking: return "Walk"
        case .cycling: return "Ride"
        case .traditionalStrengthTraining, .functionalStrengthTraining: return "Strength"
        case .highIntensityIntervalTraining: return "HIIT"
        default: return "Other"
        }
    }
}

@Suite("Snippets: workouts")
struct WorkoutSnippets {
    @Test("A run with a pause, its pace, its metadata and its heart rates")
    func run() async throws {
        let manager = WorkoutManager(healthStore: try filled())
        let (start, end) = (at("2026-03-28 09:00"), at("2026-03-28 09:32"))
        _ = try await manager.saveRun(start: start, end: end, kilocalories: 310, kilometers: 5)
        let beats: [(TimeInterval, Double)] = [(-60, 90), (60, 130), (900, 150), (1800, 170), (3600, 80)]
        try await manager.healthStore.save(
            beats.map { offset, rate in
                HKQuantitySample(
                    type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: rate),
                    start: start + offset, end: start + offset)
            })
        let found: ([HKWorkout]?, Bool) = await answer { done in manager.loadWorkouts { done(($0, $1 == nil)) } }
        let run = try #require(found.0?.first)
        #expect(found.0?.count == 1 && found.1)
        // 32 minutes less two of the pause, for 5 km.
        #expect(run.duration == 1800 && run.workoutEvents?.map(\.type) == [.pause, .resume])
        #expect(isClose(manager.pace(of: run), 6))
        #expect(run.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
        #expect(run.metadata?[HKMetadataKeyWorkoutBrandName] as? String == "Treadmill")
        #expect(run.device?.name == HKDevice.local().name && run.sourceRevision.source == HKSource.default())
        #expect(try await manager.averageHeartRate(of: run) == 150)
        let all = try await manager.summary()
        #expect(all["Run"]?.minutes == 30 && all["Run"]?.kilocalories == 310 && all.count == 1)
    }

    @Test("Two activities, the newest first, and totals by activity")
    func activities() async throws {
        let manager = WorkoutManager(healthStore: try filled())
        func workout(_ type: HKWorkoutActivityType, _ start: String, minutes: Double, kcal: Double?) -> HKWorkout {
            HKWorkout(
                activityType: type, start: at(start), end: at(start) + minutes * 60, duration: minutes * 60,
                totalEnergyBurned: kcal.map { HKQuantity(unit: .kilocalorie(), doubleValue: $0) }, totalDistance: nil, metadata: nil)
        }
        try await manager.healthStore.save([
            workout(.walking, "2026-03-26 18:00", minutes: 45, kcal: 150), workout(.running, "2026-03-27 18:00", minutes: 20, kcal: 240),
            workout(.cycling, "2026-03-28 18:00", minutes: 60, kcal: 500),
            workout(.functionalStrengthTraining, "2026-03-28 20:00", minutes: 30, kcal: nil),
            workout(.traditionalStrengthTraining, "2026-03-29 20:00", minutes: 15, kcal: 80),
        ])
        let found: [HKWorkout]? = await answer { done in manager.loadWorkouts { workouts, _ in done(workouts) } }
        #expect(found?.map(\.workoutActivityType) == [.running, .walking])
        let all = try await manager.summary()
        #expect(all["Strength"]?.minutes == 45 && all["Strength"]?.kilocalories == 80)
        #expect(all["Ride"]?.kilocalories == 500 && all["Walk"]?.minutes == 45)
    }
}
