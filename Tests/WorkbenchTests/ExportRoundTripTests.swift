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

/// `import` reads the same samples that `export` wrote, with any texts, times and values.
@Suite("Importing exports")
struct ExportRoundTripTests {

    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 7
    private static let caseCount = environment["TALLY_CASES"].flatMap(Int.init).map { max(1, $0 / 100) } ?? 20

    private static let metrics = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierOxygenSaturation",
        "HKQuantityTypeIdentifierBodyMass", "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryTypeIdentifierMindfulSession",
    ]
    private static let texts = [
        "Watch", "Anna\u{A0}s iPhone", "a,b", "\"quoted\"", "=SUM(A1)", "'=x", "-", "@home", "two\nlines", "tab\there", "日本", "{\"a\":1}",
        "semi;colon",
    ]

    /// A batch with unusual texts, times and values.
    private static func batch(_ random: inout SplitMix64) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = texts.map { Source(name: $0) }
        batch.origins += texts.indices.map { index in
            Origin(
                source: Int32(index),
                device: index % 2 == 0
                    ? Device(name: texts[index])
                    : Device(name: texts[index], manufacturer: "Apple, Inc.", hardware: "Watch7,\(index)", software: "10.1"))
        }
        batch.metadata += (0..<6).map { count in
            MetadataSet((0...count).map { .init(key: "key \($0),\"", value: texts.randomElement(using: &random) ?? "") })
        }
        for metric in metrics {
            var samples = SampleBatch()
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let start = Int64.random(in: 1_000_000_000_000...1_800_000_000_000, using: &random)
                let source = Int32.random(in: 0..<Int32(texts.count), using: &random)
                samples.starts.append(start)
                samples.ends.append(start + ([0, 1, 60_000, 86_400_000].randomElement(using: &random) ?? 0))
                samples.values.append(
                    metric.contains("Sleep")
                        ? Double(Int.random(in: 0...5, using: &random))
                        : metric.contains("Mindful")
                            ? 0 : [1, 0.1, 97.25, Double.random(in: 0...1e6, using: &random), 1e-7].randomElement(using: &random) ?? 0)
                samples.sources.append(source)
                samples.origins.append(Bool.random(using: &random) ? 0 : source + 1)
                samples.metadata.append(Int32.random(in: 0..<Int32(batch.metadata.count), using: &random))
                samples.units.append(0)
                samples.created.append(Bool.random(using: &random) ? SampleBatch.unknownTime : start + 5)
            }
            batch.samples[MetricID(metric)] = samples
        }
        return batch
    }

    /// Returns all samples with their texts and devices, in the order of the store.
    private static func contents(_ store: any SampleStorage) throws -> [String] {
        try store.read { reader in
            let (sources, origins) = (try reader.sources(), try reader.origins())
            var lines: [String] = []
            for metric in metrics {
                try reader.scan(MetricID(metric), from: .min, through: .max, columns: .all) { batch in
                    let sets = try reader.metadataSets(Set((0..<batch.count).map { batch.metadata[$0] }))
                    for row in 0..<batch.count {
                        let metadata = sets[batch.metadata[row]]?.entries.map { "\($0.key)=\($0.value)" } ?? []
                        lines.append(
                            "\(metric) \(batch.starts[row]) \(batch.ends[row]) \(batch.values[row]) \(sources[batch.sources[row]]?.name ?? "?") "
                                + "\(batch.created[row]) \(origins[batch.origins[row]]?.device.map { "\($0)" } ?? "-") \(metadata)")
                    }
                    return true
                }
            }
            return lines.sorted()
        }
    }

    @Test("No text in CSV starts a formula of a spreadsheet")
    func formulas() throws {
        let store = MemoryStore()
        var batch = ImportBatch()
        batch.sources = [Source(name: "=1")]
        let entries = [("a", "=HYPERLINK(1)"), ("b", "@x"), ("c", "-2")]
        batch.metadata.append(MetadataSet(entries.map { .init(key: $0, value: $1) }))
        var samples = SampleBatch()
        samples.starts = [0]
        samples.ends = [0]
        samples.values = [-1]
        samples.sources = [0]
        samples.origins = [0]
        samples.metadata = [1]
        samples.units = [0]
        batch.samples[MetricID("HKQuantityTypeIdentifierBodyMass")] = samples
        _ = try store.write(batch)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 0))), named: "memory")
        #expect(session.run(SourceText("export weight to \"\(path)\""), output: RecordingOutput()) == .fine)
        let row = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")[1]
        #expect(row == "HKQuantityTypeIdentifierBodyMass,'=1,1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,-1,kg,,,'=HYPERLINK(1),'@x,-2")
    }

    @Test("CSV and JSON Lines preserve all samples", arguments: ["csv", "jsonl"])
    func roundTrip(ending: String) throws {
        print("TALLY_SEED=\(Self.seed)")
        var random = SplitMix64(seed: Self.seed)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for index in 0..<Self.caseCount {
            let (before, after) = (MemoryStore(), MemoryStore())
            _ = try before.write(Self.batch(&random))
            func session(_ store: MemoryStore) -> Session {
                Session(
                    HealthStore(
                        store, surroundings: Surroundings(at: Instant(seconds: 1_800_000_000), zone: Zone.named("America/New_York") ?? .utc)
                    ), named: "memory")
            }
            for metric in Self.metrics {
                let path = folder.appendingPathComponent("\(index)-\(metric).\(ending)").path
                let output = RecordingOutput()
                let exported = session(before).run(SourceText("export \(metric) to \"\(path)\""), output: output)
                #expect(exported == .fine, "\(output.codes) \(output.notes)")
                let imported = session(after).run(SourceText("import \"\(path)\""), output: output)
                #expect(imported == .fine, "\(output.codes) \(output.notes)")
            }
            let (expected, found) = (try Self.contents(before), try Self.contents(after))
            let difference = zip(expected, found).first { $0 != $1 }.map { "\($0)\n\($1)" } ?? ""
            try #require(expected == found, "case \(index), \(expected.count) and \(found.count) samples\n\(difference)")
        }
    }
}
