package import HealthModel

/// What became of a file: what was read, kept, repaired and left out, and why.
package struct ImportReport: Hashable, Sendable {
    /// As the user named it.
    package var file: String
    /// Where in an archive or folder the document stood.
    package var place: String?
    package var format: String
    package var findings = ImportFindings()
    package var outcomes: [MetricID: WriteOutcome] = [:]
    package var unreadFiles: UnreadFiles
    /// What was wrong with the file as a whole.
    package var warnings: [String]
    /// Bytes of the document, inflated.
    package var bytes = 0
    package var seconds = 0.0
    package var wasCancelled = false

    static let csv = "CSV"

    init(file: String, place: String?, format: String, unreadFiles: UnreadFiles, warnings: [String]) {
        self.file = file
        self.place = place
        self.format = format
        self.unreadFiles = unreadFiles
        self.warnings = warnings
    }

    package var added: Int { outcomes.values.lazy.map(\.added).reduce(0, +) }
    package var alreadyThere: Int { outcomes.values.lazy.map(\.alreadyThere).reduce(0, +) }

    /// Whether the file was read to its proper end.
    package var isComplete: Bool { !findings.isCutOff && warnings.isEmpty && !wasCancelled }

    /// Whether there was nothing in the file that could be kept, now or before.
    package var isEmpty: Bool { findings.rows == findings.skippedRows }

    /// What a file without rows has in their place; nil for a file that has rows, or whose rows may be lost.
    package var emptiness: String? {
        guard findings.rows == 0, isComplete, findings.issues.count(.damage) == 0 else { return nil }
        return format == ImportReport.csv ? "has a header and no rows" : "holds no samples"
    }

    /// The commonest zone of the samples, the first by name among equals; nil where none says its zone.
    package var suggestedZone: String? { findings.zones.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }

    /// The offset of the phone when it made the export, such as `-0400`.
    package var exportOffset: String? {
        findings.exportDate.flatMap { date in
            let offset = date.suffix(5)
            return offset.first == "+" || offset.first == "-" ? String(offset) : nil
        }
    }

    mutating func add(_ written: [MetricID: WriteOutcome]) {
        for (metric, outcome) in written {
            outcomes[metric, default: WriteOutcome()].added += outcome.added
            outcomes[metric, default: WriteOutcome()].alreadyThere += outcome.alreadyThere
        }
    }
}
