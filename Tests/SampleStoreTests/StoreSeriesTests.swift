import Foundation
import GRDB
import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Parts and routes of workouts in both stores.
@Suite("Parts and series of workouts") struct StoreSeriesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func stores() throws -> [any PersonKeeping & UndoKeeping] {
        [MemoryStore(), try SQLiteStore.open(path: directory.path("\(directory.names.count)"), mode: .create)]
    }

    private static let distance = MetricID("HKQuantityTypeIdentifierDistanceWalkingRunning")

    /// A route of points that are a second and 0.00001 degrees apart, without an altitude and with two unknown speeds.
    static func route(from second: Int64 = 10, count: Int = 5, name: String = "route.gpx", speed: Double = 2.5) -> TimeSeries {
        let times = (0..<Int64(count)).map { (second + $0) * 1000 }
        let places = (0..<count).map { Double($0) / 100_000 }
        let speeds = (0..<count).map { $0 < 2 ? Double.nan : speed }
        guard let route = TimeSeries(.route, name: name, times: times, values: [places, places, [], speeds, [], [], []]) else {
            preconditionFailure("not a route")
        }
        return route
    }

    private func part(_ activity: String, from start: Int64, meters: Double, metadata: Int32 = 0, uuid: String = "") -> Workout.Activity {
        Workout.Activity(
            uuid: uuid, activity: "HKWorkoutActivityType\(activity)", start: Instant(seconds: start), end: Instant(seconds: start + 600),
            activeSeconds: 590, metadata: metadata, statistics: [.init(metric: Self.distance, sum: meters, unit: "m")],
            events: [.init(type: "HKWorkoutEventTypeLap", start: Instant(seconds: start), end: Instant(seconds: start + 300))])
    }

    private func workout(_ series: [TimeSeries] = [], parts: [Workout.Activity] = [], metadata: Int32 = 0) -> Workout {
        var workout = Workout(
            activity: "HKWorkoutActivityTypeSwimBikeRun", start: Instant(seconds: 0), end: Instant(seconds: 1800), source: 0,
            metadata: metadata, activities: parts)
        workout.series = series
        return workout
    }

    private func batch(_ workouts: Workout..., person: String = "") -> ImportBatch {
        var batch = ImportBatch()
        batch.person = person
        batch.sources = [Source(name: "Watch")]
        batch.metadata += [
            MetadataSet([.init(key: "HKLapLength", value: "25 m")]), MetadataSet([.init(key: "HKIndoorWorkout", value: "1")]),
        ]
        batch.workouts = workouts
        return batch
    }

    private func found(_ store: any SampleStorage) throws -> [(workout: Workout, routes: [TimeSeries])] {
        try store.read { view in try view.workouts(from: .min, through: .max).map { ($0, try view.series(.route, of: $0.number)) } }
    }

    @Test("Parts keep their activity, times, statistics, events and metadata, by start")
    func parts() throws {
        let parts = [part("Cycling", from: 700, meters: 4000, uuid: "B"), part("Swimming", from: 0, meters: 300, metadata: 1, uuid: "A")]
        for store in try stores() {
            _ = try store.write(batch(workout(parts: parts)))
            try store.read { view throws in
                let kept = try #require(try view.workouts(from: .min, through: .max).first).activities
                var expected = [parts[1], parts[0]]
                expected[0].metadata = kept[0].metadata
                #expect(kept == expected)
                #expect(try view.metadataSets([kept[0].metadata]).values.map(\.entries) == [[.init(key: "HKLapLength", value: "25 m")]])
                #expect(try view.metricSummaries().map(\.metric) == [.workouts])
            }
        }
    }

    @Test("Copies of a workout unite their parts, in any order and in other units")
    func unitedParts() throws {
        var inKilometers = part("Running", from: 0, meters: 3, uuid: "A")
        inKilometers.statistics = [.init(metric: Self.distance, sum: 3, unit: "km")]
        let copies = [
            workout(parts: [part("Running", from: 0, meters: 3000)]),
            workout(parts: [inKilometers, part("Running", from: 700, meters: 9)]),
            workout(),
        ]
        for order in [copies, copies.reversed()] {
            for store in try stores() {
                for copy in order { _ = try store.write(batch(copy)) }
                let kept = try found(store)
                #expect(kept.count == 1 && kept[0].workout.activities.map(\.statistics.count) == [1, 1])
                #expect(kept[0].workout.activities.map { $0.statistics[0].unit } == ["km", "m"])
                #expect(kept[0].workout.activities.map { $0.statistics[0].sum } == [3, 9])
                #expect(kept[0].workout.activities.map(\.uuid) == ["A", ""] && kept[0].workout.activities[0].events.count == 1)
            }
        }
    }

    @Test("A route keeps every bit, also unknown numbers, and writing it again changes nothing")
    func route() throws {
        let route = Self.route()
        for store in try stores() {
            _ = try store.write(batch(workout([route])))
            let change = try store.read { $0.changeNumber }
            _ = try store.write(batch(workout([route])))
            #expect(try store.read { $0.changeNumber } == change)
            let kept = try found(store)
            #expect(kept.map(\.routes) == [[route]])
            #expect(kept[0].routes[0][.altitude] == [] && kept[0].routes[0][.speed].suffix(3) == [2.5, 2.5, 2.5])
            #expect(kept[0].routes[0][.speed].prefix(2).allSatisfy { $0.isNaN })
            #expect(try store.read { try $0.series(.route, of: 99) } == [])
        }
    }

    @Test("A workout that is already there gets its route and its parts, and taking that back removes only them")
    func lateRoute() throws {
        for store in try stores() {
            store.begin(StoreDeed("first", at: Instant(seconds: 0)))
            _ = try store.write(batch(workout()))
            let before = try found(store).map(\.workout)
            store.begin(StoreDeed("second", at: Instant(seconds: 1)))
            let outcome = try store.write(batch(workout([Self.route()])))
            #expect(outcome[.workouts]?.added == 0 && outcome[.workouts]?.alreadyThere == 1)
            #expect(try found(store).map(\.routes.count) == [1])
            #expect(try found(store).map(\.workout) == before)
            let step = try #require(try store.undoSteps().first)
            #expect(try store.effect(of: step).parts.map(\.kind) == [.restored])
            #expect(try store.undo(step))
            #expect(try found(store).map(\.routes) == [[]])
            #expect(try found(store).map(\.workout) == before)
            if let file = store as? SQLiteStore { #expect(try file.checkIntegrity() == []) }
        }
    }

    @Test("A route follows the metadata rule of its workout")
    func metadata() throws {
        for store in try stores() {
            _ = try store.write(batch(workout(metadata: 1), workout(metadata: 2)))
            _ = try store.write(batch(workout([Self.route()], metadata: 2)))
            _ = try store.write(batch(workout([Self.route(from: 500)])))
            let kept = try found(store)
            #expect(kept.map { $0.routes.map(\.start) } == [[Instant(seconds: 500)], [Instant(seconds: 10)]])
        }
    }

    @Test("Of two routes with the same first and last time, the one with more points stays, in any order")
    func sameExtent() throws {
        let long = Self.route(count: 9)
        let short = try #require(TimeSeries(.route, name: "b", times: [10_000, 18_000], values: [[0, 1], [0, 1], [], [], [], [], []]))
        let later = Self.route(from: 100, name: "c")
        for order in [[long, short, later], [later, short, long], [short, later, long]] {
            for store in try stores() {
                for route in order { _ = try store.write(batch(workout([route]))) }
                #expect(try found(store).map(\.routes) == [[long, later]])
            }
        }
        // Of equally long ones, the numbers decide, so that both orders have the same result.
        let (slow, fast) = (Self.route(speed: 2), Self.route(speed: 3))
        for order in [[slow, fast], [fast, slow]] {
            for store in try stores() {
                for route in order { _ = try store.write(batch(workout([route]))) }
                #expect(try found(store).map(\.routes) == [[slow]])
            }
        }
    }

    @Test("Deleting a workout deletes its routes and parts, and taking it back restores them")
    func deletion() throws {
        for store in try stores() {
            store.begin(StoreDeed("import", at: Instant(seconds: 0)))
            _ = try store.write(batch(workout([Self.route()], parts: [part("Running", from: 0, meters: 3000, metadata: 1)])))
            let before = try found(store)
            store.begin(StoreDeed("delete", at: Instant(seconds: 1)))
            #expect(try store.delete(.workouts, numbers: [before[0].workout.number], starting: .min ... .max) == 1)
            if let file = store as? SQLiteStore {
                for table in ["series", "workoutActivity", "activityEvent"] { #expect(try count(table, file) == 0) }
            }
            #expect(try store.undo(try #require(try store.undoSteps().first)))
            let after = try found(store)
            #expect(after.map(\.workout) == before.map(\.workout) && after.map(\.routes) == before.map(\.routes))
            #expect(try store.undo(try #require(try store.undoSteps().first)))
            #expect(try found(store).isEmpty)
            if let file = store as? SQLiteStore {
                #expect(try count("series", file) == 0)
                #expect(try file.checkIntegrity() == [])
            }
        }
    }

    private func count(_ table: String, _ file: SQLiteStore) throws -> Int? {
        try DatabaseQueue(path: file.path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test("A person sees no route of another one, and forgetting a person leaves no route")
    func persons() throws {
        for store in try stores() {
            _ = try store.write([batch(workout([Self.route()]), person: "A"), batch(workout([Self.route(from: 99)]), person: "B")])
            let numbers = try ["A", "B"].map { person in
                try #require(try store.read { try $0.view(of: person).workouts(from: .min, through: .max).first?.number })
            }
            #expect(try store.read { try $0.view(of: "A").series(.route, of: numbers[0]) }.count == 1)
            #expect(try store.read { try $0.view(of: "A").series(.route, of: numbers[1]) } == [])
            _ = try store.forget(person: "A")
            #expect(try store.read { try $0.series(.route, of: numbers[0]) } == [])
            #expect(try store.read { try $0.series(.route, of: numbers[1]) }.count == 1)
            if let file = store as? SQLiteStore {
                #expect(try count("series", file) == 1)
                #expect(try count("earlier_series", file) == 0)
                #expect(try file.checkIntegrity() == [])
            }
        }
    }

    @Test("A batch from before parts and series can still be decoded, and a new one keeps both")
    func encodings() throws {
        let old =
            #"{"activity":"HKWorkoutActivityTypeYoga","start":0,"end":60000,"source":0,"origin":0,"metadata":0,"statistics":[],"events":[],"routes":[],"number":0}"#
        let start = String(decoding: try JSONEncoder().encode(Instant(milliseconds: 0)), as: UTF8.self)
        let end = String(decoding: try JSONEncoder().encode(Instant(milliseconds: 60_000)), as: UTF8.self)
        let text = old.replacing("\"start\":0", with: "\"start\":\(start)").replacing("\"end\":60000", with: "\"end\":\(end)")
        let decoded = try JSONDecoder().decode(Workout.self, from: Data(text.utf8))
        #expect(decoded == Workout(activity: "HKWorkoutActivityTypeYoga", start: Instant(seconds: 0), end: Instant(seconds: 60), source: 0))
        let whole = batch(workout([Self.route()], parts: [part("Running", from: 0, meters: 1)]))
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        #expect(try decoder.decode(ImportBatch.self, from: encoder.encode(whole)) == whole)
    }

    @Test("A series needs points in order of time, and columns with a number for each")
    func shapes() {
        let empty = [[Double]](repeating: [], count: 7)
        #expect(TimeSeries(.route, name: "", times: [], values: empty) == nil)
        #expect(TimeSeries(.route, name: "", times: [2, 1], values: empty) == nil)
        #expect(TimeSeries(.route, name: "", times: [1], values: [[]]) == nil)
        #expect(TimeSeries(.route, name: "", times: [1, 2], values: [[1]] + empty.dropFirst()) == nil)
        #expect(TimeSeries(.route, name: "", times: [Int64](repeating: 1, count: TimeSeries.mostPoints + 1), values: empty) == nil)
        #expect(TimeSeries(.route, name: "", times: [1, 1], values: [[.nan, .nan]] + empty.dropFirst())?.values == empty)
    }

    @Test("Damaged bytes of a series are an error that names the workout, and a check finds them")
    func damage() throws {
        let path = directory.path("store")
        let store = try SQLiteStore.open(path: path, mode: .create)
        _ = try store.write(batch(workout([Self.route()])))
        let number = try found(store)[0].workout.number
        let bytes = try #require(try DatabaseQueue(path: path).read { try Data.fetchOne($0, sql: "SELECT bytes FROM series") })
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 4
            try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE series SET bytes = ?", arguments: [other]) }
            #expect(throws: StoreError.self) { try store.read { try $0.series(.route, of: number) } }
        }
        let messages = try store.checkIntegrity().map(\.message)
        #expect(messages.contains("`series`: series 0 of workout \(number): its checksum does not match"), "\(messages)")
        #expect(throws: BlockError.malformed) {
            _ = try SeriesCodec.decode(Array(bytes).span, .route, name: "", count: 1 << 40)
        }
    }
}
