import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import SampleStore
import StorageModel
import Testing

@Suite("Persons of imported files")
struct ImportPersonTests {
    private func importTable(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> Imported {
        var options = ImportOptions()
        change(&options)
        return try importBytes(text.utf8, options: options)
    }

    /// The values of the samples of each person.
    private func values(_ imported: Imported) -> [String: [Double]] {
        imported.sink.batches.reduce(into: [:]) { values, batch in
            values[batch.person, default: []] += batch.samples.values.flatMap(\.values)
        }
    }

    private let table = """
        type,start,value,unit,person,source
        steps,2024-03-10T03:00:00Z,1,count,P07,Watch
        steps,2024-03-10T03:00:00Z,2,count, 8 ,Watch
        heartRate,2024-03-10T03:00:00Z,3,count/min,P07,Watch
        steps,2024-03-10T03:00:00Z,4,count,  ,Watch
        steps,2024-03-10T03:00:00Z,5,count,p07,Watch

        """

    @Test("A column named person names the person of each row, and a row without one is rejected")
    func column() throws {
        let imported = try importTable(table)
        #expect(values(imported).mapValues { $0.sorted() } == ["P07": [1, 3], "8": [2], "p07": [5]])
        #expect(imported.issues == [.missingPerson: [5]] && imported.report.findings.skippedRows == 1)
        #expect(imported.report.findings.persons == ["P07": 2, "8": 1, "p07": 1])
        #expect(imported.report.text(in: .utc).contains("3 persons: 8, P07, p07"))
        #expect(imported.report.json.contains(#""persons":{"8":1,"P07":2,"p07":1}"#))
    }

    @Test("The rows of a file without persons are of the person without a name, and its report does not mention persons")
    func nobody() throws {
        let imported = try importTable("type,start,value,unit\nsteps,2024-03-10T03:00:00Z,1,count\n")
        #expect(values(imported) == ["": [1]] && imported.report.findings.persons.isEmpty)
        #expect(!imported.report.text(in: .utc).contains("person") && !imported.report.json.contains("persons"))
    }

    @Test("Any column can name the persons")
    func otherColumn() throws {
        let text = table.replacing("person", with: "Id")
        let imported = try importTable(text) { $0.mapping.personColumn = "id" }
        #expect(Set(values(imported).keys) == ["P07", "8", "p07"])
        let error = #expect(throws: ImportError.self) { try importTable(table) { $0.mapping.personColumn = "Id" } }
        #expect(error.map { "\($0)" }?.contains("the table has no column `Id` with its persons. The header is: type, start,") == true)
        // Without the option, the column means nothing.
        #expect(Set(try values(importTable(text)).keys) == [""])
    }

    @Test("A given person and a column of persons exclude each other, unless the column is missing")
    func given() throws {
        let single = "type,start,value,unit\nsteps,2024-03-10T03:00:00Z,1,count\n"
        #expect(try values(importTable(single) { $0.person = "P1" }) == ["P1": [1]])
        #expect(
            try values(
                importTable(single) {
                    $0.person = "P1"
                    $0.mapping.personColumn = "Id"
                }) == ["P1": [1]])
        let error = #expect(throws: ImportError.self) { try importTable(table) { $0.person = "P1" } }
        #expect(error.map { "\($0)" }?.contains("the column `person` names the persons") == true)
        let other = #expect(throws: ImportError.self) {
            try importTable(table) {
                $0.person = "P1"
                $0.mapping.personColumn = "Id"
            }
        }
        #expect(other.map { "\($0)" }?.contains("the column `person` names the persons") == true)
        let line = #"{"type":"steps","start":"2024-03-10T03:00:00Z","value":1,"person":"P2"}"# + "\n"
        #expect(throws: ImportError.self) { try importTable(line) { $0.person = "P1" } }
    }

    @Test("An id with control characters or invalid UTF-8 is rejected, because a repaired one could be another person's")
    func unreadableIds() throws {
        let ids: [[UInt8]] = [
            Array("a\u{1}b".utf8), Array("a b".utf8), Array("a\u{7F}b".utf8), Array("a\u{85}b".utf8), Array("x".utf8) + [0xFF],
            Array("x".utf8) + [0xFE], Array("\ty\t".utf8), Array("\u{FFFD}".utf8),
        ]
        var bytes = Array("person,type,start,value,unit\n".utf8)
        for (index, id) in ids.enumerated() { bytes += id + Array(",steps,2024-03-10T03:00:00Z,\(index),count\n".utf8) }
        let imported = try importBytes(bytes, options: ImportOptions())
        #expect(values(imported) == ["a b": [1], "y": [6]])
        #expect(imported.report.findings.issues.count(.missingPerson) == 6 && imported.report.findings.skippedRows == 6)
        for id in ["a\u{1}b", "x\u{FFFD}", "", "  ", String(repeating: "x", count: 201)] { #expect(Person.id(id) == nil) }
        #expect(Person.id(" Anna B. ") == "Anna B." && Person.id(written: "·") == "" && Person.id(written: " 7 ") == "7")
    }

    @Test("The same id in composed and in decomposed characters is one person")
    func canonicalIds() throws {
        let imported = try importTable(
            "person,type,start,value,unit\nJose\u{301},steps,2024-03-10T03:00:00Z,1,count\nJos\u{E9},steps,2024-03-10T04:00:00Z,2,count\n")
        #expect(values(imported) == ["Jos\u{E9}": [1, 2]])
    }

    @Test("A table with two columns of persons is refused")
    func twoColumns() throws {
        let error = #expect(throws: ImportError.self) {
            try importTable("person,Person,type,start,value\na,b,steps,2024-03-10T03:00:00Z,1\n")
        }
        #expect(error.map { "\($0)" }?.contains("the column `Person` appears twice") == true)
    }

    @Test("A text of --type that is not a metric is the column of the metrics")
    func typeColumn() throws {
        let text = "Art,start,value,unit\nsteps,2024-03-10T03:00:00Z,1,count\nheartRate,2024-03-10T03:00:00Z,61,count/min\n"
        let imported = try importTable(text) { $0.mapping[.type] = .either("art") }
        #expect(values(imported).mapValues { $0.sorted() } == ["": [1, 61]])
        let error = #expect(throws: ImportError.self) { try importTable(text) { $0.mapping[.type] = .either("stepz") } }
        #expect(error.map { "\($0)" }?.contains("`stepz` is neither a metric nor a column of the table") == true)
        let line = #"{"Art":"steps","start":"2024-03-10T03:00:00Z","value":1,"unit":"count"}"# + "\n"
        #expect(try values(importTable(line) { $0.mapping[.type] = .either("Art") }) == ["": [1]])
    }

    @Test("A field person of JSON Lines names the person, as text or number, and then every line needs one")
    func jsonLines() throws {
        let row = #""type":"steps","start":"2024-03-10T03:00:00Z","unit":"count""#
        let imported = try importTable(
            """
            {\(row),"value":1,"person":"P07"}
            {\(row),"value":2,"person":8}
            {\(row),"value":3,"person":null}
            {\(row),"value":4}
            {\(row),"value":5,"person":""}
            {\(row),"value":6,"person":"a \\"b\\""}
            {\(row),"value":7,"person":true}
            {\(row),"value":8,"person":["P07"]}
            {\(row),"value":9,"person":"P07","person":"P08"}

            """)
        #expect(values(imported) == ["P07": [1], "8": [2], "a \"b\"": [6]])
        #expect(imported.issues == [.missingPerson: [3, 4, 5], .badTableRow: [7, 8, 9]])
        #expect(try values(importTable("{\(row),\"value\":1}\n")) == ["": [1]])
    }

    @Test("The samples of an export are those of the given person")
    func export() throws {
        let body =
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" startDate="2024-03-10 03:00:00 +0000" endDate="2024-03-10 03:01:00 +0000" value="7"/>"#
        var options = ImportOptions()
        options.person = "P7"
        let imported = try importExport(body, options: options)
        #expect(values(imported) == ["P7": [7]] && imported.report.findings.persons == ["P7": 1])
        #expect(imported.report.text(in: .utc).contains("\nperson: P7\n"))
    }

    @Test("A time without an offset is in the zone of its person, or else in that of the import")
    func zones() throws {
        let text = """
            type,start,value,unit,person
            steps,2024-07-10T03:00:00,1,count,B
            steps,2024-07-10T03:00:00,2,count,T
            steps,2024-07-10T03:00:00,3,count,U

            """
        let imported = try importTable(text) { options in
            options.zone = .utc
            options.zones = ["B": Zone.named("Europe/Berlin"), "T": Zone.named("Asia/Tokyo")].compactMapValues(\.self)
        }
        let starts = imported.sink.rows.reduce(into: [:]) { $0[$1.value] = $1.start }
        #expect(
            starts == [1: "2024-07-10T01:00:00Z", 2: "2024-07-09T18:00:00Z", 3: "2024-07-10T03:00:00Z"].mapValues(milliseconds))
    }

    @Test("Batches of any size have the same samples as one table for each person", arguments: [1, 7, 100, 1 << 18])
    func batches(rows: Int) throws {
        let cohort = LifeCohort(seed: 5, now: Instant(seconds: 1_767_225_600), days: 2, count: 4)
        var text: [UInt8] = []
        _ = try generateTable(of: cohort) { text += $0 }
        // Rows of different people follow each other.
        var lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        let header = lines.removeFirst()
        func order(_ line: String) -> Int { line.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1009 } }
        lines.sort { (order($0), $0) < (order($1), $1) }
        var options = ImportOptions()
        options.batchRows = rows
        let store = MemoryStore()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-persons-\(UUID().uuidString)").path
        let table = ([header] + lines).joined(separator: "\n") + "\n"
        try Data(table.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let report = try Importer(sink: store, options: options, clock: { 0 }).importFile(path)
        #expect(report.findings.skippedRows == 0 && report.added == lines.count)
        try store.read { view throws in
            #expect(try view.persons().map(\.id) == ["P01", "P02", "P03", "P04"])
            for number in 0..<cohort.count {
                let member = cohort.member(number)
                let alone = MemoryStore()
                try member.life.forEachBatch { _ = try alone.write($0) }
                let expected = try alone.read { try $0.metricSummaries().map { [$0.count, Int($0.lastEnd.milliseconds)] } }
                #expect(try view.view(of: member.id).metricSummaries().map { [$0.count, Int($0.lastEnd.milliseconds)] } == expected)
            }
        }
    }

    // MARK: Lists of people

    private func people(_ text: String) throws -> [PersonUpdate] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-people-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try PeopleFile.read(path)
    }

    @Test("A list of persons has ids, zones and attributes")
    func list() throws {
        let found = try people("\u{FEFF}Group;ID;zone; age \r\na;\" P1 \";Europe/Berlin;61\r\n;P2;;\r\n")
        #expect(
            found == [
                PersonUpdate(id: "P1", zone: "Europe/Berlin", attributes: ["Group": "a", "age": "61"]),
                PersonUpdate(id: "P2", attributes: ["Group": "", "age": ""]),
            ])
        #expect(try people("id\n").isEmpty)
        // As in tables of samples, the apostrophe of CSV before a formula is not a part of the id.
        #expect(try people("id\n'=1\n'x\n") == [PersonUpdate(id: "=1"), PersonUpdate(id: "'x")])
    }

    @Test(
        "A list with a mistake is not used, and the mistake is named",
        arguments: [
            ("name,zone\nP1,Europe/Berlin\n", "a list of persons has a column `id`, and this one has name, zone"),
            ("id,zone\nP1,\nP2,Berlin\n", "line 3: `Berlin` is not a time zone; write Area/City, such as Europe/Berlin"),
            ("id,age\nP1,4\n P1 ,5\n", "line 3: `P1` is already in line 2"),
            ("id,age\n ,4\n", "line 2: the id is missing, or has more than 200 bytes, control characters or invalid UTF-8"),
            ("id,age\na\u{1},4\n", "line 2: the id is missing, or has more than 200 bytes, control characters or invalid UTF-8"),
            ("id,age,Age\nP1,4,5\n", "the column `Age` appears twice"),
            ("id,age\nP1,4,5\n", "line 2: it does not have 2 columns as the header does"),
            ("", "the file has no header line"),
        ])
    func mistakes(text: String, reason: String) {
        let error = #expect(throws: ImportError.self) { try people(text) }
        #expect(error.map { "\($0)".hasSuffix(": \(reason)") } == true, "\(String(describing: error))")
    }

    // MARK: Generated cohorts

    @Test("A cohort depends only on its seed, and its persons differ")
    func cohort() throws {
        func cohort(_ count: Int, seed: UInt64 = 1) -> LifeCohort {
            LifeCohort(seed: seed, now: Instant(seconds: 1_767_225_600), days: 3, count: count)
        }
        #expect(cohort(40).people == cohort(40).people && cohort(40).people != cohort(40, seed: 2).people)
        let members = (0..<40).map { cohort(40).member($0) }
        #expect(Set(members.map(\.id)).count == 40 && Set(members.map(\.zone.identifier)).count == 20)
        #expect(Set(members.map(\.group)) == ["control", "training"] && members.allSatisfy { (20..<80).contains($0.age) })
        func samples(_ member: LifeCohort.Member) -> [Int] { member.life.demoBatches().flatMap { $0.samples.values.map(\.count) }.sorted() }
        #expect(samples(members[0]) == samples(cohort(5).member(0)) && samples(members[0]) != samples(members[20]))
        #expect(try people(cohort(40).people) == members.map(\.update))
    }
}
