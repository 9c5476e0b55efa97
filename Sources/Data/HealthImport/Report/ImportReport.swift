package import HealthModel
import TerminalText

/// The result of an import: the rows that were read, kept, repaired and left out, and why.
package struct ImportReport: Hashable, Sendable {
    /// The path as the user typed it.
    package var file: String
    /// The path of the document in an archive or folder.
    package var place: String?
    package var format: ReportedFormat
    package var findings = ImportFindings()
    package var outcomes: [MetricID: WriteOutcome] = [:]
    package var unreadFiles: UnreadFiles
    /// True if the document came with the other files of its archive or folder.
    package var hasFiles = false
    /// Problems of the file as a whole.
    package var warnings: [String]
    /// Bytes of the document, after inflating.
    package var bytes = 0
    package var seconds = 0.0
    package var wasCancelled = false

    init(file: String, place: String?, format: ReportedFormat, unreadFiles: UnreadFiles, warnings: [String]) {
        self.file = file
        self.place = place
        self.format = format
        self.unreadFiles = unreadFiles
        self.warnings = warnings
    }

    package var added: Int { outcomes.values.lazy.map(\.added).reduce(0, +) }
    package var alreadyThere: Int { outcomes.values.lazy.map(\.alreadyThere).reduce(0, +) }

    /// True if the file was read to its regular end.
    package var isComplete: Bool { !findings.isCutOff && warnings.isEmpty && !wasCancelled }

    /// True if no row of the file could be kept, in this import or an earlier one.
    package var isEmpty: Bool { findings.rows == findings.skippedRows }

    /// The first row that was skipped, and the reason. Nil if none was.
    package var firstSkipReason: String? {
        let first = findings.issues.entries.filter { $0.issue.effect == .skipped }.min { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
        return first.map { entry in
            "The first\(entry.lines.first.map { ", in \(format.part) \(Wording.number($0))" } ?? ""): \(entry.issue.explanation)"
                + (entry.detail.isEmpty ? "" : ": \(entry.detail)")
        }
    }

    /// Says that more than a tenth of the rows were skipped, and the first reason. Nil if fewer were.
    package var skippedShare: String? {
        guard findings.skippedRows * 10 > findings.rows else { return nil }
        let counts = "skipped \(Wording.number(findings.skippedRows)) of \(Wording.count(findings.rows, "row"))"
        return counts + (firstSkipReason.map { ". \($0)" } ?? "")
    }

    /// How the columns of a table were read if the rows don't say it, one phrase each.
    package var readings: [String] {
        findings.readings + unclearTimes
            + findings.shares.filter { $0.value.count > 0 }.sorted { $0.key.shortName < $1.key.shortName }.map {
                ImportReport.reading(of: $0.key, $0.value)
            }
            + findings.sharesAboveWhole.sorted { $0.key.shortName < $1.key.shortName }.map { metric, shares in
                "\(metric.shortName) as fractions: \(Wording.count(shares.count, "value")) above 100 %, up to "
                    + "\(ImportReport.percent(shares.greatest)) %: check the file"
            }
    }

    /// The number of times that the clocks skip or show twice, with the line of the first.
    private var unclearTimes: [String] {
        let (count, line) = (findings.unclearTimes.count, Wording.number(findings.unclearTimes.firstLine))
        guard count > 0 else { return [] }
        return [
            count == 1
                ? "1 time is in an hour that clocks skip or repeat, in \(format.part) \(line)"
                : "\(Wording.number(count)) times are in an hour that clocks skip or repeat; the first is in \(format.part) \(line)"
        ]
    }

    private static func percent(_ fraction: Double) -> String { text((fraction * 1e6).rounded() / 1e4) }
    private static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func reading(of metric: MetricID, _ shares: ShareReading) -> String {
        let greatest = text(shares.greatest)
        guard shares.isPercent == true else {
            return "\(metric.shortName) as fractions, because no value is above 1: \(greatest) is \(percent(shares.greatest)) %"
                + (shares.excessCount > 0 ? ". \(Wording.count(shares.excessCount, "later value")) above 1: check the file" : "")
        }
        var reading = "\(metric.shortName) in percent, because a value is above 1: \(greatest) is \(greatest) %"
        // A file usually has fractions or percent, not both.
        if shares.smallCount > 0 {
            let verb = shares.smallCount == 1 ? "is" : "are"
            reading += ". \(Wording.number(shares.smallCount)) of \(Wording.count(shares.count, "value")) \(verb) 1 % or less"
        }
        if shares.excessCount > 0 { reading += ". \(Wording.count(shares.excessCount, "value")) above 100 %: check the file" }
        return reading
    }

    /// Says that the file has no rows. Nil if it has rows or if rows may be lost.
    package var emptiness: String? {
        guard findings.rows == 0, isComplete, findings.issues.count(.damage) == 0 else { return nil }
        let others = findings.unreadElements.filter { $0.key.hasPrefix("files of ") }.sorted { $0.key < $1.key }
            .map { "\(Wording.number($1)) \($1 == 1 ? Self.singular($0) : $0)" }
        return format.withoutRows + (others.isEmpty ? "" : " (it contains \(others.joined(separator: ", ")))")
    }

    /// The zone that the file names for the person without a name, or the most frequent zone of the samples, with ties broken by name. Nil
    /// if neither is known.
    package var suggestedZone: String? { findings.personZones[""] ?? mostFrequent(findings.zones.filter { !Self.isOffset($0.key) }) }

    /// The UTC offsets of samples, such as `+01:00`, the most frequent first. They do not say when clocks change, so days need a
    /// zone as well.
    package var offsets: [String] {
        findings.zones.filter { Self.isOffset($0.key) }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { $0.key == Self.zulu ? "+00:00" : $0.key }
    }

    /// The sign of times in UTC.
    private static let zulu = "Z"

    private static func isOffset(_ zone: String) -> Bool { zone.first == "+" || zone.first == "-" || zone == zulu }

    private func mostFrequent(_ counts: [String: Int]) -> String? { counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }

    /// The phone's UTC offset at export time, such as `-0400`.
    package var exportOffset: String? {
        findings.exportDate.flatMap { date in
            let offset = date.suffix(5)
            return offset.first == "+" || offset.first == "-" ? String(offset) : nil
        }
    }

    mutating func add(_ written: [MetricID: WriteOutcome]) {
        outcomes.merge(written, uniquingKeysWith: +)
    }
}
