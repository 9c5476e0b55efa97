import CalendarIntervals
import Foundation
package import HealthImport
import HealthModel
package import TallyKit
import TerminalText

/// Imports a file that replaces what the store has from an earlier one: `import --replace`.
extension ImportCommand {
    /// How a file replaces samples.
    package struct Replacement {
        package var extent: ImportReplacement.Extent
        /// True if nothing is changed.
        package var isDryRun = false
        /// True if the user is not asked.
        package var isConfirmed = false
        /// Returns the error for a deletion that nobody can confirm.
        package var refusal: (String) -> any Error = { what in
            CommandError(.wrongUsage, "nothing was changed, because Tally can't ask here: deleting \(what) needs --yes")
        }

        package init(_ extent: ImportReplacement.Extent) { self.extent = extent }
    }

    package func mayReplace(_ report: ImportReport) throws -> Bool {
        guard report.isComplete else {
            throw CommandError(
                .unavailable,
                "\(ScreenText.visible(report.file)) is truncated or damaged, so it can't replace anything; nothing was changed")
        }
        // The store may have the samples of these rows from an earlier table.
        let skipped = report.findings.skippedRows
        if !report.format.hasWholeHistory, skipped > 0 { throw refusal(of: report, without: skipped) }
        return true
    }

    /// Reports what a file would delete, and asks.
    package func mayDelete(_ found: ImportReplacement, for path: String) throws -> Bool {
        guard let replacement else { return true }
        try show(found, of: path, replacement)
        if replacement.isDryRun { return false }
        guard found.count > 0, !replacement.isConfirmed else { return true }
        let what = Self.deleted(by: found, path)
        guard let isConfirmed = output.confirm("Delete \(what)?") else { throw replacement.refusal(what) }
        if !isConfirmed { output.note("nothing was changed") }
        return isConfirmed
    }

    package func noteDeletion(of count: Int, corrected: Bool) {
        output.note(
            corrected
                ? "deleted \(Wording.count(count, "workout")) that the file has with other numbers"
                : "deleted \(Wording.count(count, "sample"))")
    }

    package func noteReplacement(of count: Int) {
        output.note("replaced \(Wording.count(count, "record")) that an app has changed since an earlier import")
    }

    /// Refuses an export with rows that could not be read: they may be the samples that it seems not to have.
    package func mayReplace(_ report: ImportReport, without count: Int) throws -> Bool { throw refusal(of: report, without: count) }

    /// Returns the error of a file with rows that could not be read.
    private func refusal(of report: ImportReport, without count: Int) -> CommandError {
        let name = ScreenText.visible(report.file)
        let reason = report.firstSkipReason.map { ". \(ScreenText.visible($0))" } ?? ""
        let advice = "Correct the file, or import it without `replace`, which only adds samples, and use `delete samples`"
        return CommandError(
            .unavailable,
            "\(name) has \(Wording.count(count, "row")) that can't be read and may be samples of the store, so it can't replace anything; "
                + "nothing was changed\(reason). \(advice)")
    }

    /// Returns what a file deletes, in words.
    private static func deleted(by found: ImportReplacement, _ path: String) -> String {
        let missing = found.count - found.correctedCount
        let corrected = "\(Wording.count(found.correctedCount, "workout")) that"
        let name = ScreenText.visible(path)
        if missing == 0 { return "\(corrected) \(name) has with other numbers" }
        let rest = found.correctedCount > 0 ? ", and \(corrected) it has with other numbers" : ""
        return "\(Wording.count(missing, "sample")) that \(name) does not have\(rest)"
    }

    // MARK: The report

    private func show(_ found: ImportReplacement, of path: String, _ replacement: Replacement) throws {
        if reportsJSON {
            if replacement.isDryRun { output.write(json(found, path) + "\n") }
            return
        }
        var lines: [String] = []
        let (missing, corrected) = (found.parts.filter { !$0.isCorrected }, found.parts.filter(\.isCorrected))
        let zone = try store.read { try store.zone(in: $0) }
        let name = ScreenText.visible(path)
        if !missing.isEmpty {
            let count = Wording.count(found.count - found.correctedCount, "sample")
            lines.append("\(name) does not have \(count) of the store that it covers:")
            lines += rows(of: missing, in: zone)
        }
        if !corrected.isEmpty {
            lines.append("\(name) has other numbers for \(Wording.count(found.correctedCount, "workout")) of the store:")
            lines += rows(of: corrected, in: zone)
        }
        if replacement.isDryRun {
            let added = Wording.count(found.newCount, "sample")
            lines.append(
                "with --replace, the import would add \(added) and delete \(Wording.count(found.count, "sample")); nothing was changed")
        }
        if replacement.isDryRun { output.write(lines.map { $0 + "\n" }.joined()) } else { lines.forEach { output.note($0) } }
    }

    private func rows(of parts: [ImportReplacement.Part], in zone: Zone) -> [String] {
        func time(_ instant: Instant) -> String {
            String(ISO8601.text(of: instant, in: zone).prefix(16)).split(separator: "T").joined(separator: " ")
        }
        let rows = parts.map { part in
            [
                Wording.number(part.numbers.count), part.metric.shortName, ScreenText.visible(part.source), ScreenText.visible(part.person),
                part.firstStart == part.lastStart ? time(part.firstStart) : "\(time(part.firstStart)) to \(time(part.lastStart))",
            ]
        }
        let widths = (0..<5).map { column in rows.map { ScreenText.width($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.filter { widths[$0] > 0 }.map { column in
                ScreenText.padded(row[column], to: widths[column], on: column == 0 ? .end : .start)
            }
            let line = cells.joined(separator: "  ")
            return "  " + line.prefix(line.count - line.reversed().prefix { $0 == " " }.count)
        }
    }

    private func json(_ found: ImportReplacement, _ path: String) -> String {
        let parts = found.parts.map { part in
            let (first, last) = (ISO8601.text(of: part.firstStart, in: .utc), ISO8601.text(of: part.lastStart, in: .utc))
            return "{\"person\":\(JSONString.quoted(part.person)),\"metric\":\(JSONString.quoted(part.metric.shortName)),"
                + "\"source\":\(JSONString.quoted(part.source)),\"count\":\(part.numbers.count),"
                + "\"firstStart\":\"\(first)\",\"lastStart\":\"\(last)\"\(part.isCorrected ? ",\"isCorrected\":true" : "")}"
        }
        return "{\"file\":\(JSONString.quoted(path)),\"added\":\(found.newCount),\"deleted\":\(found.count),\"isDryRun\":true,"
            + "\"parts\":[\(parts.joined(separator: ","))]}"
    }
}
