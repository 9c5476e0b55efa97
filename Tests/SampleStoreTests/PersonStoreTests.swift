import Foundation
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Compares a store of several people with a store of each of them.
@Suite("Persons of a store")
struct PersonStoreTests {
    enum Kind: CaseIterable { case memory, file }

    private let directory: TemporaryDirectory
    private let steps = MetricID("HKQuantityTypeIdentifierStepCount")

    init() throws { directory = try TemporaryDirectory() }

    private func store(_ kind: Kind, _ name: String = "store", seed: UInt64 = 0) throws -> any PersonKeeping {
        var options = StoreOptions()
        let sizes = [(16_384, 512, 4096), (7, 0, 0), (7, 40, 100), (1, 512, 20)]
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = sizes[Int(seed) % sizes.count]
        return switch kind {
        case .memory: MemoryStore()
        case .file: try SQLiteStore.open(path: directory.path(name), mode: .create, options: options)
        }
    }

    /// Everything that a view tells about one person, without ids and numbers.
    private struct Content: Equatable {
        var samples: [[PlainSample]]
        var workouts: [String]
        var correlations: [String]
        var summaries: [ActivitySummary]
        var metrics: [String]
        var sources: [String]
        var priority: [String]?
        var goal: String?

        init(_ view: any SampleSource) throws {
            let names = try view.sources().mapValues(\.name)
            samples = try RandomBatch.metrics.map { try view.plainSamples($0).map(\.sample) }
            workouts = try view.workouts(from: .min, through: .max).map {
                "\($0.start) \($0.end) \($0.activity) \(names[$0.source] ?? "?")"
            }
            correlations = try view.correlations(from: .min, through: .max).map { "\($0.start) \($0.type) \(names[$0.source] ?? "?")" }
            summaries = try view.activitySummaries(from: "", through: "9")
            metrics = try view.metricSummaries().map { summary in
                let sources = summary.sources.map { "\(names[$0.source] ?? "?") \($0.count) \($0.firstStart) \($0.lastEnd)" }.sorted()
                return "\(summary.metric) \(summary.count) \(summary.firstStart) \(summary.lastStart) \(summary.lastEnd) \(sources)"
            }
            sources = names.values.sorted()
            priority = try view.priority(of: RandomBatch.metrics[0])
            goal = try view.setting(PersonalSetting.goalPrefix + "stepCount")
        }
    }

    /// Returns a batch with samples, workouts, correlations and summaries.
    private func batch(_ person: String, using generator: inout SplitMix64) -> ImportBatch {
        var batch = RandomBatch.make(
            count: Int.random(in: 0...120, using: &generator), span: [5, 40, 4000].randomElement(using: &generator) ?? 5, using: &generator)
        batch.person = person
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let start = Instant(milliseconds: Int64.random(in: 0..<20, using: &generator) * 60_000)
            batch.workouts.append(
                Workout(
                    activity: "HKWorkoutActivityTypeRunning", start: start, end: start.advanced(byMilliseconds: 60_000),
                    source: Int32.random(in: 0..<4, using: &generator)))
            batch.correlations.append(
                Correlation(
                    type: "HKCorrelationTypeIdentifierFood", start: start, end: start, source: Int32.random(in: 0..<4, using: &generator)))
            var summary = ActivitySummary(day: "2025-01-0\(Int.random(in: 1...9, using: &generator))")
            summary.activeEnergy = Double(Int.random(in: 0...500, using: &generator))
            batch.summaries.append(summary)
        }
        return batch
    }

    @Test("The view of a person equals a store that has only that person", arguments: 0..<12 as Range<UInt64>)
    func views(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let ids = ["", "P07", "P1", "ä \"x\""]
        let batches = (0..<14).map { _ in batch(ids.randomElement(using: &generator) ?? "", using: &generator) }
        for kind in Kind.allCases {
            let store = try store(kind, "all", seed: seed)
            // Some writes are of several batches at once.
            _ = try store.write(Array(batches[..<6]))
            for batch in batches[6...] { _ = try store.write(batch) }
            let known = Set(batches.filter { !$0.isEmpty }.map(\.person)).sorted()
            for id in known {
                let scoped = store.scoped(to: id)
                try scoped.setPriority(of: steps, to: ["iphone", id.isEmpty ? "nobody" : id])
                try scoped.setSetting(PersonalSetting.goalPrefix + "stepCount", to: "\(id.utf8.count)000 count")
                try removeEveryThirdSample(of: scoped)
            }
            #expect(try store.read { try $0.persons().map(\.id) } == known, "seed \(seed)")
            for id in known {
                let alone = try self.store(kind, "alone \(known.firstIndex(of: id) ?? 0)", seed: seed + 1)
                for var batch in batches where batch.person == id {
                    batch.person = ""
                    _ = try alone.write(batch)
                }
                try alone.setPriority(of: steps, to: ["iphone", id.isEmpty ? "nobody" : id])
                try alone.setSetting(PersonalSetting.goalPrefix + "stepCount", to: "\(id.utf8.count)000 count")
                try removeEveryThirdSample(of: alone)
                let expected = try alone.read { try Content($0) }
                #expect(try store.read { try Content($0.view(of: id)) } == expected, "\(kind) \(id), seed \(seed)")
                #expect(try store.scoped(to: id).read { try Content($0) } == expected, "\(kind) \(id), seed \(seed)")
            }
            if known.count > 1 { try expectSums(store, known, seed) }
            if let file = store as? SQLiteStore { #expect(try file.checkIntegrity() == [], "seed \(seed)") }
        }
    }

    /// Deletes a third of the samples, chosen by what they are, because numbers depend on the other people.
    private func removeEveryThirdSample(of store: any SampleStorage) throws {
        let doomed = try store.read { try $0.plainSamples(steps).enumerated().filter { $0.offset % 3 == 0 }.map(\.element.number) }
        #expect(try store.delete(steps, numbers: Set(doomed)) == doomed.count)
    }

    /// The view of all people has the sums, the sources of all, and no samples.
    private func expectSums(_ store: any PersonKeeping, _ ids: [String], _ seed: UInt64) throws {
        try store.read { view throws in
            let parts = try ids.map { try view.view(of: $0) }
            for summary in try view.metricSummaries() {
                let own = try parts.compactMap { try $0.metricSummary(of: summary.metric) }
                #expect(summary.count == own.reduce(0) { $0 + $1.count }, "seed \(seed)")
                #expect(summary.firstStart == own.map(\.firstStart).min() && summary.lastEnd == own.map(\.lastEnd).max(), "seed \(seed)")
                #expect(summary.sources == own.flatMap(\.sources).sorted { $0.source < $1.source }, "seed \(seed)")
            }
            #expect(try view.sources() == parts.reduce(into: [:]) { try $0.merge($1.sources()) { a, _ in a } }, "seed \(seed)")
            #expect(try view.origins().count == parts.reduce(0) { try $0 + $1.origins().count }, "seed \(seed)")
            #expect(try view.priority(of: steps) == nil && view.setting(PersonalSetting.goalPrefix + "stepCount") == nil)
            #expect(
                try view.quarterDirectory(of: steps) == nil
                    && view.capabilities.blocks?.size(of: steps, from: .min, through: .max, values: nil) == nil)
            let refusal = StoreError.severalPersons(count: ids.count, example: ids.first { !$0.isEmpty } ?? "")
            #expect(throws: refusal) { try view.scan(steps, from: .min, through: .max, columns: []) { _ in true } }
            #expect(throws: refusal) { try view.workouts(from: .min, through: .max) }
            #expect(throws: refusal) { try view.correlations(from: .min, through: .max) }
            #expect(throws: refusal) { try view.activitySummaries(from: "", through: "9") }
            #expect(throws: StoreError.noSuchPerson(id: "nobody")) { try view.view(of: "nobody") }
        }
        #expect(throws: StoreError.self) { try store.delete(steps, numbers: [1]) }
        #expect(throws: StoreError.self) { try store.setPriority(of: steps, to: ["a"]) }
        #expect(throws: StoreError.self) { try store.setSetting(PersonalSetting.goalPrefix + "stepCount", to: "1 count") }
    }

    @Test(
        "A refusal names one person and the words to add",
        arguments: [("P07", "P07"), ("7", "7"), ("a b", #""a b""#), (#"a"b"#, #""a\"b""#)])
    func refusal(id: String, word: String) {
        let error = StoreError.severalPersons(["", id, "zz"])
        #expect(error.message == "this needs one person, and the store has 3")
        #expect(error.advice == "add `where person is \(word)`")
    }

    @Test("The first person with a name takes the place of nobody, with the goals and priorities set before", arguments: Kind.allCases)
    func firstPerson(kind: Kind) throws {
        let store = try store(kind)
        #expect(try store.read { try $0.persons() } == [.unnamed])
        let goal = PersonalSetting.goalPrefix + "stepCount"
        try store.setSetting(goal, to: "5 count")
        try store.setPriority(of: steps, to: ["watch"])
        var generator = SplitMix64(seed: 1)
        _ = try store.write(batch("P01", using: &generator))
        try store.read { view throws in
            #expect(try view.persons().map(\.id) == ["P01"])
            #expect(try view.setting(goal) == "5 count" && view.priority(of: steps) == ["watch"])
        }
        _ = try store.write(batch("P02", using: &generator))
        try store.read { view throws in
            #expect(try view.persons().map(\.id) == ["P01", "P02"])
            #expect(try view.view(of: "P01").setting(goal) == "5 count" && view.view(of: "P02").setting(goal) == nil)
        }
    }

    @Test("A batch of nothing adds no person", arguments: Kind.allCases)
    func nothing(kind: Kind) throws {
        let store = try store(kind)
        var batch = ImportBatch()
        (batch.person, batch.sources) = ("P01", [Source(name: "Watch")])
        #expect(try store.write(batch).isEmpty)
        #expect(try store.read { try $0.persons() } == [.unnamed])
    }

    // MARK: Facts about people

    @Test("An attribute is a number if all values are, a date if all are, and a text otherwise", arguments: Kind.allCases)
    func attributes(kind: Kind) throws {
        let store = try store(kind)
        try store.update([
            PersonUpdate(id: "P2", zone: "Europe/Berlin", attributes: ["age": "61", "joined": "2024-02-29", "code": "7", "group": "a"]),
            PersonUpdate(id: "P1", attributes: ["age": "5e1", "joined": "2025-12-01", "code": "nan"]),
        ])
        let people = try store.read { try $0.persons() }
        #expect(people.map(\.id) == ["P1", "P2"] && people.map(\.zone) == [nil, "Europe/Berlin"])
        #expect(people[0].attributes == ["age": .number(50), "joined": .date("2025-12-01"), "code": .text("nan")])
        #expect(people[1].attributes == ["age": .number(61), "joined": .date("2024-02-29"), "code": .text("7"), "group": .text("a")])
        let change = try store.read { $0.changeNumber }
        try store.update([PersonUpdate(id: "P1", attributes: ["code": "nan"])])
        #expect(try store.read { $0.changeNumber } == change, "nothing new")
        try store.update([PersonUpdate(id: "P1", zone: "Asia/Tokyo", attributes: ["code": "", "joined": "2025-02-29"])])
        let updated = try store.read { try $0.persons() }
        #expect(updated[0].zone == "Asia/Tokyo" && updated[0].attributes == ["age": .number(50), "joined": .text("2025-02-29")])
        #expect(updated[1].attributes["code"] == .number(7) && updated[1].attributes["joined"] == .text("2024-02-29"))
    }

    @Test("A person has its own zone, or that of the store", arguments: Kind.allCases)
    func zones(kind: Kind) throws {
        let store = try store(kind)
        try store.setSetting(PersonalSetting.zone, to: "Europe/Berlin")
        try store.update([PersonUpdate(id: "P1", zone: "Asia/Tokyo")])
        #expect(try store.read { try $0.setting(PersonalSetting.zone) } == "Asia/Tokyo")
        try store.setSetting(PersonalSetting.zone, to: "Asia/Seoul")
        #expect(try store.read { try $0.setting(PersonalSetting.zone) } == "Asia/Seoul", "the store of one person")
        try store.update([PersonUpdate(id: "P2")])
        try store.read { view throws in
            #expect(try view.setting(PersonalSetting.zone) == "Asia/Seoul")
            #expect(try view.view(of: "P1").setting(PersonalSetting.zone) == "Asia/Seoul")
        }
        try store.setSetting(PersonalSetting.zone, to: "Africa/Lagos")
        try store.scoped(to: "P1").setSetting(PersonalSetting.zone, to: "Asia/Dubai")
        try store.read { view throws in
            #expect(try view.view(of: "P1").setting(PersonalSetting.zone) == "Asia/Dubai")
            #expect(try view.view(of: "P2").setting(PersonalSetting.zone) == "Africa/Lagos")
        }
    }

    @Test("A person can get another id, but not that of another person", arguments: Kind.allCases)
    func rename(kind: Kind) throws {
        let store = try store(kind)
        var generator = SplitMix64(seed: 3)
        let batches = ["", "P02"].map { batch($0, using: &generator) }
        _ = try store.write(batches)
        let before = try store.read { try Content($0.view(of: "")) }
        try store.rename(person: "", to: "P01")
        #expect(try store.read { try Content($0.view(of: "P01")) } == before)
        #expect(try store.read { try $0.persons().map(\.id) } == ["P01", "P02"])
        #expect(throws: StoreError.personExists(id: "P02")) { try store.rename(person: "P01", to: "P02") }
        #expect(throws: StoreError.noSuchPerson(id: "")) { try store.rename(person: "", to: "P03") }
        try store.rename(person: "P01", to: "P01")
        // The next samples without a person are of nobody again.
        _ = try store.write(batches[0])
        #expect(try store.read { try $0.persons().map(\.id) } == ["", "P01", "P02"])
    }

    // MARK: Apps

    @Test("An app sees of each person what it may read, and its permissions are those for all persons", arguments: Kind.allCases)
    func apps(kind: Kind) throws {
        let store = try store(kind)
        var generator = SplitMix64(seed: 8)
        _ = try store.write(["P1", "P2"].map { batch($0, using: &generator) })
        try store.decide([AccessDecision(app: "Watch", metric: steps, kind: .reading, isAllowed: false)])
        try store.decide([AccessDecision(app: "Watch", metric: steps, kind: .writing, isAllowed: true)])
        let app = AppStorage(store, app: "Watch")
        var counts: [Int] = []
        for id in ["P1", "P2"] {
            let own = try store.scoped(to: id).read { try $0.plainSamples(steps).map(\.sample).filter { $0.sourceKey == "watch" } }
            #expect(try app.scoped(to: id).read { try $0.plainSamples(steps).map(\.sample) } == own)
            counts.append(own.count)
        }
        #expect(try app.read { try $0.metricSummary(of: steps)?.count } == counts.reduce(0, +))
        #expect(throws: StoreError.self) { try app.read { try $0.plainSamples(steps) } }
        let number = try #require(try app.scoped(to: "P2").read { try $0.plainSamples(steps).first?.number })
        #expect(try app.scoped(to: "P1").delete(steps, numbers: [number]) == 0)
        #expect(try app.scoped(to: "P2").delete(steps, numbers: [number]) == 1)
        // A write while the device is locked arrives for its person.
        try store.setDeviceState(.locked)
        var late = ImportBatch()
        late.sources = [Source(name: "x")]
        var rows = SampleBatch()
        rows.append(start: Instant(seconds: 900_000), end: Instant(seconds: 900_060), value: 7, source: 0)
        late.samples[steps] = rows
        _ = try app.scoped(to: "P2").write(late)
        try store.rename(person: "P2", to: "P9")
        try store.setDeviceState(.unlocked)
        #expect(try store.scoped(to: "P9").read { try $0.metricSummary(of: steps)?.lastStart } == Instant(seconds: 900_000))
        #expect(throws: AccessError.ownerOnly(app: "Watch")) { try app.forget(person: "P1") }
    }

    /// Returns a batch with one sample, which lasts a minute.
    private func single(_ metric: MetricID, _ person: String, from source: String, at second: Int64) -> ImportBatch {
        var batch = ImportBatch()
        batch.person = person
        batch.sources = [Source(name: source)]
        batch.origins.append(Origin(source: 0))
        var rows = SampleBatch()
        rows.append(start: Instant(seconds: second), end: Instant(seconds: second + 60), value: 60, source: 0, origin: 1)
        batch.samples[metric] = rows
        return batch
    }

    @Test("S10.4 An app's persons are those with a sample that it may read, without attributes", arguments: Kind.allCases)
    func personsOfApps(kind: Kind) throws {
        let store = try store(kind)
        let heartRate = MetricID("HKQuantityTypeIdentifierHeartRate")
        try store.update([
            PersonUpdate(id: "P1", zone: "Europe/Paris", attributes: ["group": "g1"]),
            PersonUpdate(id: "P2", zone: "Asia/Tokyo", attributes: ["group": "g2"]), PersonUpdate(id: "P3", zone: "Asia/Tokyo"),
        ])
        _ = try store.write(single(heartRate, "P1", from: "Watch", at: 100))
        _ = try store.write(single(steps, "P1", from: "Watch", at: 100))
        _ = try store.write(single(steps, "P2", from: "Band", at: 100))
        try store.decide([
            AccessDecision(app: "Reader", metric: heartRate, kind: .reading, isAllowed: true),
            AccessDecision(app: "Reader", metric: heartRate, kind: .writing, isAllowed: true),
        ])
        let (reader, other) = (AppStorage(store, app: "Reader"), AppStorage(store, app: "Other"))
        let p1 = Person(id: "P1", zone: "Europe/Paris")
        #expect(try reader.read { try $0.persons() } == [p1])
        #expect(try reader.read { try $0.knownAttributes() }.isEmpty)
        #expect(try other.read { try $0.persons() } == [.unnamed])
        #expect(try other.read { try $0.setting(PersonalSetting.zone) } == nil)
        for id in ["P2", "P3", "P4"] {
            #expect(throws: StoreError.noSuchPerson(id: id)) { try reader.scoped(to: id).read { try $0.metricSummaries() } }
            #expect(throws: StoreError.noSuchPerson(id: id)) { try reader.write(single(heartRate, id, from: "x", at: 900)) }
            #expect(throws: StoreError.noSuchPerson(id: id)) { try reader.scoped(to: id).delete(heartRate, numbers: [1]) }
        }
        // The only visible person is the only one of the view, so its samples can be read without naming it.
        #expect(try reader.read { try $0.plainSamples(heartRate).count } == 1)
        #expect(try other.read { try $0.plainSamples(heartRate).count } == 0)

        // With a readable sample, a person appears, and stays for the deletion of that sample.
        _ = try store.write(single(heartRate, "P2", from: "Band", at: 500))
        #expect(try reader.read { try $0.persons() } == [p1, Person(id: "P2", zone: "Asia/Tokyo")])
        #expect(throws: StoreError.severalPersons(count: 2, example: "P1")) { try reader.read { try $0.plainSamples(heartRate) } }
        let number = try #require(try store.scoped(to: "P2").read { try $0.plainSamples(heartRate).first?.number })
        #expect(try store.scoped(to: "P2").delete(heartRate, numbers: [number]) == 1)
        #expect(try reader.read { try $0.persons().map(\.id) } == ["P1", "P2"])
        #expect(try other.read { try $0.persons() } == [.unnamed])
    }

    @Test("S10.4 The first sample that an app writes is of the only person of a store", arguments: Kind.allCases)
    func firstWrite(kind: Kind) throws {
        let store = try store(kind)
        _ = try store.write(single(steps, "P1", from: "Watch", at: 100))
        let weight = MetricID("HKQuantityTypeIdentifierBodyMass")
        try store.decide([AccessDecision(app: "Scale", metric: weight, kind: .writing, isAllowed: true)])
        let app = AppStorage(store, app: "Scale")
        #expect(try app.read { try $0.persons() } == [.unnamed])
        _ = try app.write(single(weight, "", from: "Scale", at: 100))
        #expect(try store.read { try $0.persons().map(\.id) } == ["P1"])
        #expect(try app.read { try $0.persons().map(\.id) } == ["P1"])
        let number = try #require(try app.read { try $0.plainSamples(weight).first?.number })
        #expect(try app.delete(weight, numbers: [number]) == 1)
    }
}
