import DemoData
import Dispatch
import Foundation
import Synchronization
import TallyKit
import Testing

@Suite("Stores in other programs")
struct HealthStoreTests {
    private let context = QueryContext(zone: "UTC", now: newYear)

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-kit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("Missing files and files that are not stores are errors and are not changed")
    func noStore() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = #expect(throws: HealthStoreError.self) {
            try HealthStore(at: folder.appending(path: "none.tally"), access: .readOnly)
        }
        #expect(missing?.reason == .missing)
        let file = folder.appending(path: "text.tally")
        try Data("not a store".utf8).write(to: file)
        let foreign = #expect(throws: HealthStoreError.self) { try HealthStore(at: file) }
        #expect(foreign?.reason == .notAStore)
        #expect(foreign?.advice?.isEmpty == false)
        #expect(try String(contentsOf: file, encoding: .utf8) == "not a store")
    }

    @Test("An import reports progress, keeps its file private, and changes nothing the second time")
    func importing() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = folder.appending(path: "steps.csv")
        let rows = "steps,Band,2025-01-01T08:00:00Z,2025-01-01T08:10:00Z,100,count\nsteps,Band,nonsense,2025-01-01T08:10:00Z,1,count\n"
        try Data(("type,source,start,end,value,unit\n" + rows).utf8).write(to: table)
        let file = folder.appending(path: "health.tally")
        let fractions = Mutex<[Double]>([])
        for added in [1, 0] {
            let store = try HealthStore(at: file)
            let summary = try await store.importExport(at: table) { progress in
                if let fraction = progress.fraction { fractions.withLock { $0.append(fraction) } }
            }
            #expect(summary.format == "CSV")
            #expect((summary.rows, summary.added, summary.alreadyThere, summary.skippedRows) == (2, added, 1 - added, 1))
            #expect(summary.issues.map(\.kind) == ["badDate"])
            #expect(summary.issues.first?.lines == [3])
            #expect(try await store.answer("sum steps", context: context).value == 100)
        }
        #expect(fractions.withLock { $0.last } == 1)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        let reader = try HealthStore(at: file, access: .readOnly)
        #expect(try await reader.metrics().map(\.metric) == [.stepCount])
        let refused = await #expect(throws: HealthStoreError.self) { try await reader.importExport(at: table) }
        #expect(refused?.reason == .readOnly)
        let notThere = await #expect(throws: HealthStoreError.self) {
            try await HealthStore.inMemory().importExport(at: folder.appending(path: "none.csv"))
        }
        #expect(notThere?.reason == .notImportable)
        let elsewhere = await #expect(throws: HealthStoreError.self) {
            try await HealthStore.inMemory().importExport(at: table, zone: "Mars/Olympus")
        }
        #expect(elsewhere?.reason == .unknownZone)
    }

    @Test("A cancelled import keeps complete batches, and a second import adds the rest", .timeLimit(.minutes(15)))
    func cancelledImport() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = GenerateOptions(now: Instant(seconds: 1_767_225_600), zone: .utc)
        options.size = .days(7)
        var bytes = Data()
        let manifest = try generateExport(options) { bytes.append(contentsOf: $0) }
        let export = folder.appending(path: "export.xml")
        try bytes.write(to: export)
        let file = folder.appending(path: "health.tally")
        let store = try HealthStore(at: file)
        var small = ImportOptions()
        small.batchRows = 1000

        // The import waits in its first progress report until its task is cancelled.
        let (reports, continuation) = AsyncStream.makeStream(of: Int.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let task = Task { [small] in
            defer { continuation.finish() }
            return try await store.importExport(at: export, options: small) { progress in
                continuation.yield(progress.rows)
                isCancelled.wait()
            }
        }
        var rows: Int?
        for await report in reports {
            rows = report
            break
        }
        task.cancel()
        isCancelled.signal()
        let error = await #expect(throws: HealthStoreError.self) { try await task.value }
        #expect(error?.reason == .cancelled)

        let whole = manifest.sampleCount
        let kept = try await HealthStore(at: file, access: .readOnly).metrics().map(\.count).reduce(0, +)
        #expect(kept > 0 && kept < whole)
        #expect(try #require(rows) < whole)
        let rest = try await store.importExport(at: export)
        // The export contains some records twice.
        #expect(rest.alreadyThere >= kept && rest.isComplete)
        let other = HealthStore.inMemory()
        try await other.importExport(at: export)
        for store in [store, other] {
            let samples = try await store.metrics().filter { $0.metric != .workouts }
            #expect(Dictionary(uniqueKeysWithValues: samples.map { ($0.metric, $0.count) }) == manifest.sampleCounts)
        }
        for query in ["sum steps by day", "average, min, max heartRate by day", "duration sleep by day"] {
            let answers = (try await store.answer(query, context: context), try await other.answer(query, context: context))
            #expect(!answers.0.rows.isEmpty)
            #expect(answers.0.formatted(as: .csv) == answers.1.formatted(as: .csv), "\(query)")
        }
    }

    @Test("Either all samples are added or none, each once, in the unit of their metric")
    func adding() async throws {
        let store = HealthStore.inMemory()
        let pound = HealthSample(.bodyMass, from: hour(8), value: 100, unit: "lb", source: "Scale", metadata: ["HKWasUserEntered": "1"])
        #expect(try await store.add([pound, pound]) == AddedSamples(added: 1, alreadyThere: 1))
        #expect(try await store.add([pound]) == AddedSamples(added: 0, alreadyThere: 1))
        // An international pound is 0.45359237 kg.
        let kilograms = try #require(try await store.answer("latest weight", context: context).value)
        #expect(abs(kilograms - 45.359237) < 1e-9)
        #expect(try await store.answer("count weight where entered by user", context: context).value == 1)
        var wrong = pound
        wrong.unit = "km"
        let unit = await #expect(throws: HealthStoreError.self) { try await store.add([pound, wrong]) }
        #expect(unit?.reason == .invalidSample)
        wrong = HealthSample(.stepCount, from: hour(9), to: hour(8), value: 1, source: "Band")
        let order = await #expect(throws: HealthStoreError.self) { try await store.add([wrong]) }
        #expect(order?.reason == .invalidSample)
        #expect(try await store.metrics().map(\.count) == [1])
    }

    @Test("Samples of an app get the same statistics, and the app's data is not changed")
    func ownSource() async throws {
        let store = HealthStore(source: SampleList())
        let answer = try await store.answer("sum steps by hour", context: context)
        // 600 steps, evenly from 08:30 to 09:30.
        #expect(answer.rows.map { $0["sum"] as Double? } == [300, 300])
        #expect(store.isReadOnly)
        let error = await #expect(throws: HealthStoreError.self) {
            try await store.add([HealthSample(.stepCount, from: hour(8), value: 1, source: "Band")])
        }
        #expect(error?.reason == .readOnly)
    }

    @Test("Many tasks can query one store at the same time")
    func concurrency() async throws {
        let store = try await walk()
        let context = context
        let values = try await withThrowingTaskGroup(of: Double?.self) { group in
            for _ in 0..<20 { group.addTask { try await store.answer("sum steps", context: context).value } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 800, count: 20))
    }
}

/// One walk in plain arrays, with the code that an app needs to provide its samples.
private struct SampleList: SampleSource {
    func metricSummaries() throws -> [MetricSummary] {
        let (start, end) = (Instant(seconds: 1_735_689_600 + 30_600), Instant(seconds: 1_735_689_600 + 34_200))
        return [
            MetricSummary(
                metric: .stepCount, count: 1, firstStart: start, lastStart: start, lastEnd: end,
                sources: [MetricSummary.BySource(source: 7, count: 1, firstStart: start, lastEnd: end)])
        ]
    }

    func sources() throws -> [Int32: Source] { [7: Source(name: "Band")] }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard let summary = try metricSummary(of: metric), summary.firstStart <= through, summary.lastEnd >= from else { return }
        var batch = SampleBatch()
        batch.starts = [summary.firstStart.milliseconds]
        batch.ends = [summary.lastEnd.milliseconds]
        batch.values = [600]
        batch.sources = [7]
        batch.origins = [0]
        batch.metadata = [0]
        batch.units = [0]
        batch.created = [SampleBatch.unknownTime]
        batch.numbers = [1]
        _ = try body(batch)
    }
}
