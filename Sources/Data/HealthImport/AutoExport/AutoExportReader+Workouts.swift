import HealthModel

// Workouts of Health Auto Export, in both versions of the format.
extension AutoExportReader {
    /// Adds a workout with its totals and its route. The values during it are in the metrics, or are sums of minutes.
    mutating func add(workout entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard let start = entry["start"]?.read({ times.read($0) })?.instant, let end = entry["end"]?.read({ times.read($0) })?.instant
        else {
            return writer.skip(entry["start"] == nil || entry["end"] == nil ? .missingDate : .badDate, .workouts)
        }
        var span = RecordedSpan(start: start, end: end)
        span.activeSeconds = activeSeconds(entry["duration"], in: span)
        span.distance = amount(entry["distance"], Self.lengths)
        span.energy = amount(entry["activeEnergyBurned"] ?? entry["activeEnergy"], Self.energies)
        span.totalEnergy = amount(entry["totalEnergy"], Self.energies)
        span.steps = amount(entry["stepCount"], ["count": 1, "steps": 1, "": 1])
        span.strokes = amount(entry["totalSwimmingStrokeCount"], ["count": 1, "": 1])
        let rate = entry["heartRate"]
        span.heartRate = RecordedSpan.Extent(
            average: beats(rate?["avg"] ?? entry["avgHeartRate"]), minimum: beats(rate?["min"]),
            maximum: beats(rate?["max"] ?? entry["maxHeartRate"]))
        let name = AutoExportWords.workoutName(entry["name"]?.text ?? "")
        var facts = name.isEmpty ? [] : [(key: "activityName", value: ImportFindings.kept(of: name))]
        if let isIndoor = entry["isIndoor"], !isIndoor.isNull {
            facts.append((key: "HKIndoorWorkout", value: isIndoor.isTrue ? "1" : "0"))
        }
        writer.source = source("")
        let sport = writer.activity(named: name)
        var activity = RecordedActivity(legs: [RecordedActivity.Leg(activity: sport, span: span)], metadata: facts)
        activity.intervals = intervals(of: entry, activity: sport)
        activity.events = events(of: entry)
        try writer.addSummary(activity, route: points(entry["route"]), name: "\(name) \(start)", deliver)
    }

    /// Returns the seconds without pauses. Nil for 0, and for more seconds than there are between start and end.
    func activeSeconds(_ value: JSONValue?, in span: RecordedSpan) -> Double? {
        guard let seconds = value?.number, seconds > 0, Int64(min(seconds, 1e12) * 1000) <= span.end - span.start + 1000 else { return nil }
        return seconds
    }

    static let lengths = ["m": 1.0, "km": 1000, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048]
    static let energies = ["kcal": 1.0, "Cal": 1, "kJ": 1 / 4.184, "cal": 0.001]

    /// Returns a number with its unit, or the sum of a list of them. Nil for 0 and for an unknown unit, which is counted.
    mutating func amount(_ value: JSONValue?, _ units: [String: Double]) -> Double? {
        guard let value else { return nil }
        var sum = 0.0
        for part in value.isObject ? [value] : value.elements {
            guard let number = part["qty"]?.number else { continue }
            let unit = part["units"]?.text ?? units.keys.sorted().first { units[$0] == 1 } ?? ""
            guard let factor = units[unit] else {
                writer.note(.incompatibleUnit, detail: ImportFindings.kept(of: unit))
                return nil
            }
            sum += number * factor
        }
        return sum > 0 ? sum : nil
    }

    func beats(_ value: JSONValue?) -> Double? {
        (value?["qty"]?.number ?? value?.number).flatMap { $0 > 0 ? $0 : nil }
    }

    private mutating func points(_ route: JSONValue?) -> [RecordedPoint] {
        var points: [RecordedPoint] = []
        for entry in route?.elements ?? [] {
            var point = RecordedPoint()
            point.place.latitude = (entry["latitude"] ?? entry["lat"])?.number ?? .nan
            point.place.longitude = (entry["longitude"] ?? entry["lon"])?.number ?? .nan
            point.place.time = entry["timestamp"]?.read { times.read($0) }?.instant
            point.place.altitude = entry["altitude"]?.number ?? .nan
            point.place.speed = entry["speed"]?.number ?? .nan
            point.place.course = entry["course"]?.number ?? .nan
            point.place.horizontalAccuracy = entry["horizontalAccuracy"]?.number ?? .nan
            point.place.verticalAccuracy = entry["verticalAccuracy"]?.number ?? .nan
            points.append(point)
        }
        return points
    }
}
