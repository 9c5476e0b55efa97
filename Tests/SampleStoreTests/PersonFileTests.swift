import Foundation
import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Persons in a store file: files of older versions, and bytes of what was forgotten.
@Suite("Persons of a store file")
struct PersonFileTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("store") }

    init() throws { directory = try TemporaryDirectory() }

    // MARK: Older files

    /// Everything that a view has.
    private func content(_ view: any SampleSource) throws -> [String] {
        let metrics = try view.metricSummaries()
        let samples = try metrics.flatMap { try view.plainSamples($0.metric).map { "\($0.number) \($0.sample)" } }
        let changes = try #require(view.capabilities.changes)
        let deletions = try metrics.flatMap { try changes.deletions(of: $0.metric, after: 0).map { "\($0)" } }
        let settings = try #require(view.capabilities.settings).settings(startingWith: "").sorted { $0.key < $1.key }.map { "\($0)" }
        return try metrics.map { "\($0)" } + samples + deletions + settings
            + [
                "\(view.workouts(from: .min, through: .max))", "\(view.activitySummaries(from: "", through: "9"))",
                "\(view.persons())", "\(view.sources().sorted { $0.key < $1.key })", "\(changes.lastChange) \(view.changeNumber)",
                "\(view.priority(of: MetricID("HKQuantityTypeIdentifierStepCount")) ?? [])",
            ]
    }

    /// Makes a store of the format before people, which that version wrote.
    private func makeOlderFile() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Store/format4.sql")
        let queue = try DatabaseQueue(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        try queue.writeWithoutTransaction { try $0.execute(sql: text) }
        try queue.close()
    }

    @Test("A file of the version before persons has one person without a name, and a migration changes nothing else")
    func migration() throws {
        try makeOlderFile()
        let reader = try SQLiteStore.open(path: path, mode: .readOnly)
        #expect(try reader.info().formatVersion == 4)
        let before = try reader.read(content)
        try reader.read { view throws in
            #expect(try view.persons() == [.unnamed])
            #expect(try view.metricSummaries().map(\.count) == [57, 61, 2])
            #expect(try view.setting("goal of stepCount") == "4000 count" && view.setting("zone") == "Europe/Berlin")
            #expect(try content(view.view(of: "")) == before)
            #expect(throws: StoreError.noSuchPerson(id: "P1")) { try view.view(of: "P1") }
        }
        #expect(try reader.checkIntegrity() == [])
        let store = try SQLiteStore.open(path: path, mode: .readWrite)
        #expect(try store.info().formatVersion == 8)
        #expect(try store.read(content) == before)
        #expect(try store.checkIntegrity() == [])
        // A second person has separate series, goals and sources.
        var generator = SplitMix64(seed: 1)
        var batch = RandomBatch.make(count: 300, span: 4000, using: &generator)
        batch.person = "P2"
        _ = try store.write(batch)
        try store.read { view throws in
            #expect(try view.persons().map(\.id) == ["", "P2"])
            #expect(try view.view(of: "").metricSummaries().map(\.count) == [57, 61, 2])
            #expect(try view.view(of: "P2").setting("goal of stepCount") == nil)
        }
        #expect(try store.checkIntegrity() == [])
        #expect(try SQLiteStore.open(path: path, mode: .readOnly).read { try $0.persons().count } == 2)
    }

    // MARK: Forgetting

    private static let secret = "Zebra-4711"

    /// Returns a batch whose texts all contain a word.
    private func batch(_ word: String, using generator: inout SplitMix64) -> ImportBatch {
        var batch = RandomBatch.make(count: 3000, span: 400_000, using: &generator)
        batch.person = word
        for index in batch.sources.indices { batch.sources[index].name += " of \(word)" }
        for index in batch.origins.indices.dropFirst() { batch.origins[index].device = Device(name: "device \(word)") }
        batch.metadata[1] = MetadataSet([.init(key: "note", value: word)])
        let start = Instant(seconds: 5)
        batch.workouts = [
            Workout(activity: "HKWorkoutActivityTypeYoga", start: start, end: start, source: 0, metadata: 1, routes: ["/\(word).gpx"])
        ]
        batch.correlations = [Correlation(type: "HKCorrelationTypeIdentifierFood", start: start, end: start, source: 0)]
        batch.summaries = [ActivitySummary(day: "2025-01-01")]
        return batch
    }

    /// Returns the files of the store that contain a text.
    private func files(with text: String) throws -> [String] {
        try directory.names.filter { name in
            guard name.hasPrefix("store") else { return false }
            return try Data(contentsOf: URL(filePath: directory.path(name))).range(of: Data(text.utf8)) != nil
        }
    }

    @Test("Nothing of a forgotten person remains in the bytes of the files, and the others keep everything")
    func forget() throws {
        var options = StoreOptions()
        options.blockRows = 500
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        var generator = SplitMix64(seed: 2)
        for word in ["Anna", Self.secret, "Otto"] {
            _ = try store.write(batch(word, using: &generator))
            try store.update([PersonUpdate(id: word, zone: "Europe/Berlin", attributes: ["name": "called \(word)"])])
            try store.scoped(to: word).setPriority(of: RandomBatch.metrics[0], to: ["watch of \(word.lowercased())"])
        }
        try store.foldFreshRows()
        // Later samples are in the row table, and deletions are kept.
        var late = batch(Self.secret, using: &generator)
        late.samples = late.samples.mapValues { samples in
            var samples = samples
            samples.starts = samples.starts.map { $0 + 9_000_000_000 }
            samples.ends = samples.ends.map { $0 + 9_000_000_000 }
            return samples.rows(0..<100)
        }
        _ = try store.write(late)
        let own = store.scoped(to: Self.secret)
        let number = try #require(own.read { try $0.plainSamples(RandomBatch.metrics[0]).first?.number })
        #expect(try own.delete(RandomBatch.metrics[0], numbers: [number]) == 1)
        let counts = try own.read { try $0.metricSummaries().reduce(0) { $0 + $1.count } }
        let others = try ["Anna", "Otto"].map { id in try store.read { try content($0.view(of: id)).dropLast(2) } }
        #expect(try !files(with: Self.secret).isEmpty && !files(with: Self.secret.lowercased()).isEmpty)

        let forgotten = try store.forget(person: Self.secret)
        #expect(forgotten.samples == counts - forgotten.workouts && forgotten.workouts == 1 && forgotten.correlations == 1)
        #expect(forgotten.activitySummaries == 1 && forgotten.sources == 3 && forgotten.isErased)
        for text in [Self.secret, Self.secret.lowercased()] { #expect(try files(with: text).isEmpty) }
        #expect(try store.read { try $0.persons().map(\.id) } == ["Anna", "Otto"])
        #expect(try ["Anna", "Otto"].map { id in try store.read { try content($0.view(of: id)).dropLast(2) } } == others)
        #expect(try store.checkIntegrity() == [])
        #expect(throws: StoreError.noSuchPerson(id: Self.secret)) { try store.forget(person: Self.secret) }

        // Another process sees the same, and new samples of a person with that id are a new person's.
        let other = try SQLiteStore.open(path: path, mode: .readWrite, options: options)
        _ = try other.write(batch(Self.secret, using: &generator))
        #expect(try other.checkIntegrity() == [])
        #expect(try other.read { try $0.view(of: Self.secret).setting("zone") } == nil)
    }

    @Test("A store that forgot its only person is empty and has nobody")
    func forgetLast() throws {
        let store = try SQLiteStore.open(path: path, mode: .create)
        var generator = SplitMix64(seed: 2)
        let batch = batch("P1", using: &generator)
        _ = try store.write(batch)
        #expect(try store.forget(person: "P1").isErased)
        #expect(try store.read { try $0.persons() } == [.unnamed])
        #expect(try store.read { try $0.metricSummaries() }.isEmpty && store.read { try $0.sources() }.isEmpty)
        _ = try store.write(batch)
        #expect(try store.read { try $0.persons().map(\.id) } == ["P1"] && store.checkIntegrity() == [])
    }

    @Test("Bytes remain while another process reads the file, and a later call erases them")
    func forgetWhileReading() throws {
        let store = try SQLiteStore.open(path: path, mode: .create)
        var generator = SplitMix64(seed: 2)
        _ = try store.write([batch(Self.secret, using: &generator), batch("Otto", using: &generator)])
        let reader = try SQLiteStore.open(path: path, mode: .readOnly)
        try reader.read { view throws in
            #expect(try !store.forget(person: Self.secret).isErased)
            #expect(try view.persons().count == 2, "its view does not change")
        }
        #expect(try store.read { try $0.persons().count } == 1)
        #expect(try store.eraseDeletedBytes())
        #expect(try files(with: Self.secret).isEmpty)
    }

    // MARK: Many people

    @Test("Views of many persons share what the store read once")
    func many() throws {
        let store = try SQLiteStore.open(path: path, mode: .create)
        var generator = SplitMix64(seed: 4)
        let batches = (0..<300).map { number in
            var batch = RandomBatch.make(count: 20, span: 4000, using: &generator)
            batch.person = "P\(number)"
            return batch
        }
        _ = try store.write(batches)
        try store.foldFreshRows()
        let clock = ContinuousClock()
        let elapsed = try store.read { view throws in
            try clock.measure {
                try view.forEachPerson { person, own throws in
                    #expect(try own.persons().map(\.id) == [person.id] && own.sources().count == 3)
                    #expect(try own.metricSummaries().count == 2)
                }
            }
        }
        // Reading the names of all sources for each person takes seconds.
        #expect(elapsed < .seconds(2))
        #expect(try store.read { try $0.personSummaries().map(\.sampleCount).reduce(0, +) } == store.info().sampleCount)
    }
}
