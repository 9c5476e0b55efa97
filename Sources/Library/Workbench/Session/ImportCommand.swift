import TallyKit
import CalendarIntervals
import TerminalText
import QueryEngine
import Foundation
import HealthImport
import HealthModel
import StorageModel
import ResultRendering
import SampleStore
import SystemBridges

/// Imports files into a session's store, and shows the progress and a report.
package struct ImportCommand<Output: SessionOutput> {
    let session: Session
    let output: Output
    /// True if a truncated file is a failure.
    package var isStrict = false
    package var reportsJSON = false
    package var showsProgress = false
    package var persons = ImportPersons()
    /// The value of `--zone`, which becomes the zone of new people, and of the store if it has no other or nobody is named.
    package var givenZone: String?
    package var layout = TableLayout()
    /// How each file replaces what the store has from an earlier one; nil to only add samples.
    package var replacement: Replacement?

    package init(session: Session, output: Output) {
        self.session = session
        self.output = output
    }

    /// Adds the facts of a list of people.
    package func run(people path: String) throws {
        try session.demandOwner(to: "change the persons of the store")
        let people: [PersonUpdate]
        do { people = try PeopleFile.read(path) } catch { throw SessionError(.unavailable, ScreenText.visible("\(error)")) }
        guard let store = session.store.storage.capabilities.persons else {
            throw SessionError(.unavailable, "this store cannot hold several persons")
        }
        try session.waiting(output) { try store.update(people) }
        output.note("\(path): \(people.count == 1 ? "1 person" : "\(Wording.number(people.count)) persons")")
        // Persons with different zones have their own days.
        guard let shared = try zoneOfAllPersons(), let used = try session.read({ try $0.setting(StoreSetting.zone) }) else { return }
        if people.count > 1, used != shared.identifier {
            output.note(
                "all persons have the time zone \(shared.identifier), but days are counted in \(used); to change that, use "
                    + "`set store zone = \(shared.identifier)`")
        }
    }

    /// Imports `paths` one after another; `-` is XML on standard input. A file that cannot be read does not stop the others.
    package func run(paths: [String]) throws -> Outcome {
        try session.demandOwner(to: "import files")
        let people = try persons.assigned(to: paths)
        // The store of a study is brought up to date once, after all files.
        let isStudy = paths.count > 1 && people.contains { !$0.isEmpty }
        if paths.count > 1, replacement?.isDryRun == true {
            output.note("each file is compared with the store as it is now, not as it would be after the files before it")
        }
        var failures: [String] = []
        var added = 0
        for (path, person) in zip(paths, people) {
            let started = ContinuousClock.now
            switch try importAndReplace(path, of: person, isOnlyFile: paths.count == 1) {
            case .skipped: continue
            case .interrupted: return .interrupted
            case .failed(let failure): failures.append(failure)
            case .imported(var report):
                added += report.added
                if !isStudy { try bringUpToDate(savedCount: report.added, of: path) }
                report.seconds = (ContinuousClock.now - started) / .seconds(1)
                try show(report, since: started)
                if report.wasCancelled { return .interrupted }
                if let failure = noteOrFailure(of: report, path) { failures.append(failure) }
            }
        }
        if isStudy { try bringUpToDate(savedCount: added, of: "the files") }
        guard failures.isEmpty else {
            let count = paths.count > 1 ? "\(Wording.number(failures.count)) of \(Wording.count(paths.count, "file")): " : ""
            throw SessionError(.unavailable, ScreenText.visible(count + failures.joined(separator: "; ")))
        }
        return .fine
    }

    private enum FileOutcome {
        case imported(ImportReport)
        /// The file replaces nothing and is not imported.
        case skipped
        case interrupted
        /// The file could not be read, for this reason.
        case failed(String)
    }

    /// Imports one file, removes the samples that it replaces, and keeps its zones.
    private func importAndReplace(_ path: String, of person: String, isOnlyFile: Bool) throws -> FileOutcome {
        // Only a table can name the zones of people, and it has no given person.
        let zones = givenZone != nil || person.isEmpty ? try session.read { try PersonZones(before: $0) } : nil
        let report: ImportReport
        var replaced: ImportReplacement?
        do {
            if let replacement {
                switch try decide(path, of: person, replacement) {
                case .replace(let found): replaced = found
                case .skip: return .skipped
                case .interrupted: return .interrupted
                }
            }
            if let replaced { try begin(replaced) }
            guard let found = try importFile(path, of: person) else { return .interrupted }
            report = found
        } catch var error as ImportError {
            if case .personTwice(let path, let column, _) = error {
                error = .personTwice(path: path, column: column, option: persons.option)
                // One of many files does not stop the others.
                if isOnlyFile { throw SessionError(.wrongUsage, ScreenText.visible("\(error)")) }
            }
            if reportsJSON, !isOnlyFile { output.write(ImportReport.json(of: error, file: path) + "\n") }
            return .failed("\(error)")
        }
        if let replaced, report.isComplete { try finish(replaced) }
        try keepZones(of: report, person: person, unless: zones)
        return .imported(report)
    }

    private func show(_ report: ImportReport, since started: ContinuousClock.Instant) throws {
        if reportsJSON {
            output.write(report.json + "\n")
        } else if !output.isQuiet {
            output.write(report.text(in: try session.read { try session.zone(in: $0) }))
        }
        if session.settings.timing { output.note("imported in \(ElapsedText.of((ContinuousClock.now - started) / .seconds(1)))") }
    }

    /// Returns the reason why the import of a file counts as failed, or notes that the file was empty.
    private func noteOrFailure(of report: ImportReport, _ path: String) -> String? {
        if let emptiness = report.emptiness {
            output.note("\(path) \(emptiness)")
            return nil
        }
        if report.isEmpty {
            let reason = report.firstSkipReason.map { ". \($0)" } ?? ""
            return "\(path): skipped every row (\(Wording.count(report.findings.rows, "row")) read)\(reason)"
        }
        return isStrict && !report.isComplete ? "\(path): the file is truncated; the samples before that point were imported" : nil
    }

    /// Updates sums of quarter hours and moves fresh samples into blocks.
    private func bringUpToDate(savedCount: Int, of files: String) throws {
        // Batches and quarter hours need different memory, one after the other.
        HeapMemory.giveBack()
        defer { HeapMemory.giveBack() }
        do {
            try session.waiting(output) { try sumUp() }
            try session.waiting(output) { try session.store.storage.foldFreshRows() }
        } catch StoreError.diskFull(let store) {
            throw SessionError(
                .unavailable,
                "the disk is full: saved \(Wording.count(savedCount, "sample")) of \(files) in \(store), but not their quarter-hour sums. "
                    + "Results are correct without them. Free some space and run the import again")
        }
    }

    /// Returns the report; nil if the user cancelled the wait for another program.
    ///
    /// - Parameter store: The store to import into; nil for that of the session.
    /// - Throws: `ImportError` if the file cannot be read.
    func importFile(_ path: String, of person: String, into store: (any SampleStorage)? = nil) throws -> ImportReport? {
        var options = ImportOptions()
        let given = givenZone.flatMap(Zone.named) ?? session.settings.queries.namedZone
        try session.read { view in
            options.zone = try given ?? session.zone(in: view)
            guard given == nil else { return }
            for person in try view.persons() { options.zones[person.id] = person.zone.flatMap(Zone.named) }
        }
        options.person = person
        options.mapping = try layout.mapping()
        let started = ContinuousClock.now
        func seconds() -> Double { (ContinuousClock.now - started) / .seconds(1) }
        let sink = WaitingSink(session: session, store: store ?? session.store.storage, output: output)
        var importer = Importer(sink: sink, options: options, clock: seconds)
        importer.isCancelled = { output.isCancelled }
        var meter = ProgressMeter()
        importer.progress = { progress in
            if showsProgress, let line = meter.line(progress, seconds: seconds(), width: (output.screen.width ?? 80) - 1) {
                output.progress(line)
            }
        }
        defer { if showsProgress { output.progress("") } }
        do {
            return try path == "-" ? importer.importStream(STDIN_FILENO) : importer.importFile(path)
        } catch EngineError.cancelled {
            return nil
        } catch StoreError.diskFull(let store) {
            let saved =
                sink.addedCount == 0
                ? "nothing of \(path) was saved"
                : "only the first \(Wording.count(sink.addedCount, "sample")) of \(path) were saved in \(store)"
            throw SessionError(.unavailable, "the disk is full: \(saved). Free some space and run the import again to add the rest")
        }
    }

    /// Updates the quarter-hour sums. If it is interrupted, the remaining sums stay marked as outdated.
    private func sumUp() throws {
        defer { if showsProgress { output.progress("") } }
        let tell: (MetricID) -> Void = { if showsProgress { output.progress(ofSummingUp: $0) } }
        try QuarterSums.upkeep(of: session.store.storage, usesTwoThreads: true, isCancelled: { output.isCancelled }, progress: tell)?.run()
    }

    // MARK: Zones

    /// Keeps the given zone for new people, and the zone of the store.
    private func keepZones(of report: ImportReport, person: String, unless zones: PersonZones?) throws {
        let isNamed = !report.findings.persons.isEmpty
        // First the zone of the store, because that of its only person hides it.
        let kept = try session.read { try $0.setting(StoreSetting.zone) }
        if kept == nil || !isNamed { try keepZone(of: report, unless: kept) }
        let updates = zones?.updates(of: report.findings, given: givenZone.flatMap(Zone.named)?.identifier) ?? []
        if !updates.isEmpty { try session.waiting(output) { try session.store.storage.capabilities.persons?.update(updates) } }
        guard !person.isEmpty, givenZone == nil, let suggested = report.suggestedZone.flatMap(Zone.named) else { return }
        let used = try session.read { try $0.view(of: person).setting(StoreSetting.zone) }
        guard let used, used != suggested.identifier else { return }
        output.note(
            "most samples of \(ScreenText.visible(person)) name the zone \(suggested.identifier), but its days are counted in \(used); to change "
                + "that, import a list with its zone: `tally import --people people.csv`")
    }

    /// Returns the time zone that all people have; nil if one has none, or another one.
    private func zoneOfAllPersons() throws -> Zone? {
        let zones = try Set(session.read { try $0.persons() }.map(\.zone))
        return zones.count == 1 ? zones.first?.flatMap(Zone.named) : nil
    }

    /// Sets the store's zone: the given one, or after the first import that in the file, or the most common one of the samples, or the one
    /// that all people have, or the machine's.
    private func keepZone(of report: ImportReport, unless kept: String?) throws {
        if let givenZone, let zone = Zone.named(givenZone) {
            guard zone.identifier != kept else { return }
            try session.waiting(output) { try session.store.storage.setSetting(StoreSetting.zone, to: zone.identifier) }
            output.note("the store's time zone is now \(zone.identifier)")
            return
        }
        guard kept == nil else { return }
        let named = report.suggestedZone.flatMap(Zone.named)
        let shared = try named == nil ? zoneOfAllPersons() : nil
        let chosen = try named ?? shared ?? session.read { try session.zone(in: $0) }
        try session.waiting(output) { try session.store.storage.setSetting(StoreSetting.zone, to: chosen.identifier) }
        let reason =
            if shared != nil {
                "the time zone of all persons"
            } else if named == nil {
                "this machine's time zone, because the samples don't name one"
            } else {
                report.findings.personZones[""] == nil ? "the time zone of most samples" : "the time zone in the file"
            }
        output.note("days are counted in \(chosen.identifier), \(reason); to change it, use `set store zone = Area/City`")
    }
}

/// The progress line of an import.
struct ProgressMeter {
    /// Returns a line with bytes, rate, rows and time left; nil in the first 0.3 seconds.
    mutating func line(_ progress: ReadingProgress, seconds: Double, width: Int) -> String? {
        guard seconds > 0.3 else { return nil }
        let rate = Double(progress.bytes) / seconds
        var text = "\(megabytes(Double(progress.bytes))) MB"
        if let total = progress.totalBytes, total > 0 {
            let share = min(1, Double(progress.bytes) / Double(total))
            text = "\(Int(share * 100)) %  \(text) of \(megabytes(Double(total)))"
            let left = Int((Double(total) - Double(progress.bytes)) / max(rate, 1))
            if left > 0 { text += "  \(ElapsedText.left(left)) left" }
        }
        text += "  \(megabytes(rate)) MB/s  \(NumberText.rounded(Double(progress.rows), decimals: 0)) rows"
        return ScreenText.truncated(text, to: width)
    }

    private func megabytes(_ bytes: Double) -> String { NumberText.rounded(bytes / 1e6, decimals: 0) }
}
