/// Writes the functions that compute the time of workouts without their pauses (S7.1).
enum WorkoutTimeCode {
    /// Returns the expression for the seconds of `parts`.
    static func seconds(addsAll: Bool) -> String {
        "parts.isEmpty ? nil : " + (addsAll ? "active(parts).map { $0.seconds }.reduce(0, +)" : "greatest(active(parts))")
    }

    static func write(_ code: inout SwiftWriter) {
        code.add("typealias ActivePart = (interval: DateInterval, seconds: TimeInterval)")
        writeSpread(&code)
        writeParts(&code)
        writeActive(&code)
        writeGreatest(&code)
    }

    private static func writeSpread(_ code: inout SwiftWriter) {
        code.block("func spread(_ seconds: TimeInterval, over spans: [DateInterval]) -> [ActivePart] {") {
            $0.add("let total = spans.map { $0.duration }.reduce(0, +)")
            $0.add("return spans.map { ($0, spans.count == 1 ? seconds : seconds * $0.duration / total) }")
        }
    }

    private static func writeParts(_ code: inout SwiftWriter) {
        code.add("/// The times outside of the pauses of a workout, which count evenly. All parts together last `duration`.")
        code.block("func activeParts(_ workout: HKWorkout) -> [ActivePart] {") {
            $0.add("let whole = DateInterval(start: workout.startDate, end: max(workout.startDate, workout.endDate))")
            $0.add("guard whole.duration > 0 else { return [(whole, workout.duration)] }")
            $0.add("let events = (workout.workoutEvents ?? []).sorted { $0.dateInterval.start < $1.dateInterval.start }")
            $0.add("var pauses: [DateInterval] = []")
            $0.add("var (isPaused, isStill) = (false, false)")
            $0.add("var since: Date?")
            $0.block("for event in events {") {
                $0.add("let stops = event.type == .pause || event.type == .motionPaused")
                $0.block("if stops, event.dateInterval.duration > 0 {") {
                    $0.add("pauses.append(event.dateInterval)")
                    $0.add("continue")
                }
                $0.block("switch event.type {") {
                    $0.add("case .pause: isPaused = true")
                    $0.add("case .motionPaused: isStill = true")
                    $0.add("case .resume: (isPaused, isStill) = (false, false)")
                    $0.add("case .motionResumed: isStill = false")
                    $0.add("default: continue")
                }
                $0.block("if let start = since, !isPaused, !isStill {") {
                    $0.add("pauses.append(DateInterval(start: start, end: event.dateInterval.start))")
                    $0.add("since = nil")
                }
                $0.add("if since == nil, isPaused || isStill { since = event.dateInterval.start }")
            }
            $0.add("// A pause without a resume lasts until the end.")
            $0.add("if let start = since, start < whole.end { pauses.append(DateInterval(start: start, end: whole.end)) }")
            $0.add("var runs = [whole]")
            $0.block("for pause in pauses {") {
                $0.block("runs = runs.flatMap { run in", closing: "}") {
                    $0.block("[", closing: "].filter { $0.duration > 0 }") {
                        $0.add("DateInterval(start: run.start, end: max(run.start, min(run.end, pause.start))),")
                        $0.add("DateInterval(start: min(run.end, max(run.start, pause.end)), end: run.end),")
                    }
                }
            }
            $0.add("let active = runs.map { $0.duration }.reduce(0, +)")
            $0.add("if workout.duration >= whole.duration || active == 0 { return spread(workout.duration, over: [whole]) }")
            $0.add("if workout.duration <= active { return spread(workout.duration, over: runs) }")
            $0.add("// The app counted some of the pauses.")
            $0.add("let gaps = zip([whole.start] + runs.map { $0.end }, runs.map { $0.start } + [whole.end])")
            $0.add("    .map { DateInterval(start: $0, end: $1) }.filter { $0.duration > 0 }")
            $0.add("return spread(active, over: runs) + spread(workout.duration - active, over: gaps)")
        }
    }

    private static func writeActive(_ code: inout SwiftWriter) {
        code.block("func active(_ parts: [Part]) -> [ActivePart] {") {
            $0.block("parts.flatMap { part in", closing: "}") {
                $0.block("activeParts(part.sample).compactMap { active -> ActivePart? in", closing: "}") {
                    $0.add("let lower = max(active.interval.start, part.interval.start)")
                    $0.add("let upper = min(active.interval.end, part.interval.end)")
                    $0.add("guard lower <= upper else { return nil }")
                    $0.add("let inside = DateInterval(start: lower, end: upper)")
                    $0.add("if inside == active.interval { return active }")
                    $0.add("return (inside, active.seconds * inside.duration / active.interval.duration)")
                }
            }
        }
    }

    private static func writeGreatest(_ code: inout SwiftWriter) {
        code.add("/// The seconds of parts. If workouts overlap, each moment counts once, as for the workout in which it counts most.")
        code.block("func greatest(_ parts: [ActivePart]) -> TimeInterval {") {
            $0.add("var seconds = parts.filter { $0.interval.duration == 0 }.map { $0.seconds }.reduce(0, +)")
            $0.add("let lasting = parts.filter { $0.interval.duration > 0 }")
            $0.add("let edges = Set(lasting.flatMap { [$0.interval.start, $0.interval.end] }).sorted()")
            $0.block("for (lower, upper) in zip(edges, edges.dropFirst()) {") {
                $0.add("let open = lasting.filter { $0.interval.start <= lower && upper <= $0.interval.end }")
                $0.add("let amounts = open.map { $0.seconds * upper.timeIntervalSince(lower) / $0.interval.duration }")
                $0.add("seconds += amounts.max() ?? 0")
            }
            $0.add("return seconds")
        }
    }
}
