import DemoData
import Foundation
import HealthImport
import HealthModel

/// A sample as tests write it, with texts instead of ids.
struct ImportedRow: Hashable {
    var metric: String
    var start: Int64
    var end: Int64
    var value: Double
    var source: String
    var unit = ""
    var metadata: [String: String] = [:]
    var device: Device?
    var created = SampleBatch.unknownTime
}

/// Keeps all batches in memory as rows with texts.
final class CollectingSink: SampleSink {
    private(set) var rows: [ImportedRow] = []
    private(set) var workouts: [Workout] = []
    private(set) var summaries: [ActivitySummary] = []
    private(set) var correlations: [Correlation] = []
    private(set) var fileUnits: [MetricID: String] = [:]
    private(set) var batches: [ImportBatch] = []
    /// Called before a batch is kept. May throw.
    var willWrite: () throws -> Void = {}

    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        try willWrite()
        batches.append(batch)
        var outcomes: [MetricID: WriteOutcome] = [:]
        for (metric, samples) in batch.samples.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            for index in 0..<samples.count {
                let set = batch.metadata[Int(samples.metadata[index])]
                rows.append(
                    ImportedRow(
                        metric: metric.shortName, start: samples.starts[index], end: samples.ends[index], value: samples.values[index],
                        source: batch.sources[Int(samples.sources[index])].name, unit: batch.units[Int(samples.units[index])],
                        metadata: Dictionary(uniqueKeysWithValues: set.entries.map { ($0.key, $0.value) }),
                        device: batch.origins[Int(samples.origins[index])].device, created: samples.created[index]))
            }
            outcomes[metric, default: WriteOutcome()].added += samples.count
        }
        workouts += batch.workouts
        summaries += batch.summaries
        correlations += batch.correlations
        fileUnits.merge(batch.fileUnits) { first, _ in first }
        outcomes[.workouts, default: WriteOutcome()].added += batch.workouts.count
        outcomes[MetricID("summaries"), default: WriteOutcome()].added += batch.summaries.count
        outcomes[MetricID("correlations"), default: WriteOutcome()].added += batch.correlations.count
        return outcomes
    }
}

/// The result of importing a document.
struct Imported {
    var report: ImportReport
    var sink: CollectingSink

    var rows: [ImportedRow] { sink.rows }
    /// The kinds of issues with their lines.
    var issues: [ImportIssue: [Int]] {
        Dictionary(report.findings.issues.entries.map { ($0.issue, $0.lines) }, uniquingKeysWith: +)
    }
}

/// Imports `bytes` as a file.
func importBytes(
    _ bytes: some Sequence<UInt8>, options: ImportOptions = ImportOptions(), choice: FormatChoice? = nil
) throws -> Imported {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-import-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try importFile(path, options: options, choice: choice)
}

func importFile(_ path: String, options: ImportOptions = ImportOptions(), choice: FormatChoice? = nil) throws -> Imported {
    let sink = CollectingSink()
    var importer = Importer(sink: sink, options: options, clock: { 0 })
    importer.choice = choice
    let report = try importer.importFile(path)
    return Imported(report: report, sink: sink)
}

/// Imports an export whose `HealthData` contains `body`, starting on line 2.
func importExport(_ body: String, options: ImportOptions = ImportOptions()) throws -> Imported {
    try importBytes("<HealthData locale=\"en_US\">\n\(body)\n</HealthData>\n".utf8, options: options)
}

/// Returns an ISO 8601 time in milliseconds since 1970, read by Foundation.
func milliseconds(_ text: String) -> Int64 {
    let formatter = ISO8601DateFormatter()
    guard let date = formatter.date(from: text) else { preconditionFailure("\(text) is not a time") }
    return Int64(date.timeIntervalSince1970) * 1000
}

/// The seed of the random tests: `TALLY_SEED`, or the same seed in every run.
let testSeed = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap { UInt64($0) } ?? 20_261_121

extension LifeGenerator {
    /// Returns the complete life.
    func demoBatches() -> [ImportBatch] {
        var batches: [ImportBatch] = []
        forEachBatch { batches.append($0) }
        return batches
    }
}
