import HealthImport
import HealthModel
import Testing

/// Every defect of real files in a small document.
@Suite struct ImportTrapTests {
    /// Returns a step record of 2024-03-10 that lasts five minutes from 12:`minute`.
    private func step(_ minute: Int, value: String = "10", source: String = "Phone", extra: String = "") -> String {
        #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" unit="count" "#
            + #"startDate="2024-03-10 12:\#(minute):00 +0000" endDate="2024-03-10 12:\#(minute + 5):00 +0000" value="\#(value)"\#(extra)/>"#
    }

    private func minutes(_ imported: Imported) -> [Int64] {
        imported.rows.map { ($0.start - milliseconds("2024-03-10T12:00:00Z")) / 60_000 }
    }

    @Test("Garbage between elements is skipped up to the next line that starts with an element")
    func garbage() throws {
        let imported = try importExport(
            [step(10), "}} &&& < \"health <= 7 <<", step(20), "\u{0}\u{1} binary", step(30)].joined(separator: "\n"))
        #expect(minutes(imported) == [10, 20, 30])
        #expect(imported.issues == [.garbage: [3, 5]])
        #expect(imported.report.findings.rows == 3)
    }

    @Test("Text before an element on the same line does not hide the element")
    func garbageOnLine() throws {
        let imported = try importExport("junk" + step(10) + "more junk" + step(20))
        #expect(minutes(imported) == [10, 20])
        #expect(imported.issues == [.garbage: [2]])
    }

    @Test(
        "A document type after the first element is damage, its entities have no effect, and no element is lost",
        arguments: ["[\n<!ENTITY x \"y\">\n]>", "[ <!ENTITY x \"y\"> ]>", "[\n", "[ <!ELEMENT x ANY> ]>"])
    func lateDocumentType(rest: String) throws {
        let imported = try importExport(
            [step(10), "<!DOCTYPE HealthData " + rest, step(20, source: "&x;"), step(30)].joined(separator: "\n"))
        #expect(minutes(imported) == [10, 20, 30])
        #expect(imported.rows.map(\.source) == ["Phone", "&x;", "Phone"])
        #expect(imported.issues[.garbage] == [3])
    }

    @Test(
        "The document type of another export that was joined is skipped",
        arguments: ["[\n<!ELEMENT x ANY>\n]>\n", "[<!ELEMENT x ANY>]>\n", ">\n"])
    func joinedDocumentType(rest: String) throws {
        let imported = try importExport(
            step(10) + "\n</HealthData>\n<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData " + rest + "<HealthData>\n" + step(20))
        #expect(minutes(imported) == [10, 20])
        #expect(imported.issues == [:])
    }

    @Test("An element that stops in the middle of the file affects no other element", arguments: [10, 30, 60, 75, 90, 120, 150, 160])
    func brokenElement(length: Int) throws {
        let imported = try importExport([step(10), String(step(20).prefix(length)), step(30), step(40)].joined(separator: "\n"))
        #expect(minutes(imported) == [10, 30, 40])
        #expect(imported.issues == [.garbage: [3]])
    }

    @Test("A truncated file keeps all complete elements, and the report says that it is truncated", arguments: [1, 8, 60, 120, 160])
    func truncated(length: Int) throws {
        let text = "<HealthData>\n" + step(10) + "\n" + step(20) + "\n" + step(30).prefix(length)
        let imported = try importBytes(text.utf8)
        #expect(minutes(imported) == [10, 20])
        #expect(imported.issues == [.cutOff: [4]])
        #expect(!imported.report.isComplete)
    }

    @Test("A record with truncated metadata is left to the next import, because it would be a different sample")
    func truncatedChildren() throws {
        let open = step(20).dropLast(2) + ">\n<MetadataEntry key=\"A\" value=\"1\"/>\n<MetadataEntry key=\"B\" val"
        let imported = try importBytes(("<HealthData>\n" + step(10) + "\n" + open).utf8)
        #expect(minutes(imported) == [10])
        #expect(imported.report.findings.rows == 2)
        #expect(imported.report.findings.skippedRows == 1)
    }

    @Test("A record that is not closed is kept when the next one starts")
    func unclosed() throws {
        let imported = try importExport(
            [step(10).dropLast(2) + ">", "<MetadataEntry key=\"A\" value=\"1\"/>", step(20)].joined(separator: "\n"))
        #expect(minutes(imported) == [10, 20])
        #expect(imported.rows.first?.metadata == ["A": "1"])
        #expect(imported.issues == [.unclosedElement: [4]])
    }

    @Test("A second startDate is used as endDate if there is none")
    func startDateTwice() throws {
        let record = step(10).replacing("endDate", with: "startDate")
        let imported = try importExport(record + "\n" + step(20, extra: #" startDate="2024-03-10 12:21:00 +0000""#))
        #expect(minutes(imported) == [10, 20])
        #expect(imported.rows.map { $0.end - $0.start } == [300_000, 300_000])
        #expect(imported.issues == [.startDateTwice: [2, 3]])
    }

    @Test("Control characters become spaces and invalid bytes U+FFFD, and both are reported for every row")
    func badText() throws {
        var bytes = Array("<HealthData>\n".utf8)
        for minute in [10, 20] { bytes += Array((step(minute, source: "Ann\u{B}Watch") + "\n").utf8) }
        bytes += Array(step(30, source: "Ann@Watch").utf8).map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
        bytes += Array(("\n" + step(40, source: "Ann&#11;Watch") + "\n</HealthData>").utf8)
        let imported = try importBytes(bytes)
        #expect(imported.rows.map(\.source) == ["Ann Watch", "Ann Watch", "Ann\u{FFFD}Watch", "Ann Watch"])
        #expect(imported.issues == [.controlCharacter: [2, 3, 5], .invalidUTF8: [4]])
    }

    @Test("References are resolved in all texts, and unknown references are not changed")
    func references() throws {
        let imported = try importExport(step(10, source: "A&amp;B &lt;&#65;&#x42;&gt; &nbsp; &"))
        #expect(imported.rows.map(\.source) == ["A&B <AB> &nbsp; &"])
        #expect(imported.issues == [.unknownReference: [2]])
    }

    @Test("If a metadata key occurs twice, the last value is kept")
    func repeatedKey() throws {
        let imported = try importExport(
            step(10).dropLast(2) + #"><MetadataEntry key="K" value="1"/><MetadataEntry key="K" value="2"/></Record>"#)
        #expect(imported.rows.map(\.metadata) == [["K": "2"]])
        #expect(imported.issues == [.repeatedMetadataKey: [2]])
    }

    @Test(
        "A row that cannot be read is skipped with a reason",
        arguments: [
            (#"value="10""#, #"value="nan""#, ImportIssue.badValue), (#"value="10""#, #"value="inf""#, .badValue),
            (#"value="10""#, #"value="0x1p3""#, .badValue), (#"value="10""#, #"value="1,5""#, .badValue),
            (#"value="10""#, #"value="1e999""#, .badValue), (#"value="10""#, #"value="""#, .missingValue),
            (#"value="10""#, "", .missingValue), ("12:15:00 +0000", "12:05:00 +0000", .endBeforeStart),
            ("12:15:00 +0000", "12:15:00", .badDate), ("2024-03-10 12:15", "2024-02-30 12:15", .badDate),
            ("12:15:00 +0000", "12:15:60 +0000", .badDate), ("12:15:00 +0000", "25:15:00 +0000", .badDate),
            ("12:15:00 +0000", "12:1a:00 +0000", .badDate), ("2024-03-10 12:15", "2300-03-10 12:15", .dateOutOfRange),
            ("startDate", "beginDate", .missingDate), ("endDate", "finishDate", .missingDate), ("type=", "kind=", .missingType),
            (#"unit="count""#, #"unit="km""#, .incompatibleUnit), (#"unit="count""#, #"unit="furlong""#, .incompatibleUnit),
        ])
    func skipped(old: String, new: String, issue: ImportIssue) throws {
        let imported = try importExport(step(50) + "\n" + step(10).replacing(old, with: new))
        #expect(minutes(imported) == [50])
        #expect(imported.issues == [issue: [3]])
        #expect(imported.report.findings.skippedRows == 1)
    }

    @Test("Without a unit, the default unit of the type is used and reported")
    func missingUnit() throws {
        let imported = try importExport(step(10).replacing(#" unit="count""#, with: ""))
        #expect(imported.rows.map(\.value) == [10])
        #expect(imported.issues == [.missingUnit: [2]])
    }

    @Test("Unknown elements are counted by name, including their content")
    func unknownElements() throws {
        let imported = try importExport(
            """
            <ClinicalRecord type="X" identifier="1" resourceFilePath="/clinical-records/a.json"/>
            <Hologram type="HKHologramSampleType" startDate="x"><Point frequency="1"/></Hologram>
            <Hologram/>
            <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-02-02"/>
            """)
        #expect(imported.report.findings.unreadElements == ["ClinicalRecord": 1, "Hologram": 2, "Me": 1])
        #expect(imported.report.findings.rows == 0)
    }

    @Test("Comments, instructions and character data are skipped, with any content")
    func otherMarkup() throws {
        let imported = try importExport("<!-- \(step(10)) -->\n<?xml-stylesheet a=\"<Record\"?>\n<![CDATA[ \(step(20)) ]]>\n" + step(30))
        #expect(minutes(imported) == [30])
        #expect(imported.report.findings.issues.entries.isEmpty)
    }

    @Test("A malformed document type is skipped to the first ]> at the start of a line")
    func documentType() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE HealthData [
            <!-- HealthKit Export Version: 12 -->
            <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation)*)>
            <!ATTLIST Record
              type CDATA #REQUIRED
              x "]>" <<! #IMPLIED
            ]>
            <HealthData locale="en_US">
            \(step(10))
            </HealthData>
            """
        #expect(minutes(try importBytes(text.utf8)) == [10])
        let oneLine = "<!DOCTYPE HealthData [<!ELEMENT HealthData (Record)*>]><HealthData>" + step(20) + "</HealthData>"
        #expect(minutes(try importBytes(oneLine.utf8)) == [20])
        let external = "<!DOCTYPE HealthData SYSTEM \"h.dtd\"><HealthData>" + step(30) + "</HealthData>"
        #expect(minutes(try importBytes(external.utf8)) == [30])
    }

    @Test("A document type that declares entities is refused")
    func entities() {
        let text = "<!DOCTYPE HealthData [\n<!ENTITY lol \"lollol\">\n]>\n<HealthData>" + step(10) + "</HealthData>"
        let error = #expect(throws: ImportError.self) { try importBytes(text.utf8) }
        #expect(
            error?.description.hasSuffix("refused, because it declares XML entities (<!ENTITY), which an Apple Health export never does")
                == true
        )
    }

    @Test("An element longer than 16 MB is skipped")
    func overlong() throws {
        let long = String(repeating: "x", count: 40 << 20)
        let imported = try importExport([step(10), "<Record type=\"\(long)\"/>", step(20)].joined(separator: "\n"))
        #expect(minutes(imported) == [10, 20])
        #expect(imported.issues == [.overlongElement: [3]])
    }

    @Test("A hundred thousand nested elements do not exceed the reader's limit")
    func nested() throws {
        let imported = try importExport(String(repeating: "<a>", count: 100_000) + step(10) + String(repeating: "</a>", count: 100_000))
        #expect(minutes(imported) == [10])
    }

    @Test("A value of a category that is not a whole number of 64 bits is skipped", arguments: ["1E90", "-1e19", "0.5", "1e400"])
    func hugeCategories(value: String) throws {
        let record = { (value: String) in
            #"<Record type="HKCategoryTypeIdentifierZz" sourceName="Watch" startDate="2024-03-10 12:00:00 +0000" "#
                + #"endDate="2024-03-10 12:05:00 +0000" value="\#(value)"/>"#
        }
        let imported = try importExport(record(value) + "\n" + record("7"))
        #expect(imported.rows.map(\.value) == [7] && imported.issues == [.badCategoryValue: [2]])
        let row = { (hour: Int, value: String) in "HKCategoryTypeIdentifierZz,2024-03-10T\(hour):00:00Z,\(value)\n" }
        let table = try importBytes(("type,start,value\n" + row(12, value) + row(13, "7")).utf8)
        #expect(table.rows.map(\.value) == [7] && table.issues == [.badCategoryValue: [2]])
        for report in [imported.report, table.report] {
            #expect(report.firstSkipReason?.contains("neither one of its type nor a whole number of 64 bits") == true)
        }
    }

    @Test("The report lists the first lines of each problem and counts all of them")
    func manyIssues() throws {
        let imported = try importExport((0..<12).map { _ in step(10, value: "nan") }.joined(separator: "\n"))
        #expect(imported.report.findings.issues.entries.map(\.count) == [12])
        #expect(imported.issues == [.badValue: [2, 3, 4, 5, 6]])
    }
}
