import TallyKit
import CalendarIntervals
import TerminalText
import QueryEngine
import Foundation
import HealthImport
import HealthModel
import ResultRendering
import SampleStore

/// Imports files into a session's store, tells how far it is, and reports.
package struct ImportCommand<Output: SessionOutput> {
    private let session: Session
    private let output: Output
    /// Whether a file that was cut off is a failure.
    package var isStrict = false
    package var reportsJSON = false
    package var showsProgress = false
    /// Chosen by `--zone`: the store's zone from now on.
    package var givenZone: String?
    package var layout = TableLayout()

    package init(session: Session, output: Output) {
        self.session = session
        self.output = output
    }

    /// Imports `paths` one after another; `-` is XML on standard input.
    package func run(paths: [String]) throws -> Outcome {
        var failures: [String] = []
        for path in paths {
            let started = ContinuousClock.now
            guard let report = try importFile(path) else { return .interrupted }
            do {
                try keepZone(suggested: report.suggestedZone)
                try session.waiting(output) { try sumUp() }
                try session.waiting(output) { try session.store.foldFreshRows() }
            } catch StoreError.diskFull(let store) {
                throw SessionError(
                    .unavailable,
                    "the disk is full: \(samples(report.added)) of \(path) are saved in \(store), but their sums by quarter hours are not made; "
                        + "answers are right without them. Free some space and run the import again")
            }
            if reportsJSON {
                output.write(report.json + "\n")
            } else if !output.isQuiet {
                output.write(report.text(in: try session.read { try session.zone(in: $0) }))
            }
            if session.settings.timing { output.note("imported in \(ElapsedText.of((ContinuousClock.now - started) / .seconds(1)))") }
            if report.wasCancelled { return .interrupted }
            if let emptiness = report.emptiness {
                output.note("\(path) \(emptiness)")
            } else if report.isEmpty {
                failures.append("\(path): every row was skipped (\(samples(report.findings.rows, "row")) read)")
            } else if isStrict, !report.isComplete {
                failures.append("\(path): the file was cut off; what could be read is kept")
            }
        }
        guard failures.isEmpty else { throw SessionError(.unavailable, ScreenText.visible(failures.joined(separator: "; "))) }
        return .fine
    }

    private func samples(_ count: Int, _ noun: String = "sample") -> String {
        "\(NumberText.rounded(Double(count), decimals: 0)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Returns the report; nil where the user gave up waiting for another writer.
    private func importFile(_ path: String) throws -> ImportReport? {
        var options = ImportOptions()
        options.zone = try givenZone.flatMap(Zone.named) ?? session.settings.zone ?? session.read { try session.zone(in: $0) }
        options.mapping = try layout.mapping()
        let started = ContinuousClock.now
        func seconds() -> Double { (ContinuousClock.now - started) / .seconds(1) }
        let sink = WaitingSink(session: session, output: output)
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
                ? "nothing of \(path) is saved" : "the first \(samples(sink.addedCount)) of \(path) are saved in \(store), the rest is not"
            throw SessionError(.unavailable, "the disk is full: \(saved). Free some space and run the import again, which adds the rest")
        } catch let error as ImportError {
            throw SessionError(.unavailable, ScreenText.visible("\(error)"))
        }
    }

    /// Brings the quarter hours up to date. What is not done when somebody stops it stays marked.
    private func sumUp() throws {
        defer { if showsProgress { output.progress("") } }
        try session.quarterUpkeep(telling: showsProgress ? output : nil, isCancelled: { output.isCancelled })?.run()
    }

    /// Days need a zone: the one given, else at the first import the commonest of the samples, else the machine's.
    private func keepZone(suggested: String?) throws {
        let kept = try session.read { try $0.setting(StoreSetting.zone) }
        if let givenZone, let zone = Zone.named(givenZone) {
            guard zone.identifier != kept else { return }
            try session.waiting(output) { try session.store.setSetting(StoreSetting.zone, to: zone.identifier) }
            output.note("the store's zone is now \(zone.identifier)")
            return
        }
        guard kept == nil else { return }
        let zone = suggested.flatMap(Zone.named)
        let chosen = try zone ?? session.read { try session.zone(in: $0) }
        try session.waiting(output) { try session.store.setSetting(StoreSetting.zone, to: chosen.identifier) }
        let reason = zone == nil ? "this machine's time zone, because the samples don't name one" : "the time zone of most samples"
        output.note("days are counted in \(chosen.identifier), \(reason); to change it, use `set store zone = Area/City`")
    }
}

/// The line that is drawn while an import runs.
struct ProgressMeter {
    /// Returns bytes, rate, rows and time left; nil where nothing new is worth drawing.
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
