import CalendarIntervals
public import Foundation
@_exported public import HealthImport
import HealthModel
import QueryEngine

/// How far an import is.
public struct ImportProgress: Sendable, Hashable {
    /// Bytes of the document that were read, inflated.
    public let bytes: Int
    /// How many there will be; nil where nobody knows, as in a stream.
    public let totalBytes: Int?
    /// Samples, workouts, correlations and activity summaries so far.
    public let rows: Int

    /// From 0 to 1; nil where nobody knows how much there is.
    public var fraction: Double? { totalBytes.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 } }
}

/// What became of a file: what was read, kept, repaired and left out, and why.
public struct ImportSummary: Sendable, Hashable {
    /// A kind of trouble, what it was about and where it was met first.
    public struct Issue: Sendable, Hashable {
        /// A name that never changes, such as `badDate`.
        public let kind: String
        /// What becomes of the row.
        public let effect: ImportEffect
        /// What was met and what became of it.
        public let explanation: String
        /// What exactly, such as the unit; empty where there is nothing to tell.
        public let detail: String
        /// How often it was met.
        public let count: Int
        /// The first lines of the file that have it, from 1.
        public let lines: [Int]
    }

    /// What the file is: `Apple Health export`, `CSV` or `JSON Lines`.
    public let format: String
    /// Samples, workouts, correlations and activity summaries in the file.
    public let rows: Int
    /// Samples that are new to the store, and those that it had before.
    public let added: Int
    /// Samples that the store had before.
    public let alreadyThere: Int
    /// New samples by metric.
    public let addedByMetric: [MetricID: Int]
    /// Rows that are not kept.
    public let skippedRows: Int
    /// What was repaired, skipped or damaged, in the order in which it was first met.
    public let issues: [Issue]
    /// Whether the file was read to its proper end.
    public let isComplete: Bool
    /// The same as text for people, as `tally import` prints it.
    public let text: String
}

extension HealthStore {
    /// Imports an Apple Health export (the zip, its XML or its folder), CSV or JSON Lines. Importing a file again changes nothing.
    ///
    /// The file is read in batches; of an import that is cancelled, or that fails, whole batches are kept, and a second one adds the rest.
    ///
    /// - Parameters:
    ///   - zone: the zone of times without an offset, by its IANA name; nil is that of the store. Without any, such rows are skipped.
    ///   - progress: called now and then while the file is read, on a thread of the import.
    /// - Throws: `.notImportable` where nothing can be read, `.cancelled`, and what keeps the store from being written.
    @discardableResult
    public func importExport(
        at url: URL, zone: String? = nil, progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws(HealthStoreError) -> ImportSummary {
        try await Blocking.run { [self] isCancelled throws(HealthStoreError) in
            do {
                return try importFile(url.path, zone: zone, isCancelled: isCancelled, progress: progress)
            } catch {
                throw HealthStoreError(error)
            }
        }
    }

    private func importFile(
        _ path: String, zone: String?, isCancelled: @escaping @Sendable () -> Bool, progress: (@Sendable (ImportProgress) -> Void)?
    ) throws -> ImportSummary {
        guard !storage.isReadOnly else { throw HealthStoreError.readOnly }
        var options = ImportOptions()
        let kept = try storage.read { try $0.setting(StoreSetting.zone) }
        options.zone = (zone ?? kept).flatMap(Zone.named)
        let started = ContinuousClock.now
        var importer = Importer(sink: storage, options: options) { (ContinuousClock.now - started) / .seconds(1) }
        importer.isCancelled = isCancelled
        if let progress {
            importer.progress = { progress(ImportProgress(bytes: $0.bytes, totalBytes: $0.totalBytes, rows: $0.rows)) }
        }
        let report = try importer.importFile(path)
        if kept == nil, let found = (zone ?? report.suggestedZone).flatMap(Zone.named) {
            try storage.setSetting(StoreSetting.zone, to: found.identifier)
        }
        if let store = storage as? any QuarterKeeping { try QuarterUpkeep(store, isCancelled: isCancelled).run() }
        try storage.foldFreshRows()
        guard !report.wasCancelled else { throw EngineError.cancelled }
        return ImportSummary(report, text: report.text(in: options.zone ?? .utc))
    }
}

extension ImportSummary {
    fileprivate init(_ report: ImportReport, text: String) {
        self.init(
            format: report.format, rows: report.findings.rows, added: report.added, alreadyThere: report.alreadyThere,
            addedByMetric: report.outcomes.mapValues(\.added), skippedRows: report.findings.skippedRows,
            issues: report.findings.issues.entries.map { entry in
                Issue(
                    kind: entry.issue.rawValue, effect: entry.issue.effect,
                    explanation: entry.issue.explanation, detail: entry.detail, count: entry.count, lines: entry.lines)
            }, isComplete: report.isComplete, text: text)
    }
}
