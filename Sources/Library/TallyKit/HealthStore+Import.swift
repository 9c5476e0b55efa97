import CalendarIntervals
public import Foundation
@_exported public import HealthImport
package import HealthModel
import QueryEngine
import SampleStore
import StorageModel

/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
    /// The number of bytes of the document that were read, after decompression.
    public let bytes: Int
    /// The number of bytes of the whole document. Nil if it is unknown, as in a stream.
    public let totalBytes: Int?
    /// The number of samples, workouts, correlations and activity summaries that were read.
    public let rows: Int

    /// The fraction that was read, from 0 to 1. Nil if the total is unknown.
    public var fraction: Double? { totalBytes.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 } }
}

/// The stored samples that an import deletes, because the file covers them but does not have them.
///
/// A file covers only the metrics that it contains. Samples of other metrics, sources and people stay.
public enum ImportReplacing: Sendable, Hashable {
    /// The import deletes nothing.
    case nothing
    /// A table covers, for each metric, the sources that have a sample of it. An Apple Health export covers all of its sources, until its
    /// date.
    case everything
    /// The file covers only the time from the first to the last sample of each metric and source.
    case span
}

/// The result of an import: the rows that were read, kept, repaired and skipped, and why.
///
/// ```swift
/// let summary = try await store.importExport(at: URL(filePath: "export.zip"))
/// print(summary.added, "new samples,", summary.alreadyThere, "that the store already had")
/// for issue in summary.issues { print(issue.explanation, issue.count, "times, first in line", issue.lines.first ?? 0) }
/// ```
public struct ImportSummary: Sendable, Hashable {
    /// A kind of problem in the file, with the number of occurrences and the first affected lines.
    public struct Issue: Sendable, Hashable {
        /// The stable name of the problem, such as `badDate`.
        public let kind: String
        /// How the import handled the rows with the problem.
        public let effect: ImportEffect
        /// A phrase that describes the problem and what the import did.
        public let explanation: String
        /// More information, such as the unit. Empty if there is none.
        public let detail: String
        /// The number of occurrences.
        public let count: Int
        /// The numbers of the first affected lines, from 1.
        public let lines: [Int]
    }

    /// The format of the file: `Apple Health export`, `CSV` or `JSON Lines`.
    public let format: String
    /// The number of samples, workouts, correlations and activity summaries in the file.
    public let rows: Int
    /// The number of samples that were added to the store.
    public let added: Int
    /// The number of samples that the store already had.
    public let alreadyThere: Int
    /// The number of new samples of each metric.
    public let addedByMetric: [MetricID: Int]
    /// The number of samples that were deleted, because the file covers them but does not have them.
    public let deleted: Int
    /// The number of rows that were skipped.
    public let skippedRows: Int
    /// The problems in the file, in order of first occurrence. `effect` is what the import did, such as a repair.
    public let issues: [Issue]
    /// True if the whole file was read. False if it is truncated or damaged.
    public let isComplete: Bool
    /// The summary as text for people, as `tally import` prints it.
    public let text: String
}

extension HealthStore {
    /// Imports an Apple Health export (the zip file, its XML or its folder), CSV or JSON Lines. Importing a file again changes nothing.
    ///
    /// The file is read in batches. If the import fails or is cancelled, the store keeps the complete batches. Import the file again to add
    /// the rest.
    ///
    /// - Parameters:
    ///   - url: the file, or the folder of an unpacked export.
    ///   - person: the id of the person whose samples these are. Nil if the file has a column `person`, or for the person without a name.
    ///   - zone: the IANA name of the time zone for times without an offset. Nil for the zone of the person or the store. If neither is
    ///     set, rows with such times are skipped. A new person keeps this zone.
    ///   - replacing: which stored samples are deleted after the import, because the file does not have them. A truncated or damaged file
    ///     deletes nothing, and neither does one with rows that could not be read and may be such samples.
    ///   - progress: called from time to time while the file is read, on a thread of the import.
    /// - Throws: `.notImportable` if the file cannot be read, `.unknownZone`, `.cancelled`, or an error of the store if it cannot be
    ///   written.
    @discardableResult
    public func importExport(
        at url: URL, person: String? = nil, zone: String? = nil, replacing: ImportReplacing = .nothing,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws(HealthStoreError) -> ImportSummary {
        var options = ImportOptions()
        if let person {
            guard let id = Person.id(person) else { throw HealthStoreError.invalidPerson }
            options.person = id
        }
        return try await importExport(at: url, zone: zone, options: options, replacing: replacing, progress: progress)
    }

    /// Imports a file with the given options, except for their zone.
    @discardableResult
    package func importExport(
        at url: URL, zone: String? = nil, options: ImportOptions, replacing: ImportReplacing = .nothing,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws(HealthStoreError) -> ImportSummary {
        try await Blocking.run { [self] isCancelled throws(HealthStoreError) in
            do {
                return try asOneChange("import \"\(url.lastPathComponent)\"") {
                    try importFile(
                        url.path, zone: zone, options: options, replacing: replacing, isCancelled: isCancelled, progress: progress)
                }
            } catch {
                throw HealthStoreError(error)
            }
        }
    }

    private func importFile(
        _ path: String, zone: String?, options: ImportOptions, replacing: ImportReplacing, isCancelled: @escaping @Sendable () -> Bool,
        progress: (@Sendable (ImportProgress) -> Void)?
    ) throws -> ImportSummary {
        guard !storage.isReadOnly else { throw HealthStoreError.readOnly }
        // The samples of a file have their own sources, and an app writes only as itself.
        try demandOwner(to: "import files")
        let named = try zone.map { name in
            guard let zone = Zone.named(name) else { throw HealthStoreError(.unknownZone, "unknown time zone `\(name)`") }
            return zone
        }
        let started = ContinuousClock.now
        var run = ImportRun(into: storage, for: WaitingTask(checkCancelled: isCancelled, progress: progress))
        run.options = options
        run.options.zone = named
        run.extent = replacing.extent
        let (kept, zones) = try storage.read { view in
            if zone == nil { try run.options.takeZones(of: view) }
            return try (view.setting(StoreSetting.zone), PersonZones(before: view))
        }
        guard case .imported(var report, let deletedCount) = try run.run(path) else { throw EngineError.cancelled }
        let updates = zones.updates(of: report.findings, given: named?.identifier)
        if !updates.isEmpty { try storage.capabilities.persons?.update(updates) }
        if kept == nil, let found = named ?? report.suggestedZone.flatMap(Zone.named) {
            try storage.setSetting(StoreSetting.zone, to: found.identifier)
        }
        try run.bringUpToDate()
        report.seconds = (ContinuousClock.now - started) / .seconds(1)
        guard !report.wasCancelled else { throw EngineError.cancelled }
        return ImportSummary(report, deleted: deletedCount, text: report.text(in: run.options.zone ?? .utc))
    }
}

/// The task that waits for an import.
private struct WaitingTask: ImportCaller {
    let checkCancelled: @Sendable () -> Bool
    let progress: (@Sendable (ImportProgress) -> Void)?

    var isCancelled: Bool { checkCancelled() }

    func show(_ progress: ReadingProgress?, seconds: Double, isComparison: Bool) {
        guard let progress, !isComparison else { return }
        self.progress?(ImportProgress(bytes: progress.bytes, totalBytes: progress.totalBytes, rows: progress.rows))
    }
}

extension ImportReplacing {
    fileprivate var extent: ImportReplacement.Extent? {
        switch self {
        case .nothing: nil
        case .everything: .everything
        case .span: .span
        }
    }
}

extension ImportSummary {
    fileprivate init(_ report: ImportReport, deleted: Int, text: String) {
        self.init(
            format: report.format.name, rows: report.findings.rows, added: report.added, alreadyThere: report.alreadyThere,
            addedByMetric: report.outcomes.mapValues(\.added), deleted: deleted, skippedRows: report.findings.skippedRows,
            issues: report.findings.issues.entries.map { entry in
                Issue(
                    kind: entry.issue.rawValue, effect: entry.issue.effect,
                    explanation: entry.issue.explanation, detail: entry.detail, count: entry.count, lines: entry.lines)
            }, isComplete: report.isComplete, text: text)
    }
}
