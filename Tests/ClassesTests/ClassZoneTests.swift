import CalendarIntervals
import Classes
import Foundation
import HealthModel
import Synchronization
import Testing

@Suite("A class in a zone")
struct ClassZoneTests {
    private func folder() -> ClassFolder {
        ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-zones-\(UUID().uuidString)").path)
    }

    private func maker(_ zone: String, _ now: Int64, students: Int = 3, list: String? = nil, lessons: [String] = []) throws -> ClassMaker {
        let now = Instant(seconds: now)
        return try ClassMaker(
            students: students, list: list, lessons: lessons, questions: nil, seed: 7, zone: try #require(Zone.named(zone)), now: now,
            clock: now)
    }

    /// Afternoons of 2026-04-08, 2026-01-20, 2026-04-08, 2026-11-14, 2026-04-08 and 2026-04-16. The last one is after a change by half an hour.
    @Test(
        "A class can be made in each zone, without mistakes that its clocks don't allow",
        arguments: [
            ("UTC", 1_775_659_200, 0), ("Europe/London", 1_768_924_800, 0), ("Asia/Kolkata", 1_775_659_200, 2),
            ("America/New_York", 1_794_690_600, 3), ("Atlantic/Reykjavik", 1_775_659_200, 0), ("Australia/Lord_Howe", 1_776_312_000, 3),
        ] as [(String, Int64, Int)])
    func zones(_ zone: String, _ now: Int64, _ greatest: Int) throws {
        let made = folder()
        defer { try? FileManager.default.removeItem(atPath: made.path) }
        let maker = try maker(zone, now, students: 1, lessons: ["anchors", "zones", "clocks", "nights"])
        let key = try maker.make(in: made)
        // The clocks change by a whole hour in these weeks.
        #expect(maker.lessonsLeftOut.contains("clocks") == (zone != "America/New_York"))
        for student in key.students {
            let kinds = student.questions.flatMap(\.mistakes).map(\.mistake.kind)
            let ofZones = kinds.count { [.readInUTC, .readWithExportOffset].contains($0) }
            #expect(greatest == 0 ? ofZones == 0 : (1...greatest).contains(ofZones), "\(zone): \(ofZones)")
        }
    }

    @Test("A search without hope ends after three lives and names its question, another one after twenty") func hopeless() {
        var search = FailedSearch()
        for _ in 0..<2 { search.add(4, isAlwaysEqual: true) }
        #expect(!search.isOver)
        search.add(4, isAlwaysEqual: true)
        #expect(search.isOver && search.isHopeless && search.question == 4)
        var other = FailedSearch()
        for index in 0..<19 { other.add(index % 3 == 0 ? 1 : 2, isAlwaysEqual: index % 3 == 0) }
        #expect(!other.isOver)
        other.add(1, isAlwaysEqual: false)
        #expect(other.isOver && !other.isHopeless && other.question == 2)
    }

    @Test("A stop ends the search for data before a student is made, and leaves nothing") func stop() throws {
        let made = folder()
        let count = Atomic(0)
        var maker = try maker("Europe/Berlin", 1_775_659_200, students: 1)
        maker.checkStop = { if count.add(1, ordering: .relaxed).newValue > 3 { throw CancellationError() } }
        #expect(throws: CancellationError.self) { try maker.make(in: made) { _ in Issue.record("a student was made") } }
        for path in [made.path, made.path + ".unfinished"] { #expect(!FileManager.default.fileExists(atPath: path)) }
    }

    @Test("A folder whose name is not that of its student is noted") func changedNames() throws {
        let list = folder().path + ".txt"
        defer { try? FileManager.default.removeItem(atPath: list) }
        let note = { (names: String) in
            try Data(names.utf8).write(to: URL(filePath: list))
            return try maker("UTC", 1_775_659_200, list: list, lessons: ["sources"]).noteOnFolders
        }
        #expect(try note("Ann Lee\nZoë Müller-Schmidt\nAnn Lee\n") == nil)
        #expect(
            try note("../../evil\nAnn Lee\n@sum\nann lee\n")
                == "some folders have other names than their students: ../../evil has evil, @sum has sum, ann lee has ann-lee-2")
    }
}
