import CalendarIntervals
import Foundation
import HealthImport
import HealthModel

extension Reader {
    static let export = Reader(
        name: "export", longest: 4096,
        words: [
            "<Record", "<Workout", "<Correlation", "<ActivitySummary", "<MetadataEntry", "</Record>", "</Workout>", "</Correlation>", "/>",
            " type=\"", " unit=\"", " value=\"", " startDate=\"", " endDate=\"", " creationDate=\"", " sourceName=\"", " device=\"",
            "2024-03-10 07:00:00 -0500", "&#10;", "&amp;", "<!--", "-->", "<![CDATA[", "<!DOCTYPE", "HKQuantityTypeIdentifierStepCount",
            "HKMetadataKeyWasUserEntered", "HKTimeZone", "count/min", "1e308", "nan", "<Audiogram", "</Audiogram>", "<SensitivityPoint",
            " frequencyValue=\"", " leftEarValue=\"",
            "dBHL", "<VisionPrescription", "</VisionPrescription>", "<RightEye", " sphere=\"", " dateIssued=\"", "\"glasses\"",
            "<Attachment",
        ],
        seeds: { sized([exportText]) }, check: { try ImportCheck("Apple Health").check($0) })

    static let csv = Reader(
        name: "csv", longest: 4096,
        words: [
            "sep=;", "type", "start", "end", "value", "unit", "source", "person", "zone", "date", "metadata.", "\"\"", "\r\n", "1.234,5",
            "2024-03-10T07:00:00Z", "2024-03-10T02:30:00", "America/New_York", "HKQuantityTypeIdentifierStepCount", "oxygenSaturation",
            "3/10/2024 2:30 PM", "=", "\t",
        ],
        seeds: { sized(tableTexts) }, check: { try ImportCheck("CSV").check($0) })

    static let jsonLines = Reader(
        name: "json-lines", longest: 4096,
        words: [
            "{\"type\":", "\"start\":", "\"end\":", "\"value\":", "\"unit\":", "\"source\":", "\"person\":", "\"metadata\":{", "\\u0031",
            "\\ud83d\\ude00", "null", "true", "1e400", "-0", "[[[[", "}\n{", "\"steps\"", "\"2024-03-10T07:00:00Z\"",
        ],
        seeds: { sized(lineTexts) }, check: { try ImportCheck("JSON Lines").check($0) })

    static let healthConnect = Reader(
        name: "health-connect", longest: 1 << 14,
        words: [
            "SQLite format 3\u{0}", "table", "CREATE TABLE", "INTEGER PRIMARY KEY", "parent_key", "epoch_millis", "start_time", "end_time",
            "app_info_id", "steps_record_table", "sleep_stages_table", "AS (", "WITHOUT ROWID", "\u{D}\u{0}\u{0}", "\u{5}\u{0}\u{0}",
        ],
        seeds: { HealthConnectSeeds.all.map { [40] + $0 } }, check: { try ImportCheck("Health Connect").check($0) })

    /// Puts the size of pieces before each text.
    private static func sized(_ texts: [String]) -> [[UInt8]] { texts.flatMap { text in [1, 9, 255].map { [$0] + Array(text.utf8) } } }
}

/// An import on one thread, and in small pieces on three. Both have the same batches and the same report, or the same error. The first
/// byte of an input decides the size of the pieces.
struct ImportCheck {
    /// The start of the name of the format whose documents are read in pieces as well.
    private let format: String
    private let choice: FormatChoice?
    /// The names of files, each as its start and its ending. The first byte of an input decides about the name, too.
    private let names: [(start: String, ending: String)]

    init(_ format: String, _ choice: FormatChoice? = nil, names: [(start: String, ending: String)] = [("", "")]) {
        (self.format, self.choice, self.names) = (format, choice, names)
    }

    func check(_ input: [UInt8]) throws {
        guard let size = input.first else { return }
        let name = names[Int(size) % names.count]
        try ScratchFile.with(input.dropFirst(), start: name.start, ending: name.ending) { path in
            let alone = outcome(path, threads: 1, chunk: 1 << 20)
            guard let report = alone.report, report.format.name.hasPrefix(format) else { return }
            let together = outcome(path, threads: 3, chunk: 1 + Int(size) * 3)
            try demand(alone.report == together.report, "one thread and three have the same report")
            try demand(alone.error == together.error, "one thread and three have the same error")
            try demand(alone.batches == together.batches, "one thread and three have the same batches")
            try checkCounts(report, alone.batches)
            try checkText(of: report)
        }
    }

    private struct Outcome {
        var batches: [ImportBatch] = []
        var report: ImportReport?
        var error = ""
    }

    private final class Sink: SampleSink {
        var batches: [ImportBatch] = []

        func write(_ batch: ImportBatch) -> [MetricID: WriteOutcome] {
            batches.append(batch)
            return [:]
        }
    }

    private func outcome(_ path: String, threads: Int, chunk: Int) -> Outcome {
        var options = ImportOptions()
        (options.threads, options.chunkBytes, options.batchRows) = (threads, chunk, 7)
        options.zone = Zone.named("America/New_York")
        let sink = Sink()
        var outcome = Outcome()
        do {
            var importer = Importer(sink: sink, options: options, clock: { 0 })
            importer.choice = choice
            outcome.report = try importer.importFile(path)
        } catch {
            outcome.error = "\(error)"
        }
        outcome.batches = sink.batches
        return outcome
    }

    private func checkCounts(_ report: ImportReport, _ batches: [ImportBatch]) throws {
        let findings = report.findings
        let kept = batches.reduce(0) { count, batch in
            count + batch.samples.values.reduce(0) { $0 + $1.count } + batch.workouts.count + batch.summaries.count
                + batch.correlations.count
        }
        try demand(findings.rows - findings.skippedRows == kept, "\(findings.rows) rows less \(findings.skippedRows) are the \(kept) kept")
        for entry in findings.issues.entries {
            try demand(entry.count > 0 && !entry.lines.isEmpty, "an issue has a count and a line")
            // The rows of a database have ids that a file can choose.
            let last = report.format.part == "row" ? Int.max : max(1, report.bytes + 1)
            try demand(entry.lines.allSatisfy { (1...last).contains($0) }, "an issue is in a line of the document")
            if last < .max { try demand(entry.lines == entry.lines.sorted(), "the lines of an issue are in order") }
        }
        for batch in batches {
            for rows in batch.samples.values {
                try demand(zip(rows.starts, rows.ends).allSatisfy { $0 <= $1 }, "a sample does not end before its start")
                try demand(rows.values.allSatisfy(\.isFinite), "a value is a number")
                try demand(rows.sources.allSatisfy { batch.sources.indices.contains(Int($0)) }, "a sample has a source")
                try demand(rows.origins.allSatisfy { batch.origins.indices.contains(Int($0)) }, "a sample has an origin")
                try demand(rows.metadata.allSatisfy { batch.metadata.indices.contains(Int($0)) }, "a sample has metadata")
                try demand(rows.units.allSatisfy { batch.units.indices.contains(Int($0)) }, "a sample has a unit")
            }
        }
    }

    /// Words about what was skipped, and the report as JSON.
    private func checkText(of report: ImportReport) throws {
        let texts = report.readings + [report.firstSkipReason, report.skippedShare, report.emptiness].compactMap(\.self)
        try demand(texts.allSatisfy { !$0.isEmpty }, "a report has words")
    }
}
