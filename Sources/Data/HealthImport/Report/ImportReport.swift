package import HealthModel

/// The result of an import: the rows that were read, kept, repaired and left out, and why.
package struct ImportReport: Hashable, Sendable {
    /// The path as the user typed it.
    package var file: String
    /// The path of the document in an archive or folder.
    package var place: String?
    package var format: String
    package var findings = ImportFindings()
    package var outcomes: [MetricID: WriteOutcome] = [:]
    package var unreadFiles: UnreadFiles
    /// Problems of the file as a whole.
    package var warnings: [String]
    /// Bytes of the document, after inflating.
    package var bytes = 0
    package var seconds = 0.0
    package var wasCancelled = false

    static let csv = "CSV"
    static let appleExport = "Apple Health export"

    init(file: String, place: String?, format: String, unreadFiles: UnreadFiles, warnings: [String]) {
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

    /// Says that the file has no rows. Nil if it has rows or if rows may be lost.
    package var emptiness: String? {
        guard findings.rows == 0, isComplete, findings.issues.count(.damage) == 0 else { return nil }
        return format == ImportReport.csv ? "has a header but no rows" : "contains no samples"
    }

    /// The zone that the file names for the person without a name, or the most frequent zone of the samples, with ties broken by name. Nil
    /// if neither is known.
    package var suggestedZone: String? { findings.personZones[""] ?? findings.zones.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }

    /// True for an Apple Health export, and false for a table.
    package var isExport: Bool { format == ImportReport.appleExport }

    /// The instant when an Apple Health export was created.
    package var exportInstant: Instant? {
        var reader = TimeReader()
        return findings.exportDate.flatMap { reader.read(Array($0.utf8).span) }.map(Instant.init(milliseconds:))
    }

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
