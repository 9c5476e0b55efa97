import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite("Capabilities of stores and their views")
struct CapabilityTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteStore
    private let app: AppStorage
    private let steps = MetricID("HKQuantityTypeIdentifierStepCount")
    private let heartRate = MetricID("HKQuantityTypeIdentifierHeartRate")

    /// Each person has 300 samples of two metrics, a third of which are from the app. The app may read steps.
    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteStore.open(path: directory.path("store.tally"), mode: .create)
        for metric in [steps, heartRate] { _ = try store.write(Self.batch(metric)) }
        try store.foldFreshRows()
        try store.decide([AccessDecision(app: "Reader", metric: steps, kind: .reading, isAllowed: true)])
        app = AppStorage(store, app: "Reader")
    }

    private static func batch(_ metric: MetricID, person: String = "") -> ImportBatch {
        var (batch, rows) = (ImportBatch(), SampleBatch())
        batch.person = person
        batch.sources = [Source(name: "Reader"), Source(name: "Watch"), Source(name: "Phone")]
        for index in 0..<300 {
            let start = Instant(seconds: Int64(index) * 600)
            rows.append(start: start, end: start, value: Double(index), source: Int32(index % 3))
        }
        batch.samples[metric] = rows
        return batch
    }

    /// Returns the values of a metric, read in packed form.
    private func values(_ metric: MetricID, in view: any SampleSource) throws -> [Double] {
        var values: [Double] = []
        try view.scanBlocks(metric, from: .min, through: .max, values: nil, columns: .values) { block in
            var rows = SampleBatch()
            try block.unpack(.values, times: .all, into: &rows)
            return rows.values
        } _: {
            values += $0
            return true
        }
        return values
    }

    @Test("An app reads blocks and quarter hours of a metric that it may read, and only its own samples of all others")
    func appReadsBlocks() throws {
        try store.beginQuarters(of: steps, person: "")
        try store.beginQuarters(of: heartRate, person: "")
        let whole = try #require(try store.read { try $0.capabilities.blocks?.size(of: steps, from: .min, through: .max, values: nil) })
        #expect(whole.sampleCount == 300)
        try app.read { view in
            let size = try view.capabilities.blocks?.size(of: steps, from: .min, through: .max, values: nil)
            #expect(size?.blockCount == whole.blockCount && size?.sampleCount == 300)
            #expect(try view.capabilities.blocks?.size(of: heartRate, from: .min, through: .max, values: nil) == nil)
            #expect(try values(steps, in: view).count == 300)
            #expect(try values(heartRate, in: view) == (0..<300).filter { $0 % 3 == 0 }.map(Double.init))
            #expect(try view.quarterDirectory(of: steps) != nil)
            #expect(try view.quarterDirectory(of: heartRate) == nil)
        }
    }

    @Test("An app that sees two persons cannot read their packed samples together")
    func appOfTwoPersons() throws {
        _ = try store.write(Self.batch(steps, person: "P2"))
        try app.read { view in
            let count = try view.persons().count
            #expect(count == 2)
            #expect(throws: StoreError.self) { try values(steps, in: view) }
            #expect(throws: StoreError.self) { try values(heartRate, in: view) }
        }
    }

    @Test("Only the owner's view lists settings, and only the owner's store keeps quarter hours")
    func owner() throws {
        #expect(try store.read { $0.capabilities.settings != nil })
        #expect(try app.read { $0.capabilities.settings == nil })
        #expect(store.capabilities.quarters === store && app.capabilities.quarters == nil)
        #expect(store.scoped(to: "").capabilities.quarters === store && app.scoped(to: "").capabilities.quarters == nil)
        #expect(store.scoped(to: "").capabilities.persons === store && app.scoped(to: "").capabilities.persons === app)
    }

    @Test("A store in memory has changes, and neither blocks nor quarter hours")
    func memory() throws {
        let memory = MemoryStore()
        try memory.read { view in
            #expect(view.capabilities.changes != nil && view.capabilities.settings != nil)
            #expect(view.capabilities.blocks == nil && view.capabilities.quarters == nil)
        }
        #expect(memory.capabilities.quarters == nil && memory.capabilities.persons === memory)
    }
}
