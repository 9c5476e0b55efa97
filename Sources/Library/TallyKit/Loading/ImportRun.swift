import CalendarIntervals
package import HealthImport
package import HealthModel
import QueryEngine
package import SampleStore
package import StorageModel
import SystemBridges

/// The caller of an import. By default it shows nothing, writes without waiting, and agrees to everything.
package protocol ImportCaller {
    /// True if the import should stop.
    var isCancelled: Bool { get }
    /// Runs `write` when no other process writes. Throws `EngineError.cancelled` if the user ends the wait.
    func waiting<Result>(_ write: () throws -> Result) throws -> Result
    /// Shows how much was read in `seconds`; nil at the end.
    ///
    /// - Parameter isComparison: true if the document is read to compare it with the store.
    func show(_ progress: ReadingProgress?, seconds: Double, isComparison: Bool)
    /// Shows that the pipe or device at `path` has no bytes yet.
    func show(waitingFor path: String)
    /// Shows the metric whose sums are computed; nil at the end.
    func show(summingUp metric: MetricID?)
    /// Returns the error of an import that added `count` samples of the document at `path` before `error`.
    func error(_ error: StoreError, after count: Int, of path: String) -> any Error
    /// Returns true if a document with this report may replace samples. If it returns false, the import only adds samples.
    func mayReplace(_ report: ImportReport) throws -> Bool
    /// Returns true if an export may replace samples although `count` of its rows could not be read, and may be samples of the metrics that
    /// would lose some. If it returns false, the import only adds samples.
    func mayReplace(_ report: ImportReport, without count: Int) throws -> Bool
    /// Returns true if the document at `path` may replace these samples. If it returns false, nothing is imported.
    func mayDelete(_ found: ImportReplacement, for path: String) throws -> Bool
    func noteDeletion(of count: Int, corrected: Bool)
    /// Notes that `count` records of Health Connect replaced earlier versions of themselves.
    func noteReplacement(of count: Int)
}

extension ImportCaller {
    package func waiting<Result>(_ write: () throws -> Result) throws -> Result { try write() }
    package func show(waitingFor path: String) {}
    package func show(summingUp metric: MetricID?) {}
    package func error(_ error: StoreError, after count: Int, of path: String) -> any Error { error }
    package func mayDelete(_ found: ImportReplacement, for path: String) -> Bool { true }
    package func mayReplace(_ report: ImportReport, without count: Int) -> Bool { false }
    package func noteDeletion(of count: Int, corrected: Bool) {}
    package func noteReplacement(of count: Int) {}

    /// Returns false for a damaged document, and for a table with rows that could not be read, because the store may have their samples.
    package func mayReplace(_ report: ImportReport) -> Bool {
        report.isComplete && (report.format.hasWholeHistory || report.findings.skippedRows == 0)
    }
}

/// The steps of an import, for programs and for `tally import`.
package struct ImportRun<Caller: ImportCaller> {
    package enum Outcome {
        case imported(ImportReport, deletedCount: Int)
        /// The caller did not agree to delete samples.
        case declined
        /// The user ended the import before the report was complete.
        case interrupted
    }

    private struct Interrupted: Error {}

    private let storage: any SampleStorage
    private let caller: Caller
    package var options = ImportOptions()
    /// The format or the presets of the document; nil to find out by its content.
    package var choice: FormatChoice?
    /// The samples that the document replaces; nil to only add samples.
    package var extent: ImportReplacement.Extent?
    /// True if the path `-` means standard input.
    package var knowsStandardInput = false

    package init(into storage: any SampleStorage, for caller: Caller) {
        (self.storage, self.caller) = (storage, caller)
    }

    /// Imports the document at `path`: compares it with the store, deletes what its samples would be combined with, adds them, and then
    /// deletes those that it does not have. A document that could not be read completely deletes no others.
    package func run(_ path: String) throws -> Outcome {
        do {
            let found = try replacement(by: path)
            if let found, try !caller.mayDelete(found, for: path) { return .declined }
            let correctedCount = try delete(.corrected, of: found)
            if correctedCount > 0 { caller.noteDeletion(of: correctedCount, corrected: true) }
            var count = try delete(.beforeImport, of: found)
            let report = try read(path, into: storage)
            if report.isComplete {
                count += try delete(.afterImport, of: found)
                try found?.writeSummaries(to: storage) { try caller.waiting($0) }
            }
            if count > 0 { caller.noteDeletion(of: count, corrected: false) }
            try keepOrder(of: report)
            try keepPlatforms(of: report)
            return .imported(report, deletedCount: correctedCount + count)
        } catch is Interrupted {
            return .interrupted
        }
    }

    /// Updates sums of quarter hours and moves fresh samples into blocks. If it is interrupted, the remaining sums stay marked as outdated.
    package func bringUpToDate() throws {
        try caller.waiting {
            defer { caller.show(summingUp: nil) }
            try QuarterSums.upkeep(
                of: storage, usesTwoThreads: true, isCancelled: { caller.isCancelled }, progress: caller.show(summingUp:))?.run()
        }
        try caller.waiting { try storage.foldFreshRows() }
    }

    /// Compares the store with the document; nil if it replaces nothing.
    private func replacement(by path: String) throws -> ImportReplacement? {
        guard let extent else { return nil }
        let found = try ImportReplacement.withFileStore(nextTo: storage) { store -> ImportReplacement? in
            let report = try read(path, into: store)
            guard !report.wasCancelled else { throw Interrupted() }
            guard try caller.mayReplace(report) else { return nil }
            try store.foldFreshRows()
            let found = try store.read { file in
                // The date of an Apple Health export, or else the end of its last sample.
                let exportDate =
                    try report.format.hasWholeHistory ? report.exportInstant ?? file.metricSummaries().map(\.lastEnd).max() : nil
                return try storage.read { view in
                    try ImportReplacement(
                        of: view, by: file, extent: extent, exportDate: exportDate, zone: options.zone ?? .utc,
                        replacing: report.findings.replacing, isCancelled: { caller.isCancelled })
                }
            }
            let unread = report.findings.unreadRows(of: found.metricsWithLosses)
            return try found.metricsWithLosses.isEmpty || unread == 0 || caller.mayReplace(report, without: unread) ? found : nil
        }
        guard !caller.isCancelled else { throw Interrupted() }
        return found
    }

    /// Keeps the order of sources that the document gives. Sources that the store already has in order stay before the others.
    private func keepOrder(of report: ImportReport) throws {
        let known = try Set(storage.read { try $0.persons() }.map(\.id))
        for (person, orders) in report.findings.sourceOrder.sorted(by: { $0.key < $1.key }) where known.contains(person) {
            let owner = person.isEmpty ? storage : storage.scoped(to: person)
            for (metric, keys) in orders.sorted(by: { $0.key.identifier < $1.key.identifier }) {
                let kept = try owner.read { try $0.view(of: person).priority(of: metric) } ?? []
                let added = keys.filter { !kept.contains($0) }
                if !added.isEmpty { try caller.waiting { try owner.setPriority(of: metric, to: kept + added) } }
            }
        }
    }

    /// Puts sources whose names changed in the places of their old names, for the metrics whose sources the document orders.
    private func rename(_ sources: [String: String], by report: ImportReport) throws {
        guard !sources.isEmpty, let metrics = report.findings.sourceOrder[options.person]?.keys else { return }
        let owner = options.person.isEmpty ? storage : storage.scoped(to: options.person)
        for metric in metrics {
            let kept = try owner.read { try $0.view(of: options.person).priority(of: metric) } ?? []
            guard kept.contains(where: { sources[$0] != nil }) else { continue }
            var known: Set<String> = []
            let renamed = kept.map { sources[$0] ?? $0 }.filter { known.insert($0).inserted }
            try caller.waiting { try owner.setPriority(of: metric, to: renamed) }
        }
    }

    /// Keeps the platforms of an export that added samples. They decide which rules count them (S15). Of Android, it also keeps the sources,
    /// which decide what the numbers mean (S15.15).
    private func keepPlatforms(of report: ImportReport) throws {
        guard report.findings.rows > 0 else { return }
        var platforms = report.findings.platforms
        if let platform = report.format.platform {
            platforms[platform, default: []].formUnion(report.findings.sources.keys.map(Source.fold))
        }
        let known = try storage.read { try $0.platforms() }
        if !known.isSuperset(of: platforms.keys) {
            let text = KeptPlatforms.text(of: known.union(platforms.keys))
            try caller.waiting { try storage.setSetting(KeptPlatforms.setting, to: text) }
        }
        guard let added = platforms[.android] else { return }
        let sources = try storage.read { try $0.sourcesOfAndroid() }
        let text = KeptPlatforms.text(ofSources: sources.union(added))
        guard text != KeptPlatforms.text(ofSources: sources) else { return }
        try caller.waiting { try storage.setSetting(KeptPlatforms.sources, to: text) }
    }

    private func read(_ path: String, into store: any SampleStorage) throws -> ImportReport {
        let started = ContinuousClock.now
        func seconds() -> Double { (ContinuousClock.now - started) / .seconds(1) }
        let isComparison = store !== storage
        let sink = WaitingSink(store: store, caller: caller)
        if !isComparison { sink.records = RecordIndex(of: storage, person: options.person, isReplaced: extent != nil) }
        var options = options
        options.mapping.metricNames = try storage.read { try $0.metricNames() }
        var importer = Importer(sink: sink, options: options, clock: seconds)
        importer.choice = choice
        importer.isCancelled = { caller.isCancelled }
        importer.waits = { caller.show(waitingFor: path) }
        importer.progress = { caller.show($0, seconds: seconds(), isComparison: isComparison) }
        defer { caller.show(nil, seconds: seconds(), isComparison: isComparison) }
        do {
            let isStream = knowsStandardInput && path == "-"
            let report = try isStream ? importer.importStream(Descriptor.input.number) : importer.importFile(path)
            try sink.finish()
            if let records = sink.records {
                if records.replacedCount > 0 { caller.noteReplacement(of: records.replacedCount) }
                try rename(records.renamedSources, by: report)
            }
            return report
        } catch EngineError.cancelled {
            throw Interrupted()
        } catch is Importer.Interruption {
            throw Interrupted()
        } catch let error as StoreError {
            throw caller.error(error, after: sink.addedCount, of: path)
        }
    }

    /// Deletes the samples of a step. Returns how many.
    private func delete(_ step: ImportReplacement.Step, of found: ImportReplacement?) throws -> Int {
        try found?.delete(step, from: storage) { try caller.waiting($0) } ?? 0
    }
}

extension ImportOptions {
    /// Takes the zones of a store and of its people.
    ///
    /// - Parameter zone: the zone if the store has none.
    package mutating func takeZones(of view: any SampleSource, else zone: Zone? = nil) throws {
        let kept = try view.setting(StoreSetting.zone).flatMap(Zone.named)
        (self.zone, zoneIsGuess) = (kept ?? zone, kept == nil)
        for person in try view.persons() { zones[person.id] = person.zone.flatMap(Zone.named) }
    }
}

/// Writes each batch when no other process is writing.
private final class WaitingSink<Caller: ImportCaller>: SampleSink {
    private let store: any SampleStorage
    private let caller: Caller
    /// The number of new samples so far.
    private(set) var addedCount = 0
    /// The records of the store; nil for a store that is only compared.
    var records: RecordIndex?

    init(store: any SampleStorage, caller: Caller) {
        (self.store, self.caller) = (store, caller)
    }

    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { try write([batch]) }

    func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        let batches = try records.map { records in try batches.map(records.apply(to:)) } ?? batches
        let outcomes = try caller.waiting { try store.write(batches) }
        try records?.saveFinished { try caller.waiting($0) }
        addedCount += outcomes.values.reduce(0) { $0 + $1.added }
        return outcomes
    }

    /// Keeps the records.
    func finish() throws {
        try records?.save { try caller.waiting($0) }
    }
}
