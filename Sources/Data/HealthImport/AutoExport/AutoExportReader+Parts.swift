import HealthModel

// Parts of workouts, which the app writes since version 10.
//
//     "activities": [{"start": …, "end": …, "activeDuration": 1200, "metrics": {"distance": {"qty": 4, "units": "km"}, …}}, …]
//     "segments":   [{"start": …, "end": …, "metrics": {…}}, …]
//     "events":     [{"type": "pause", "date": …}, {"type": "lap", "start": …, "end": …}, …]
//
// Source: Lybron/health-auto-export#54 and #64. No document of the app describes them, so parts of another form are counted.
extension AutoExportReader {
    private static let partLimit = 10_000

    /// Returns the intervals of a planned workout, with their numbers.
    mutating func intervals(of entry: JSONValue, activity: String) -> [RecordedActivity.Leg] {
        var legs: [RecordedActivity.Leg] = []
        for part in (entry["activities"]?.elements ?? []).prefix(Self.partLimit) {
            guard var span = span(of: part) else {
                countPart("activities")
                continue
            }
            span.activeSeconds = activeSeconds(part["activeDuration"], in: span)
            let numbers = part["metrics"]
            span.distance = amount(numbers?["distance"], Self.lengths)
            span.energy = amount(numbers?["activeEnergy"], Self.energies)
            span.steps = amount(numbers?["stepCount"], ["count": 1, "steps": 1, "": 1])
            span.heartRate = RecordedSpan.Extent(
                average: beats(numbers?["heartRateAverage"]), minimum: beats(numbers?["heartRateMinimum"]),
                maximum: beats(numbers?["heartRateMaximum"]))
            legs.append(RecordedActivity.Leg(activity: activity, span: span))
        }
        return legs
    }

    /// Returns segments, pauses and laps. Their numbers are not kept.
    mutating func events(of entry: JSONValue) -> [Workout.Event] {
        var events: [Workout.Event] = []
        for part in (entry["segments"]?.elements ?? []).prefix(Self.partLimit) {
            if let span = span(of: part) { events.append(event("Segment", span)) } else { countPart("segments") }
        }
        for part in ((entry["events"] ?? entry["workoutEvents"])?.elements ?? []).prefix(Self.partLimit) {
            if let kind = part["type"]?.text.flatMap(Self.kind), let span = span(of: part) {
                events.append(event(kind, span))
            } else {
                countPart("events")
            }
        }
        return events
    }

    private func event(_ kind: String, _ span: RecordedSpan) -> Workout.Event {
        Workout.Event(
            type: "HKWorkoutEventType" + kind, start: Instant(milliseconds: span.start), end: Instant(milliseconds: span.end))
    }

    private mutating func countPart(_ name: String) {
        ImportFindings.count(of: "parts of workouts in \(name)", in: &writer.builder.findings.unreadElements)
    }

    /// Returns Apple's name of a kind of events. Nil for an unknown word.
    private static func kind(_ word: String) -> String? {
        let folded = word.lowercased().filter(\.isLetter)
        let kinds = ["Pause", "Resume", "Lap", "Marker", "MotionPaused", "MotionResumed", "Segment", "PauseOrResumeRequest"]
        return kinds.first { $0.lowercased() == folded }
    }

    /// Returns the times of a part. An event can have one date only.
    private mutating func span(of part: JSONValue) -> RecordedSpan? {
        guard let start = (part["start"] ?? part["date"])?.read({ times.read($0) })?.instant else { return nil }
        guard let written = part["end"] else { return RecordedSpan(start: start, end: start) }
        guard let end = written.read({ times.read($0) })?.instant, start <= end, BatchBuilder.flaw(start: start, end: end) == nil else {
            return nil
        }
        return RecordedSpan(start: start, end: end)
    }
}
