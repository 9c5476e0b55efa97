import CalendarIntervals
import HealthModel

/// The object `workout` in a line of JSON Lines: the duration, statistics, events, activities and routes of a workout.
///
/// `SampleTableWriter` writes it, and `TableReader` reads it.
struct WorkoutDetails {
    /// How times are written.
    let time: (Int64) -> String
    /// True if only what names nobody and no place is written: no identifier, no name of a file, no text of an app.
    let isPseudonymous: Bool
    /// True if the names of files with routes are written.
    let namesRoutes: Bool

    /// Returns the object; nil if the workout has nothing else.
    func text(of workout: Workout, metadata: (Int32) -> MetadataSet) -> JSONText? {
        var members = parts(workout.activeSeconds, workout.statistics, workout.events)
        if namesRoutes, !workout.routes.isEmpty { members.append(("routes", .array(workout.routes.map { .string($0) }))) }
        let activities = workout.activities.map { activity -> JSONText in
            var members: [(String, JSONText)] = [
                ("type", .string(activity.activity)), ("start", .string(time(activity.start.milliseconds))),
                ("end", .string(time(activity.end.milliseconds))),
            ]
            if !isPseudonymous, !activity.uuid.isEmpty { members.insert(("uuid", .string(activity.uuid)), at: 0) }
            members += parts(activity.activeSeconds, activity.statistics, activity.events)
            let set = isPseudonymous ? MetadataSet() : metadata(activity.metadata)
            if !set.isEmpty { members.append(("metadata", .object(set.entries.map { ($0.key, .string($0.value)) }))) }
            return .object(members)
        }
        if !activities.isEmpty { members.append(("activities", .array(activities))) }
        return members.isEmpty ? nil : .object(members)
    }

    private func parts(
        _ seconds: Double?, _ statistics: [Workout.Statistic], _ events: [Workout.Event]
    ) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = []
        if let seconds { members.append(("duration", .decimal(seconds))) }
        if !statistics.isEmpty {
            let all = statistics.map { statistic -> JSONText in
                let numbers = [
                    ("sum", statistic.sum), ("average", statistic.average), ("minimum", statistic.minimum), ("maximum", statistic.maximum),
                ]
                return .object(
                    [("type", .string(statistic.metric.identifier)), ("unit", .string(statistic.unit))]
                        + numbers.compactMap { name, number in number.map { (name, .decimal($0)) } })
            }
            members.append(("statistics", .array(all)))
        }
        let shown = events.filter { !isPseudonymous || $0.type.hasPrefix("HKWorkoutEventType") }
        if !shown.isEmpty {
            let all = shown.map { event -> JSONText in
                .object([
                    ("type", .string(event.type)), ("start", .string(time(event.start.milliseconds))),
                    ("end", .string(time(event.end.milliseconds))),
                ])
            }
            members.append(("events", .array(all)))
        }
        return members
    }

    // MARK: Reading

    /// Adds the parts in `value` to a workout.
    ///
    /// - Parameter metadata: returns the id of a set of metadata.
    /// - Returns: False if a part could not be read. The others are added.
    static func read(_ value: JSONValue, into workout: inout Workout, metadata: (JSONValue) -> Int32) -> Bool {
        var isWhole = true
        workout.activeSeconds = seconds(value, &isWhole)
        workout.statistics = statistics(value, &isWhole)
        workout.events = events(value, &isWhole)
        workout.routes = list("routes", of: value, &isWhole) { $0.text.flatMap { $0.utf8.count <= 4096 ? $0 : nil } }
        var isActivityWhole = true
        workout.activities = list("activities", of: value, &isWhole) { part in
            guard let (start, end) = interval(part), let type = short(part["type"]) else { return nil }
            var activity = Workout.Activity(uuid: short(part["uuid"]) ?? "", activity: type, start: start, end: end)
            activity.activeSeconds = seconds(part, &isActivityWhole)
            activity.statistics = statistics(part, &isActivityWhole)
            activity.events = events(part, &isActivityWhole)
            activity.metadata = part["metadata"].map(metadata) ?? 0
            return activity
        }
        return isWhole && isActivityWhole
    }

    private static func list<Part>(
        _ key: String, of value: JSONValue, _ isWhole: inout Bool, _ part: (JSONValue) -> Part?
    ) -> [Part] {
        let elements = value[key]?.elements ?? []
        let parts = elements.compactMap(part)
        if parts.count < elements.count { isWhole = false }
        return parts
    }

    private static func seconds(_ value: JSONValue, _ isWhole: inout Bool) -> Double? {
        guard let written = value["duration"] else { return nil }
        guard let seconds = written.number, seconds >= 0 else {
            isWhole = false
            return nil
        }
        return seconds
    }

    private static func statistics(_ value: JSONValue, _ isWhole: inout Bool) -> [Workout.Statistic] {
        list("statistics", of: value, &isWhole) { part in
            guard let type = short(part["type"]), !type.isEmpty, let unit = short(part["unit"]) else { return nil }
            return Workout.Statistic(
                metric: MetricID(type), sum: part["sum"]?.number, average: part["average"]?.number, minimum: part["minimum"]?.number,
                maximum: part["maximum"]?.number, unit: unit)
        }
    }

    private static func events(_ value: JSONValue, _ isWhole: inout Bool) -> [Workout.Event] {
        list("events", of: value, &isWhole) { part in
            guard let (start, end) = interval(part), let type = short(part["type"]) else { return nil }
            return Workout.Event(type: type, start: start, end: end)
        }
    }

    static func short(_ value: JSONValue?) -> String? {
        value?.text.flatMap { $0.utf8.count <= ImportFindings.textLimit ? $0 : nil }
    }

    static func interval(_ value: JSONValue) -> (Instant, Instant)? {
        guard let start = instant(value["start"]), let end = instant(value["end"]), BatchBuilder.flaw(start: start, end: end) == nil else {
            return nil
        }
        return (Instant(milliseconds: start), Instant(milliseconds: end))
    }

    /// Returns a time with its UTC offset, in milliseconds since 1970.
    static func instant(_ value: JSONValue?) -> Int64? {
        guard let reading = value?.read({ ISO8601.read(utf8: $0) }), reading.offsetSeconds != nil else { return nil }
        return reading.instant(in: .utc).milliseconds
    }
}
