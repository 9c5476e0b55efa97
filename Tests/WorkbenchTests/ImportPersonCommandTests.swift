import CalendarIntervals
import Foundation
import HealthModel
import SQLiteStorage
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Importing the files of several persons")
final class ImportPersonCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let store = MemoryStore()
    private let output = RecordingOutput()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ text: String, as name: String) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func table(_ value: Int, person: String? = nil, offset: String = "Z") -> String {
        "type,source,start,value,unit\(person == nil ? "" : ",person")\n"
            + "steps,W,2025-01-01T00:00:00\(offset),\(value),count\(person.map { ",\($0)" } ?? "")\n"
    }

    private func command(_ change: (inout ImportCommand<RecordingOutput>) -> Void = { _ in }) -> ImportCommand<RecordingOutput> {
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
        var command = ImportCommand(into: session.commandStore, output: output)
        change(&command)
        return command
    }

    private var ids: [String] {
        get throws { try store.read { try $0.persons().map(\.id) } }
    }

    @Test("One bad file does not stop the others, and each has its own report")
    func badFile() throws {
        let paths = try [
            write(table(1), as: "P1.csv"), write("\u{89}PNG\r\n\u{1A}\n", as: "P2.csv"), write(table(3), as: "P3.csv.txt"),
        ]
        let error = #expect(throws: CommandError.self) { try command { $0.persons.isFromName = true }.run(paths: paths) }
        #expect(
            error?.outcome == .unavailable && error?.message.hasPrefix("1 of 3 files: \(paths[1]): ") == true,
            "\(String(describing: error))")
        #expect(try ids == ["P1", "P3"])
        #expect(output.text.components(separatedBy: "person: P").count == 3)
    }

    @Test("A column of persons is a mistake of its file, which does not stop the others, and the message names the option")
    func columnInOneFile() throws {
        let paths = try [
            write(table(1), as: "P1.csv"), write("\u{89}PNG\r\n\u{1A}\n", as: "P2.csv"), write(table(3, person: "Q"), as: "P3.csv"),
            write(table(4), as: "P4.csv"),
        ]
        let error = #expect(throws: CommandError.self) {
            try command {
                $0.persons.isFromName = true
                $0.persons.option = "--person-from name"
            }.run(paths: paths)
        }
        #expect(error?.outcome == .unavailable && error?.message.hasPrefix("2 of 4 files: ") == true)
        #expect(error?.message.contains("so --person-from name cannot name another one; leave --person-from name out") == true)
        #expect(try ids == ["P1", "P4"])
    }

    @Test("A report in JSON has a line for each file, also for one that cannot be read")
    func json() throws {
        let paths = try [write("", as: "P2.csv"), write(table(3), as: "P3.csv")]
        #expect(throws: CommandError.self) {
            try command {
                $0.persons.isFromName = true
                $0.reportsJSON = true
            }.run(paths: paths)
        }
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains(#""error":"#) && lines[1].contains(#""persons":{"P3":1}"#))
    }

    @Test("Two files of one name are refused before anything is read")
    func clash() throws {
        let error = #expect(throws: CommandError.self) {
            try command {
                $0.persons.isFromName = true
                $0.persons.option = "--person-from name"
            }.run(paths: ["a/P07.zip", "b/P07.csv.zip", "c/P08.zip"])
        }
        #expect(error?.outcome == .wrongUsage)
        #expect(error?.message == "--person-from name: a/P07.zip and b/P07.csv.zip would both be the person P07")
        #expect(try ids == [""])
    }

    @Test(
        "The name of a file without its folder and extensions is the id",
        arguments: [
            ("x/P07.zip", "P07"), ("P07", "P07"), ("cohort/P07/", "P07"), ("P07.csv.zip", "P07"), ("site1.P07.xml", "site1.P07"),
            ("P07.dat", "P07"), ("a b.jsonl", "a b"),
        ])
    func names(path: String, id: String) {
        #expect(ImportPersons.name(of: path) == id)
    }

    @Test("A given person must have an id, and cannot be given for a file with a column of persons")
    func wrongUse() throws {
        let path = try write(table(1, person: "P2"), as: "a.csv")
        for given in [" ", "P1"] {
            let error = #expect(throws: CommandError.self) { try command { $0.persons.given = given }.run(paths: [path]) }
            #expect(error?.outcome == .wrongUsage)
        }
        #expect(try ids == [""])
    }

    // MARK: Zones

    private func zone(_ id: String) throws -> String? { try store.read { try $0.view(of: id).setting("zone") } }

    @Test("A person keeps the zone of the first import, and the store its own")
    func zones() throws {
        let path = try write(table(1, offset: ""), as: "a.csv")
        func run(_ person: String, zone: String?) throws {
            _ = try command {
                $0.persons.given = person
                $0.givenZone = zone
            }.run(paths: [path])
        }
        try run("P1", zone: "Europe/Berlin")
        try run("P2", zone: "Asia/Tokyo")
        try run("P2", zone: "Africa/Lagos")
        try run("P3", zone: nil)
        #expect(try ["P1", "P2", "P3"].map(zone) == ["Europe/Berlin", "Asia/Tokyo", "Europe/Berlin"])
        // Times without an offset are in the given zone, or else in that of the person.
        let starts = try ["P1", "P2", "P3"].map { id in
            try store.read { try $0.view(of: id).metricSummaries()[0].sources[0].firstStart.milliseconds / 3_600_000 }
        }
        let day = Int64(1_735_689_600 / 3600)
        #expect(starts == [day - 1, day - 9, day - 1])
    }

    @Test("A list of persons gives zones and attributes before the files are read, and updates them by id")
    func people() throws {
        let list = try write("id,zone,group\nP1,Asia/Tokyo,a\nP2,,b\n", as: "people.csv")
        let command = command { $0.persons.given = "P1" }
        try command.run(people: list)
        #expect(try command.run(paths: [write(table(1, offset: ""), as: "a.csv")]) == .fine)
        #expect(try zone("P1") == "Asia/Tokyo")
        #expect(try store.read { try $0.view(of: "P1").metricSummaries()[0].firstStart } == Instant(seconds: 1_735_689_600 - 9 * 3600))
        try command.run(people: write("id,zone,group\nP1,,c\nP3,Europe/Berlin,\n", as: "people.csv"))
        try store.read { view throws in
            #expect(
                try view.persons() == [
                    Person(id: "P1", zone: "Asia/Tokyo", attributes: ["group": .text("c")]),
                    Person(id: "P2", attributes: ["group": .text("b")]), Person(id: "P3", zone: "Europe/Berlin"),
                ])
        }
        let error = #expect(throws: CommandError.self) { try command.run(people: folder + "/missing.csv") }
        #expect(error?.outcome == .unavailable)
    }

    @Test("An import says so if most samples of a person name another zone than that of its days")
    func suggestedZone() throws {
        try store.setSetting("zone", to: "Europe/Berlin")
        let path = try write(
            "type,start,value,unit,metadata.HKTimeZone\nsteps,2025-01-01T00:00:00Z,1,count,Asia/Tokyo\n", as: "a.csv")
        _ = try command { $0.persons.given = "P1" }.run(paths: [path])
        #expect(
            output.notes.contains { $0.hasPrefix("most samples of P1 name the zone Asia/Tokyo, but its days are counted in Europe/Berlin") }
        )
    }

    // MARK: Generated data

    @Test("A generated cohort can be imported as a table or as exports, with equal samples")
    func generated() throws {
        var generation = ExportGeneration(now: Instant(seconds: 1_736_208_000))
        generation.days = 2
        for form in ["csv", "zip"] {
            generation.form = form
            #expect(try generation.write(persons: 3, to: folder + "/" + form).contains("3 persons with"))
        }
        #expect(throws: CommandError.self) { try generation.write(persons: 3, to: folder + "/csv") }
        try command().run(people: folder + "/csv/people.csv")
        #expect(try command().run(paths: [folder + "/csv/samples.csv"]) == .fine)
        let counts = try store.read { try $0.personSummaries().map { [$0.sampleCount, $0.metricCount] } }
        let exports = ["P01", "P02", "P03"].map { "\(folder)/zip/\($0).zip" }
        let other = MemoryStore()
        let session = Session(HealthStore(other, surroundings: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
        var command = ImportCommand(into: session.commandStore, output: output)
        command.persons.isFromName = true
        #expect(try command.run(paths: exports) == .fine)
        #expect(try other.read { try $0.personSummaries().map { [$0.sampleCount, $0.metricCount] } } == counts)
        let demo = MemoryStore()
        let demoSession = Session(HealthStore(demo, surroundings: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "demo")
        try DemoData(days: 2, persons: 3).fill(demoSession.commandStore)
        #expect(try demo.read { try $0.persons() } == store.read { try $0.persons() })
        #expect(try demo.read { try $0.personSummaries().map { [$0.sampleCount, $0.metricCount] } } == counts)
    }
}
