import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import RandomTesting
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// JSON Lines have the parts of workouts, their routes and the voltages of electrocardiograms, and codes go without places.
@Suite("Exporting routes, parts and voltages")
final class RouteExportTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 11
    private static let caseCount = environment["TALLY_CASES"].flatMap(Int.init).map { max(1, $0 / 500) } ?? 2

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let output = RecordingOutput()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func run(_ text: String, in store: MemoryStore, expecting outcome: Outcome = .fine) {
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_780_000_000))), named: "memory")
        #expect(session.run(SourceText(text), output: output) == outcome, "\(text): \(output.codes) \(output.notes)")
    }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder + "/" + name)) }
    private func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    private func imported(_ name: String) -> MemoryStore {
        let store = MemoryStore()
        run("import \"\(folder)/\(name)\"", in: store)
        return store
    }

    // MARK: A store

    private static func number(_ range: ClosedRange<Double>, _ random: inout SplitMix64) -> Double { .random(in: range, using: &random) }

    /// Returns a series with numbers of any size. Some of them are unknown.
    private static func series(_ kind: TimeSeries.Kind, count: Int, from start: Int64, _ random: inout SplitMix64) -> TimeSeries? {
        var time = start
        let times = (0..<count).map { _ -> Int64 in
            time += Int64.random(in: 0...2500, using: &random)
            return time
        }
        let values = kind.columns.map { column -> [Double] in
            let range: ClosedRange<Double> =
                switch column {
                case .latitude: -90...90
                case .longitude: -180...180
                case .altitude, .voltage: -1000...9000
                case .speed, .course, .horizontalAccuracy, .verticalAccuracy: 0...360
                }
            let isPlace = column == .latitude || column == .longitude || column == .voltage
            if !isPlace, Int.random(in: 0..<4, using: &random) == 0 { return [] }
            return times.map { _ in !isPlace && Int.random(in: 0..<9, using: &random) == 0 ? .nan : number(range, &random) }
        }
        let name = kind == .route ? "route \"\(start)\".gpx" : "ecg.csv"
        return TimeSeries(kind, name: name, times: times, values: values)
    }

    private static func statistics(_ random: inout SplitMix64) -> [Workout.Statistic] {
        [
            Workout.Statistic(
                metric: MetricID("HKQuantityTypeIdentifierActiveEnergyBurned"), sum: number(0...900, &random), unit: "kcal"),
            Workout.Statistic(
                metric: MetricID("HKQuantityTypeIdentifierHeartRate"), average: number(90...150, &random), minimum: 60, maximum: 1e-7,
                unit: "count/min"),
        ]
    }

    private static func events(_ start: Int64, _ random: inout SplitMix64) -> [Workout.Event] {
        ["Pause", "Resume", "Lap", "Segment"].map { name in
            let first = start + Int64.random(in: 0...100_000, using: &random)
            return Workout.Event(
                type: "HKWorkoutEventType" + name, start: Instant(milliseconds: first),
                end: Instant(milliseconds: first + Int64.random(in: 0...2000, using: &random)))
        }
    }

    /// A batch with workouts and an electrocardiogram. Series have up to 3,000 points, so that they need several lines.
    private static func batch(_ random: inout SplitMix64) throws -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch"), Source(name: "a \"quoted\" app")]
        batch.metadata += [MetadataSet([.init(key: "note", value: "at the \\ lake")])]
        for index in 0..<8 {
            let start = 1_750_000_000_000 + Int64(index) * 100_000_000 + Int64.random(in: 0...999, using: &random)
            var workout = Workout(
                activity: "HKWorkoutActivityTypeRunning", start: Instant(milliseconds: start),
                end: Instant(milliseconds: start + 8_000_000), source: Int32(index % 2), metadata: Int32(index % 2))
            if index > 0 {
                workout.activeSeconds = number(0...8000, &random)
                (workout.statistics, workout.events) = (statistics(&random), events(start, &random))
                workout.routes = ["/workout-routes/route_\(index).gpx"]
                workout.activities = [
                    Workout.Activity(
                        uuid: "UUID-\(index)", activity: "HKWorkoutActivityTypeSwimming", start: workout.start, end: workout.end,
                        activeSeconds: 7.25, metadata: 1, statistics: statistics(&random), events: events(start, &random))
                ]
                for part in 0..<index % 3 {
                    let count = Int.random(in: 1...3000, using: &random)
                    workout.series.append(
                        try #require(series(.route, count: count, from: start + Int64(part) * 1000, &random)))
                }
            }
            batch.workouts.append(workout)
            var samples = batch.samples[.electrocardiograms] ?? SampleBatch()
            samples.append(
                start: Instant(milliseconds: start), end: Instant(milliseconds: start + 30_000), value: 1, source: 0,
                metadata: Int32(index % 2))
            batch.samples[.electrocardiograms] = samples
            batch.series.append(
                SampleSeries(
                    metric: .electrocardiograms, start: Instant(milliseconds: start), end: Instant(milliseconds: start + 30_000), source: 0,
                    series: try #require(series(.electrocardiogram, count: 1500, from: start, &random))))
        }
        return batch
    }

    /// Returns the workouts and all series of a store, without ids and numbers.
    private func contents(_ store: MemoryStore) throws -> [String] {
        try store.read { reader in
            let sources = try reader.sources()
            var lines: [String] = []
            for workout in try reader.workouts(from: .min, through: .max) {
                let series = try reader.series(.route, of: workout.number)
                var plain = workout
                (plain.number, plain.source, plain.metadata) = (0, 0, 0)
                for index in plain.activities.indices { plain.activities[index].metadata = min(plain.activities[index].metadata, 1) }
                lines.append("\(sources[workout.source]?.name ?? "") \(plain) \(series)")
            }
            try reader.scan(.electrocardiograms, from: .min, through: .max, columns: .all) { batch in
                for row in 0..<batch.count {
                    lines.append("\(batch.starts[row]) \(try reader.series(.electrocardiogram, of: batch.numbers[row]))")
                }
                return true
            }
            return lines.sorted()
        }
    }

    private func series(_ store: MemoryStore) throws -> [TimeSeries] {
        try store.read { reader in
            var all = try reader.workouts(from: .min, through: .max).flatMap { try reader.series(.route, of: $0.number) }
            try reader.scan(.electrocardiograms, from: .min, through: .max, columns: .all) { batch in
                for number in batch.numbers { all += try reader.series(.electrocardiogram, of: number) }
                return true
            }
            return all
        }
    }

    // MARK: Facts

    @Test("An export of everything in JSON Lines imports with all parts, points and voltages, and exports again as the same bytes")
    func roundTrip() throws {
        print("TALLY_SEED=\(Self.seed)")
        var random = SplitMix64(seed: Self.seed)
        for index in 0..<Self.caseCount {
            let store = MemoryStore()
            _ = try store.write(Self.batch(&random))
            run("set store zone = Europe/Berlin", in: store)
            run("export everything to \"\(folder)/\(index).jsonl\"", in: store)
            let copy = imported("\(index).jsonl")
            let (expected, found) = (try contents(store), try contents(copy))
            try #require(found == expected, "case \(index)")
            run("export everything to \"\(folder)/\(index)-again.jsonl\"", in: copy)
            #expect(try bytes("\(index).jsonl") == bytes("\(index)-again.jsonl"))
        }
        #expect(!output.notes.contains { $0.contains("not exported") })
    }

    @Test("A generated store with routes, laps and voltages gives the same file after an import")
    func generated() throws {
        var random = SplitMix64(seed: 3)
        let store = MemoryStore()
        _ = try store.write(Self.batch(&random))
        run("export workouts to \"\(folder)/workouts.jsonl\"; export electrocardiograms to \"\(folder)/ecg.jsonl\"", in: store)
        let copy = imported("workouts.jsonl")
        run("import \"\(folder)/ecg.jsonl\"", in: copy)
        #expect(try contents(copy) == contents(store))
    }

    @Test("A pseudonymised export has no coordinate, altitude, course, name of a file or identifier")
    func noPlaceWithCodes() throws {
        var random = SplitMix64(seed: Self.seed)
        let (store, batch) = (MemoryStore(), try Self.batch(&random))
        _ = try store.write(batch)
        for (name, words) in [("codes", "pseudonymised"), ("names", "without places")] {
            run("export everything \(words) to \"\(folder)/\(name).jsonl\"", in: store)
            let text = try text("\(name).jsonl")
            let numbers = Set(text.split { !"0123456789.-e".contains($0) })
            for series in batch.workouts.flatMap(\.series) {
                for value in series.values.joined() where value.isFinite { #expect(!numbers.contains(Substring("\(value)"))) }
            }
            for word in ["latitude", "longitude", "altitude", "course", ".gpx", "speed"] { #expect(!text.contains(word), "\(word)") }
            #expect(text.contains("\"voltage\"") && text.contains("\"activities\""))
        }
        let codes = try text("codes.jsonl")
        #expect(!codes.contains("UUID-") && !codes.contains("lake"))
        #expect(output.notes.contains { $0.contains("not exported: the points of 7 routes") }, "\(output.notes)")
        // Coordinates are found if they are there.
        run("export everything with places to \"\(folder)/places.jsonl\"", in: store)
        let latitude = try #require(batch.workouts.flatMap(\.series).first?[.latitude].first)
        #expect(try text("places.jsonl").contains("\(latitude)"))
    }

    @Test("Times of parts, events and voltages are moved like those of samples")
    func movedTimes() throws {
        var random = SplitMix64(seed: 5)
        let store = MemoryStore()
        _ = try store.write(Self.batch(&random))
        run("export everything pseudonymised with places to \"\(folder)/codes.jsonl\"", in: store)
        let copy = imported("codes.jsonl")
        func times(_ store: MemoryStore) throws -> [Int64] {
            try store.read { whole in
                let reader = try whole.view(of: whole.persons()[0].id)
                var times: [Int64] = []
                for workout in try reader.workouts(from: .min, through: .max) {
                    times += [workout.start.milliseconds] + workout.events.map(\.start.milliseconds)
                    times += workout.activities.flatMap { [$0.start.milliseconds] + $0.events.map(\.end.milliseconds) }
                    times += try reader.series(.route, of: workout.number).flatMap(\.times)
                }
                try reader.scan(.electrocardiograms, from: .min, through: .max, columns: .all) { batch in
                    for number in batch.numbers { times += try reader.series(.electrocardiogram, of: number).flatMap(\.times) }
                    return true
                }
                return times
            }
        }
        let (before, after) = (try times(store), try times(copy))
        let differences = Set(zip(before, after).map { $0 - $1 })
        #expect(before.count == after.count && differences.count == 1)
        #expect(differences.first.map { $0 > 0 && $0 % (7 * 86_400_000) == 0 } == true)
        #expect(try !text("codes.jsonl").contains(".gpx"))
    }

    @Test("CSV has no places, and a note says which format has them")
    func csv() throws {
        var random = SplitMix64(seed: 5)
        let store = MemoryStore()
        _ = try store.write(Self.batch(&random))
        run("export everything with places to \"\(folder)/all.csv\"", in: store, expecting: .wrong)
        #expect(output.codes.contains("E397"))
        run("export everything to \"\(folder)/all.csv\"", in: store)
        #expect(output.notes.contains { $0.hasSuffix("a .jsonl file has everything that is missing here") })
        #expect(try !text("all.csv").contains("voltage"))
    }

    @Test("Lines with points that are damaged or out of order are left out, and the rest is read")
    func damagedLines() throws {
        var random = SplitMix64(seed: 9)
        let store = MemoryStore()
        _ = try store.write(Self.batch(&random))
        run("export everything to \"\(folder)/all.jsonl\"", in: store)
        let lines = try text("all.jsonl").split(separator: "\n").map(String.init)
        let count = lines.count { !$0.hasPrefix("{\"points\"") }
        for attempt in 0..<12 {
            var changed = lines
            let index = Int.random(in: 0..<changed.count, using: &random)
            switch attempt % 4 {
            case 0: changed.remove(at: index)
            case 1: changed.swapAt(index, Int.random(in: 0..<changed.count, using: &random))
            case 2: changed.insert(changed[index], at: index)
            default:
                let end = changed[index].index(
                    changed[index].startIndex, offsetBy: Int.random(in: 1..<changed[index].count, using: &random))
                changed[index] = String(changed[index][..<end])
            }
            try (changed.joined(separator: "\n") + "\n").write(toFile: folder + "/changed.jsonl", atomically: true, encoding: .utf8)
            let copy = imported("changed.jsonl")
            // The part of a line before the first list says which workout or electrocardiogram it is.
            func owners(_ store: MemoryStore) throws -> [String] { try contents(store).map { String($0.prefix { $0 != "[" }) } }
            let (known, found) = (Set(try owners(store)), try owners(copy))
            #expect(found.count >= count - 2 && found.allSatisfy(known.contains), "attempt \(attempt)")
            #expect(try Set(series(copy)).isSubset(of: series(store)), "attempt \(attempt)")
        }
    }
}
