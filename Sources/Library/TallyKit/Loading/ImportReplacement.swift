package import CalendarIntervals
import Foundation
package import HealthModel
import SampleStore
package import StorageModel

#if Store
import SQLiteStorage
#endif

/// The stored samples that a newer file covers but does not have (S1.5).
///
/// The file is first read into a separate store, so that nothing changes before the user agrees.
package struct ImportReplacement: Sendable {
    /// The times that a file covers, for each metric and source.
    package enum Extent: Sendable {
        /// For an Apple Health export all times until its date, and for a table whole days, from its first to its last sample.
        case everything
        /// The time from the first to the last sample of the metric and source in the file.
        case span
    }

    /// The samples of one person, metric and source that the file does not have.
    package struct Part: Sendable {
        package var person: String
        package var metric: MetricID
        package var source: String
        package var numbers: [Int64] = []
        package var firstStart = Instant.max
        package var lastStart = Instant.min
        /// True for workouts that the file has with another duration, other statistics or other events.
        package var isCorrected = false
        /// True if these samples are deleted before the import, which would combine them with those of the file: corrected workouts,
        /// correlations with the metrics of their members, and samples of which a source has one at a time.
        var isDeletedFirst = false

        mutating func add(_ number: Int64, start: Instant) {
            numbers.append(number)
            firstStart = min(firstStart, start)
            lastStart = max(lastStart, start)
        }
    }

    package private(set) var parts: [Part] = []
    /// For each person, the activity summaries of the file that the store has with other numbers.
    private var summaries: [String: [ActivitySummary]] = [:]
    /// The number of samples and correlations of the file that the store does not have.
    package private(set) var newCount = 0

    package var count: Int { parts.reduce(0) { $0 + $1.numbers.count } }
    /// The metrics of samples that the file does not have.
    var metricsWithLosses: Set<MetricID> { Set(parts.lazy.filter { !$0.isCorrected }.map(\.metric)) }
    /// The number of workouts that the file corrects.
    package var correctedCount: Int { parts.lazy.filter(\.isCorrected).reduce(0) { $0 + $1.numbers.count } }

    /// Compares a store with the content of a file.
    ///
    /// - Parameters:
    ///   - file: A view of a store that has only the samples of the file.
    ///   - exportDate: The date of an Apple Health export, which has the whole history of its sources; nil for tables.
    ///   - zone: The time zone of the days that a table covers.
    ///   - replacing: The metrics of which a source has at most one sample at a time. The import gives such a sample its new value.
    package init(
        of store: any SampleSource, by file: any SampleSource, extent: Extent, exportDate: Instant?, zone: Zone,
        replacing: Set<MetricID>, isCancelled: @escaping () -> Bool
    ) throws {
        let known = try Set(store.persons().map(\.id))
        for person in try file.persons().map(\.id) {
            let ofFile = try file.view(of: person)
            guard known.contains(person) else {
                newCount += try ofFile.metricSummaries().reduce(0) { $0 + $1.count } + ofFile.correlations(from: .min, through: .max).count
                continue
            }
            let comparison = try FileComparison(store: store.view(of: person), file: ofFile, isCancelled: isCancelled)
            // The import counts the samples that are equal to a member of a correlation.
            let memberMetrics = Set(try ofFile.correlations(from: .min, through: .max).lazy.flatMap(\.members).map(\.metric))
            for summary in try ofFile.metricSummaries() {
                let coverage = comparison.coverage(of: summary, extent: extent, exportDate: exportDate, zone: zone)
                let found = try comparison.missing(summary.metric, coverage, isReplaced: replacing.contains(summary.metric))
                newCount += summary.count - found.matchCount
                parts += found.missing.sorted { $0.key < $1.key }.map { source, rows in
                    var part = Part(person: person, metric: summary.metric, source: source)
                    part.isDeletedFirst = replacing.contains(summary.metric) || memberMetrics.contains(summary.metric)
                    for row in rows { part.add(row.number, start: Instant(milliseconds: row.start)) }
                    return part
                }
                // Tables have no durations, statistics and events.
                guard summary.metric == .workouts, exportDate != nil else { continue }
                let missing = Set(found.missing.values.flatMap { $0.map(\.number) })
                let corrected = try comparison.correctedWorkouts(coverage).filter { !missing.contains($0.workout.number) }
                newCount += corrected.count
                parts += Dictionary(grouping: corrected, by: \.source).sorted { $0.key < $1.key }.map { source, workouts in
                    var part = Part(person: person, metric: .workouts, source: source)
                    (part.isCorrected, part.isDeletedFirst) = (true, true)
                    for (_, workout) in workouts { part.add(workout.number, start: workout.start) }
                    return part
                }
            }
            let stored = try store.view(of: person).activitySummaries(from: "", through: "9")
            let days = Dictionary(stored.map { ($0.day, $0) }) { first, _ in first }
            let changed = try ofFile.activitySummaries(from: "", through: "9").filter { (days[$0.day] ?? $0) != $0 }
            if !changed.isEmpty { summaries[person] = changed }
            let correlations = try comparison.missingCorrelations(extent: extent, exportDate: exportDate, zone: zone)
            newCount += correlations.newCount
            parts += correlations.missing.map { type, numbered in
                var part = Part(person: person, metric: MetricID(type), source: "")
                part.isDeletedFirst = true
                for entry in numbered { part.add(entry.number, start: entry.correlation.start) }
                return part
            }
        }
    }

    /// A step of the deletion.
    enum Step {
        /// The workouts that the file has with other numbers.
        case corrected
        /// The others that the import would combine with those of the file, or whose members it would add again.
        case beforeImport
        case afterImport

        func contains(_ part: Part) -> Bool {
            switch self {
            case .corrected: part.isCorrected
            case .beforeImport: part.isDeletedFirst && !part.isCorrected
            case .afterImport: !part.isDeletedFirst
            }
        }
    }

    /// Deletes the samples of a step. Each metric is deleted completely or not at all.
    func delete(_ step: Step, from store: any SampleStorage, _ write: (() throws -> Int) throws -> Int) throws -> Int {
        var count = 0
        let groups = Dictionary(grouping: parts.filter(step.contains)) { Group(person: $0.person, metric: $0.metric) }
        for (group, parts) in groups.sorted(by: { ($0.key.person, $0.key.metric.identifier) < ($1.key.person, $1.key.metric.identifier) }) {
            let numbers = Set(parts.flatMap(\.numbers))
            let first = parts.map(\.firstStart.milliseconds).min() ?? 0
            let last = parts.map(\.lastStart.milliseconds).max() ?? 0
            let owner = group.person.isEmpty ? store : store.scoped(to: group.person)
            count += try write { try owner.delete(group.metric, numbers: numbers, starting: first...last) }
        }
        return count
    }

    /// Gives the activity summaries of the store the numbers of the file. An import alone keeps the greater ones (S1.2).
    func writeSummaries(to store: any SampleStorage, _ write: (() throws -> Void) throws -> Void) throws {
        for (person, summaries) in summaries.sorted(by: { $0.key < $1.key }) {
            var batch = ImportBatch()
            (batch.person, batch.summaries, batch.replacing) = (person, summaries, [.activitySummaries])
            try write { _ = try store.write(batch) }
        }
    }

    private struct Group: Hashable {
        var person: String
        var metric: MetricID
    }

    // MARK: The store of the file

    /// Passes an empty store to `body`, and removes it afterwards. It is next to the file of `store`, with the same protection, or in
    /// memory if that is.
    package static func withFileStore<Result>(nextTo store: any SampleStorage, _ body: (any SampleStorage) throws -> Result) throws
        -> Result
    {
        #if Store
        guard let path = store.files.first else { return try body(MemoryStore()) }
        let prefix = path + ".replace-"
        removeLeftovers(prefix)
        let place = prefix + String(ProcessInfo.processInfo.processIdentifier)
        defer { remove(place) }
        return try body(SQLiteStore.open(path: place, mode: .create))
        #else
        return try body(MemoryStore())
        #endif
    }

    /// Removes the stores that killed imports have left.
    private static func removeLeftovers(_ prefix: String) {
        let folder = (prefix as NSString).deletingLastPathComponent
        let name = (prefix as NSString).lastPathComponent
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? [] where file.hasPrefix(name) {
            let process = file.dropFirst(name.count).prefix { $0.isNumber }
            if !isRunning(process) { remove(prefix + process) }
        }
    }

    /// True if a process has this number, or if the text is not a number.
    private static func isRunning(_ process: Substring) -> Bool {
        guard let number = pid_t(process) else { return true }
        return kill(number, 0) == 0 || errno == EPERM
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
