import Foundation
import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Takes back random changes, and compares a store with what it was before them.
@Suite("Taking back changes") struct UndoTests {
    private let directory: TemporaryDirectory
    private static let people = ["", "A", "B"]

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ name: String = "store", seed: UInt64 = 0, mode: SQLiteStore.Mode = .create) throws -> SQLiteStore {
        var options = StoreOptions()
        let sizes = [(16_384, 512, 4096), (7, 0, 0), (7, 40, 100), (1, 512, 20), (64, 100, 150)]
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = sizes[Int(seed) % sizes.count]
        return try SQLiteStore.open(path: directory.path(name), mode: mode, options: options)
    }

    // MARK: Content

    /// Everything that a store tells, also the numbers of samples, but not the ids of names.
    private struct Content: Equatable {
        var persons: [Person] = []
        var parts: [String] = []
        var samples: [[PlainSample]] = []
        var numbers: [[Int64]] = []

        init(_ store: any SampleStorage) throws {
            try store.read { view in
                persons = try view.persons()
                parts = try ["zone", "a", "b", StoreLimits.undoStepsSetting].map { "\($0) \(try view.setting($0) ?? "-")" }
                for person in persons { try add(view.view(of: person.id)) }
            }
        }

        private mutating func add(_ view: any SampleSource) throws {
            let names = try view.sources().mapValues(\.name)
            for metric in RandomBatch.metrics {
                let found = try view.plainSamples(metric)
                samples.append(found.map(\.sample))
                numbers.append(found.map(\.number))
                let summary = try view.metricSummary(of: metric)
                parts.append("\(metric) \(summary?.count ?? 0) \(summary?.fileUnit ?? "-") \(try view.priority(of: metric) ?? [])")
                parts += summary?.sources.map { "\(names[$0.source] ?? "?") \($0.count)" }.sorted() ?? []
            }
            let sets = try view.metadataSets(Set(view.workouts(from: .min, through: .max).map(\.metadata)))
            parts += try view.workouts(from: .min, through: .max).map { workout in
                "\(workout.number) \(workout.activity) \(workout.start) \(names[workout.source] ?? "?") \(workout.statistics) "
                    + "\(workout.events) \(workout.routes) \(sets[workout.metadata]?.entries.map(\.value) ?? []) "
                    + "\(workout.activities.map { [$0.uuid, "\($0.statistics) \($0.events)"] }) \(try view.series(.route, of: workout.number))"
            }
            let correlations = try view.capabilities.changes?.numberedCorrelations(of: UndoTests.pressure) ?? []
            parts += correlations.map { "\($0.number) \($0.correlation.start) \($0.correlation.members)" }
            parts += try view.activitySummaries(from: "0", through: "9").map { "\($0)" }
            parts.append("goal \(try view.setting("goal of steps") ?? "-")")
        }
    }

    fileprivate static let pressure = "HKCorrelationTypeIdentifierBloodPressure"

    private static func batch(using generator: inout SplitMix64) -> ImportBatch {
        var batch = RandomBatch.make(
            count: Int.random(in: 0...80, using: &generator), span: [5, 40, 4000].randomElement(using: &generator) ?? 5, using: &generator)
        batch.person = people.randomElement(using: &generator) ?? ""
        func instant(_ generator: inout SplitMix64) -> Instant { Instant(seconds: Int64.random(in: 0..<4, using: &generator) * 100) }
        for _ in 0..<Int.random(in: 0..<3, using: &generator) {
            let start = instant(&generator)
            let energy = Bool.random(using: &generator)
            var workout = Workout(
                activity: "HKWorkoutActivityTypeRunning", start: start, end: Instant(milliseconds: start.milliseconds + 9000),
                activeSeconds: 9, source: 0, metadata: Int32.random(in: 0..<3, using: &generator),
                statistics: energy ? [.init(metric: RandomBatch.metrics[0], sum: 1 / 3, unit: "kcal")] : [],
                events: energy ? [.init(type: "HKWorkoutEventTypePause", start: start, end: start)] : [],
                routes: energy ? ["route.gpx"] : [])
            if Bool.random(using: &generator) {
                workout.activities = [
                    Workout.Activity(
                        uuid: energy ? "A" : "", activity: workout.activity, start: start, end: workout.end,
                        statistics: workout.statistics, events: workout.events)
                ]
            }
            if Bool.random(using: &generator) {
                let count = Int.random(in: 1...3, using: &generator)
                workout.series = [StoreSeriesTests.route(from: start.milliseconds / 1000, count: count)]
            }
            batch.workouts.append(workout)
        }
        for _ in 0..<Int.random(in: 0..<2, using: &generator) {
            let time = instant(&generator)
            batch.correlations.append(
                Correlation(
                    type: pressure, start: time, end: time, source: 0,
                    members: [1, 2].map { .init(metric: RandomBatch.metrics[1], start: time, end: time, value: $0) }))
        }
        if Bool.random(using: &generator) {
            var summary = ActivitySummary(day: "2026-01-0\(Int.random(in: 1...3, using: &generator))")
            summary.activeEnergy = Double(Int.random(in: 1...9, using: &generator)) / 3
            batch.summaries = [summary]
        }
        if Bool.random(using: &generator) { batch.fileUnits[RandomBatch.metrics[0]] = ["a", "b"].randomElement(using: &generator) }
        return batch
    }

    /// Makes one random write.
    private static func change(_ store: any PersonKeeping, using generator: inout SplitMix64) throws {
        let persons = try store.read { try $0.persons().map(\.id) }
        let person = persons.randomElement(using: &generator) ?? ""
        let text = ["x", "y", nil].randomElement(using: &generator) ?? nil
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: _ = try store.write([batch(using: &generator), batch(using: &generator)])
        case 5, 6:
            let metric = (RandomBatch.metrics + [.workouts, MetricID(pressure)]).randomElement(using: &generator) ?? .workouts
            let numbers = try store.read { view in
                let view = try view.view(of: person)
                if metric == .workouts { return try view.workouts(from: .min, through: .max).map(\.number) }
                if metric.isCorrelation { return try view.capabilities.changes?.numberedCorrelations(of: pressure).map(\.number) ?? [] }
                return try view.plainSamples(metric).map(\.number)
            }
            let doomed = numbers.filter { _ in Bool.random(using: &generator) }
            _ = try store.delete(metric, numbers: Set(doomed), starting: .min ... .max, of: person)
        case 7:
            try store.setSetting(["a", "b", "zone"].randomElement(using: &generator) ?? "a", to: text)
            try store.setSetting("goal of steps", to: text, of: person)
        case 8: try store.setPriority(of: RandomBatch.metrics[0], to: text.map { [$0, "watch"] }, of: person)
        default:
            let zone = Bool.random(using: &generator) ? "Europe/Paris" : nil
            try store.update([PersonUpdate(id: person, zone: zone, attributes: ["group": text ?? ""])])
            if !persons.contains("C") { try store.rename(person: person, to: "C") }
        }
    }

    // MARK: Tests

    @Test("S10.5 After any changes and as many undos, a store is as it was before each of them", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) throws {
        for store: any PersonKeeping & UndoKeeping in [MemoryStore(), try file("\(seed)", seed: seed)] {
            var generator = SplitMix64(seed: seed)
            var before: [Content] = []
            for round in 0..<14 {
                let content = try Content(store)
                if !before.isEmpty && Int.random(in: 0..<3, using: &generator) == 0 {
                    let step = try #require(try store.undoSteps().first)
                    let effect = try store.effect(of: step)
                    #expect(try store.undo(step), "seed \(seed)")
                    let earlier = before.removeLast()
                    #expect(try Content(store) == earlier, "seed \(seed), round \(round)")
                    try expect(effect, from: content, to: earlier, seed)
                } else {
                    let number = try store.read { $0.changeNumber }
                    store.begin(StoreDeed("round \(round)", at: Instant(seconds: Int64(round))))
                    for _ in 0..<Int.random(in: 1...3, using: &generator) { try Self.change(store, using: &generator) }
                    store.begin(nil)
                    if try store.read({ $0.changeNumber }) != number { before.append(content) }
                }
                #expect(try store.undoSteps().count == before.count, "seed \(seed), round \(round)")
                if let file = store as? SQLiteStore { #expect(try file.checkIntegrity() == [], "seed \(seed), round \(round)") }
            }
            while let earlier = before.popLast() {
                #expect(try store.undo(#require(try store.undoSteps().first)), "seed \(seed)")
                #expect(try Content(store) == earlier, "seed \(seed), \(before.count) left")
            }
            #expect(try store.undoSteps().isEmpty)
        }
    }

    /// Compares what was announced about samples with what happened.
    private func expect(_ effect: UndoEffect, from: Content, to: Content, _ seed: UInt64) throws {
        func count(_ kind: UndoEffect.Part.Kind) -> Int {
            effect.parts.filter { RandomBatch.metrics.contains($0.metric) && $0.kind == kind }.reduce(0) { $0 + $1.count }
        }
        let (now, then) = (Set(from.numbers.joined()), Set(to.numbers.joined()))
        #expect(count(.going) == now.subtracting(then).count, "seed \(seed)")
        #expect(count(.returning) == then.subtracting(now).count, "seed \(seed)")
    }

    @Test("S10.5 A store keeps as many changes as its setting says")
    func limit() throws {
        for store: any PersonKeeping & UndoKeeping in [MemoryStore(), try file()] {
            func write(_ value: String) throws {
                store.begin(StoreDeed(value, at: Instant(seconds: 0)))
                try store.setSetting("a", to: value)
                store.begin(nil)
            }
            for number in 0..<25 { try write("\(number)") }
            #expect(try store.undoSteps().map(\.text) == (5..<25).reversed().map { "\($0)" })
            store.begin(StoreDeed("set", at: Instant(seconds: 0)))
            try store.setSetting(StoreLimits.undoStepsSetting, to: "2")
            store.begin(nil)
            #expect(try store.undoSteps().map(\.text) == ["set", "24"])
            store.begin(StoreDeed("set", at: Instant(seconds: 0)))
            try store.setSetting(StoreLimits.undoStepsSetting, to: "0")
            store.begin(nil)
            #expect(try store.undoSteps() == [])
            try write("x")
            #expect(try store.undoSteps() == [])
        }
    }

    @Test("S10.5 Nothing of deleted samples remains once no change is kept")
    func nothingKept() throws {
        let store = try file()
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch")]
        var rows = SampleBatch()
        rows.append(start: Instant(seconds: 0), end: Instant(seconds: 1), value: 1, source: 0)
        batch.samples[RandomBatch.metrics[0]] = rows
        _ = try store.write(batch)
        #expect(try store.delete(RandomBatch.metrics[0], numbers: [1]) == 1)
        try store.setSetting(StoreLimits.undoStepsSetting, to: "0")
        let database = try DatabaseQueue(path: directory.path("store"))
        let sql = "SELECT name FROM sqlite_master WHERE name GLOB 'earlier*' AND type = 'table'"
        for table in try database.read({ try String.fetchAll($0, sql: sql) }) {
            #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0, "\(table)")
        }
    }

    @Test("S10.5 What another program wrote is taken back first, and in the middle of a deed with it")
    func twoPrograms() throws {
        let store = try file()
        let other = try file(mode: .readWrite)
        store.begin(StoreDeed("mine", at: Instant(seconds: 0)))
        try store.setSetting("a", to: "1")
        let seen = try #require(try store.undoSteps().first)
        try other.setSetting("b", to: "1")
        #expect(try !store.undo(seen), "another step is newer")
        #expect(try store.undoSteps().map(\.text) == [nil, "mine"])
        try store.setSetting("a", to: "2")
        store.begin(nil)
        let steps = try other.undoSteps()
        #expect(steps.map(\.text) == ["mine"] && steps.first?.hasOthers == true)
        #expect(try other.undo(#require(steps.first)))
        #expect(try store.read { [try $0.setting("a"), try $0.setting("b")] } == [nil, nil])
    }

    @Test("S10.5 A forgotten person can't come back, and neither can any change before")
    func forgotten() throws {
        for store: any PersonKeeping & UndoKeeping in [MemoryStore(), try file()] {
            store.begin(StoreDeed("all", at: Instant(seconds: 0)))
            try store.update([PersonUpdate(id: "P1", attributes: ["group": "x"]), PersonUpdate(id: "P2")])
            store.begin(StoreDeed("forget", at: Instant(seconds: 0)))
            _ = try store.forget(person: "P1")
            store.begin(nil)
            let steps = try store.undoSteps()
            #expect(steps.map(\.obstacle) == [.forgottenPerson] && steps.first?.text == nil)
            #expect(try !store.undo(#require(steps.first)))
        }
        let bytes = try Data(contentsOf: URL(filePath: directory.path("store")))
        #expect(bytes.range(of: Data("group".utf8)) == nil)
    }

    @Test("S10.5 Readers of changes start again after an undo, and no number is used twice")
    func numbers() throws {
        for store: any PersonKeeping & UndoKeeping in [MemoryStore(), try file()] {
            var generator = SplitMix64(seed: 3)
            store.begin(StoreDeed("a", at: Instant(seconds: 0)))
            _ = try store.write(RandomBatch.make(count: 30, span: 4000, using: &generator))
            store.begin(nil)
            func state() throws -> (last: Int64, forgotten: Int64) {
                try store.read { view in
                    let changes = try #require(view.capabilities.changes)
                    return (try changes.lastChange, try changes.lastForgottenDeletion)
                }
            }
            let before = try state().last
            #expect(try store.undo(#require(try store.undoSteps().first)))
            let after = try state()
            #expect(after.last == before + 1 && after.forgotten == after.last)
        }
    }

    @Test("S10.5 A store of an older version keeps changes from its migration on, and knows none if it is open read-only")
    func older() throws {
        _ = try file()
        let path = directory.path("store")
        let database = try DatabaseQueue(path: path)
        try database.write { db in
            try EarlierVersion.dropTables(since: 7, db)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        try database.close()
        #expect(try SQLiteStore.open(path: path, mode: .readOnly).undoSteps() == [])
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        store.begin(StoreDeed("new", at: Instant(seconds: 0)))
        try store.setSetting("a", to: "1")
        #expect(try store.undoSteps().map(\.text) == ["new"])
        #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: .readOnly).undo(#require(try store.undoSteps().first)) }
    }
}
