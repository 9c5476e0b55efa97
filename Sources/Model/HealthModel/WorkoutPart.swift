/// A part of a workout: a lap or a segment, or the whole workout (S13.10).
package struct WorkoutPart: Hashable, Sendable {
    /// The start in milliseconds, inclusive.
    package var from: Int64
    /// The end in milliseconds, exclusive.
    package var to: Int64
    /// Apple's name of the activity.
    package var activity: String
    /// The kind and the number, such as `lap 2`; `whole` for the only part of a workout.
    package var name: String
}

extension Workout {
    /// The laps of the workout, or else its segments, or else the whole workout. They do not overlap.
    package var parts: [WorkoutPart] {
        let (first, last) = (start.milliseconds, end.milliseconds)
        guard first < last else { return [] }
        for kind in ["lap", "segment"] {
            let found = kind == "lap" ? laps : spans(of: "HKWorkoutEventTypeSegment")
            if !found.isEmpty {
                return zip(found, 1...).map {
                    WorkoutPart(from: $0.lowerBound, to: $0.upperBound, activity: activity, name: "\(kind) \($1)")
                }
            }
        }
        return [WorkoutPart(from: first, to: last, activity: activity, name: "whole")]
    }

    /// The laps. Without lengths, laps are marks at the end of each lap, and the last lap lasts until the end of the workout.
    private var laps: [Range<Int64>] {
        let type = "HKWorkoutEventTypeLap"
        let spans = spans(of: type)
        guard spans.isEmpty else { return spans }
        let (first, last) = (start.milliseconds, end.milliseconds)
        let marks = Set(events.filter { $0.type == type }.map(\.start.milliseconds).filter { first < $0 && $0 < last }).sorted()
        guard !marks.isEmpty else { return [] }
        return zip([first] + marks, marks + [last]).map { $0..<$1 }
    }

    /// The events of a type that have a length, without those that overlap an earlier one. A watch can record both kilometers and miles.
    private func spans(of type: String) -> [Range<Int64>] {
        let (first, last) = (start.milliseconds, end.milliseconds)
        let spans = events.filter { $0.type == type }.compactMap { event -> Range<Int64>? in
            let (from, to) = (max(event.start.milliseconds, first), min(event.end.milliseconds, last))
            return from < to ? from..<to : nil
        }
        var found: [Range<Int64>] = []
        for span in spans.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if found.last.map({ $0.upperBound <= span.lowerBound }) ?? true { found.append(span) }
        }
        return found
    }
}
