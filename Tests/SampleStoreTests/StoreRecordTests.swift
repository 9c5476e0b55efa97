import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Workouts, correlations and activity summaries in both stores.
@Suite struct StoreRecordTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func stores() throws -> [any SampleStorage] {
        [MemoryStore(), try SQLiteStore.open(path: directory.path("\(directory.names.count)"), mode: .create)]
    }

    private func run(_ activity: String = "Running", from start: Int64 = 0, metadata: Int32 = 0, energy: Double? = nil) -> Workout {
        Workout(
            activity: "HKWorkoutActivityType\(activity)", start: Instant(seconds: start), end: Instant(seconds: start + 1800),
            activeSeconds: 1700, source: 0, metadata: metadata,
            statistics: energy.map { [.init(metric: MetricID("HKQuantityTypeIdentifierActiveEnergyBurned"), sum: $0, unit: "kcal")] } ?? [],
            events: [.init(type: "HKWorkoutEventTypePause", start: Instant(seconds: start + 60), end: Instant(seconds: start + 160))],
            routes: ["/workout-routes/route_1.gpx"])
    }

    private func batch(_ workouts: [Workout]) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch")]
        batch.metadata += [
            MetadataSet([.init(key: "HKIndoorWorkout", value: "0")]), MetadataSet([.init(key: "HKIndoorWorkout", value: "1")]),
        ]
        batch.workouts = workouts
        return batch
    }

    @Test("A workout is preserved, and writing it several times gives one workout")
    func workout() throws {
        for store in try stores() {
            let first = try store.write(batch([run(energy: 300), run("Yoga", from: 5000)]))
            let change = try store.read { $0.changeNumber }
            let second = try store.write(batch([run(energy: 300)]))
            #expect(first[.workouts]?.added == 2 && second[.workouts]?.alreadyThere == 1)
            try store.read { view throws in
                #expect(view.changeNumber == change)
                var expected = run(energy: 300)
                let found = try #require(try view.workouts(from: Instant(milliseconds: 0), through: Instant(milliseconds: 1000)).first)
                expected.number = found.number
                expected.source = found.source
                #expect(found == expected)
                #expect(
                    try view.workouts(from: .min, through: .max).map(\.activity)
                        == ["Running", "Yoga"].map { "HKWorkoutActivityType\($0)" })
            }
        }
    }

    @Test("Copies combine their statistics and keep the greater number, in any order")
    func unitedStatistics() throws {
        let copies = [run(energy: 300), run(energy: 280), run()]
        for order in [copies, copies.reversed()] {
            for store in try stores() {
                for copy in order { _ = try store.write(batch([copy])) }
                let found = try store.read { try $0.workouts(from: .min, through: .max) }
                #expect(found.count == 1 && found.first?.statistics.map(\.sum) == [300])
                #expect(found.first?.events.count == 1 && found.first?.routes.count == 1)
            }
        }
    }

    @Test("S1.2 also applies to workouts")
    func metadata() throws {
        for store in try stores() {
            _ = try store.write(batch([run()]))
            let number = try store.read { try $0.workouts(from: .min, through: .max).first?.number }
            #expect(try store.write(batch([run(metadata: 1)]))[.workouts]?.added == 0)
            #expect(try store.write(batch([run(metadata: 2)]))[.workouts]?.added == 1)
            #expect(try store.write(batch([run()]))[.workouts]?.added == 0)
            let numbers = try store.read { try $0.workouts(from: .min, through: .max).map(\.number) }
            #expect(numbers.count == 2 && numbers.first == number)
        }
    }

    @Test("Workouts are samples of a separate metric with the activity as value")
    func samples() throws {
        for store in try stores() {
            _ = try store.write(batch([run("Yoga", from: 5000), run(), run("FutureSport", from: 9000)]))
            try store.read { view throws in
                var values: [Double] = []
                try view.scan(.workouts, from: Instant(milliseconds: 0), through: Instant(milliseconds: 20_000_000), columns: .all) {
                    batch in
                    values += batch.values
                    #expect(batch.sources.count == batch.count && batch.numbers.count == batch.count)
                    return true
                }
                // HKWorkoutActivityType in HealthKit's header: running is 37, yoga is 57.
                #expect(values.prefix(2) == [37, 57])
                #expect(values.count == 3 && values[2] >= 100_000)
                let summary = try #require(try view.metricSummary(of: .workouts))
                #expect(summary.count == 3 && summary.firstStart == Instant(seconds: 0) && summary.lastEnd == Instant(seconds: 10_800))
                #expect(try view.metricSummaries().map(\.metric) == [.workouts])
            }
        }
    }

    @Test("Deleted workouts are removed with their parts")
    func deletes() throws {
        for store in try stores() {
            _ = try store.write(batch([run(energy: 1), run("Yoga", from: 5000)]))
            let number = try #require(
                try store.read { try $0.workouts(from: Instant(milliseconds: 0), through: Instant(milliseconds: 0)).first?.number })
            #expect(try store.delete(.workouts, numbers: [number, 77]) == 1)
            #expect(try store.read { try $0.workouts(from: .min, through: .max).map(\.activity) } == ["HKWorkoutActivityTypeYoga"])
            if let store = store as? SQLiteStore { #expect(try store.checkIntegrity() == []) }
        }
    }

    @Test("A correlation keeps its members, equal ones are one, and other members make another one")
    func correlations() throws {
        func reading(_ values: [Double]) -> Correlation {
            Correlation(
                type: "HKCorrelationTypeIdentifierBloodPressure", start: Instant(seconds: 60), end: Instant(seconds: 60), source: 0,
                members: values.map { .init(metric: MetricID("BP"), start: Instant(seconds: 60), end: Instant(seconds: 60), value: $0) })
        }
        for store in try stores() {
            for values in [[120, 80.5], [80.5, 120], [130, 85]] {
                var batch = batch([])
                batch.correlations = [reading(values)]
                _ = try store.write(batch)
            }
            let found = try store.read { try $0.correlations(from: Instant(milliseconds: 60_000), through: Instant(milliseconds: 60_000)) }
            #expect(found.map { $0.members.map(\.value) } == [[80.5, 120], [85, 130]])
            #expect(
                try store.read { try $0.correlations(from: Instant(milliseconds: 60_001), through: Instant(milliseconds: 70_000)) } == [])
        }
    }

    @Test("Summaries of the same day keep the greater fields, in any order")
    func summaries() throws {
        var morning = ActivitySummary(day: "2024-03-31")
        morning.activeEnergy = 120.5
        morning.activeEnergyGoal = 500
        var evening = ActivitySummary(day: "2024-03-31")
        evening.activeEnergy = 512.25
        evening.standHours = 11
        var expected = evening
        expected.activeEnergyGoal = 500
        for order in [[morning, evening], [evening, morning], [evening, morning, evening]] {
            for store in try stores() {
                for summary in order {
                    var batch = ImportBatch()
                    batch.summaries = [summary, ActivitySummary(day: "2024-04-02")]
                    _ = try store.write(batch)
                }
                #expect(try store.read { try $0.activitySummaries(from: "2024-03-01", through: "2024-03-31") } == [expected])
                #expect(try store.read { try $0.activitySummaries(from: "0000", through: "9999").count } == 2)
            }
        }
    }
}
