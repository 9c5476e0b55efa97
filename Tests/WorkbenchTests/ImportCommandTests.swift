import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SQLiteStorage
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Importing into a session")
struct ImportCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func write(_ text: String, as name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func session(_ store: any SampleStorage) -> Session {
        Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
    }

    @Test(
        "Importing a valid file without rows succeeds and notes that it is empty",
        arguments: [
            ("head.csv", "type,source,start,end,value,unit\n", "has a header but no rows"),
            ("export.xml", "<?xml version=\"1.0\"?><HealthData locale=\"en\"></HealthData>", "contains no samples"),
        ])
    func empty(name: String, text: String, words: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let output = RecordingOutput()
        let path = try write(text, as: name)
        #expect(try ImportCommand(into: session(MemoryStore()).commandStore, output: output).run(paths: [path]) == .fine)
        #expect(output.text.contains("0 rows read"))
        #expect(output.notes.contains("\(path) \(words)"))
    }

    @Test(
        "A file without usable rows is an error",
        arguments: [
            ("rows.csv", "type,source,start,end,value,unit\nsteps,W,foo,bar,1,count\n", "in line 2: a date that cannot be read"),
            ("bad.jsonl", "{\"type\":\"steps\"}\n", "in line 1: no start or end"), ("none.csv", "", "this is an empty file"),
            ("blank.jsonl", "\n \n", "this is a file with only blank lines"),
        ])
    func nothing(name: String, text: String, words: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write(text, as: name)
        let error = #expect(throws: CommandError.self) {
            try ImportCommand(into: session(MemoryStore()).commandStore, output: RecordingOutput()).run(paths: [path])
        }
        let skipped = words.hasPrefix("in line") ? "skipped every row (1 row read). The first, " : ""
        #expect(error?.outcome == .unavailable && error?.message.hasPrefix("\(path): \(skipped)\(words)") == true)
    }

    @Test(
        "An import that fails leaves no new store",
        arguments: ["type,source,start,end,value,unit\nsteps,W,foo,bar,1,count\n", "", "a,b\n1,2\n"])
    func noStore(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write(text, as: "rows.csv")
        let new = session(try SQLiteStore.open(path: folder + "/new.tally", mode: .create))
        #expect(throws: CommandError.self) { try ImportCommand(into: new.commandStore, output: RecordingOutput()).run(paths: [path]) }
        new.commandStore.withdraw()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["rows.csv"])
    }

    @Test("Types of other programs are exported and imported apart from metrics with their names", arguments: ["csv", "jsonl"])
    func foreignTypes(ending: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let types = ["HKQuantityTypeIdentifierStepCount", "StepCount", "Foo", "HKQuantityTypeIdentifierFoo", "steps", "`odd`", "HKFooBar"]
        let records = types.enumerated().map { index, type in
            "<Record type=\"\(type)\" sourceName=\"Phone\" unit=\"count\" startDate=\"2025-01-0\(index + 1) 10:00:00 +0000\" "
                + "endDate=\"2025-01-0\(index + 1) 10:10:00 +0000\" value=\"\(index + 1)\"/>"
        }
        let path = try write("<HealthData>\(records.joined())</HealthData>", as: "export.xml")
        func values(_ store: MemoryStore) throws -> [String: [Double]] {
            try store.read { view in
                var values: [String: [Double]] = [:]
                for metric in try view.metricSummaries().map(\.metric) {
                    try view.scan(metric, from: .min, through: .max, columns: [.values]) { batch in
                        for row in 0..<batch.count { values[metric.identifier, default: []].append(batch.values[row]) }
                        return true
                    }
                }
                return values
            }
        }
        let (first, second) = (MemoryStore(), MemoryStore())
        let copy = folder + "/all.\(ending)"
        #expect(session(first).run(SourceText("import \"\(path)\"; export everything to \"\(copy)\""), output: RecordingOutput()) == .fine)
        _ = try ImportCommand(into: session(second).commandStore, output: RecordingOutput()).run(paths: [copy])
        let expected = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1, [Double($0 + 1)]) })
        #expect(try values(first) == expected)
        #expect(try values(second) == expected)
    }

    private func run(minutes: Int, kilometers: Int) -> String {
        let times = "startDate=\"2025-01-01 08:00:00 +0000\" endDate=\"2025-01-01 09:00:00 +0000\""
        return "<HealthData><ExportDate value=\"2025-01-02 00:00:00 +0000\"/>"
            + "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"\(minutes)\" durationUnit=\"min\" "
            + "totalDistance=\"\(kilometers)\" totalDistanceUnit=\"km\" sourceName=\"Watch\" \(times)/></HealthData>"
    }

    @Test("An export that replaces corrects workouts, and a dry run foretells it (S1.5)")
    func corrected() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = MemoryStore()
        let old = try write(run(minutes: 34, kilometers: 6), as: "old.xml")
        let new = try write(run(minutes: 33, kilometers: 6), as: "new.xml")
        _ = try ImportCommand(into: session(store).commandStore, output: RecordingOutput()).run(paths: [old])
        func seconds() throws -> [Double?] { try store.read { try $0.workouts(from: .min, through: .max).map(\.activeSeconds) } }

        var output = RecordingOutput()
        var command = ImportCommand(into: session(store).commandStore, output: output)
        command.replacement = .init(.everything)
        command.replacement?.isDryRun = true
        _ = try command.run(paths: [new, old])
        #expect(output.text.contains("\(new) has other numbers for 1 workout of the store:"))
        #expect(output.text.contains("with --replace, the import would add 1 sample and delete 1 sample; nothing was changed"))
        #expect(output.text.contains("with --replace, the import would add 0 samples and delete 0 samples; nothing was changed"))
        #expect(output.notes.contains("each file is compared with the store as it is now, not as it would be after the files before it"))
        #expect(try seconds() == [2040])

        output = RecordingOutput()
        command = ImportCommand(into: session(store).commandStore, output: output)
        command.replacement = .init(.everything)
        command.replacement?.isConfirmed = true
        _ = try command.run(paths: [new])
        #expect(output.notes.contains("deleted 1 workout that the file has with other numbers"), "\(output.notes)")
        #expect(try seconds() == [1980])
    }

    private func export(_ rows: [(type: String, start: String, value: String)]) -> String {
        let records = rows.map { row in
            "<Record type=\"\(row.type.isEmpty ? "" : "HKQuantityTypeIdentifier\(row.type)")\" sourceName=\"Watch\" startDate=\"2025-01-\(row.start):00:00 +0000\" "
                + "endDate=\"2025-01-03 09:00:00 +0000\" value=\"\(row.value)\"/>"
        }
        return "<HealthData><ExportDate value=\"2025-02-01 00:00:00 +0000\"/>\(records.joined(separator: "\n"))</HealthData>"
    }

    @Test(
        "An export deletes nothing if an unreadable row may be one of the samples (S1.5)",
        arguments: [
            ("StepCount", "02 08", "x", true), ("StepCount", "99 08", "2", true), ("StepCount", "04 08", "2", true),
            ("", "99 08", "2", true), ("HeartRate", "99 08", "2", false),
        ])
    func unreadableRows(type: String, start: String, value: String, refuses: Bool) throws {
        try replace(refuses: refuses) { kept in export([kept, (type, start, value)]) }
    }

    @Test(
        "An export deletes nothing if an element with a damaged name may be one of the samples (S1.5)",
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", true), ("HKQuantityTypeIdentifierHeartRate", false), ("HKNewTypeIdentifier", false),
        ])
    func unknownElements(type: String, refuses: Bool) throws {
        try replace(refuses: refuses) { kept in
            export([kept]).replacing(
                "</HealthData>", with: "<Recerd type=\"\(type)\" startDate=\"2025-01-02 08:00:00 +0000\" value=\"2\"/></HealthData>")
        }
    }

    /// Imports an export with two samples of steps, then another one that replaces it and has the first of them.
    private func replace(refuses: Bool, by file: ((type: String, start: String, value: String)) -> String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = MemoryStore()
        let kept = (type: "StepCount", start: "01 08", value: "1")
        let old = try write(export([kept, ("StepCount", "02 08", "2")]), as: "old.xml")
        let new = try write(file(kept), as: "new.xml")
        _ = try ImportCommand(into: session(store).commandStore, output: RecordingOutput()).run(paths: [old])
        var command = ImportCommand(into: session(store).commandStore, output: RecordingOutput())
        command.replacement = .init(.everything)
        for isDryRun in [true, false] {
            command.replacement?.isDryRun = isDryRun
            command.replacement?.isConfirmed = !isDryRun
            let error = try { () -> CommandError? in
                do { _ = try command.run(paths: [new]) } catch let error as CommandError { return error }
                return nil
            }()
            #expect((error?.outcome == .unavailable) == refuses)
            #expect(!refuses || error?.message.contains("has 1 row that can't be read") == true, "\(error?.message ?? "")")
        }
        let steps = MetricID("HKQuantityTypeIdentifierStepCount")
        #expect(try store.read { try $0.metricSummaries().first { $0.metric == steps }?.count } == (refuses ? 2 : 1))
    }

    @Test("The message for a full disk names what was saved, whichever write failed")
    func fullDisk() throws {
        let rows = (0..<20_000).map {
            "steps,Watch,\(ISO8601.text(of: Instant(seconds: 1_700_000_000 + Int64($0 * 617)), in: .utc)),\($0 &* $0 &* 7919 % 99_991),count"
        }
        let path = try write("type,source,start,value,unit\n" + rows.joined(separator: "\n") + "\n", as: "many.csv")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var told: Set<String> = []
        for pages in stride(from: 1, to: 100, by: 3) {
            let file = "\(folder)/store\(pages)"
            _ = try SQLiteStore.open(path: file, mode: .create)
            var options = StoreOptions()
            options.greatestPageCount = try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) / 8192 + pages
            let store = try SQLiteStore.open(path: file, mode: .readWrite, options: options)
            let saved = { try store.read { try $0.metricSummaries().reduce(0) { $0 + $1.count } } }
            do {
                _ = try ImportCommand(into: session(store).commandStore, output: RecordingOutput()).run(paths: [path])
                #expect(try saved() == 20_000)
                break
            } catch let error as CommandError {
                let words = try saved() == 0 ? "nothing of \(path) was saved" : "saved 20,000 samples of \(path) in \(file)"
                #expect(error.message.hasPrefix("the disk is full: \(words)"), "\(error)")
                told.insert(try saved() == 0 ? "nothing" : error.message.contains("but not their quarter-hour sums") ? "samples" : "?")
            }
        }
        #expect(told.contains("nothing") && !told.contains("?"))
    }
}
