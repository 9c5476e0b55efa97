import CalendarIntervals
import Foundation
import HealthImport
import HealthModel
import Testing

/// Files of electrocardiograms in Apple's form.
enum ElectrocardiogramFile {
    static let english = [
        "Name,Ada Example", "Date of Birth,\"Jan 5, 1980\"", "Recorded Date,2024-05-04 07:00:00 +0200", "Classification,Sinus Rhythm",
        "Symptoms,", "Software Version,1.90", "Device,\"Watch6,7\"", "Sample Rate,512 hertz", "", "", "Lead,Lead I", "Unit,µV", "",
    ]

    /// Returns a file in English, with some lines replaced by their labels.
    static func text(_ values: [String], changing lines: [String: String] = [:]) -> String {
        let header = english.map { line in
            let label = String(line.prefix { $0 != "," })
            return lines[label].map { $0.isEmpty ? label : "\(label),\($0)" } ?? line
        }
        return (header + values).joined(separator: "\n") + "\n"
    }

    /// Imports an export with these files in the folder of electrocardiograms.
    static func run(_ files: [String: String], body: String = "") throws -> Imported {
        try RoutedArchive.run(body, Dictionary(uniqueKeysWithValues: files.map { ("electrocardiograms/\($0)", $1) }))
    }

    static func one(_ text: String) throws -> Imported { try run(["ecg_2024-05-04.csv": text]) }
}

@Suite("Electrocardiograms") struct ImportElectrocardiogramTests {
    private typealias File = ElectrocardiogramFile

    private func problem(_ text: String) throws -> ElectrocardiogramFindings.Problem? {
        let imported = try File.one(text)
        #expect(imported.rows.isEmpty && imported.sink.batches.allSatisfy(\.series.isEmpty))
        return imported.report.findings.electrocardiograms.problems.first?.key
    }

    @Test("A recording has its time, its classification, its rate and its voltages, and nobody's name")
    func recording() throws {
        let values = (0..<1024).map { "\(Double($0) / 8)" }
        let imported = try File.one(File.text(values, changing: ["Symptoms": "\"Rapid heartbeat, Dizziness\""]))
        let row = try #require(imported.rows.first)
        let start = milliseconds("2024-05-04T05:00:00Z")
        #expect(imported.rows.count == 1 && row.metric == "electrocardiogram" && row.value == 1 && row.source == "ECG")
        #expect(row.start == start && row.end == start + 2000)
        #expect(row.metadata == ["samplingFrequency": "512 Hz", "symptoms": "Rapid heartbeat, Dizziness"])
        #expect(row.device == Device(hardware: "Watch6,7") && row.created == milliseconds("2024-05-05T00:00:00Z"))
        let batch = try #require(imported.sink.batches.first { !$0.series.isEmpty })
        let series = batch.series[0].series
        #expect(series.kind == .electrocardiogram && series.count == 1024 && series[.voltage] == (0..<1024).map { Double($0) / 8 })
        #expect(series.start.milliseconds == start && series.times[512] == start + 1000 && series.times[1] == start + 2)
        #expect(batch.origins.last?.sourceVersion == "1.90")
        let encoded = String(decoding: try JSONEncoder().encode(batch), as: UTF8.self)
        #expect(!encoded.contains("Ada") && !encoded.contains("Jan 5"))
        let text = imported.report.text(in: .utc)
        #expect(text.contains("electrocardiograms:\n  1 electrocardiogram with 1,024 voltages\n") && !text.contains("Ada"))
        #expect(imported.report.unreadFiles.entries.isEmpty && imported.report.findings.rows == 1)
    }

    @Test(
        "Of a classification, the known words have Apple's number, and others keep their text",
        arguments: [
            ("Sinus Rhythm", 1.0), ("Atrial Fibrillation", 2), ("Atrial Fibrillation - High Heart Rate", 2), ("Low Heart Rate", 3),
            ("Heart Rate Under 50", 3), ("High Heart Rate", 4), ("Heart Rate Over 150", 4),
            ("High Heart Rate - No Atrial Fibrillation Detected", 4), ("Poor Recording", 5), ("Inconclusive", 6), ("Unrecognized", 100),
            ("", 0), ("Sinusrhythmus", 1), ("Fibrillation auriculaire", 2),
        ])
    func classification(words: String, raw: Double) throws {
        let imported = try File.one(File.text(["1"], changing: ["Classification": words]))
        #expect(imported.rows.map(\.value) == [raw] && imported.report.findings.electrocardiograms.unnamedCount == 0)
    }

    @Test("A classification in unknown words keeps them, and the report counts it")
    func unknownWords() throws {
        let imported = try File.one(File.text(["1"], changing: ["Classification": "Sinusrytmi\u{7}"]))
        #expect(imported.rows.map(\.value) == [-1])
        #expect(imported.rows.first?.metadata["HKCategoryValueName"] == "HKElectrocardiogramClassificationSinusrytmi ")
        #expect(imported.report.text(in: .utc).contains("1 classification in words that Tally does not know; kept as text"))
    }

    @Test(
        "A file that is not a recording is named, and nothing of it is kept",
        arguments: [
            ("", ElectrocardiogramFindings.Problem.noTime), ("1\n2\n", .noTime),
            (ElectrocardiogramFile.text(["1"], changing: ["Recorded Date": "May 4, 2024"]), .noTime),
            (ElectrocardiogramFile.text(["1"], changing: ["Recorded Date": "1850-05-04 07:00:00 +0200"]), .noTime),
            (ElectrocardiogramFile.text(["1"], changing: ["Sample Rate": ""]), .noRate),
            (ElectrocardiogramFile.text(["1"], changing: ["Sample Rate": "0 hertz"]), .noRate),
            (ElectrocardiogramFile.text(["1"], changing: ["Sample Rate": "1000000 hertz"]), .noRate),
            (ElectrocardiogramFile.text(["1"], changing: ["Unit": "furlong"]), .unknownUnit),
            (ElectrocardiogramFile.text(["1", "wave", "2"]), .damaged), (ElectrocardiogramFile.text(["1", "1,2,3"]), .damaged),
            (ElectrocardiogramFile.text(["1", "nan"]), .damaged), (ElectrocardiogramFile.text(["99999999"]), .damaged),
            (ElectrocardiogramFile.text([]), .noValues),
        ])
    func wrongFiles(text: String, problem: ElectrocardiogramFindings.Problem) throws {
        #expect(try self.problem(text) == problem)
    }

    @Test("A file with too many lines is not kept, and a header has a limit")
    func limits() throws {
        let values = [String](repeating: "1", count: TimeSeries.mostPoints + 1)
        #expect(try problem(File.text(values)) == .tooLong)
        #expect(try problem([String](repeating: "a,b", count: 1_000_000).joined(separator: "\n")) == .noTime)
        #expect(try problem(File.text([String(repeating: "a", count: 2000)])) == .damaged)
    }

    @Test("Millivolts are a thousand microvolts, and a mark, Windows line ends and blanks do not matter")
    func forms() throws {
        let text = File.text([" 1.5 ", "-2.25"], changing: ["Unit": "mV"])
        for form in [text, "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"), String(text.dropLast())] {
            let imported = try File.one(form)
            #expect(imported.sink.batches.compactMap { $0.series.first?.series[.voltage] } == [[1500, -2250]])
        }
    }

    @Test("A folder is read as an archive is, and Finder's files are not")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-ecg-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("electrocardiograms")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data(RoutedArchive.export("").utf8).write(to: folder.appendingPathComponent("export.xml"))
        try Data(File.text(["1"]).utf8).write(to: inner.appendingPathComponent("ecg_2024-05-04.csv"))
        #expect(try importFile(folder.path).rows.count == 1)
        let archive = try RoutedArchive.run("", ["__MACOSX/electrocardiograms/._ecg.csv": "x", "notes.csv": "x"], folder: "")
        #expect(archive.rows.isEmpty && archive.report.findings.electrocardiograms.problems.isEmpty)
    }

    @Test("A single file is refused without its name, and with what to import instead")
    func single() throws {
        let error = try #require(throws: ImportError.self) { try importBytes(Array(File.text(["1.5", "-2.25"]).utf8)) }
        #expect("\(error)".contains("this is an electrocardiogram: import the zip or the folder of the Apple Health export"))
        #expect(!"\(error)".contains("Ada"))
        #expect(try importBytes(Array("type,start,value\nstepCount,2024-05-04T07:00:00Z,5\n".utf8)).rows.count == 1)
    }

    @Test("An archive without compression whose export is short is read as an archive")
    func uncompressed() throws {
        let export = #"<?xml version="1.0"?><HealthData><ExportDate value="2024-05-05 08:00:00 +0200"/></HealthData>"#
        let recording = File.text(["1.5", "-2.25"])
        let files = [("apple_health_export/export.xml", export), ("apple_health_export/electrocardiograms/ecg.csv", recording)]
        let bytes = ZipTestArchive.make(
            files.map { name, text in
                var entry = ZipTestArchive.Entry(name, text)
                (entry.isDeflated, entry.hasDescriptor) = (false, false)
                return entry
            })
        #expect(try importBytes(bytes).rows.map(\.metric) == ["electrocardiogram"])
    }

    @Test("A recording that can't be read is a row that is not kept, so that --replace deletes nothing")
    func skipped() throws {
        let imported = try File.run(["ecg_1.csv": File.text(["1"]), "ecg_2.csv": File.text(["x", "1"], changing: ["Unit": "furlong"])])
        #expect(imported.report.findings.rows == 2 && imported.report.findings.skippedRows == 1)
        #expect(imported.report.findings.unreadRows(of: [.electrocardiograms]) == 1)
        #expect(imported.report.findings.unreadRows(of: [.workouts]) == 0)
        let json = #""electrocardiograms":{"read":1,"values":1,"unnamed":0,"problems":{"unknownUnit":1}}"#
        #expect(imported.report.json.contains(json), "\(imported.report.json)")
    }
}
