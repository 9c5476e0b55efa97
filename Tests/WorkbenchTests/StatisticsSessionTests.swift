import Foundation
import Workbench
import Testing

@Suite("The session of other programs")
struct StatisticsSessionTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01T00:00:00Z

    @Test("An answer is what the statements print, in the format asked for")
    func answer() throws {
        let session = try StatisticsSession(store: .memory, zone: "UTC", now: Self.now)
        let csv = try session.answer(
            """
            add 600 count steps from "Watch" at 2025-01-01 08:00 to 2025-01-01 09:00
            add 400 count steps from "iPhone" at 2025-01-01 08:30 to 2025-01-01 09:30
            sum steps by hour
            """, as: .csv)
        #expect(
            csv == """
                start,end,sum,partial
                2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,600,false
                2025-01-01T09:00:00Z,2025-01-01T10:00:00Z,200,false

                """)
    }

    @Test("JSON has the members that programs rely on")
    func json() throws {
        let session = try StatisticsSession(store: .memory, zone: "America/New_York", now: Self.now)
        let text = try session.answer(
            "add 5 count steps from \"A\" at 2025-03-09 01:30; sum steps, count steps called n by day on 2025-03-09 anchor 00:00")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(document.keys) == ["query", "zone", "range", "interval", "anchor", "columns", "rows", "diagnostics"])
        #expect(document["zone"] as? String == "America/New_York")
        #expect(document["interval"] as? String == "day")
        let range = document["range"] as? [String: String]
        #expect(range == ["start": "2025-03-09T00:00:00-05:00", "end": "2025-03-10T00:00:00-04:00"])
        let columns = document["columns"] as? [[String: String]]
        #expect(columns?.first == ["name": "sum", "metric": "stepCount", "aggregate": "sum", "unit": "count"])
        let row = (document["rows"] as? [[String: Any]])?.first
        #expect(row?["sum"] as? Int == 5)
        #expect(row?["n"] as? Int == 1)
        #expect(row?["partial"] as? Bool == false)
    }

    @Test("A wrong query is a failure with exit code 2 and its diagnostics, and nothing before it runs")
    func wrongQuery() throws {
        let session = try StatisticsSession(store: .memory, zone: "UTC", now: Self.now)
        let failure = #expect(throws: StatisticsSession.Failure.self) {
            try session.answer("add 5 count steps at 2025-01-01 08:00\nsum heartRate")
        }
        #expect(failure?.exitCode == 2)
        #expect(failure?.description.contains("E120") == true)
        let csv = try session.answer("count steps on 2025-01-01", as: .csv)
        #expect(csv.hasSuffix(",0,false\n"))
    }

    @Test("A store that is not there to be read, and a file that is no store, are failures with exit code 3")
    func noStore() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-\(UUID().uuidString)").path
        let missing = #expect(throws: StatisticsSession.Failure.self) { try StatisticsSession(store: .readOnlyFile(path)) }
        #expect(missing?.exitCode == 3)
        try Data("not a store".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let foreign = #expect(throws: StatisticsSession.Failure.self) { try StatisticsSession(store: .file(path)) }
        #expect(foreign?.exitCode == 3)
        let content = try String(contentsOfFile: path, encoding: .utf8)
        #expect(content == "not a store")
    }

    @Test("An import is kept in a file that its owner alone can read, and importing again changes nothing")
    func importing() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = folder.appendingPathComponent("steps.csv")
        try Data("type,source,start,end,value,unit\nsteps,Band,2025-01-01T08:00:00Z,2025-01-01T08:10:00Z,100,count\n".utf8).write(to: table)
        let store = folder.appendingPathComponent("health.tally").path
        for _ in 0..<2 {
            let session = try StatisticsSession(store: .file(store), zone: "UTC", now: Self.now)
            _ = try session.importFile(at: table.path)
            let csv = try session.answer("count, sum steps", as: .csv)
            #expect(csv.split(separator: "\n").last == "2025-01-01T08:00:00Z,2025-01-01T08:10:00Z,1,100,false")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
