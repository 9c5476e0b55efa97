import CalendarIntervals
import HealthModel

/// A workout whose element is open: its statistics and metadata are still to come.
struct PendingWorkout {
    var workout: Workout
    /// Old totals, which stand only where no statistics element says the same.
    var totals: [Workout.Statistic]
    var line: Int
}

// Correlations, workouts and activity summaries.
extension ExportReader {
    // MARK: - Correlations

    mutating func beginCorrelation() {
        builder.findings.rows += 1
        groupMetadata.removeAll()
        correlation = readCorrelation(ExportTag(scanner.attributes))
        if correlation == nil { builder.findings.skippedRows += 1 }
    }

    private mutating func readCorrelation(_ tag: ExportTag) -> Correlation? {
        guard let type = tag.usableType else { return skip(.missingType) }
        guard let (start, end) = readTimes(tag) else { return nil }
        let row = readOrigin(tag, start: start, end: end)
        return Correlation(
            type: builder.text(type, line: scanner.line), start: Instant(milliseconds: start), end: Instant(milliseconds: end),
            source: row.source, origin: row.origin)
    }

    mutating func endCorrelation() {
        guard var ended = correlation else { return }
        correlation = nil
        ended.metadata = builder.metadata(groupMetadata, line: scanner.line)
        builder.add(ended)
    }

    // MARK: - Workouts

    mutating func beginWorkout() {
        builder.findings.rows += 1
        groupMetadata.removeAll()
        workout = readWorkout(ExportTag(scanner.attributes))
        if workout == nil { builder.findings.skippedRows += 1 }
    }

    private mutating func readWorkout(_ tag: ExportTag) -> PendingWorkout? {
        guard let type = tag.usableType else { return skip(.missingType) }
        guard let (start, end) = readTimes(tag) else { return nil }
        let row = readOrigin(tag, start: start, end: end)
        let activity = builder.text(type, line: scanner.line)
        var workout = Workout(
            activity: activity, start: Instant(milliseconds: start), end: Instant(milliseconds: end), source: row.source, origin: row.origin
        )
        workout.created = tag.creationDate.flatMap { dates.read($0) }.map(Instant.init(milliseconds:))
        workout.activeSeconds = readDuration()
        let totals = [
            ("totalDistance", Workout.distanceMetric(of: activity)), ("totalEnergyBurned", "HKQuantityTypeIdentifierActiveEnergyBurned"),
            ("totalSwimmingStrokeCount", "HKQuantityTypeIdentifierSwimmingStrokeCount"),
            ("totalFlightsClimbed", "HKQuantityTypeIdentifierFlightsClimbed"),
        ].compactMap { name, identifier in readTotal(name, identifier) }
        return PendingWorkout(workout: workout, totals: totals, line: scanner.line)
    }

    private mutating func readTotal(_ name: String, _ identifier: String) -> Workout.Statistic? {
        guard let text = attribute(named: name), let number = DecimalNumber.read(text) else { return nil }
        var identifier = identifier
        let column = identifier.withUTF8 { builder.column($0) }
        guard let (use, unit) = statisticUnit(attribute(named: name + "Unit"), column: column) else { return nil }
        return Workout.Statistic(metric: builder.metric(column), sum: use.conversion.map { $0(number) } ?? number, unit: unit)
    }

    mutating func addWorkoutStatistics() {
        guard let count = workout?.workout.statistics.count, let type = ExportTag(scanner.attributes).usableType else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        let column = builder.column(type)
        guard let (use, unit) = statisticUnit(attribute(.unit), column: column) else { return }
        let numbers: [Double?] = [ExportAttribute.sum, .average, .minimum, .maximum].map { name in
            attribute(name).flatMap(DecimalNumber.read).map { number in use.conversion.map { $0(number) } ?? number }
        }
        workout?.workout.statistics.append(
            Workout.Statistic(
                metric: builder.metric(column), sum: numbers[0], average: numbers[1], minimum: numbers[2], maximum: numbers[3], unit: unit))
    }

    private mutating func statisticUnit(_ text: Bytes?, column: Int) -> (use: MetricColumn.UnitUse, unit: String)? {
        let use = builder.unitUse(text, column: column, line: scanner.line)
        if let incompatible = use.incompatible {
            return skip(.incompatibleUnit, detail: "\(incompatible) for \(builder.metric(column).shortName)")
        }
        return (use, builder.unitSymbol(column))
    }

    mutating func addWorkoutEvent() {
        guard let count = workout?.workout.events.count else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        let tag = ExportTag(scanner.attributes)
        guard let start = (attribute(.date) ?? tag.startDate).flatMap({ dates.read($0) }) else { return note(.badDate) }
        let length = Int64(((readDuration() ?? 0) * 1000).rounded().clamped(to: 0...1e12))
        workout?.workout.events.append(
            Workout.Event(
                type: tag.usableType.map { builder.text($0, line: scanner.line) } ?? "", start: Instant(milliseconds: start),
                end: Instant(milliseconds: start + length)))
    }

    mutating func addRoute() {
        guard let count = workout?.workout.routes.count, let path = attribute(.path), path.count <= 4096 else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        workout?.workout.routes.append(builder.text(path, line: scanner.line))
    }

    mutating func endWorkout() {
        guard let ended = workout else { return }
        workout = nil
        var result = ended.workout
        result.metadata = builder.metadata(groupMetadata, line: ended.line)
        let metrics = Set(result.statistics.map(\.metric))
        let hasDistance = metrics.contains { $0.identifier.hasPrefix(Workout.distancePrefix) }
        result.statistics += ended.totals.filter { total in
            !metrics.contains(total.metric) && !(hasDistance && total.metric.identifier.hasPrefix(Workout.distancePrefix))
        }
        builder.add(result)
    }

    /// Returns the duration of the last tag in seconds; its unit is minutes unless it says otherwise.
    private func readDuration() -> Double? {
        guard let number = attribute(.duration).flatMap(DecimalNumber.read) else { return nil }
        let unit = attribute(.durationUnit).flatMap { HealthUnit(String(decoding: $0, as: UTF8.self)) } ?? .minute
        return HealthUnit.convert(number, from: unit, to: .second)
    }

    // MARK: - Activity summaries

    mutating func addSummary() {
        builder.findings.rows += 1
        guard let day = attribute(named: "dateComponents"), let reading = ISO8601.read(utf8: day.span), reading.millisecondOfDay == nil
        else {
            builder.findings.skippedRows += 1
            return note(.badDay)
        }
        var summary = ActivitySummary(day: ISO8601.text(of: reading.date))
        let energyUnit = attribute(named: "activeEnergyBurnedUnit").flatMap { HealthUnit(String(decoding: $0, as: UTF8.self)) }
        let toKilocalories = HealthUnit("kcal").flatMap { (energyUnit ?? $0).conversion(to: $0) }
        func number(_ name: String) -> Double? { attribute(named: name).flatMap(DecimalNumber.read) }
        summary.activeEnergy = number("activeEnergyBurned").flatMap { toKilocalories?($0) }
        summary.activeEnergyGoal = number("activeEnergyBurnedGoal").flatMap { toKilocalories?($0) }
        summary.moveTime = number("appleMoveTime")
        summary.moveTimeGoal = number("appleMoveTimeGoal")
        summary.exerciseTime = number("appleExerciseTime")
        summary.exerciseTimeGoal = number("appleExerciseTimeGoal")
        summary.standHours = number("appleStandHours")
        summary.standHoursGoal = number("appleStandHoursGoal")
        builder.add(summary)
    }

    private func attribute(named name: String) -> Bytes? {
        scanner.attributes.first { String(decoding: $0.name, as: UTF8.self) == name }?.value
    }
}

extension Workout {
    static let distancePrefix = "HKQuantityTypeIdentifierDistance"

    /// Returns the identifier of the distance that an old `totalDistance` of this activity means.
    static func distanceMetric(of activity: String) -> String {
        let kind =
            switch activity.trimmingPrefix("HKWorkoutActivityType") {
            case "Cycling", "HandCycling": "Cycling"
            case "Swimming": "Swimming"
            case "WheelchairWalkPace", "WheelchairRunPace": "Wheelchair"
            case "DownhillSkiing", "Snowboarding", "SnowSports": "DownhillSnowSports"
            case "CrossCountrySkiing": "CrossCountrySkiing"
            case "PaddleSports": "PaddleSports"
            case "Rowing": "Rowing"
            case "SkatingSports": "SkatingSports"
            default: "WalkingRunning"
            }
        return distancePrefix + kind
    }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
