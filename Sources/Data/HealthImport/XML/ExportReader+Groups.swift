import CalendarIntervals
import HealthModel

/// A workout whose element is still open. Its statistics and metadata follow.
struct PendingWorkout {
    var workout: Workout
    /// Totals in the old format. Used only if no statistics element has the same total.
    var totals: [Workout.Statistic]
    var line: Int
}

// Correlations, workouts and activity summaries.
extension ExportReader {
    // MARK: - Correlations

    mutating func beginCorrelation(_ bytes: Bytes) {
        builder.findings.rows += 1
        groupMetadata.removeAll()
        correlation = readCorrelation(ExportTag(scanner.attributes, bytes), bytes)
        if correlation == nil {
            let type = ExportTag(scanner.attributes, bytes).usableType
            builder.findings.skipSample(of: type.map { MetricID(text($0, bytes)) })
        }
    }

    private mutating func readCorrelation(_ tag: ExportTag, _ bytes: Bytes) -> Correlation? {
        guard let type = tag.usableType else { return skip(.missingType) }
        guard let (start, end) = readTimes(tag, bytes) else { return nil }
        let row = readOrigin(tag, bytes, start: start, end: end)
        return Correlation(
            type: text(type, bytes), start: Instant(milliseconds: start), end: Instant(milliseconds: end),
            source: row.source, origin: row.origin)
    }

    mutating func endCorrelation() {
        guard var ended = correlation else { return }
        correlation = nil
        ended.metadata = builder.metadata(groupMetadata, line: scanner.line)
        builder.add(ended)
    }

    // MARK: - Workouts

    mutating func beginWorkout(_ bytes: Bytes) {
        builder.findings.rows += 1
        groupMetadata.removeAll()
        zones = PendingZones()
        workout = readWorkout(ExportTag(scanner.attributes, bytes), bytes)
        if workout == nil { builder.findings.skipSample(of: .workouts) }
    }

    private mutating func readWorkout(_ tag: ExportTag, _ bytes: Bytes) -> PendingWorkout? {
        guard let type = tag.usableType else { return skip(.missingType) }
        guard let (start, end) = readTimes(tag, bytes) else { return nil }
        let row = readOrigin(tag, bytes, start: start, end: end)
        let activity = text(type, bytes)
        var workout = Workout(
            activity: activity, start: Instant(milliseconds: start), end: Instant(milliseconds: end), source: row.source, origin: row.origin
        )
        workout.created = tag.creationDate.flatMap { dates.read(bytes.extracting($0)) }.map(Instant.init(milliseconds:))
        workout.activeSeconds = readDuration(bytes)
        let totals = [
            ("totalDistance", WorkoutActivityType(exportName: activity).distanceMetric.identifier),
            ("totalEnergyBurned", "HKQuantityTypeIdentifierActiveEnergyBurned"),
            ("totalSwimmingStrokeCount", "HKQuantityTypeIdentifierSwimmingStrokeCount"),
            ("totalFlightsClimbed", "HKQuantityTypeIdentifierFlightsClimbed"),
        ].compactMap { name, identifier in readTotal(name, identifier, bytes) }
        return PendingWorkout(workout: workout, totals: totals, line: scanner.line)
    }

    private mutating func readTotal(_ name: String, _ identifier: String, _ bytes: Bytes) -> Workout.Statistic? {
        guard let number = number(named: name, bytes) else { return nil }
        let column = builder.column(Array(identifier.utf8).span)
        guard let (use, unit) = statisticUnit(attribute(named: name + "Unit", bytes), bytes, column: column) else { return nil }
        return Workout.Statistic(metric: builder.metric(column), sum: use.conversion.map { $0(number) } ?? number, unit: unit)
    }

    /// Adds a statistic to the workout, or to its open activity.
    mutating func addWorkoutStatistics(_ bytes: Bytes, toActivity: Bool) {
        guard let count = toActivity ? activity?.statistics.count : workout?.workout.statistics.count,
            let type = ExportTag(scanner.attributes, bytes).usableType
        else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        let column = builder.column(bytes.extracting(type))
        guard let (use, unit) = statisticUnit(attribute(.unit, bytes), bytes, column: column) else { return }
        let numbers: [Double?] = [ExportAttribute.sum, .average, .minimum, .maximum].map { name in
            number(name, bytes).map { number in use.conversion.map { $0(number) } ?? number }
        }
        let statistic = Workout.Statistic(
            metric: builder.metric(column), sum: numbers[0], average: numbers[1], minimum: numbers[2], maximum: numbers[3], unit: unit)
        if toActivity { activity?.statistics.append(statistic) } else { workout?.workout.statistics.append(statistic) }
    }

    private mutating func statisticUnit(_ place: Range<Int>?, _ bytes: Bytes, column: Int) -> (use: MetricColumn.UnitUse, unit: String)? {
        let use = builder.unitUse(bytes.extracting(bytes.trimmed(place ?? 0..<0)), column: column, line: scanner.line)
        if let incompatible = use.incompatible {
            return skip(.incompatibleUnit, detail: "\(incompatible) for \(builder.metric(column).shortName)")
        }
        return (use, builder.unitSymbol(column))
    }

    /// Adds an event to the workout, or to its open activity.
    mutating func addWorkoutEvent(_ bytes: Bytes, toActivity: Bool) {
        guard let count = toActivity ? activity?.events.count : workout?.workout.events.count else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        let tag = ExportTag(scanner.attributes, bytes)
        guard let start = (attribute(.date, bytes) ?? tag.startDate).flatMap({ dates.read(bytes.extracting(bytes.trimmed($0))) }) else {
            return note(.badDate)
        }
        let length = Int64(((readDuration(bytes) ?? 0) * 1000).rounded().clamped(to: 0...1e12))
        let type = tag.usableType.map { text($0, bytes) } ?? ""
        let event = Workout.Event(type: type, start: Instant(milliseconds: start), end: Instant(milliseconds: start + length))
        if toActivity { activity?.events.append(event) } else { workout?.workout.events.append(event) }
    }

    mutating func endWorkout() {
        endZones()
        endActivity()
        endRoute()
        guard let ended = workout else { return }
        workout = nil
        var result = ended.workout
        result.metadata = builder.metadata(groupMetadata, line: ended.line)
        let metrics = Set(result.statistics.map(\.metric))
        func isDistance(_ metric: MetricID) -> Bool { metric == .otherDistance || metric.identifier.hasPrefix(MetricID.distancePrefix) }
        let hasDistance = metrics.contains(where: isDistance)
        result.statistics += ended.totals.filter { !metrics.contains($0.metric) && !(hasDistance && isDistance($0.metric)) }
        result.nameActivities()
        addSamples(of: zones, in: result)
        builder.add(result)
    }

    /// Returns the duration of the last tag in seconds. The unit is minutes unless the tag gives another. Notes a unit that is not one of
    /// time, and returns nil.
    mutating func readDuration(_ bytes: Bytes) -> Double? {
        guard let number = number(.duration, bytes) else { return nil }
        let unit = unit(attribute(.durationUnit, bytes), bytes, otherwise: .minute)
        return convert(number, from: unit, to: .second, name: "duration")
    }

    /// Converts a number. Notes a unit that does not fit, and returns nil.
    private mutating func convert(_ number: Double, from unit: HealthUnit, to other: HealthUnit, name: String) -> Double? {
        guard let conversion = unit.conversion(to: other) else {
            return skip(.incompatibleUnit, detail: "\(unit.symbol) for \(name)")
        }
        return conversion(number)
    }

    // MARK: - Activity summaries

    mutating func addSummary(_ bytes: Bytes) {
        builder.findings.rows += 1
        guard let day = attribute(named: "dateComponents", bytes), let reading = ISO8601.read(utf8: bytes.extracting(day)),
            reading.millisecondOfDay == nil
        else {
            builder.findings.skipRow()
            return note(.badDay)
        }
        var summary = ActivitySummary(day: ISO8601.text(of: reading.date))
        func number(_ name: String) -> Double? { self.number(named: name, bytes) }
        let energies = [number("activeEnergyBurned"), number("activeEnergyBurnedGoal")]
        if energies.contains(where: { $0 != nil }) {
            let energyUnit = unit(attribute(named: "activeEnergyBurnedUnit", bytes), bytes, otherwise: .kilocalorie)
            if let conversion = energyUnit.conversion(to: .kilocalorie) {
                summary.activeEnergy = energies[0].map { conversion($0) }
                summary.activeEnergyGoal = energies[1].map { conversion($0) }
            } else {
                note(.incompatibleUnit, detail: "\(energyUnit.symbol) for activeEnergyBurned")
            }
        }
        summary.moveTime = number("appleMoveTime")
        summary.moveTimeGoal = number("appleMoveTimeGoal")
        summary.exerciseTime = number("appleExerciseTime")
        summary.exerciseTimeGoal = number("appleExerciseTimeGoal")
        summary.standHours = number("appleStandHours")
        summary.standHoursGoal = number("appleStandHoursGoal")
        builder.add(summary)
    }

    func attribute(named name: String, _ bytes: Bytes) -> Range<Int>? {
        scanner.attributes.first { bytes.extracting($0.name).text == name }?.value
    }

    func number(named name: String, _ bytes: Bytes) -> Double? {
        attribute(named: name, bytes).flatMap { DecimalNumber.read(bytes.extracting(bytes.trimmed($0))) }
    }

    /// Returns the unit in an attribute, which can also have one of the names that people use, as in a table.
    private func unit(_ place: Range<Int>?, _ bytes: Bytes, otherwise usual: HealthUnit) -> HealthUnit {
        guard let place, !bytes.trimmed(place).isEmpty else { return usual }
        let text = String(bytes.extracting(bytes.trimmed(place)).text.prefix(100))
        return HealthUnit.parseInFile(text, for: nil) ?? HealthUnit(unreadable: text)
    }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
