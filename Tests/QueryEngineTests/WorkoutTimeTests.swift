import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

/// A time on the day of the test workouts.
private func time(_ minute: Int64) -> Instant { Instant(milliseconds: clock(8) + minute * 60_000) }

private func event(_ kind: String, _ minute: Int64, to end: Int64? = nil) -> Workout.Event {
    Workout.Event(type: "HKWorkoutEventType" + kind, start: time(minute), end: time(end ?? minute))
}

private func workout(_ minutes: ClosedRange<Int64>, _ events: [Workout.Event] = [], active: Double? = nil) -> Workout {
    Workout(
        activity: "HKWorkoutActivityTypeRunning", start: time(minutes.lowerBound), end: time(minutes.upperBound),
        activeSeconds: active.map { $0 * 60 }, source: 0, events: events)
}

@Suite("S7.1 The time of workouts without pauses")
struct WorkoutTimeTests {
    @Test("Pauses of persons and detected pauses, with and without an end, in any order")
    func pauses() {
        func minutes(_ events: [Workout.Event]) -> Double { workout(0...60, events).duration / 60 }
        #expect(minutes([]) == 60)
        #expect(minutes([event("Pause", 10), event("Resume", 25)]) == 45)
        #expect(minutes([event("Resume", 25), event("Pause", 10)]) == 45)
        #expect(minutes([event("Pause", 20)]) == 20)
        #expect(minutes([event("Resume", 20)]) == 60)
        #expect(minutes([event("MotionPaused", 10), event("MotionResumed", 15)]) == 55)
        // Motion does not end a person's pause, and a resume ends both.
        #expect(minutes([event("Pause", 10), event("MotionResumed", 15), event("Resume", 20)]) == 50)
        #expect(minutes([event("MotionPaused", 10), event("Pause", 12), event("Resume", 20)]) == 50)
        // A resume and a pause at the same time change nothing.
        #expect(minutes([event("Pause", 10), event("Resume", 20), event("Pause", 20), event("Resume", 30)]) == 40)
        // Pauses with a length, laps, requests, and pauses outside of the workout.
        #expect(minutes([event("Pause", 10, to: 15), event("Lap", 20, to: 30), event("PauseOrResumeRequest", 40)]) == 55)
        #expect(minutes([event("Pause", -10), event("Resume", 10), event("Pause", 70)]) == 50)
        #expect(minutes([event("Pause", 10, to: 20), event("Pause", 15, to: 30)]) == 40)
    }

    @Test("The recorded duration is right: shorter or longer than the time outside of pauses")
    func recorded() {
        let pause = [event("Pause", 20), event("Resume", 40)]
        func seconds(_ workout: Workout) -> [Double] { workout.activeParts.map { $0.seconds / 60 } }
        #expect(seconds(workout(0...60, pause, active: 40)) == [20, 20])
        #expect(seconds(workout(0...60, pause, active: 30)) == [15, 15])
        #expect(seconds(workout(0...60, pause, active: 50)) == [20, 10, 20])
        #expect(seconds(workout(0...60, pause, active: 66)) == [66])
        #expect(seconds(workout(0...60, active: 34)) == [34])
        #expect(seconds(workout(5...5, active: 34)) == [34])
    }

    @Test("Any range has the seconds that counting by second gives", arguments: 0..<15)
    func counting(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }
        let kinds = ["Pause", "Resume", "MotionPaused", "MotionResumed", "Lap"]
        var workouts = (0..<Int(number(1...4))).map { _ in
            let start = number(0...40)
            let events = (0..<number(0...5)).map { _ in event(kinds[Int(number(0...4))], number(0...80)) }
            return workout(start...start + number(1...40), events, active: Bool.random(using: &random) ? Double(number(1...50)) : nil)
        }
        workouts.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        var source = ListedSamples(
            workouts.map { TestSample(metric: .workouts, start: $0.start.milliseconds, end: $0.end.milliseconds, value: 37) })
        for index in workouts.indices { workouts[index].number = Int64(index + 1) }
        source.workoutList = workouts
        let (low, high) = (number(0...40), number(41...90))
        func value(_ aggregate: Aggregate, _ field: WorkoutField? = nil, adds: Bool = false) throws -> Double? {
            try Plan.inUTC(
                [.of(aggregate, .workouts, style: nil, field: field)], from: time(low).milliseconds, to: time(high).milliseconds
            ) { $0.rules.duration = adds ? .sum : .union }.values(source)[0]
        }
        let shares = workouts.map(Counted.init)
        let seconds = (low * 60..<high * 60).map { second in shares.map { $0.share(at: second) } }
        let sum = seconds.reduce(0) { $0 + $1.reduce(0, +) }
        let union = seconds.reduce(0) { $0 + ($1.max() ?? 0) }
        func isNear(_ value: Double?, _ expected: Double) -> Bool { abs((value ?? 0) - expected) < 1e-6 * max(1, expected) }
        #expect(isNear(try value(.duration), union))
        #expect(isNear(try value(.duration, adds: true), sum))
        #expect(isNear(try value(.sum, .activeDuration), sum))
    }
}

@Suite("S7.1 The numbers of workouts at their times")
struct WorkoutAmountTests {
    private static let energy = MetricID("HKQuantityTypeIdentifierActiveEnergyBurned")

    /// Returns a workout with a number, activities with their own numbers, and samples of two sources.
    private func life(_ random: inout SplitMix64) -> (workout: Workout, source: ListedSamples) {
        func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }
        func statistic(_ sum: Int64) -> [Workout.Statistic] { [.init(metric: Self.energy, sum: Double(sum), unit: "kcal")] }
        var run = workout(0...60, Bool.random(using: &random) ? [event("Pause", number(0...30)), event("Resume", number(31...60))] : [])
        run.statistics = statistic(number(1...500))
        let edges = [0, number(1...20), number(21...40), number(41...60)]
        if Bool.random(using: &random) {
            run.activities = zip(edges, edges.dropFirst()).map { from, to in
                Workout.Activity(
                    activity: run.activity, start: time(from), end: time(to),
                    statistics: Bool.random(using: &random) ? statistic(number(0...200)) : [])
            }
        }
        var samples = [TestSample(metric: .workouts, start: run.start.milliseconds, end: run.end.milliseconds, value: 37)]
        for _ in 0..<number(0...6) {
            let start = number(-5...60)
            samples.append(
                TestSample(
                    metric: Self.energy, start: time(start).milliseconds, end: time(start + number(0...20)).milliseconds,
                    value: Double(number(1...100)), source: samples[0].source))
        }
        run.number = 1
        var source = ListedSamples(samples)
        source.workoutList = [run]
        return (run, source)
    }

    private func sums(_ source: ListedSamples, bucket: Int64?) throws -> [Double?] {
        try Plan.inUTC(
            [.of(.sum, .workouts, style: nil, field: .statistic(Self.energy))], from: time(0).milliseconds, to: time(60).milliseconds,
            bucket: bucket, anchor: time(0).milliseconds
        ).values(source)
    }

    @Test("The rows that divide a workout add up to its number, and each row has one", arguments: 0..<100)
    func adding(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let (run, source) = life(&random)
        let total = try #require(run.statistics[0].sum)
        #expect(try sums(source, bucket: nil) == [total])
        for minutes in [1, 7, 30] as [Int64] {
            let rows = try sums(source, bucket: minutes * 60_000)
            #expect(rows.allSatisfy { $0 ?? -1 >= 0 })
            #expect(abs(rows.compactMap(\.self).reduce(0, +) - total) < 1e-9 * total)
        }
    }

    @Test("Activities that do not have all of a workout keep their numbers", arguments: 0..<100)
    func activities(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let (run, source) = life(&random)
        let own = run.activities.compactMap { activity in activity.statistics.first?.sum.map { (activity, $0) } }
        let known = own.reduce(0) { $0 + $1.1 }
        let minutes = try sums(source, bucket: 60_000)
        guard known > 0, known <= run.statistics[0].sum ?? 0, run.events.isEmpty, own.count < run.activities.count else { return }
        for (activity, sum) in own {
            func minute(_ instant: Instant) -> Int { Int((instant.milliseconds - time(0).milliseconds) / 60_000) }
            let found = minutes[minute(activity.start)..<minute(activity.end)].compactMap(\.self).reduce(0, +)
            #expect(abs(found - sum) < 1e-9 * max(sum, 1))
        }
    }
}

/// Counts how much of each second of a workout is active, by asking for every second what stopped it.
private struct Counted {
    let first: Int64
    let isActive: [Bool]
    let whole: Double?

    init(_ workout: Workout) {
        let origin = time(0).milliseconds
        func second(_ instant: Instant) -> Int64 { (instant.milliseconds - origin) / 1000 }
        first = second(workout.start)
        whole = workout.activeSeconds
        isActive = (first..<second(workout.end)).map { moment in
            // The last event of each kind up to this second decides. Contradictions at one time are undone.
            var isPaused = false
            var isStill = false
            for time in Set(workout.events.map { second($0.start) }).sorted() where time <= moment {
                let names = Set(workout.events.filter { second($0.start) == time }.map { $0.type.dropFirst("HKWorkoutEventType".count) })
                let keepsPause = names.isSuperset(of: ["Pause", "Resume"])
                let keepsStill = names.isSuperset(of: ["MotionPaused", "MotionResumed"])
                if names.contains("Resume"), !keepsPause { (isPaused, isStill) = (false, false) }
                if names.contains("Pause"), !keepsPause { isPaused = true }
                if names.contains("MotionResumed"), !keepsStill { isStill = false }
                if names.contains("MotionPaused"), !keepsStill { isStill = true }
            }
            return !isPaused && !isStill
        }
    }

    func share(at second: Int64) -> Double {
        guard second >= first, second < first + Int64(isActive.count) else { return 0 }
        let active = Double(isActive.count { $0 })
        let length = Double(isActive.count)
        let now = isActive[Int(second - first)]
        guard let whole else { return now ? 1 : 0 }
        if whole >= length || active == 0 { return whole / length }
        if whole <= active { return now ? whole / active : 0 }
        return now ? 1 : (whole - active) / (length - active)
    }
}
