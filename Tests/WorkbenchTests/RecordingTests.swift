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

@Suite("show audiograms and show prescriptions") struct RecordingTests {
    private static let export = """
        <HealthData>
        <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Hearing" startDate="2026-03-02 20:00:00 +0000" \
        endDate="2026-03-02 20:05:00 +0000">
        <SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="10" leftEarUnit="dBHL" rightEarValue="12.5" \
        rightEarUnit="dBHL" rightEarMasked="YES"/>
        <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="20" leftEarUnit="dBHL"/>
        <SensitivityPoint frequencyValue="2000" frequencyUnit="Hz" leftEarValue="30" leftEarUnit="dBHL"/>
        <SensitivityPoint frequencyValue="4000" frequencyUnit="Hz" leftEarValue="45" leftEarUnit="dBHL" \
        leftEarClampingRangeUpperBound="85"/>
        </Audiogram>
        <VisionPrescription type="contacts" dateIssued="2026-03-02 00:00:00 +0000" expirationDate="2027-03-02 00:00:00 +0000" brand="Soft">
        <RightEye sphere="-1.5" sphereUnit="D" axis="90" axisUnit="deg"/><LeftEye sphere="-1.25" sphereUnit="D"/>
        </VisionPrescription>
        </HealthData>
        """

    private func output(_ statements: String, format: String = "csv") throws -> RecordingOutput {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-show-\(UUID().uuidString).xml").path
        try Data(Self.export.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_773_000_000))), named: "test")
        let output = RecordingOutput()
        let text = "set zone = UTC; set format = \(format); import \"\(path)\"; \(statements)"
        #expect(session.run(SourceText(text), output: output) == .fine, "\(output.findings)")
        return output
    }

    @Test("The list of audiograms has the average of each ear that has four frequencies")
    func audiograms() throws {
        let text = try output("show audiograms").text
        // (10 + 20 + 30 + 45) / 4 = 26.25
        #expect(text.hasSuffix("number,start,frequencies,leftAverage,rightAverage,source\n1,2026-03-02T20:00,4,26.3,,Hearing\n"))
    }

    @Test("A number shows the levels of an audiogram with their notes, and formats of rows show numbers")
    func audiogram() throws {
        let text = try output("show audiogram 1").text
        #expect(text.contains("frequency,left,right,notes\n500 Hz,10,12.5,right masked\n1000 Hz,20,,\n"))
        #expect(text.hasSuffix("4000 Hz,45,,left through 85\naverage,26.3,,\"of 500, 1000, 2000 and 4000 Hz\"\n"))
        #expect(try output("show audiogram 1 as csv").text.contains("hertz,left,right,notes\n500,10,12.5,right masked\n1000,20,,\n"))
    }

    @Test("The picture of an audiogram says that it is not a diagnosis")
    func picture() throws {
        for format in ["svg", "html", "chart"] {
            let text = try output("show audiogram 1 as \(format)").text
            #expect(text.contains("not a diagnosis") && text.contains("Audiogram of 2026-03-02 20:00"))
        }
    }

    @Test("Prescriptions have their kind, their days and the numbers of each lens")
    func prescriptions() throws {
        // A text that a spreadsheet would read as a formula has an apostrophe in front.
        let list = try output("show prescriptions").text
        #expect(
            list.hasSuffix(
                "number,issued,expires,kind,rightSphere,leftSphere,source\n1,2026-03-02,2027-03-02,contacts,-1.5,-1.25,Health\n"))
        let one = try output("show prescription 1").text
        #expect(one.hasSuffix("field,right,left,unit\nsphere,-1.5,-1.25,D\naxis,90,,deg\n"))
        #expect(try output("show prescription 1 as csv").text.hasSuffix("field,right,left,unit\nsphere,-1.5,-1.25,D\naxis,90,,deg\n"))
    }

    @Test("A pseudonymized export leaves out levels, lenses, brands and sources")
    func pseudonyms() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-codes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("out.csv").path
        _ = try output("export everything pseudonymised to \"\(file)\"")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("HKDataTypeIdentifierAudiogram") && text.contains("HKVisionPrescriptionTypeContacts"))
        for secret in ["Soft", "Hearing", "dBHL", "-1.5", "Health,"] { #expect(!text.contains(secret)) }
    }
}
