import CalendarIntervals
import Foundation
package import HealthImport
package import HealthModel
import ResultRendering
package import SampleStore
import StorageModel
import SystemBridges
import TallyKit
import TerminalText

/// Imports files into a store, and shows the progress and a report.
package struct ImportCommand<Output: CommandOutput> {
    let store: CommandStore
    let output: Output
    /// True if a truncated file is a failure.
    package var isStrict = false
    package var reportsJSON = false
    package var showsProgress = false
    package var persons = ImportPersons()
    /// The value of `--zone`, which becomes the zone of new people, and of the store if it has no other or nobody is named.
    package var givenZone: String?
    package var layout = TableLayout()
    /// The format or the presets of all files; nil to find out by their content.
    package var choice: FormatChoice?
    /// True if values that an app has summed up are kept as samples.
    package var keepsSums = false
    /// How each file replaces what the store has from an earlier one; nil to only add samples.
    package var replacement: Replacement?

    package init(into store: CommandStore, output: Output) {
        self.store = store
        self.output = output
    }

    /// Adds the facts of a list of people.
    package func run(people path: String) throws {
        try store.demandOwner(to: "change the persons of the store")
        let people: [PersonUpdate]
        do { people = try PeopleFile.read(path) } catch { throw CommandError(.unavailable, ScreenText.visible("\(error)")) }
        guard let known = store.storage.capabilities.persons else {
            throw CommandError(.unavailable, "this store cannot hold several persons")
        }
        try store.store.asOneChange("import people of \"\(path)\"") { try waiting { try known.update(people) } }
        output.note("\(path): \(people.count == 1 ? "1 person" : "\(Wording.number(people.count)) persons")")
        // Persons with different zones have their own days.
        guard let shared = try zoneOfAllPersons(), let used = try store.read({ try $0.setting(StoreSetting.zone) }) else { return }
        if people.count > 1, used != shared.identifier {
            output.note(
                "all persons have the time zone \(shared.identifier), but days are counted in \(used); to change that, use "
                    + "`set store zone = \(shared.identifier)`")
        }
    }

    /// Imports `paths` one after another; `-` is XML on standard input. A file that cannot be read does not stop the others.
    package func run(paths: [String]) throws -> Outcome {
        let names = paths.map { "\"\($0)\"" }.joined(separator: ", ")
        return try store.store.asOneChange("import \(names)") { try importAll(paths) }
    }

    private func importAll(_ paths: [String]) throws -> Outcome {
        try store.demandOwner(to: "import files")
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
            let outcome: ImportRun<Self>.Outcome
            do { outcome = try importFile(path, of: person) } catch let error as ImportError {
                failures.append(try failure(of: error, path, isOnlyFile: paths.count == 1))
                continue
            }
            switch outcome {
            case .declined: continue
            case .interrupted: return .interrupted
            case .imported(var report, _):
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
            throw CommandError(.unavailable, ScreenText.visible(count + failures.joined(separator: "; ")))
        }
        return .fine
    }

    /// Imports one file, removes the samples that it replaces, and keeps its zones.
    private func importFile(_ path: String, of person: String) throws -> ImportRun<Self>.Outcome {
        // Only a table can name the zones of people, and it has no given person.
        let zones = givenZone != nil || person.isEmpty ? try store.read { try PersonZones(before: $0) } : nil
        if replacement != nil, path == "-" {
            throw CommandError(.wrongUsage, "a file that replaces samples is read twice, so it can't be standard input")
        }
        var run = ImportRun(into: store.storage, for: self)
        run.extent = replacement?.extent
        run.knowsStandardInput = true
        run.options.person = person
        run.options.keepsSums = keepsSums
        run.options.mapping = try layout.mapping()
        run.choice = choice
        run.options.zone = givenZone.flatMap(Zone.named) ?? store.zone
        if run.options.zone == nil { try store.read { try run.options.takeZones(of: $0, else: store.machineZone) } }
        let platforms = try store.read { try $0.platforms() }
        let outcome = try run.run(path)
        // A file whose rows are all skipped decides nothing.
        if case .imported(let report, _) = outcome, !report.isEmpty || report.emptiness != nil {
            try keepZones(of: report, person: person, unless: zones)
        }
        if platforms.count == 1, try store.read({ try $0.platforms() }).count > 1 {
            output.note(
                "the store now has exports of iPhone and of Android, and counts all of them by Apple's rules; for those of Android, use "
                    + "`set merging = android`")
        }
        return outcome
    }

    /// Returns the message for a file that can't be read. Throws it if the only file names its person twice.
    private func failure(of error: ImportError, _ path: String, isOnlyFile: Bool) throws -> String {
        var error = error
        if case .personTwice(let path, let column, _) = error {
            error = .personTwice(path: path, column: column, option: persons.option)
            if isOnlyFile { throw CommandError(.wrongUsage, ScreenText.visible("\(error)")) }
        }
        if reportsJSON, !isOnlyFile { output.write(ImportReport.json(of: error, file: path) + "\n") }
        return "\(error)"
    }

    private func show(_ report: ImportReport, since started: ContinuousClock.Instant) throws {
        if reportsJSON {
            output.write(report.json + "\n")
        } else if !output.isQuiet {
            output.write(report.text(in: try store.read { try store.zone(in: $0) }))
        }
        if store.timing { output.note("imported in \(ElapsedText.of((ContinuousClock.now - started) / .seconds(1)))") }
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

    private func bringUpToDate(savedCount: Int, of files: String) throws {
        // Batches and quarter hours need different memory, one after the other.
        HeapMemory.giveBack()
        defer { HeapMemory.giveBack() }
        do {
            try ImportRun(into: store.storage, for: self).bringUpToDate()
        } catch StoreError.diskFull(let store) {
            throw CommandError(
                .unavailable,
                "the disk is full: saved \(Wording.count(savedCount, "sample")) of \(files) in \(store), but not their quarter-hour sums. "
                    + "Results are correct without them. Free some space and run the import again")
        }
    }

    // MARK: Zones

    /// Keeps the given zone for new people, and the zone of the store.
    private func keepZones(of report: ImportReport, person: String, unless zones: PersonZones?) throws {
        let isNamed = !report.findings.persons.isEmpty
        // First the zone of the store, because that of its only person hides it.
        let kept = try store.read { try $0.setting(StoreSetting.zone) }
        if kept == nil || !isNamed { try keepZone(of: report, unless: kept) }
        let updates = zones?.updates(of: report.findings, given: givenZone.flatMap(Zone.named)?.identifier) ?? []
        if !updates.isEmpty { try waiting { try store.storage.capabilities.persons?.update(updates) } }
        guard !person.isEmpty, givenZone == nil, let suggested = report.suggestedZone.flatMap(Zone.named) else { return }
        let used = try store.read { try $0.view(of: person).setting(StoreSetting.zone) }
        guard let used, used != suggested.identifier else { return }
        output.note(
            "most samples of \(ScreenText.visible(person)) name the zone \(suggested.identifier), but its days are counted in \(used); to change "
                + "that, import a list with its zone: `tally import --people people.csv`")
    }

    /// Returns the time zone that all people have; nil if one has none, or another one.
    private func zoneOfAllPersons() throws -> Zone? {
        let zones = try Set(store.read { try $0.persons() }.map(\.zone))
        return zones.count == 1 ? zones.first?.flatMap(Zone.named) : nil
    }

    /// Sets the store's zone: the given one, or after the first import that in the file, or the most common one of the samples, or the one
    /// that all people have, or the machine's.
    private func keepZone(of report: ImportReport, unless kept: String?) throws {
        if let givenZone, let zone = Zone.named(givenZone) {
            guard zone.identifier != kept else { return }
            try waiting { try store.storage.setSetting(StoreSetting.zone, to: zone.identifier) }
            output.note("the store's time zone is now \(zone.identifier)")
            return
        }
        guard kept == nil else { return }
        let named = report.suggestedZone.flatMap(Zone.named)
        let shared = try named == nil ? zoneOfAllPersons() : nil
        let chosen = try named ?? shared ?? store.read { try store.zone(in: $0) }
        try waiting { try store.storage.setSetting(StoreSetting.zone, to: chosen.identifier) }
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

extension ImportCommand: ImportCaller {
    package var isCancelled: Bool { output.isCancelled }

    package func waiting<Result>(_ write: () throws -> Result) throws -> Result { try store.waiting(output, write) }

    package func show(_ progress: ReadingProgress?, seconds: Double, isComparison: Bool) {
        guard showsProgress else { return }
        guard let progress else { return output.progress("") }
        if let line = progress.line(seconds: seconds, width: (output.screen.width ?? 80) - 1) { output.progress(line) }
    }

    package func show(waitingFor path: String) {
        let name = path == "-" ? "standard input" : ScreenText.visible(path)
        output.note("waiting for data from \(name). To stop, press Ctrl-C")
    }

    package func show(summingUp metric: MetricID?) {
        if showsProgress { output.progress(ofSummingUp: metric) }
    }

    package func error(_ error: StoreError, after count: Int, of path: String) -> any Error {
        guard case .diskFull(let store) = error else { return error }
        let saved =
            count == 0
            ? "nothing of \(path) was saved"
            : "only the first \(Wording.count(count, "sample")) of \(path) \(count == 1 ? "was" : "were") saved in \(store)"
        return CommandError(.unavailable, "the disk is full: \(saved). Free some space and run the import again to add the rest")
    }
}

extension ReadingProgress {
    /// Returns a line with bytes, rate, rows and time left; nil in the first 0.3 seconds.
    fileprivate func line(seconds: Double, width: Int) -> String? {
        guard seconds > 0.3 else { return nil }
        let rate = Double(bytes) / seconds
        var text = "\(megabytes(Double(bytes))) MB"
        if let total = totalBytes, total > 0 {
            let share = min(1, Double(bytes) / Double(total))
            text = "\(Int(share * 100)) %  \(text) of \(megabytes(Double(total)))"
            let left = Int((Double(total) - Double(bytes)) / max(rate, 1))
            if left > 0 { text += "  \(ElapsedText.left(left)) left" }
        }
        text += "  \(megabytes(rate)) MB/s  \(NumberText.rounded(Double(rows), decimals: 0)) rows"
        return ScreenText.truncated(text, to: width)
    }

    private func megabytes(_ bytes: Double) -> String { NumberText.rounded(bytes / 1e6, decimals: 0) }
}
