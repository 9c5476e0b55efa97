import HealthImport
import HealthModel
import Testing

/// Audiograms and prescriptions of an Apple Health export.
@Suite("Audiograms and prescriptions") struct ImportRecordingTests {
    private static let times = #"startDate="2024-05-04 07:00:00 +0200" endDate="2024-05-04 07:05:00 +0200""#
    private static let head = #"<Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Hearing" sourceVersion="2" \#(times)>"#

    private func audiogram(_ points: String...) throws -> Imported {
        try importExport(([Self.head] + points.map { "<SensitivityPoint \($0)/>" } + ["</Audiogram>"]).joined(separator: "\n"))
    }

    private func prescription(_ attributes: String, _ content: String = "") throws -> Imported {
        try importExport("<VisionPrescription \(attributes)>\n\(content)\n</VisionPrescription>")
    }

    @Test("An audiogram has its time, its source, and a level for each ear and frequency")
    func audiogram() throws {
        let imported = try audiogram(
            #"frequencyValue="500" frequencyUnit="Hz" leftEarValue="12.5" leftEarUnit="dBHL" rightEarValue="-5" rightEarUnit="dBHL""#,
            #"frequencyValue="1000" frequencyUnit="Hz" leftEarValue="20" leftEarUnit="dBHL" leftEarMasked="YES" "#
                + #"leftEarClampingRangeLowerBound="-10" leftEarClampingRangeUpperBound="85""#)
        let row = try #require(imported.rows.first)
        let start = milliseconds("2024-05-04T05:00:00Z")
        #expect(imported.rows.count == 1 && row.metric == "audiogram" && row.value == 0 && row.source == "Hearing")
        #expect(row.start == start && row.end == start + 300_000)
        #expect(
            row.metadata == [
                "left 500 Hz": "12.5 dBHL", "right 500 Hz": "-5 dBHL", "left 1000 Hz": "20 dBHL", "left 1000 Hz masked": "1",
                "left 1000 Hz from": "-10 dBHL", "left 1000 Hz through": "85 dBHL",
            ])
        #expect(imported.issues.isEmpty && imported.report.findings.unreadElements.isEmpty && imported.report.findings.rows == 1)
    }

    @Test("Metadata of an audiogram is kept next to its levels")
    func metadata() throws {
        let imported = try importExport(
            Self.head + #"<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>"#
                + #"<SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="5" leftEarUnit="dBHL"/></Audiogram>"#)
        #expect(imported.rows.first?.metadata == ["HKTimeZone": "Europe/Berlin", "left 500 Hz": "5 dBHL"])
    }

    @Test(
        "A level that can't be read is left out and reported",
        arguments: [
            (#"frequencyValue="x" frequencyUnit="Hz" leftEarValue="5" leftEarUnit="dBHL""#, ImportIssue.badValue),
            (#"frequencyValue="0" frequencyUnit="Hz" leftEarValue="5" leftEarUnit="dBHL""#, .badValue),
            (#"frequencyValue="500" frequencyUnit="m" leftEarValue="5" leftEarUnit="dBHL""#, .incompatibleUnit),
            (#"frequencyValue="500" frequencyUnit="Hz" leftEarValue="1e999" leftEarUnit="dBHL""#, .badValue),
            (#"frequencyValue="500" frequencyUnit="Hz" leftEarValue="5" leftEarUnit="dBASPL""#, .incompatibleUnit),
        ])
    func badPoint(point: String, issue: ImportIssue) throws {
        let good = #"frequencyValue="1000" frequencyUnit="Hz" leftEarValue="20" leftEarUnit="dBHL""#
        let imported = try audiogram(point, good)
        #expect(imported.issues == [issue: [3]])
        #expect(imported.rows.map(\.metadata) == [["left 1000 Hz": "20 dBHL"]])
    }

    @Test("A level without a unit is in dBHL, and a frequency without one in hertz")
    func missingUnits() throws {
        let imported = try audiogram(#"frequencyValue="1000" leftEarValue="20""#)
        #expect(imported.issues == [.missingUnit: [3]] && imported.report.findings.issues.count(.missingUnit) == 2)
        #expect(imported.rows.map(\.metadata) == [["left 1000 Hz": "20 dBHL"]])
    }

    @Test("An audiogram without a level, or without a time, is skipped")
    func skippedAudiogram() throws {
        let empty = try audiogram(#"frequencyValue="1000" frequencyUnit="Hz""#)
        #expect(empty.rows.isEmpty && empty.issues == [.missingValue: [4]] && empty.report.findings.skippedRows == 1)
        let timeless = try importExport(
            #"<Audiogram type="a"><SensitivityPoint frequencyValue="1" frequencyUnit="Hz" leftEarValue="1" leftEarUnit="dBHL"/></Audiogram>"#
        )
        #expect(timeless.rows.isEmpty && timeless.issues == [.missingDate: [2]] && timeless.report.findings.rows == 1)
    }

    @Test("An audiogram that is cut off, or that the next element interrupts, does not change others")
    func interrupted() throws {
        let point = #"<SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="5" leftEarUnit="dBHL"/>"#
        let record =
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" \#(Self.times) value="7"/>"#
        let interrupted = try importExport(Self.head + point + "\n" + record)
        #expect(interrupted.issues == [.unclosedElement: [3]] && interrupted.rows.map(\.metric).sorted() == ["audiogram", "stepCount"])
        let cut = try importBytes("<HealthData>\n\(record)\n\(Self.head)\n\(point)".utf8)
        #expect(cut.report.findings.isCutOff && cut.rows.map(\.metric) == ["stepCount"])
    }

    @Test("A prescription is a sample of its day whose value is the kind of lenses, and each number of a lens is metadata")
    func prescription() throws {
        let imported = try prescription(
            #"type="contacts" dateIssued="2024-03-01 00:00:00 +0100" expirationDate="2025-03-01 00:00:00 +0100" brand="A &amp; B""#,
            #"<RightEye sphere="-1.5" sphereUnit="D" add="1" addUnit="D" baseCurve="8.6" baseCurveUnit="mm"/>"#
                + #"<LeftEye sphere="+0.25" sphereUnit="D" axis="90" axisUnit="deg"/>"#)
        let row = try #require(imported.rows.first)
        let issued = milliseconds("2024-02-29T23:00:00Z")
        #expect(row.metric == "visionPrescription" && row.value == 2 && row.source == "Health" && row.start == issued && row.end == issued)
        #expect(
            row.metadata == [
                "right sphere": "-1.5 D", "right addPower": "1 D", "right baseCurve": "8.6 mm", "left sphere": "0.25 D",
                "left axis": "90 deg", "brand": "A & B", "expirationDate": "2025-02-28T23:00:00Z",
            ])
        #expect(imported.issues.isEmpty && imported.rows.count == 1)
    }

    @Test("Angles and lengths are in degrees and millimeters")
    func lensUnits() throws {
        let imported = try prescription(
            #"type="glasses" dateIssued="2024-03-01 00:00:00 +0100""#,
            #"<RightEye vertex="0.012" vertexUnit="m" farPD="3.1" farPDUnit="cm" prismAmount="1" prismAmountUnit="D"/>"#)
        #expect(imported.rows.map(\.metadata) == [["right vertexDistance": "12 mm", "right farPupillaryDistance": "31 mm"]])
        #expect(imported.issues == [.incompatibleUnit: [3]])
    }

    @Test("A kind of lenses that is not known keeps its name")
    func unknownKind() throws {
        let imported = try prescription(#"type="monocle" dateIssued="2024-03-01 00:00:00 +0100""#)
        #expect(imported.rows.map(\.value) == [-1] && imported.issues == [.unknownCategoryValue: [2]])
        #expect(imported.rows.map(\.metadata) == [[MetadataKey.categoryValueName: "HKVisionPrescriptionTypeMonocle"]])
    }

    @Test(
        "A prescription without a day or a kind is skipped",
        arguments: [
            (#"type="glasses""#, ImportIssue.missingDate), (#"type="glasses" dateIssued="soon""#, .badDate),
            (#"type="glasses" dateIssued="2300-03-01 00:00:00 +0100""#, .dateOutOfRange),
            (#"dateIssued="2024-03-01 00:00:00 +0100""#, .missingType),
        ])
    func skippedPrescription(attributes: String, issue: ImportIssue) throws {
        let imported = try prescription(attributes, #"<RightEye sphere="1" sphereUnit="D"/>"#)
        #expect(imported.rows.isEmpty && imported.issues == [issue: [2]] && imported.report.findings.skippedRows == 1)
    }

    @Test("An end of the validity that can't be read is left out")
    func badExpiration() throws {
        for (date, issue) in [("soon", ImportIssue.badDate), ("2023-03-01 00:00:00 +0100", .endBeforeStart)] {
            let imported = try prescription(#"type="glasses" dateIssued="2024-03-01 00:00:00 +0100" expirationDate="\#(date)""#)
            #expect(imported.rows.map(\.metadata) == [[:]] && imported.issues == [issue: [2]])
        }
    }

    @Test("The picture of a prescription is counted")
    func attachment() throws {
        let imported = try prescription(
            #"type="glasses" dateIssued="2024-03-01 00:00:00 +0100""#, #"<Attachment identifier="1"/><Attachment identifier="2"/>"#)
        #expect(imported.rows.count == 1 && imported.report.findings.unreadElements == ["Attachment": 2])
    }

    @Test("Lenses and levels outside of their elements are not read")
    func misplaced() throws {
        let imported = try importExport(
            Self.head + #"<RightEye sphere="1" sphereUnit="D"/></Audiogram>"# + "\n"
                + #"<SensitivityPoint frequencyValue="1" frequencyUnit="Hz" leftEarValue="1" leftEarUnit="dBHL"/>"#)
        #expect(imported.rows.isEmpty && imported.report.findings.skippedRows == 1)
    }
}
