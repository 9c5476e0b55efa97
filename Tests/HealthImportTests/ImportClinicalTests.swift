import CalendarIntervals
import HealthImport
import HealthModel
import Testing

/// Clinical records next to the document of an Apple Health export.
@Suite("Clinical records") struct ImportClinicalTests {
    /// Returns an observation with a code of LOINC and a quantity.
    private func observation(
        _ code: String, _ quantity: String = #""value":64,"unit":"/min","code":"/min""#, time: String = "2024-05-04T07:00:00+02:00",
        status: String = "final", more: String = ""
    ) -> String {
        let coding = #""code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]}"#
        return
            #"{"resourceType":"Observation","status":"\#(status)",\#(coding),"effectiveDateTime":"\#(time)","valueQuantity":{\#(quantity)}\#(more)}"#
    }

    private func run(_ records: [String], body: String = "") throws -> Imported {
        let files = records.enumerated().map { ("clinical-records/Observation-\($0.offset).json", $0.element) }
        return try RoutedArchive.run(body, Dictionary(uniqueKeysWithValues: files))
    }

    private func element(_ file: String, source: String) -> String {
        #"<ClinicalRecord type="Observation" identifier="1" sourceName="\#(source)" sourceURL="https://clinic.example" fhirVersion="4.0.1" "#
            + #"receivedDate="2024-05-05 10:00:00 +0200" resourceFilePath="/clinical-records/\#(file)"/>"#
    }

    @Test("A vital sign is a sample of its metric, with the source of its element and the code as metadata")
    func vitalSign() throws {
        let imported = try run([observation("8867-4")], body: element("Observation-0.json", source: "Riverside &amp; Co"))
        let row = try #require(imported.rows.first)
        #expect(imported.rows.count == 1 && row.metric == "heartRate" && row.value == 64 && row.source == "Riverside & Co")
        #expect(row.start == milliseconds("2024-05-04T05:00:00Z") && row.end == row.start && row.metadata == ["loinc": "8867-4"])
        #expect(row.created == milliseconds("2024-05-05T08:00:00Z"))
        #expect(imported.report.findings.clinical.readCount == 1 && imported.report.findings.rows == 1)
        #expect(imported.report.findings.unreadElements.isEmpty && imported.report.unreadFiles.entries.isEmpty)
        #expect(imported.report.text(in: .utc).contains("clinical records:\n  1 reading of vital signs or glucose\n"))
    }

    @Test("Phones translate the name of the folder, and the records are found by their content")
    func translatedFolder() throws {
        let imported = try RoutedArchive.run("", ["klinische-daten/Observation-0.json": observation("8867-4")])
        #expect(imported.rows.map(\.value) == [64] && imported.report.unreadFiles.entries.isEmpty)
    }

    @Test("Without its element, a record is of Health Records, and an element without its file is counted")
    func missingParts() throws {
        let imported = try run([observation("8867-4")], body: element("Observation-7.json", source: "Clinic"))
        #expect(imported.rows.map(\.source) == ["Health Records"])
        #expect(imported.report.findings.unreadElements == ["ClinicalRecord": 1])
    }

    @Test(
        "Units of UCUM are converted to those of the metric",
        arguments: [
            ("8867-4", #""value":64,"code":"{beats}/min""#, "heartRate", 64.0),
            ("9279-1", #""value":16,"code":"{breaths}/min""#, "respiratoryRate", 16),
            ("8480-6", #""value":120,"code":"mm[Hg]""#, "bloodPressureSystolic", 120),
            ("29463-7", #""value":10,"code":"[lb_av]""#, "bodyMass", 4.5359237),
            ("8302-2", #""value":70,"code":"[in_i]""#, "height", 177.8),
            ("8310-5", #""value":98.6,"code":"[degF]""#, "bodyTemperature", 37),
            ("8310-5", #""value":37.5,"code":"Cel""#, "bodyTemperature", 37.5),
            ("59408-5", #""value":97,"code":"%""#, "oxygenSaturation", 0.97),
            ("2708-6", #""value":0.5,"code":"1""#, "oxygenSaturation", 0.5),
            ("39156-5", #""value":22,"code":"kg/m2""#, "bodyMassIndex", 22),
            ("29463-7", #""value":80,"unit":"kg""#, "bodyMass", 80), ("8302-2", #""value":1.7,"units":"m""#, "height", 170),
        ])
    func units(code: String, quantity: String, metric: String, value: Double) throws {
        let row = try #require(try run([observation(code, quantity)]).rows.first)
        #expect(row.metric == metric && abs(row.value - value) < 1e-9)
    }

    @Test("Glucose in millimoles is converted by the mass of glucose")
    func glucose() throws {
        let row = try #require(try run([observation("15074-8", #""value":5,"code":"mmol/L""#)]).rows.first)
        // 5 mmol/L × 180.15588 mg/mmol ÷ 10 dL/L
        #expect(row.metric == "bloodGlucose" && abs(row.value - 90.07794) < 1e-5)
    }

    @Test(
        "An observation that is not a number in a unit of its metric is left out and reported",
        arguments: [
            (#""value":64"#, ClinicalFindings.Problem.noUnit), (#""value":64,"code":"mm[Hg]""#, .unknownUnit),
            (#""value":"64","code":"/min""#, .notNumber), (#""code":"/min""#, .notNumber), (#""value":1e999,"code":"/min""#, .notNumber),
            (#""value":64,"code":"/min","comparator":"<""#, .limit),
        ])
    func badValue(quantity: String, problem: ClinicalFindings.Problem) throws {
        let imported = try run([observation("8867-4", quantity)])
        #expect(imported.rows.isEmpty && imported.report.findings.clinical.problems.keys.map(\.self) == [problem])
        #expect(imported.report.findings.rows == 1 && imported.report.findings.skippedRows == 1)
    }

    @Test(
        "Only observations that were made and not withdrawn count",
        arguments: [
            ("final", true), ("amended", true), ("corrected", true), ("preliminary", true), ("cancelled", false),
            ("entered-in-error", false),
            ("registered", false), ("unknown", false), ("", false),
        ])
    func status(status: String, counts: Bool) throws {
        let imported = try run([observation("8867-4", status: status)])
        #expect(imported.rows.count == (counts ? 1 : 0))
        #expect(imported.report.findings.clinical.problems[.withdrawn]?.count == (counts ? nil : 1))
    }

    @Test("A day without a time is at noon in UTC in any zone, and less than a day is not a time")
    func days() throws {
        let imported = try run([observation("8867-4", time: "2024-05-04"), observation("8867-4", time: "2024-05")])
        let row = try #require(imported.rows.first)
        #expect(imported.rows.count == 1 && imported.report.findings.clinical.dayCount == 1)
        #expect(row.start == milliseconds("2024-05-04T12:00:00Z"))
        #expect(imported.report.findings.clinical.problems.keys.map(\.self) == [.noTime])
    }

    @Test("A record that cannot be read may have samples of any metric, and a withdrawn one has none")
    func unreadRows() throws {
        func unread(_ imported: Imported) -> Int { imported.report.findings.unreadRows(of: [.workouts]) }
        #expect(unread(try run(["{"])) == 1)
        #expect(unread(try run([observation("8867-4")], body: element("Observation-7.json", source: "Clinic"))) == 1)
        #expect(unread(try run([observation("8867-4", status: "entered-in-error")])) == 0)
    }

    @Test("Components are samples of their metrics")
    func components() throws {
        let systolic = #"{"code":{"coding":[{"system":"http://loinc.org","code":"8480-6"}]},"valueQuantity":{"value":120,"code":"mm[Hg]"}}"#
        let diastolic = #"{"code":{"coding":[{"system":"http://loinc.org","code":"8462-4"}]},"valueQuantity":{"value":80,"code":"mm[Hg]"}}"#
        let panel = observation("85354-9", "", more: #","component":[\#(systolic),\#(diastolic)]"#)
        let rows = try run([panel]).rows
        #expect(
            rows.map(\.metric).sorted() == ["bloodPressureDiastolic", "bloodPressureSystolic"] && rows.map(\.value).sorted() == [80, 120])
    }

    @Test("A reading with the metric, time and value of a sample of the document is left out")
    func alreadyInHealth() throws {
        let record =
            #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" startDate="2024-05-04 07:00:00 +0200" "#
            + #"endDate="2024-05-04 07:00:00 +0200" value="64"/>"#
        let imported = try run([observation("8867-4"), observation("8867-4", #""value":65,"code":"/min""#)], body: record)
        #expect(imported.rows.map(\.value).sorted() == [64, 65] && imported.report.findings.clinical.knownCount == 1)
        #expect(imported.rows.map(\.source).sorted() == ["Health Records", "W"])
    }

    @Test("Other records, other codes and other JSON files are counted")
    func others() throws {
        let imported = try RoutedArchive.run(
            "",
            [
                "clinical-records/Immunization-1.json": #"{"resourceType":"Immunization"}"#,
                "clinical-records/Observation-1.json": observation("4548-4"),
                "clinical-records/Observation-2.json": "{", "notes.json": "[1]",
            ])
        #expect(imported.rows.isEmpty && imported.report.findings.clinical.otherObservations == 1)
        #expect(imported.report.findings.clinical.problems.mapValues(\.count) == [.damaged: 1])
        #expect(imported.report.unreadFiles.entries.map(\.count).reduce(0, +) == 2 && imported.report.findings.rows == 0)
    }

    @Test("Deep nesting and very long files are problems of their file")
    func hostile() throws {
        let deep = String(repeating: "[", count: 100_000)
        let long = observation("8867-4", more: #","note":"\#(String(repeating: "x", count: 1 << 20))""#)
        let imported = try run([deep, long])
        #expect(imported.rows.isEmpty && Set(imported.report.findings.clinical.problems.keys) == [.damaged, .unreadable])
    }
}
