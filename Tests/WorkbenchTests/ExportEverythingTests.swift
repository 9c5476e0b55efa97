import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// `export everything` writes a store as a table that imports as it was, and `pseudonymised` one without names and dates.
@Suite("Exporting everything")
final class ExportEverythingTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let output = RecordingOutput()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    // MARK: A store

    private func session(_ store: MemoryStore) -> Session {
        Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
    }

    private func run(_ text: String, in store: MemoryStore, expecting outcome: Outcome = .fine) {
        let found = session(store).run(SourceText(text), output: output)
        #expect(found == outcome, "\(text): \(output.codes) \(output.notes)")
    }

    private func record(_ type: String, _ start: String, _ end: String, _ value: String, unit: String = "", parts: String = "") -> String {
        "<Record type=\"\(type)\" sourceName=\"Anna’s Band\" sourceVersion=\"9.1\" \(unit.isEmpty ? "" : "unit=\"\(unit)\"") "
            + "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Annas Uhr, model:Watch&gt;\" creationDate=\"\(end)\" startDate=\"\(start)\" "
            + "endDate=\"\(end)\" value=\"\(value)\">\(parts)</Record>"
    }

    /// The export of one person, with devices, metadata, a workout, an unknown type, an unknown category value and a summary.
    private var export: String {
        let (noon, later) = ("2025-06-01 12:00:00 +0200", "2025-06-01 12:30:00 +0200")
        return "<HealthData locale=\"de_DE\">"
            + record("HKQuantityTypeIdentifierStepCount", noon, later, "800", unit: "count")
            + record(
                "HKQuantityTypeIdentifierHeartRate", noon, noon, "71", unit: "count/min",
                parts: "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/><MetadataEntry key=\"Note\" value=\"after the opera\"/>")
            + record("HKQuantityTypeIdentifierFromTomorrow", noon, later, "2.5", unit: "m")
            + record("HKCategoryTypeIdentifierSleepAnalysis", noon, later, "HKCategoryValueSleepAnalysisAsleepNapping")
            + record("HKCategoryTypeIdentifierSleepAnalysis", noon, later, "HKCategoryValueSleepAnalysisAsleepCore")
            + "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\" sourceName=\"Anna’s Band\" "
            + "startDate=\"\(noon)\" endDate=\"\(later)\"><WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"\(noon)\"/></Workout>"
            + "<ActivitySummary dateComponents=\"2025-06-01\" activeEnergyBurned=\"1\" activeEnergyBurnedUnit=\"kcal\"/></HealthData>"
    }

    /// A store of three people in two zones, with samples around midnight in summer and winter, and with sources that overlap.
    private func study(_ more: String = "") throws -> MemoryStore {
        let store = MemoryStore()
        let path = folder + "/anna.xml"
        try Data(export.utf8).write(to: URL(filePath: path))
        var command = ImportCommand(into: session(store).commandStore, output: output)
        command.persons.given = "Anna"
        _ = try command.run(paths: [path])
        run(
            """
            load steps for person P07 from "Bert's Apple Watch" at 2025-03-28T22:30:00Z every 45min for 30min: 10+7x120
            load steps for person P07 from "iPhone von Bert" at 2025-03-28T22:10:00Z every 1h: 20+3x80
            load steps for person P07 from "iPad von Bert" at 2025-03-28T22:10:00Z every 1h: 21+3x80
            load steps for person P07 from "Bert's Apple Watch" at 2025-10-25T20:00:00Z every 45min: 11+3x60
            load sleep for person P07 from "Bert's Apple Watch" at 2025-01-01 23:00 every 1h: core deep
            load steps for person "Chris" from "=Ring" at 2025-02-01 23:40 every 1h: 5+1x100
            add 62 bpm heartRate for person "Chris" at 2025-07-01 08:00
            set store zone for person P07 = Europe/Berlin
            set store zone for person "Chris" = America/New_York
            \(more)
            """, in: store)
        return store
    }

    // MARK: Facts

    /// Returns all samples with their texts and devices, and the zone of each person.
    private func contents(_ store: MemoryStore) throws -> [String] {
        try store.read { whole in
            var lines: [String] = []
            try whole.forEachPerson { person, reader in
                lines.append("\(person.id) \(try reader.setting("zone") ?? "-")")
                let (sources, origins) = (try reader.sources(), try reader.origins())
                let workouts = try reader.workouts(from: .min, through: .max).map { "\($0.activity) \($0.start) \($0.end)" }
                lines += workouts.map { "\(person.id) \($0)" }
                for metric in try reader.metricSummaries().map(\.metric) where metric != .workouts {
                    try reader.scan(metric, from: .min, through: .max, columns: .all) { batch in
                        let sets = try reader.metadataSets(Set(batch.metadata))
                        for row in 0..<batch.count {
                            let metadata = sets[batch.metadata[row]]?.entries.map { "\($0.key)=\($0.value)" } ?? []
                            lines.append(
                                "\(person.id) \(metric.identifier) \(batch.starts[row]) \(batch.ends[row]) \(batch.values[row]) "
                                    + "\(sources[batch.sources[row]]?.name ?? "?") \(batch.created[row]) "
                                    + "\(origins[batch.origins[row]]?.device.map { "\($0)" } ?? "-") \(metadata)")
                        }
                        return true
                    }
                }
            }
            return lines.sorted()
        }
    }

    /// Returns the rows of a query as CSV, by person, with names in place of codes.
    private func rows(_ query: String, _ store: MemoryStore, names: [String: String] = [:]) -> [String] {
        let output = RecordingOutput()
        _ = session(store).run(SourceText("set format = csv; \(query)"), output: output)
        #expect(!output.text.isEmpty, "\(query): \(output.codes)")
        return output.text.split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { names[String($0)] ?? String($0) }.joined(separator: ",")
        }.sorted()
    }

    private struct Key: Decodable {
        struct Person: Decodable {
            var person: String
            var code: String
            var weeks: Int
            var sources: [String: String]
        }
        var persons: [Person]
        var names: [String: String] { Dictionary(uniqueKeysWithValues: persons.map { ($0.code, $0.person) }) }
    }

    private func key(_ name: String) throws -> Key {
        try JSONDecoder().decode(Key.self, from: Data(contentsOf: URL(filePath: folder + "/" + name)))
    }

    private func mode(_ name: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions] as? Int) ?? 0
    }

    private func imported(_ name: String) -> MemoryStore {
        let store = MemoryStore()
        run("import \"\(folder)/\(name)\"", in: store)
        return store
    }

    // MARK: With names

    @Test("A file of everything imports as it was", arguments: ["csv", "jsonl"])
    func roundTrip(ending: String) throws {
        let store = try study("add 5 count steps for person \"\" at 2025-01-01 08:00")
        run("export everything to \"\(folder)/all.\(ending)\"", in: store)
        let lost = "not exported: 1 activity summary, durations without pauses, statistics, events, parts and routes of 1 workout"
        let advice = "an import of this file can give other answers; a .jsonl file has everything that is missing here"
        for note in [lost, advice] { #expect(output.notes.contains(note) == (ending == "csv"), "\(output.notes)") }
        #expect(try contents(imported("all.\(ending)")) == contents(store))
        #expect(try mode("all.\(ending)") == 0o600)
    }

    @Test("A store of one person keeps its person and its zone", arguments: ["", "P01"])
    func onePerson(id: String) throws {
        let store = MemoryStore()
        run("add 5 count steps for person \"\(id)\" at 2025-01-01 08:00; set store zone = Asia/Tokyo", in: store)
        run("export everything to \"\(folder)/one.csv\"", in: store)
        let text = try String(contentsOfFile: folder + "/one.csv", encoding: .utf8)
        #expect(text.hasPrefix(id.isEmpty ? "person.zone,type," : "person,person.zone,type,"))
        #expect(try contents(imported("one.csv")) == contents(store))
    }

    @Test("Samples of the person without a name import as they were, with and without other persons")
    func unnamed() throws {
        let store = MemoryStore()
        run("add 5 count steps for person \"\" at 2025-01-01 08:00", in: store)
        run("export steps to \"\(folder)/alone.csv\"", in: store)
        run("add 6 count steps for person P1 at 2025-01-01 08:00", in: store)
        run("export steps to \"\(folder)/both.csv\"; export steps where person is missing to \"\(folder)/missing.csv\"", in: store)
        for name in ["alone", "missing"] {
            let text = try String(contentsOfFile: folder + "/\(name).csv", encoding: .utf8)
            #expect(!text.contains("person"))
            #expect(rows("sum steps by person", imported("\(name).csv")).contains { $0.hasSuffix(",,5,false") })
        }
        #expect(rows("sum steps by person", imported("both.csv")) == rows("sum steps by person", store))
    }

    @Test("Clauses choose the range, the persons and the sources")
    func clauses() throws {
        let store = try study()
        run("export everything during 2025-03 where person is P07 and source contains \"Watch\" to \"\(folder)/part.csv\"", in: store)
        let part = imported("part.csv")
        #expect(try part.read { try $0.persons().map(\.id) } == ["P07"])
        #expect(
            rows("count, sum steps by day during 2025-03 sources raw", part)
                == rows("count, sum steps by day during 2025-03 where person is P07 and source contains \"Watch\" sources raw", store))
        #expect(try part.read { try $0.view(of: "P07").sources().values.map(\.name) } == ["Bert's Apple Watch"])
    }

    // MARK: With codes

    @Test("Sums of each person and weekday, and merged sums of each day, remain the same with codes", arguments: 1...5)
    func sameSums(attempt: Int) throws {
        let store = try study("add 5 count steps for person \"\" at 2025-01-01 08:00")
        run("export everything pseudonymised to \"\(folder)/study.csv\"", in: store)
        let names = try key("study.key").names
        let copy = imported("study.csv")
        // The person without a name gets a code, too.
        let originals = names.merging(["": ""]) { known, _ in known }
        #expect(Set(try copy.read { try $0.persons().map(\.id) }) == Set(originals.keys.filter { !$0.isEmpty }))
        for query in [
            "sum steps by weekday and person", "count steps by weekday and person sources raw", "duration sleep by weekday and person",
            "average heartRate by weekday and person", "count workouts by weekday and person",
        ] {
            let query = "\(query) zone person"
            #expect(weekdays(rows(query, copy, names: names)) == weekdays(rows(query, store)), "\(query)")
        }
        let query = "sum steps by day and person zone person"
        #expect(sums(rows(query, copy, names: names)) == sums(rows(query, store)))
    }

    /// Returns rows without their dates.
    private func weekdays(_ rows: [String]) -> [String] { rows.filter { $0.contains("day") }.sorted() }

    /// Returns the sums of each person, without the days.
    private func sums(_ rows: [String]) -> [String: [String]] {
        Dictionary(
            grouping: rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }.filter {
                $0.count > 3 && $0[3] != "sum" && !$0[3].isEmpty
            }, by: { $0[2] }
        )
        .mapValues { $0.map { $0[3] }.sorted() }
    }

    @Test("A file with codes has neither ids nor names nor texts nor devices")
    func nothingRemains() throws {
        let store = try study()
        for ending in ["csv", "jsonl"] {
            run("export everything pseudonymised to \"\(folder)/study-\(ending).\(ending)\"", in: store)
            let text = try String(contentsOfFile: folder + "/study-\(ending).\(ending)", encoding: .utf8).lowercased()
            for secret in [
                "anna", "p07", "chris", "bert", "band", "ring,", "uhr", "opera", "note", "berlin", "new_york", "america", "9.1", "apple",
            ] {
                #expect(!text.contains(secret), "\(secret) in \(ending)")
            }
            #expect(text.contains("watch ") && text.contains("iphone ") && text.contains("source "))
            #expect(text.contains("hkwasuserentered"))
        }
    }

    @Test("Times are whole weeks earlier, 1 to 52 for each person, and keep their offsets")
    func shifts() throws {
        let store = try study()
        run("export everything pseudonymised to \"\(folder)/study.jsonl\"", in: store)
        run("export everything to \"\(folder)/named.jsonl\"", in: store)
        struct Row: Decodable {
            var person: String
            var type: String
            var start: String
        }
        /// The types and starts of a person's samples, with their offsets, in the order of the file.
        func starts(_ name: String, _ person: String) throws -> [Row] {
            try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\n")
                .filter { !$0.contains("\"store\":") }.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
                .filter { $0.person == person }
        }
        let key = try key("study.key")
        #expect(key.persons.map(\.person) == ["Anna", "Chris", "P07"])
        for person in key.persons {
            #expect((1...52).contains(person.weeks))
            let (before, after) = (try starts("named.jsonl", person.person), try starts("study.jsonl", person.code))
            #expect(!before.isEmpty && before.map(\.type) == after.map(\.type))
            #expect(before.map { $0.start.dropFirst(19) } == after.map { $0.start.dropFirst(19) })
            for (one, other) in zip(before, after) {
                let times = try [one, other].map { try #require(ISO8601.read($0.start.prefix(19) + "Z")).instant(in: .utc).milliseconds }
                #expect(times[0] - times[1] == Int64(person.weeks) * 7 * 86_400_000)
            }
        }
    }

    @Test("A key is private, is never replaced, and keeps its codes for later exports")
    func keys() throws {
        let store = try study()
        let (path, keyPath) = ("\(folder)/study.csv", "\(folder)/study.key")
        run("export everything pseudonymized to \"\(path)\"", in: store)
        #expect(try mode("study.key") == 0o600 && mode("study.csv") == 0o600)
        let (first, data) = (try key("study.key"), try Data(contentsOf: URL(filePath: path)))
        run("set overwrite = yes; export everything pseudonymised to \"\(path)\"", in: store, expecting: .unavailable)
        #expect(try key("study.key").names == first.names && Data(contentsOf: URL(filePath: path)) == data)

        run("load steps for person D4 from \"Ring\" at 2025-02-01 every 1h: 5", in: store)
        run("load steps for person P07 from \"Apple Watch 2\" at 2025-02-01 every 1h: 5", in: store)
        run("export everything pseudonymised using \"\(keyPath)\" to \"\(folder)/later.csv\"", in: store)
        let second = try key("study.key")
        #expect(try mode("study.key") == 0o600)
        #expect(second.persons.count == first.persons.count + 1)
        for person in first.persons {
            let later = try #require(second.persons.first { $0.person == person.person })
            #expect(later.code == person.code && later.weeks == person.weeks)
            #expect(person.sources.allSatisfy { later.sources[$0.key] == $0.value })
        }
        // Both files together are the study without duplicates.
        let copy = imported("study.csv")
        run("import \"\(folder)/later.csv\"", in: copy)
        #expect(try contents(copy) == contents(imported("later.csv")))
    }

    @Test("An export that fails leaves neither a file nor a key")
    func failure() throws {
        let store = try study()
        let cancelled = RecordingOutput()
        cancelled.cancel()
        _ = session(store).run(SourceText("export everything pseudonymised to \"\(folder)/study.csv\""), output: cancelled)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["anna.xml"])
    }

    @Test(
        "Wrong uses are refused",
        arguments: [
            ("export everything pseudonymised using \"none.key\" to \"a.csv\"", "can't read the key none.key"),
            ("export everything pseudonymised using \"Package.swift\" to \"a.csv\"", "is not the key of an export"),
            ("export everything using \"a.key\" to \"a.csv\"", "E"), ("export everything by day to \"a.csv\"", "E159"),
            ("export everything to \"a.txt\"", "E246"), ("export everything", "E"), ("export everything pseudonymised", "E"),
            ("export everything pseudonymised using to \"a.csv\"", "E"), ("export everything where person is nobody to \"a.csv\"", "E320"),
            ("export everything where activity is running to \"a.csv\"", "E"),
        ])
    func wrongUses(text: String, message: String) throws {
        let store = try study()
        let output = RecordingOutput()
        let outcome = session(store).run(SourceText(text), output: output)
        #expect([.wrong, .unavailable].contains(outcome))
        let messages = output.codes + output.findings.map(\.message) + output.notes
        #expect(outcome == .unavailable || messages.contains { $0.contains(message) }, "\(messages)")
        #expect(!FileManager.default.fileExists(atPath: "a.csv"))
    }
}
