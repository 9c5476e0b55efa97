import HealthModel

/// The activities and routes of a workout whose element is open.
extension ExportReader {
    // MARK: - Activities

    mutating func beginActivity(_ bytes: Bytes) {
        activity = nil
        activityMetadata.removeAll()
        guard let count = workout?.workout.activities.count, let whole = workout?.workout else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        let tag = ExportTag(scanner.attributes, bytes)
        guard let start = tag.startDate.flatMap({ dates.read(bytes.extracting($0)) }) else { return note(.badDate) }
        let seconds = readDuration(bytes)
        // Only the start and the identifier are required.
        let end =
            tag.endDate.flatMap { dates.read(bytes.extracting($0)) }
            ?? seconds.map { start + Int64(($0 * 1000).rounded().clamped(to: 0...1e12)) } ?? max(start, whole.end.milliseconds)
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return note(flaw) }
        let uuid = attribute(named: "uuid", bytes).map { text($0.prefix(ImportFindings.textLimit), bytes) } ?? ""
        let type = tag.usableType.map { text($0, bytes) } ?? ""
        activity = Workout.Activity(
            uuid: uuid, activity: type, start: Instant(milliseconds: start), end: Instant(milliseconds: end), activeSeconds: seconds)
    }

    mutating func endActivity() {
        endZones()
        guard var ended = activity else { return }
        activity = nil
        ended.metadata = builder.metadata(activityMetadata, line: scanner.line)
        workout?.workout.activities.append(ended)
    }

    // MARK: - Routes

    mutating func addRoute(_ bytes: Bytes) {
        guard let count = workout?.workout.routes.count, let path = attribute(.path, bytes), path.count <= 4096 else { return }
        guard count < ExportReader.partLimit else { return note(.tooManyParts) }
        let route = text(path, bytes)
        workout?.workout.routes.append(route)
    }

    /// Adds a point of a route. Exports of iOS 11 and 12 have the points as elements, later ones in other files.
    mutating func addLocation(_ bytes: Bytes) {
        guard let count = route?.count, count <= TimeSeries.mostPoints else { return }
        func number(_ name: String) -> Double {
            attribute(named: name, bytes).flatMap { DecimalNumber.read(bytes.extracting(bytes.trimmed($0))) } ?? .nan
        }
        var point = RoutePoints.Point()
        point.time = attribute(.date, bytes).flatMap { dates.read(bytes.extracting(bytes.trimmed($0))) }
            .flatMap { SampleTimes.range.contains($0) ? $0 : nil }
        (point.latitude, point.longitude, point.altitude) = (number("latitude"), number("longitude"), number("altitude"))
        (point.speed, point.course) = (number("speed"), number("course"))
        (point.horizontalAccuracy, point.verticalAccuracy) = (number("horizontalAccuracy"), number("verticalAccuracy"))
        route?.add(point)
    }

    mutating func endRoute() {
        guard let ended = route.take(), ended.hasPoints else { return }
        let outcome = ended.finished(name: "")
        builder.findings.routes.add(outcome, "")
        if let series = outcome.series { workout?.workout.series.append(series) }
    }
}

extension Workout {
    /// Gives parts without an activity that of the workout. Exports do not name the sports of a triathlon, but each has its own distance.
    mutating func nameActivities() {
        for index in activities.indices where activities[index].activity.isEmpty {
            activities[index].activity = activity == "HKWorkoutActivityTypeSwimBikeRun" ? activities[index].sport : activity
        }
    }
}

extension Workout.Activity {
    /// The sport of a part of a triathlon; a part without a distance is the change from one to the next.
    fileprivate var sport: String {
        func has(_ name: String) -> Bool {
            statistics.contains { $0.metric.identifier == MetricID.distancePrefix + name && $0.sum ?? 0 > 0 }
        }
        let name = has("Swimming") ? "Swimming" : has("Cycling") ? "Cycling" : has("WalkingRunning") ? "Running" : "Transition"
        return "HKWorkoutActivityType" + name
    }
}
