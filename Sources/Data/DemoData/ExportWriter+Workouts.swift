import HealthModel

extension ExportWriter {
    mutating func append(_ workout: Workout, _ metadata: MetadataSet, _ plan: DayPlan) {
        manifest.workoutCount += 1
        manifest.sourceKeys.insert(Source.fold(LifeSource.sources[Int(workout.source)].name))
        let interval = seconds(workout.start)..<seconds(workout.end)
        text.append(" <Workout")
        append("workoutActivityType", workout.activity)
        append("duration", workout.activeSeconds.map { $0 / 60 })
        append("durationUnit", "min")
        appendTotals(workout)
        appendProvenance(workout, interval)
        text.append(">\n")
        appendChildren(metadata)
        for event in workout.events { append(event, indent: "  ") }
        if version.hasWorkoutActivities, workout.activity.hasSuffix("Running") { appendActivities(workout, interval, plan) }
        if version.hasWorkoutStatistics {
            for statistic in workout.statistics { append(statistic, interval, share: 1, indent: "  ") }
        }
        if version.hasZones, let zones = life.heartRateZones(plan, in: interval) {
            append(zones, indent: "  ")
            count(zones)
        }
        for route in workout.routes where version.hasRoutes {
            text.append("  <WorkoutRoute")
            appendProvenance(workout, interval)
            text.append(">\n   <FileReference")
            append("path", route)
            text.append("/>\n  </WorkoutRoute>\n")
            manifest.routes.append(LifeRoute(route, of: workout))
        }
        text.append(" </Workout>\n")
    }

    private func seconds(_ instant: Instant) -> Int { Int(instant.milliseconds / 1000) }

    private mutating func appendProvenance(_ workout: Workout, _ interval: Range<Int>) {
        text.append(contentsOf: origins[Int(workout.origin)])
        if let created = workout.created { append("creationDate", seconds(created)) }
        append("startDate", interval.lowerBound)
        append("endDate", interval.upperBound)
    }

    /// Old versions have totals as attributes. If newer versions have both, the attributes can be wrong.
    private mutating func appendTotals(_ workout: Workout) {
        let isWrong = version.hasWorkoutStatistics
        guard !isWrong || traps.contains(.oldTotals) else { return }
        if isWrong { manifest.count(.oldTotals, atLine: line) }
        let error = isWrong ? 0.8 : 1
        if let distance = workout.statistics.first(where: { $0.metric.identifier.contains("Distance") }) {
            append("totalDistance", distance.sum.map { $0 * error })
            append("totalDistanceUnit", distance.unit)
        }
        if let energy = workout.statistics.first(where: { $0.metric == LifeStream.activeEnergy.metric }) {
            append("totalEnergyBurned", energy.sum.map { $0 * error })
            append("totalEnergyBurnedUnit", energy.unit)
        }
    }

    private mutating func appendChildren(_ metadata: MetadataSet) {
        for entry in metadata.entries {
            var value = entry.value
            if entry.key == "HKWeatherHumidity", traps.contains(.humidity) {
                manifest.count(.humidity, atLine: line)
                value = value.split(separator: " ").joined(separator: "00 ")
            }
            text.append(metadata: entry.key, value, indent: "  ")
        }
    }

    private mutating func append(_ event: Workout.Event, indent: String) {
        text.append(indent)
        text.append("<WorkoutEvent")
        append("type", event.type)
        append("date", seconds(event.start))
        if event.end > event.start, version >= .v9 {
            append("duration", Double(seconds(event.end) - seconds(event.start)) / 60)
            append("durationUnit", "min")
        }
        text.append("/>\n")
    }

    /// Appends the times in zones, as iOS 27 writes them.
    private mutating func append(_ zones: WorkoutZones, indent: String) {
        text.append(indent)
        text.append("<WorkoutZoneGroup")
        append("type", LifeStream.heartRate.metric.identifier)
        append("source", zones.maker)
        append("unit", LifeStream.heartRate.unit)
        text.append(">\n")
        for zone in zones.zones {
            text.append(indent)
            text.append(" <WorkoutZone")
            append("minimum", zone.minimum)
            append("maximum", zone.maximum)
            append("duration", zone.seconds / 60)
            append("durationUnit", "min")
            text.append("/>\n")
        }
        text.append(indent)
        text.append("</WorkoutZoneGroup>\n")
    }

    /// Counts the zones of a workout, which become samples. Those of its activities do not.
    private mutating func count(_ zones: WorkoutZones) {
        manifest.sampleCounts[zones.metric, default: 0] += zones.zones.count
        if manifest.zoneSeconds.isEmpty { manifest.zoneSeconds = zones.zones.map { _ in 0 } }
        for (index, zone) in zones.zones.enumerated() { manifest.zoneSeconds[index] += zone.seconds }
    }

    /// Appends the halves of a run as activities with the same segments, statistics and metadata.
    private mutating func appendActivities(_ workout: Workout, _ interval: Range<Int>, _ plan: DayPlan) {
        let middle = interval.lowerBound + interval.count / 2
        for (half, part) in [interval.lowerBound..<middle, middle..<interval.upperBound].enumerated() {
            text.append("  <WorkoutActivity uuid=\"0000000\(half)-0000-4000-8000-0000\(String(interval.lowerBound, radix: 16))\"")
            append("startDate", part.lowerBound)
            append("endDate", part.upperBound)
            append("duration", Double(part.count) / 60)
            append("durationUnit", "min")
            text.append(">\n")
            for event in workout.events where event.end > event.start { append(event, indent: "   ") }
            for statistic in workout.statistics { append(statistic, part, share: 0.5, indent: "   ") }
            if version.hasZones, let zones = life.heartRateZones(plan, in: part) { append(zones, indent: "   ") }
            text.append(metadata: "WOIntervalStepKeyPath", "\(half).0.0", indent: "   ")
            text.append("  </WorkoutActivity>\n")
        }
    }

    private mutating func append(_ statistic: Workout.Statistic, _ interval: Range<Int>, share: Double, indent: String) {
        text.append(indent)
        text.append("<WorkoutStatistics")
        append("type", statistic.metric.identifier)
        append("startDate", interval.lowerBound)
        append("endDate", interval.upperBound)
        append("average", statistic.average)
        append("minimum", statistic.minimum)
        append("maximum", statistic.maximum)
        append("sum", statistic.sum.map { $0 * share })
        append("unit", statistic.unit)
        text.append("/>\n")
    }
}
