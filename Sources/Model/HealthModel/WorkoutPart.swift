/// A part of a workout: an activity, a lap or a segment, or the whole workout (S13.10).
package struct WorkoutPart: Hashable, Sendable {
    /// The start in milliseconds, inclusive.
    package var from: Int64
    /// The end in milliseconds, exclusive.
    package var to: Int64
    /// Apple's name of the activity.
    package var activity: String
    /// The kind and the number, such as `activity 1` or `lap 2`; `whole` for the only part of a workout.
    package var name: String
    /// The numbers that the workout keeps of this part: those of an activity, or of the whole workout. Laps and segments have none.
    package var statistics: [Workout.Statistic] = []
}

extension Workout {
    /// Several activities, such as those of a triathlon, or else the laps, or else the segments, or else the whole workout. They do not
    /// overlap.
    package var parts: [WorkoutPart] {
        guard start < end else { return [] }
        let activities = apart(
            activities.map { activity in
                var own = part(activity.start, activity.end, activity: activity.activity)
                own.statistics = activity.statistics
                return own
            })
        // A single activity is the workout itself.
        for (kind, found) in [("activity", activities.count > 1 ? activities : []), ("lap", laps), ("segment", segments)]
        where !found.isEmpty {
            return found.indices.map { index in
                var part = found[index]
                part.name = "\(kind) \(index + 1)"
                return part
            }
        }
        var whole = part(start, end, activity: activity)
        whole.statistics = statistics
        return [whole]
    }

    private func part(_ from: Instant, _ to: Instant, activity: String) -> WorkoutPart {
        WorkoutPart(from: from.milliseconds, to: to.milliseconds, activity: activity, name: "whole")
    }

    /// The laps. Without lengths, laps are marks at the end of each lap, and the last lap lasts until the end of the workout.
    private var laps: [WorkoutPart] {
        let type = "HKWorkoutEventTypeLap"
        let spans = spans(of: type)
        guard spans.isEmpty else { return spans }
        let marks = Set(events.filter { $0.type == type }.map(\.start).filter { start < $0 && $0 < end }).sorted()
        guard !marks.isEmpty else { return [] }
        return zip([start] + marks, marks + [end]).map { part($0, $1, activity: activity) }
    }

    private var segments: [WorkoutPart] { spans(of: "HKWorkoutEventTypeSegment") }

    /// The events of a type that have a length.
    private func spans(of type: String) -> [WorkoutPart] {
        apart(events.filter { $0.type == type }.map { part($0.start, $0.end, activity: activity) })
    }

    /// Cuts parts to the time of the workout. Leaves out those without a length, and those that overlap an earlier one: a watch can record
    /// both kilometers and miles.
    private func apart(_ parts: [WorkoutPart]) -> [WorkoutPart] {
        var found: [WorkoutPart] = []
        for var part in parts.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            (part.from, part.to) = (max(part.from, start.milliseconds), min(part.to, end.milliseconds))
            if part.from < part.to, found.last.map({ $0.to <= part.from }) ?? true { found.append(part) }
        }
        return found
    }
}
