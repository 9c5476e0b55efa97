/// A part of a workout's time, with the seconds of it that count as duration (S7.1).
package struct ActivePart: Hashable, Sendable {
    /// The start in milliseconds, inclusive.
    package var from: Int64
    /// The end in milliseconds, exclusive. Equal to `from` for a workout without a length.
    package var to: Int64
    /// The seconds that count, spread evenly over the part.
    package var seconds: Double

    package init(from: Int64, to: Int64, seconds: Double) {
        self.from = from
        self.to = to
        self.seconds = seconds
    }

    /// The seconds that count for each millisecond; infinite for a part without a length.
    package var density: Double { seconds / Double(to - from) }

    /// Returns the part between two times, or nil if they don't overlap.
    package func clipped(from start: Int64, to end: Int64) -> ActivePart? {
        if start <= from, to <= end { return self }
        let (low, high) = (max(from, start), min(to, end))
        return low < high ? ActivePart(from: low, to: high, seconds: seconds * Double(high - low) / Double(to - from)) : nil
    }
}

extension Workout {
    /// The seconds without pauses: the recorded ones, or else the time from the start to the end without the pauses among the events.
    package var duration: Double { activeSeconds ?? Double(milliseconds(of: runs)) / 1000 }

    /// The times outside of pauses in milliseconds, in order (S7.1).
    ///
    /// A pause without a resume lasts until the end. A person's pause ends only with a resume, and a detected one also if motion resumes.
    /// A pause that has a length ends by itself.
    package var runs: [Range<Int64>] {
        let (first, last) = (start.milliseconds, end.milliseconds)
        var left: [Range<Int64>] = first < last ? [first..<last] : []
        for pause in pauses {
            left = left.flatMap { run in
                let before = run.lowerBound..<max(run.lowerBound, min(run.upperBound, pause.lowerBound))
                let after = min(run.upperBound, max(run.lowerBound, pause.upperBound))..<run.upperBound
                return [before, after].filter { !$0.isEmpty }
            }
        }
        return left
    }

    /// The parts of the time that count as duration, in order. Their seconds add up to `duration` (S7.1).
    ///
    /// Apps round times, and some record pauses without their times or count some pauses as active. Then the recorded duration is right:
    /// the times outside of pauses count evenly, and what is left counts in the pauses.
    package var activeParts: [ActivePart] {
        let (first, last) = (start.milliseconds, end.milliseconds)
        guard first < last else { return [ActivePart(from: first, to: first, seconds: duration)] }
        let runs = runs
        let active = Double(milliseconds(of: runs)) / 1000
        let whole = Double(last - first) / 1000
        if duration >= whole || active == 0 { return Self.spread(duration, over: [first..<last]) }
        if duration <= active { return Self.spread(duration, over: runs) }
        return (Self.spread(active, over: runs) + Self.spread(duration - active, over: gaps(between: runs))).sorted { $0.from < $1.from }
    }

    private func gaps(between runs: [Range<Int64>]) -> [Range<Int64>] {
        let edges = [start.milliseconds] + runs.flatMap { [$0.lowerBound, $0.upperBound] } + [end.milliseconds]
        return stride(from: 0, to: edges.count, by: 2).map { edges[$0]..<edges[$0 + 1] }.filter { !$0.isEmpty }
    }

    private static func spread(_ seconds: Double, over spans: [Range<Int64>]) -> [ActivePart] {
        let total = Double(spans.reduce(0) { $0 + Int64($1.count) })
        return spans.map { span in
            // A single span has exactly these seconds. A product before a division keeps whole seconds whole.
            let share = spans.count == 1 ? seconds : seconds * Double(span.count) / total
            return ActivePart(from: span.lowerBound, to: span.upperBound, seconds: share)
        }
    }

    private func milliseconds(of spans: [Range<Int64>]) -> Int64 { spans.reduce(0) { $0 + Int64($1.count) } }

    /// The pauses among the events, in order of their starts. They can overlap and be outside of the workout.
    private var pauses: [Range<Int64>] {
        var found = events.filter { $0.isPause && $0.start < $0.end }.map { $0.start.milliseconds..<$0.end.milliseconds }
        let moments = Dictionary(grouping: events.filter { !($0.isPause && $0.start < $0.end) }, by: \.start)
        // The causes of the present stop, and its start.
        var stops: Set<Event.Stop> = []
        var since: Int64?
        for (moment, events) in moments.sorted(by: { $0.key < $1.key }) {
            // Events of the same time that contradict each other change nothing.
            let changes = events.compactMap(\.change)
            let begun = Set(changes.filter(\.begins).map(\.stop))
            let ended = Set(changes.filter { !$0.begins }.map(\.stop))
            let both = begun.intersection(ended)
            stops.formUnion(begun.subtracting(both))
            if ended.contains(.person), !both.contains(.person) { stops = begun.subtracting(both) }
            if ended.contains(.noMotion), !both.contains(.noMotion) { stops.remove(.noMotion) }
            if let start = since, stops.isEmpty {
                found.append(start..<max(start, moment.milliseconds))
                since = nil
            } else if since == nil, !stops.isEmpty {
                since = moment.milliseconds
            }
        }
        if let start = since, start < end.milliseconds { found.append(start..<end.milliseconds) }
        return found
    }
}

extension Workout.Event {
    /// A cause that stops a workout.
    fileprivate enum Stop { case person, noMotion }

    /// The stop that the event begins or ends; nil for laps, segments and other events.
    fileprivate var change: (stop: Stop, begins: Bool)? {
        switch type {
        case "HKWorkoutEventTypePause": (.person, true)
        case "HKWorkoutEventTypeResume": (.person, false)
        case "HKWorkoutEventTypeMotionPaused": (.noMotion, true)
        case "HKWorkoutEventTypeMotionResumed": (.noMotion, false)
        default: nil
        }
    }

    fileprivate var isPause: Bool { change?.begins ?? false }
}
