internal import CalendarIntervals
import HealthModel

extension LifeGenerator {
    /// Returns the workout of a day, or none, and adds its metadata to `column`.
    ///
    /// Its statistics are computed from the watch's samples during the workout.
    func workouts(_ plan: DayPlan, _ column: inout LifeColumn) -> [Workout] {
        guard let planned = plan.workout, planned.interval.upperBound <= nowSeconds else { return [] }
        let interval = planned.interval
        var random = LifeRandom(seed: seed, day: plan.dayNumber, salt: 4)
        var metadata: [MetadataSet.Entry] = [
            .init(key: "HKIndoorWorkout", value: planned.isOutdoor ? "0" : "1"),
            .init(key: MetadataKey.timeZone, value: plan.zone.identifier),
            .init(key: "HKAverageMETs", value: "\((planned.doing.activeKilocalories * 8).rounded() / 10) kcal/hr·kg"),
        ]
        if planned.isOutdoor {
            metadata.append(.init(key: "HKWeatherTemperature", value: "\(48 + random.below(30)) degF"))
            metadata.append(.init(key: "HKWeatherHumidity", value: "\(40 + random.below(55)) %"))
        }
        let source = LifeSource.watch
        let origin = source.origin(era: LifeSource.era(dayNumber: plan.dayNumber))
        var workout = Workout(
            activity: planned.activity, start: instant(interval.lowerBound), end: instant(interval.upperBound),
            activeSeconds: Double(interval.count - (planned.pause?.count ?? 0)), source: source.rawValue, origin: origin,
            metadata: column.intern(MetadataSet(metadata)), created: instant(min(interval.upperBound + 7, nowSeconds)))
        workout.statistics = statistics(plan, planned)
        if let pause = planned.pause {
            workout.events = [
                event("Pause", pause.lowerBound..<pause.lowerBound), event("Resume", pause.upperBound..<pause.upperBound),
            ]
        }
        if planned.doing == .running {
            let middle = interval.lowerBound + interval.count / 2
            workout.events += [event("Segment", interval.lowerBound..<middle), event("Segment", middle..<interval.upperBound)]
        }
        if planned.isOutdoor { workout.routes = [routePath(interval.upperBound, plan.zone)] }
        return [workout]
    }

    private func event(_ name: String, _ interval: Range<Int>) -> Workout.Event {
        Workout.Event(type: "HKWorkoutEventType" + name, start: instant(interval.lowerBound), end: instant(interval.upperBound))
    }

    func instant(_ seconds: Int) -> Instant { Instant(seconds: Int64(seconds)) }

    /// Returns a path such as `/workout-routes/route_2026-01-10_11.27am.gpx`, with the local time at the end of the workout.
    private func routePath(_ end: Int, _ zone: Zone) -> String {
        let civil = zone.civil(at: instant(end))
        let minute = civil.minute < 10 ? "0\(civil.minute)" : "\(civil.minute)"
        let hour = (civil.hour + 11) % 12 + 1
        return "/workout-routes/route_\(ISO8601.text(of: civil.date))_\(hour).\(minute)\(civil.hour < 12 ? "am" : "pm").gpx"
    }

    private func statistics(_ plan: DayPlan, _ planned: WorkoutPlan) -> [Workout.Statistic] {
        var streams = [LifeStream.activeEnergy, .basalEnergy, .heartRate]
        switch planned.doing {
        case .running, .walking: streams += [.distance, .steps]
        case .cycling: streams.append(.cyclingDistance)
        default: break
        }
        return streams.compactMap { stream in
            let values = watchValues(of: stream, on: plan, in: planned.interval)
            guard let least = values.min(), let greatest = values.max() else { return nil }
            let sum = values.reduce(0, +)
            if stream.metric == LifeStream.heartRate.metric {
                let average = (sum / Double(values.count) * 1000).rounded() / 1000
                return Workout.Statistic(metric: stream.metric, average: average, minimum: least, maximum: greatest, unit: stream.unit)
            }
            return Workout.Statistic(metric: stream.metric, sum: stream.rounded(sum), unit: stream.unit)
        }
    }

    /// The limits of the zones of heart rate, in beats per minute.
    private static let zoneLimits = [118.0, 131, 145, 158]

    /// Returns the times in zones of heart rate in a part of a run or ride. Nil without measurements, and for other workouts.
    ///
    /// The watch measures every five seconds, so each measurement counts for five seconds. A pause does not count.
    func heartRateZones(_ plan: DayPlan, in part: Range<Int>) -> WorkoutZones? {
        guard let planned = plan.workout, planned.doing == .running || planned.doing == .cycling else { return nil }
        let pause = planned.pause ?? part.upperBound..<part.upperBound
        let limits = LifeGenerator.zoneLimits
        var seconds = [Double](repeating: 0, count: limits.count + 1)
        for time in [part.clamped(to: Int.min..<pause.lowerBound), part.clamped(to: pause.upperBound..<Int.max)] where !time.isEmpty {
            // A measurement at the end of the time is not in it.
            for rate in watchValues(of: .heartRate, on: plan, in: time.lowerBound..<time.upperBound - 1) {
                seconds[limits.count { $0 <= rate }] += 5
            }
        }
        guard seconds.contains(where: { $0 > 0 }) else { return nil }
        let zones = seconds.enumerated().map { index, seconds in
            WorkoutZones.Zone(
                minimum: index == 0 ? nil : limits[index - 1], maximum: index < limits.count ? limits[index] : nil, seconds: seconds)
        }
        return WorkoutZones(.zonesOfHeartRate, maker: "system", zones: zones)
    }

    /// Returns the watch's values of one stream on a day, for samples completely inside an interval.
    private func watchValues(of stream: LifeStream, on plan: DayPlan, in interval: Range<Int>) -> [Double] {
        var column = emptyColumn()
        stream.append(plan, seed: seed, to: &column)
        let samples = column.samples
        let (watch, start, end) = (LifeSource.watch.rawValue, Int64(interval.lowerBound) * 1000, Int64(interval.upperBound) * 1000)
        var values: [Double] = []
        for row in 0..<samples.count where samples.sources[row] == watch && samples.starts[row] >= start && samples.ends[row] <= end {
            values.append(samples.values[row])
        }
        return values
    }

    /// Returns the activity rings of a day, from its samples. The energy goal changes monthly, and one day in sixty has none.
    func summary(_ plan: DayPlan) -> [ActivitySummary] {
        let day = plan.start..<plan.end + 86_400
        var summary = ActivitySummary(day: ISO8601.text(of: plan.date))
        let hasGoal = plan.dayNumber.flooredRemainder(by: 60) != 43
        summary.activeEnergy = LifeStream.activeEnergy.rounded(watchValues(of: .activeEnergy, on: plan, in: day).reduce(0, +))
        summary.activeEnergyGoal = hasGoal ? 560 + Double(plan.dayNumber.flooredQuotient(by: 30).flooredRemainder(by: 3)) * 20 : 0
        summary.moveTime = 0
        summary.moveTimeGoal = 0
        summary.exerciseTime = watchValues(of: .exercise, on: plan, in: day).reduce(0, +)
        summary.exerciseTimeGoal = 30
        summary.standHours = Double(watchValues(of: .standHour, on: plan, in: day).count { $0 == 0 })
        summary.standHoursGoal = 12
        return [summary]
    }

    /// Returns the correlated measurements of a day: blood pressure.
    func correlations(_ plan: DayPlan) -> [Correlation] {
        var random = LifeRandom(seed: seed, day: plan.dayNumber, salt: LifeStream.systolic.salt)
        guard let reading = BloodPressureReading(plan, &random), reading.time <= nowSeconds else { return [] }
        let time = instant(reading.time)
        let members = [(LifeStream.systolic, reading.systolic), (LifeStream.diastolic, reading.diastolic)].map {
            Correlation.Member(metric: $0.metric, start: time, end: time, value: $1)
        }
        let origin = LifeSource.cuff.origin(era: LifeSource.era(dayNumber: plan.dayNumber))
        return [
            Correlation(
                type: "HKCorrelationTypeIdentifierBloodPressure", start: time, end: time, source: LifeSource.cuff.rawValue, origin: origin,
                members: members)
        ]
    }
}

extension LifeStream {
    static let activeEnergy = named("ActiveEnergyBurned")
    static let basalEnergy = named("BasalEnergyBurned")
    static let heartRate = named("HeartRate")
    static let steps = named("StepCount")
    static let distance = named("DistanceWalkingRunning")
    static let cyclingDistance = named("DistanceCycling")
    static let exercise = named("AppleExerciseTime")
    static let sleep = named("SleepAnalysis")
    static let standHour = named("AppleStandHour")
    static let systolic = named("BloodPressureSystolic")
    static let diastolic = named("BloodPressureDiastolic")

    /// True if the samples are also members of correlations.
    var isInCorrelation: Bool { metric == LifeStream.systolic.metric || metric == LifeStream.diastolic.metric }

    /// Returns `value` with the decimals of the stream.
    func rounded(_ value: Double) -> Double { (value * LifeColumn.powersOfTen[decimals]).rounded() / LifeColumn.powersOfTen[decimals] }
}
