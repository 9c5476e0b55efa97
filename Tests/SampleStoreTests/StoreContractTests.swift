import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// The rules for both stores, one per test.
@Suite struct StoreContractTests {
    enum Kind: CaseIterable { case memory, file }

    private let directory: TemporaryDirectory
    private let steps = MetricID("HKQuantityTypeIdentifierStepCount")

    init() throws { directory = try TemporaryDirectory() }

    private func store(_ kind: Kind, _ name: String = "store") throws -> any SampleStorage {
        switch kind {
        case .memory: MemoryStore()
        case .file: try SQLiteStore.open(path: directory.path(name), mode: .create)
        }
    }

    /// Returns a batch of one sample from 0 to 60 s with value 5, and the given differences.
    private func batch(
        source: String = "Watch", metadata: [String: String] = [:], created: Int64 = SampleBatch.unknownTime, unit: String = "",
        version: String? = nil
    ) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: source)]
        batch.origins.append(Origin(source: 0, sourceVersion: version))
        batch.metadata.append(MetadataSet(metadata.map { .init(key: $0.key, value: $0.value) }))
        batch.units.append(unit)
        var rows = SampleBatch()
        rows.starts = [0]
        rows.ends = [60_000]
        rows.values = [5]
        rows.sources = [0]
        rows.origins = [1]
        rows.metadata = [1]
        rows.units = [1]
        rows.created = [created]
        batch.samples[steps] = rows
        return batch
    }

    private func samples(_ store: any SampleStorage) throws -> [(sample: PlainSample, number: Int64)] {
        try store.read { try $0.plainSamples(steps) }
    }

    // MARK: Identity (S1.2)

    @Test("S1.2 Writing a sample again changes nothing", arguments: Kind.allCases)
    func again(kind: Kind) throws {
        let store = try store(kind)
        let first = try store.write(batch(metadata: ["a": "1"], created: 9))
        let change = try store.read { $0.changeNumber }
        let second = try store.write(batch(metadata: ["a": "1"], created: 9))
        #expect(first[steps]?.added == 1 && first[steps]?.alreadyThere == 0)
        #expect(second[steps]?.added == 0 && second[steps]?.alreadyThere == 1)
        #expect(try store.read { $0.changeNumber } == change)
        #expect(try samples(store).count == 1)
    }

    @Test("S1.2 Samples with different metadata are two samples", arguments: Kind.allCases)
    func differingMetadata(kind: Kind) throws {
        let store = try store(kind)
        _ = try store.write(batch(metadata: ["a": "1"]))
        #expect(try store.write(batch(metadata: ["a": "2"]))[steps]?.added == 1)
        #expect(try samples(store).count == 2)
        #expect(try store.write(batch())[steps]?.added == 0, "one without metadata is either of them")
    }

    @Test("S1.2 A sample gets its metadata from a later copy and keeps its number", arguments: Kind.allCases)
    func upgrade(kind: Kind) throws {
        let store = try store(kind)
        _ = try store.write(batch())
        let number = try #require(try samples(store).first).number
        #expect(try store.write(batch(metadata: ["a": "1"]))[steps]?.alreadyThere == 1)
        let found = try #require(try samples(store).first)
        #expect(found.number == number && found.sample.metadata == [.init(key: "a", value: "1")])
        #expect(try samples(store).count == 1)
    }

    @Test("Copies keep the earliest creation, and the first unit and version by text", arguments: Kind.allCases)
    func attributes(kind: Kind) throws {
        let copies = [
            batch(created: 8, unit: "kJ", version: "10.1"), batch(created: SampleBatch.unknownTime, unit: "kcal"),
            batch(created: 7, unit: "cal", version: "9"),
        ]
        for (index, order) in [copies, copies.reversed()].enumerated() {
            let store = try store(kind, "\(index)")
            for copy in order { _ = try store.write(copy) }
            let found = try #require(try samples(store).first).sample
            #expect(found.created == 7 && found.unit == "cal" && found.version == "10.1")
        }
    }

    @Test("-0 differs from 0, and NaN equals itself", arguments: Kind.allCases)
    func oddValues(kind: Kind) throws {
        let store = try store(kind)
        for value in [0, -0.0, Double.nan, .nan, 0, .infinity] {
            var batch = batch()
            batch.samples[steps]?.values = [value]
            _ = try store.write(batch)
        }
        let bits = try samples(store).map(\.sample.value)
        #expect(bits == [-0.0, 0, .infinity, .nan].map(\.bitPattern))
    }

    // MARK: Dictionaries

    @Test("Texts with the same key are one source, printed with the text that sorts first", arguments: Kind.allCases)
    func sourceNames(kind: Kind) throws {
        for (index, names) in [["Mia’s Watch", "Mia's\u{A0}Watch "], ["Mia's\u{A0}Watch ", "Mia’s Watch"]].enumerated() {
            let store = try store(kind, "\(index)")
            for name in names { _ = try store.write(batch(source: name)) }
            let sources = try store.read { try $0.sources() }
            #expect(sources.values.map(\.name) == ["Mia's\u{A0}Watch "])
            #expect(try samples(store).count == 1)
        }
    }

    @Test("A batch only needs the columns start, end, value and source", arguments: Kind.allCases)
    func fewColumns(kind: Kind) throws {
        let store = try store(kind)
        _ = try store.write(StoreOpeningTests.oneSample())
        let found = try #require(try samples(store).first).sample
        #expect(found.created == SampleBatch.unknownTime && found.unit.isEmpty && found.version == nil && found.metadata.isEmpty)
    }

    @Test("The device and version of a sample are preserved", arguments: Kind.allCases)
    func origins(kind: Kind) throws {
        let store = try store(kind)
        var batch = batch(version: "10.1")
        let device = Device(name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch7,2", software: "10.1")
        batch.origins[1].device = device
        _ = try store.write(batch)
        let origins = try store.read { try $0.origins() }
        let sources = try store.read { try $0.sources() }
        #expect(origins.values.map(\.device) == [device])
        #expect(origins.values.map { sources[$0.source]?.name } == ["Watch"])
    }

    @Test("Metadata of any text and size is preserved", arguments: Kind.allCases)
    func metadata(kind: Kind) throws {
        let store = try store(kind)
        let entries = ["": "", "k\u{0}": "\n\u{301}ü", "long": String(repeating: "72@08:00:01 ", count: 3000)]
        _ = try store.write(batch(metadata: entries))
        let found = try #require(try samples(store).first).sample.metadata
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.value) }) == entries)
    }

    @Test("The unit of an unknown metric is preserved", arguments: Kind.allCases)
    func fileUnits(kind: Kind) throws {
        let store = try store(kind)
        var batch = batch()
        let unknown = MetricID("HKQuantityTypeIdentifierFutureThing")
        batch.samples[unknown] = batch.samples[steps]
        batch.fileUnits[unknown] = "furlong"
        _ = try store.write(batch)
        let summaries = try store.read { try $0.metricSummaries() }
        #expect(summaries.map(\.metric) == [unknown, steps])
        #expect(summaries.map(\.fileUnit) == ["furlong", nil])
    }

    // MARK: Scans

    @Test("A scan finds a sample that started long before the range", arguments: Kind.allCases)
    func longSample(kind: Kind) throws {
        let store = try store(kind)
        var batch = batch()
        var rows = SampleBatch()
        for index in 0..<40_000 as Range<Int64> {
            rows.starts.append(index * 1000)
            rows.ends.append(index == 3 ? 50_000_000 : index * 1000 + 500)
            rows.values.append(1)
            rows.sources.append(0)
        }
        batch.samples[steps] = rows
        _ = try store.write(batch)
        var delivered = 0
        var found: [Int64] = []
        try store.read { view throws in
            try view.scan(steps, from: Instant(milliseconds: 45_000_000), through: Instant(milliseconds: 46_000_000), columns: []) {
                batch in
                delivered += batch.count
                found += (0..<batch.count).filter { batch.ends[$0] >= 45_000_000 }.map { batch.starts[$0] }
                return true
            }
        }
        #expect(found == [3000])
        #expect(delivered < 40_000, "what cannot meet the range is skipped")
    }

    @Test("A scan for values finds every sample with such a value", arguments: Kind.allCases)
    func values(kind: Kind) throws {
        let store = try store(kind)
        var batch = batch()
        var rows = SampleBatch()
        for index in 0..<60_000 as Range<Int64> {
            rows.starts.append(index * 1000)
            rows.ends.append(index * 1000)
            rows.values.append(index < 20_000 ? .nan : index == 50_000 ? 180 : Double(60 + index % 40))
            rows.sources.append(0)
        }
        batch.samples[steps] = rows
        _ = try store.write(batch)
        func scan(_ values: ClosedRange<Double>) throws -> (delivered: Int, found: [Double]) {
            var (delivered, found) = (0, [Double]())
            try store.read { view throws in
                try view.scan(steps, from: .min, through: .max, values: values, columns: .values) { batch in
                    delivered += batch.count
                    found += batch.values.filter(values.contains)
                    return true
                }
            }
            return (delivered, found)
        }
        #expect(try scan(180...(.infinity)).found == [180])
        #expect(try scan(60...61).found.count == 1999)
        #expect(try scan(200...300).found == [])
        if kind == .file {
            #expect(try scan(180...(.infinity)).delivered <= 16_384, "blocks without such a value are not decoded")
            #expect(try scan(200...300).delivered == 0)
        }
    }

    @Test("A scan stops when the reader has enough", arguments: Kind.allCases)
    func stops(kind: Kind) throws {
        let store = try store(kind)
        var generator = SplitMix64(seed: 1)
        _ = try store.write(RandomBatch.make(count: 60_000, span: 10_000_000, using: &generator))
        var calls = 0
        try store.read { view throws in
            try view.scan(steps, from: .min, through: .max, columns: .all) { _ in
                calls += 1
                return false
            }
        }
        #expect(calls == 1)
    }

    @Test("Only the requested columns are filled", arguments: Kind.allCases)
    func columns(kind: Kind) throws {
        let store = try store(kind)
        _ = try store.write(batch())
        try store.read { view throws in
            try view.scan(steps, from: .min, through: .max, columns: [.sources]) { batch in
                #expect(batch.starts == [0] && batch.ends == [60_000] && batch.sources.count == 1)
                #expect(batch.values.isEmpty && batch.numbers.isEmpty && batch.metadata.isEmpty && batch.created.isEmpty)
                return true
            }
        }
    }

    // MARK: Settings

    @Test("Settings and priorities are kept and removed, and the change number only changes with them", arguments: Kind.allCases)
    func settings(kind: Kind) throws {
        let store = try store(kind)
        try store.setSetting("zone", to: "Europe/Berlin")
        try store.setPriority(of: steps, to: ["watch", "iphone"])
        try store.read { view throws in
            #expect(try view.setting("zone") == "Europe/Berlin")
            #expect(try view.priority(of: steps) == ["watch", "iphone"])
            #expect(try view.metricSummaries().isEmpty)
            #expect(view.changeNumber == 2)
        }
        try store.setSetting("zone", to: "Europe/Berlin")
        try store.setPriority(of: steps, to: ["watch", "iphone"])
        #expect(try store.read { $0.changeNumber } == 2)
        try store.setSetting("zone", to: nil)
        try store.setPriority(of: steps, to: nil)
        try store.read { view throws in
            #expect(try view.setting("zone") == nil)
            #expect(try view.priority(of: steps) == nil)
            #expect(view.changeNumber == 4)
        }
    }

    // MARK: Views

    @Test("The change mark stays the same until something is written", arguments: Kind.allCases)
    func changeMark(kind: Kind) throws {
        let store = try store(kind)
        var marks = [try store.changeMark()]
        #expect(try store.changeMark() == marks[0])
        _ = try store.write(batch())
        marks.append(try store.changeMark())
        _ = try store.read { try $0.metricSummaries() }
        #expect(try store.changeMark() == marks[1])
        let first = try #require(try samples(store).first)
        _ = try store.delete(steps, numbers: [first.number])
        marks.append(try store.changeMark())
        try store.setSetting("zone", to: "Europe/Berlin")
        marks.append(try store.changeMark())
        #expect(Set(marks).count == 4)
    }

    @Test("The change mark of a file follows the writes of another connection, also after the log moved into the file")
    func changeMarkOfAnother() throws {
        let reader = try SQLiteStore.open(path: directory.path("store"), mode: .create)
        let writer = try SQLiteStore.open(path: directory.path("store"), mode: .readWrite)
        let observer = try SQLiteStore.open(path: directory.path("store"), mode: .readOnly)
        for source in ["Watch", "Phone", "Scale"] {
            let before = (try reader.changeMark(), try observer.changeMark())
            _ = try writer.write(batch(source: source))
            let after = (try reader.changeMark(), try observer.changeMark())
            #expect(before.0 != after.0 && before.1 != after.1)
            try writer.foldFreshRows()
        }
        let mark = try observer.changeMark()
        #expect(try observer.changeMark() == mark)
    }

    @Test("A write does not change a view while it is read", arguments: Kind.allCases)
    func snapshot(kind: Kind) throws {
        let store = try store(kind)
        _ = try store.write(StoreOpeningTests.oneSample())
        try store.read { view throws in
            let before = view.changeNumber
            _ = try store.write(StoreOpeningTests.oneSample(5000))
            #expect(view.changeNumber == before)
            #expect(try view.plainSamples(steps).count == 1)
            #expect(try view.metricSummaries().map(\.count) == [1])
        }
        #expect(try samples(store).count == 2)
    }
}
