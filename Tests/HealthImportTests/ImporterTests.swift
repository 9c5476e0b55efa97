import CalendarIntervals
import Foundation
import HealthImport
import HealthModel
import Testing

/// The importer as a whole: accepted files, batches, and cancellation.
@Suite struct ImporterTests {
    private func document(_ count: Int) -> String {
        let records = (0..<count).map { index in
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" "#
                + #"startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:00:00 +0000" value="\#(index)"/>"#
        }
        return "<HealthData>\n" + records.joined(separator: "\n") + "\n</HealthData>\n"
    }

    private func options(rows: Int) -> ImportOptions {
        var options = ImportOptions()
        options.batchRows = rows
        options.chunkBytes = 1000
        return options
    }

    @Test(
        "A file that cannot be imported is named by its type",
        arguments: [
            ("", "this is an empty file"), ("<html><body>Sign in</body></html>", "this is an HTML page, not an Apple Health export"),
            ("<ClinicalDocument/>", "this is a clinical document (export_cda.xml); import export.xml from the same folder"),
            ("<a/>", "this is XML, but not an Apple Health export: its first 1,024 bytes do not contain <HealthData>"),
            (
                "\u{0}\u{1}\u{2}",
                "this is binary data, and not Apple Health, Health Connect, Fitbit, Health Auto Export, FIT, TCX, GPX, JSON Lines or CSV"
            ),
            ("%PDF-1.4", "this is a PDF document"),
            (
                "SQLite format 3\u{0}" + String(repeating: "\u{0}", count: 52) + "Taly",
                "this is an SQLite database; to open a store, use --store"
            ),
            (
                "dear diary\n",
                "this is not an Apple Health export or a table: its header has no column type, start, value. The header is: dear diary"
            ),
            (
                "Date,Weight\n",
                "this is not an Apple Health export or a table: its header has no column type, start, value. The header is: Date, Weight. "
                    + "Name the columns: `tally import FILE --type Weight --start Date --value Weight`, or choose one of "
                    + "`tally import --list-presets`"
            ),
            (
                "when,level,type of day\n",
                "this is not an Apple Health export or a table: its header has no column type, start, value. The header is: when, level, "
                    + "type of day. Name the columns: `tally import FILE --type METRIC --start \"type of day\" --value COLUMN`, or choose "
                    + "one of `tally import --list-presets`"
            ),
        ])
    func kinds(content: String, expected: String) {
        var message = "nothing was thrown"
        do { _ = try importBytes(content.utf8) } catch { message = "\(error)" }
        #expect(message.hasSuffix(": " + expected))
    }

    @Test(
        "JSON that no format reads is called a JSON document",
        arguments: [
            "[{}]", "[\n  {\"a\": 1}\n]\n", "{}", "{\"a\": {\"b\": [1, 2]}}", "{\n  \"a\": 1\n}\n", "{\r\n  \"a\": \"}\"\r\n}\r\n",
            "{\"a\": [\n  1\n]}", "{\n \"type\": \"stepCount\", \"start\": \"2025-01-01T00:00:00Z\", \"value\": 1\n}\n",
        ])
    func documentsOfJSON(content: String) {
        var message = "nothing was thrown"
        do { _ = try importBytes(content.utf8) } catch { message = "\(error)" }
        let expected =
            ": this is a JSON document; Tally reads JSON Lines, with one object per line, and documents of Health Auto Export, Fitbit, "
            + "Google Fit and Oura"
        #expect(message.hasSuffix(expected))
    }

    @Test(
        "JSON that no format reads is called a JSON document if its first line is longer than what is read ahead",
        arguments: [1000, 100_000, 3_000_000], ["", "\n]}", "\n, \"b\": 1}\n"])
    func longDocumentsOfJSON(length: Int, end: String) {
        var message = "nothing was thrown"
        let start = "{\"a\": [" + String(repeating: "{\"b\": 1}, ", count: length / 10) + "{}"
        do { _ = try importBytes((start + (end.isEmpty ? "]}" : end)).utf8) } catch { message = "\(error)" }
        #expect(message.contains(": this is a JSON document; Tally reads JSON Lines, with one object per line, and"))
    }

    @Test("A long line without a sample before lines with samples is a skipped row of JSON Lines", arguments: [1, 3])
    func longFirstLine(threads: Int) throws {
        let sample = "{\"type\": \"stepCount\", \"start\": \"2025-01-01T00:00:00Z\", \"value\": 1}"
        let note = "{\"note\": \"" + String(repeating: "x", count: 100_000) + "\""
        var options = ImportOptions()
        options.threads = threads
        for first in [note + "}", note] {
            let report = try importBytes("\(first)\n\(sample)\n".utf8, options: options).report
            #expect(report.findings.rows == 2 && report.findings.skippedRows == 1 && report.added == 1)
        }
        // The fields of a sample can follow a long text.
        let late = try importBytes((note + ", \"type\": \"stepCount\", \"start\": \"2025-01-01T00:00:00Z\", \"value\": 1}").utf8)
        #expect(late.report.added == 1)
        let untyped = try importBytes((note + ", \"start\": \"2025-01-01T00:00:00Z\", \"value\": 1}").utf8)
        #expect(untyped.issues == [.missingType: [1]])
    }

    @Test("A clinical record alone is called a FHIR document", arguments: ["", "\n  "])
    func clinicalRecordAlone(space: String) {
        var message = "nothing was thrown"
        let record = "{\(space)\"resourceType\": \"Observation\",\(space)\"status\": \"final\"}"
        do { _ = try importBytes(record.utf8) } catch { message = "\(error)" }
        let advice = "Tally reads clinical records from the zip or the folder of an Apple Health export"
        #expect(message.hasSuffix(": this is a FHIR document; " + advice))
    }

    @Test("A damaged first line before other objects is a skipped row of JSON Lines", arguments: ["{\"a\": 1,", "{", "{\"a\": {\"b\": 1}"])
    func damagedFirstLine(line: String) throws {
        let sample = "{\"type\": \"stepCount\", \"start\": \"2025-01-01T00:00:00Z\", \"value\": 1}"
        let report = try importBytes("\(line)\n\(sample)\n".utf8)
        #expect(report.report.findings.rows == 2)
        #expect(report.report.findings.skippedRows == 1)
        #expect(report.report.added == 1)
    }

    @Test(
        "A file in UTF-16 or UTF-32 is refused with the command that converts it",
        arguments: [
            ("UTF-16", [0xFF, 0xFE]), ("UTF-16", [0xFE, 0xFF]), ("UTF-32", [0xFF, 0xFE, 0, 0]), ("UTF-32", [0, 0, 0xFE, 0xFF]),
        ] as [(String, [UInt8])])
    func wideText(encoding: String, mark: [UInt8]) {
        var message = "nothing was thrown"
        do { _ = try importBytes(mark + Array("t\u{0}y\u{0}".utf8)) } catch { message = "\(error)" }
        let command = "iconv -f \(encoding) -t UTF-8 FILE > NEWFILE"
        #expect(message.hasSuffix(": this is text in \(encoding). Convert it with `\(command)` and use the new file"))
    }

    @Test("A missing file and missing permission are separate errors")
    func unreadable() throws {
        #expect(throws: ImportError.unreadable(path: "/no/such/file", reason: "cannot open it: No such file or directory")) {
            try importFile("/no/such/file")
        }
    }

    @Test("The type is detected from the content, so XML can come from a pipe and have any name")
    func stream() throws {
        let pipe = Pipe()
        let text = document(50)
        Thread.detachNewThread {
            for part in stride(from: 0, to: text.utf8.count, by: 999) {
                pipe.fileHandleForWriting.write(Data(Array(text.utf8)[part..<min(part + 999, text.utf8.count)]))
            }
            try? pipe.fileHandleForWriting.close()
        }
        let sink = CollectingSink()
        let report = try Importer(sink: sink, clock: { 0 }).importStream(pipe.fileHandleForReading.fileDescriptor)
        #expect(sink.rows.map(\.value) == (0..<50).map(Double.init))
        #expect(report.file == "-")
    }

    @Test("Batches are complete and limited, and progress ends at the size of the file")
    func batches() throws {
        let text = document(1000)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-import-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = CollectingSink()
        var importer = Importer(sink: sink, options: options(rows: 300), clock: { 0 })
        var seen: [ReadingProgress] = []
        importer.progress = { seen.append($0) }
        let report = try importer.importFile(path)
        #expect(sink.batches.map { $0.samples.values.reduce(0) { $0 + $1.count } } == [300, 300, 300, 100])
        #expect(seen.map(\.rows) == [300, 600, 900, 1000])
        #expect(seen.allSatisfy { $0.totalBytes == text.utf8.count })
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.bytes < $1.bytes })
        #expect(report.bytes == text.utf8.count)
        #expect(report.added == 1000)
    }

    @Test("A cancelled import stops after the current batch, and its report covers only complete batches")
    func cancellation() throws {
        let sink = CollectingSink()
        let importer = Importer(sink: sink, options: options(rows: 10), clock: { 0 })
        sink.willWrite = { if sink.batches.count == 2 { importer.cancellation.cancel() } }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-import-\(UUID().uuidString)").path
        try Data(document(1000).utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let report = try importer.importFile(path)
        #expect(sink.rows.count == 30)
        #expect(report.wasCancelled)
        #expect(report.findings.rows == 30)
        #expect(!report.isComplete)
    }

    @Test("An import throws the error of a sink that fails")
    func failingSink() throws {
        struct Full: Error {}
        let sink = CollectingSink()
        sink.willWrite = { if sink.batches.count == 1 { throw Full() } }
        let importer = Importer(sink: sink, options: options(rows: 10), clock: { 0 })
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-import-\(UUID().uuidString)").path
        try Data(document(1000).utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: Full.self) { try importer.importFile(path) }
        #expect(sink.rows.count == 10)
    }

    @Test("The report names totals, problems, metrics, sources and zone, and contains no control characters")
    func report() throws {
        let imported = try importExport(
            """
            <ExportDate value="2024-11-19 10:36:11 -0500"/>
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Ann\u{1B}[31mPhone" unit="count" startDate="2024-03-10 12:00:00 +0000" \
            endDate="2024-03-10 12:00:00 +0000" value="1"><MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Record>
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="P&#x9B;Q" unit="count" startDate="2024-03-10 12:00:00 +0000" \
            endDate="2024-03-10 12:00:00 +0000" value="x"/>
            <ClinicalRecord/>
            """)
        let lines = imported.report.text(in: .utc).split(separator: "\n").map(String.init)
        for expected in [
            "  2 rows read", "  1 kept", "  1 skipped", "  1 repair", "  1 a value that is not a number, or is greater than 10^100",
            "    (line 4)",
            "  1 <ClinicalRecord>",
            "  stepCount     1           0  2024-03-10  2024-03-10", "  Ann [31mPhone     1",
            "zone: the only sample that names a time zone is from Europe/Berlin",
        ] {
            #expect(lines.contains(expected), "\(expected)")
        }
        #expect(
            !imported.report.text(in: .utc).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        let json = try #require(try JSONSerialization.jsonObject(with: Data(imported.report.json.utf8)) as? [String: Any])
        #expect((json["rows"] as? [String: Int]) == ["read": 2, "kept": 1, "alreadyThere": 0, "repaired": 1, "skipped": 1])
        #expect((json["zone"] as? [String: Any])?["exportOffset"] as? String == "-0500")
    }
}
