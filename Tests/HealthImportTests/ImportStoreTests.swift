import Foundation
import HealthImport
import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// The effects of an import on its store.
@Suite struct ImportStoreTests {
    /// The content of a store that does not depend on the order of imports.
    private struct Content: Equatable {
        var rows: Set<ImportedRow> = []
        var count = 0
        var workouts: [String] = []
        var summaries: [ActivitySummary] = []
        var correlations: [[Correlation.Member]] = []
    }

    private func content(_ store: some SampleStorage) throws -> Content {
        try store.read { source in
            var content = Content()
            let sources = try source.sources()
            for summary in try source.metricSummaries() where summary.metric != .workouts {
                try source.scan(summary.metric, from: .min, through: .max, columns: [.values, .sources, .metadata]) { batch in
                    let sets = try source.metadataSets(Set(batch.metadata))
                    for index in 0..<batch.count {
                        let entries = sets[batch.metadata[index]]?.entries ?? []
                        content.rows.insert(
                            ImportedRow(
                                metric: summary.metric.shortName, start: batch.starts[index], end: batch.ends[index],
                                value: batch.values[index], source: sources[batch.sources[index]]?.name ?? "?",
                                metadata: Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })))
                        content.count += 1
                    }
                    return true
                }
            }
            content.workouts = try source.workouts(from: .min, through: .max).map {
                "\($0.activity) \($0.start) \($0.statistics) \($0.events)"
            }
            content.summaries = try source.activitySummaries(from: "0000", through: "9999")
            content.correlations = try source.correlations(from: .min, through: .max).map(\.members)
            return content
        }
    }

    private func changeNumber(_ store: some SampleStorage) throws -> Int64 { try store.read { $0.changeNumber } }

    @discardableResult
    private func put(_ text: String, into store: some SampleStorage, rows: Int = 5) throws -> ImportReport {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-import-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var options = ImportOptions()
        options.batchRows = rows
        return try Importer(sink: store, options: options, clock: { 0 }).importFile(path)
    }

    private func record(_ second: Int, offset: Int = 0, inside: String = "") -> String {
        let clock = "2024-03-10 \(12 + offset):10:\(10 + second) +0\(offset)00"
        let head =
            #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="\#(clock)" endDate="\#(clock)" value="\#(second)""#
        return inside.isEmpty ? head + "/>" : head + ">\n  \(inside)\n </Record>"
    }

    /// A blood pressure whose systolic member is also at top level, a workout, a summary, and steps with and without metadata.
    private func export(_ range: Range<Int>, offset: Int = 0) -> String {
        let times =
            #"startDate="2024-03-10 \#(12 + offset):00:00 +0\#(offset)00" endDate="2024-03-10 \#(12 + offset):00:00 +0\#(offset)00""#
        let systolic = #"<Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="C" unit="mmHg" \#(times) value="120"/>"#
        let diastolic = #"<Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="C" unit="mmHg" \#(times) value="80"/>"#
        let steps = range.map { second in
            record(second, offset: offset, inside: second % 3 == 0 ? #"<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>"# : "")
        }
        return """
            <HealthData>
             \(systolic)
             <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="C" \(times)>\(systolic)\(diastolic)</Correlation>
             <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="W" \(times)/>
             <ActivitySummary dateComponents="2024-03-10" activeEnergyBurned="418"/>
            \(steps.joined(separator: "\n"))
            </HealthData>

            """
    }

    @Test("Importing a file twice changes nothing, even if the second one uses another UTC offset")
    func twice() throws {
        let store = MemoryStore()
        let first = try put(export(0..<40), into: store)
        let before = try content(store)
        let change = try changeNumber(store)
        let second = try put(export(0..<40, offset: 5), into: store)
        #expect(before.count == 42)
        #expect(first.added == 45)
        #expect(first.alreadyThere == 1)
        #expect(second.added == 0)
        #expect(second.alreadyThere == second.findings.rows)
        #expect(try content(store) == before)
        #expect(try changeNumber(store) == change)
    }

    @Test("Files can be imported in any order")
    func order() throws {
        let parts = [export(0..<20), export(10..<30), export(25..<40)]
        let forth = MemoryStore()
        for part in parts { try put(part, into: forth) }
        let back = MemoryStore()
        for part in parts.reversed() { try put(part, into: back) }
        #expect(try content(forth) == (try content(back)))
        #expect(try content(forth).rows.count == 42)
    }

    @Test("A file truncated at any position, followed by the complete one, gives the same as the complete one")
    func cutThenWhole() throws {
        let whole = MemoryStore()
        let text = export(0..<12)
        try put(text, into: whole)
        let expected = try content(whole)
        for length in stride(from: 20, to: text.utf8.count, by: 41) {
            let store = MemoryStore()
            try put(String(text.prefix(length)), into: store)
            try put(text, into: store)
            #expect(try content(store) == expected, "cut after \(length) characters")
        }
    }

    @Test("A second import completes an import that was stopped after some batches, in a file and in memory")
    func stoppedThenCompleted() throws {
        struct Killed: Error {}
        struct Dying: SampleSink {
            var store: SQLiteStore
            let left: Counter
            func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
                left.value -= 1
                if left.value < 0 { throw Killed() }
                return try store.write(batch)
            }
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(export(0..<40).utf8).write(to: URL(fileURLWithPath: path + "/export.xml"))
        let store = try SQLiteStore.open(path: path + "/store", mode: .create)
        var options = ImportOptions()
        options.batchRows = 5
        let dying = Dying(store: store, left: Counter(3))
        #expect(throws: Killed.self) { try Importer(sink: dying, options: options, clock: { 0 }).importFile(path) }
        let half = try content(store).count
        #expect(half > 0 && half < 42)
        try put(export(0..<40), into: store)
        let memory = MemoryStore()
        try put(export(0..<40), into: memory)
        #expect(try content(store) == (try content(memory)))
    }

    private final class Counter {
        var value: Int
        init(_ value: Int) { self.value = value }
    }
}
