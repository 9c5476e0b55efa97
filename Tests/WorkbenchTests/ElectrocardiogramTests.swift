import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QueryVocabulary
import ResultRendering
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("show electrocardiograms") struct ElectrocardiogramTests {
    /// Three voltages at 2 Hz, in an export of a person with a name.
    private static let file = """
        Name,Ada Lovelace
        Date of Birth,"Dec 10, 1985"
        Recorded Date,2026-03-02 08:10:00 +0000
        Classification,Atrial Fibrillation
        Symptoms,Dizziness
        Software Version,1.90
        Device,"Watch6,7"
        Sample Rate,2 hertz

        Lead,Lead I
        Unit,µV

        0
        1000.5
        -500

        """

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-show-\(UUID().uuidString)")

    private func output(_ statements: String, format: String = "csv") throws -> RecordingOutput {
        let inner = folder.appendingPathComponent("electrocardiograms")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<HealthData></HealthData>".utf8).write(to: folder.appendingPathComponent("export.xml"))
        try Data(Self.file.utf8).write(to: inner.appendingPathComponent("ecg_2026-03-02.csv"))
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_773_000_000))), named: "test")
        let output = RecordingOutput()
        let text = "set zone = UTC; set format = \(format); import \"\(folder.path)\"; \(statements)"
        #expect(session.run(SourceText(text), output: output) == .fine, "\(output.findings)")
        return output
    }

    @Test("The list has what the watch classified, and no name")
    func list() throws {
        let text = try output("show electrocardiograms").text
        #expect(text.contains("number,start,classification,heartRate,seconds,symptoms,device"))
        #expect(text.contains("1,2026-03-02T08:10,atrialFibrillation,,1.5,Dizziness,\"Watch6,7\""))
        #expect(!text.contains("Ada") && !text.contains("1985"))
    }

    @Test("A number shows the facts, and formats of rows show the voltages in microvolts")
    func one() throws {
        let facts = try output("show electrocardiogram 1").text
        #expect(facts.contains("classification by the watch,atrialFibrillation") && facts.contains("samples per second,2\n"))
        #expect(try output("show electrocardiogram 1 as csv").text.hasSuffix("second,microvolts\n0,0\n0.5,1000.5\n1,-500\n"))
        #expect(try output("show electrocardiogram 1 as json").text.contains("\"microvolts\":1000.5"))
    }

    @Test("The picture is 260 mm wide, says what the watch classified, that it is not a diagnosis, and no name")
    func picture() throws {
        for format in ["svg", "html"] {
            let text = try output("show electrocardiogram 1 as \(format)").text
            // 260 mm of 96 points an inch: 982.7 points.
            #expect(text.contains("width=\"982.7\""))
            #expect(text.contains("classified by the watch: atrialFibrillation · Dizziness · 2 Hz · Watch6,7"))
            #expect(text.contains("25 mm/s · 10 mm/mV · This is what the watch classified. It is not a diagnosis."))
            #expect(!text.contains("Ada") && !text.contains("<script"))
        }
        #expect(try output("show electrocardiogram 1 as chart").text.contains("It is not a diagnosis."))
    }

    @Test("A file gets the format of its name, and is not replaced without leave")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-ecg-\(UUID().uuidString).svg").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try output("show electrocardiogram 1 as chart to \"\(path)\"")
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<svg "))
    }
}
