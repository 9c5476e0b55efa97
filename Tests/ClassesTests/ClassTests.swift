import CalendarIntervals
import Classes
import Foundation
import HealthModel
import StoreCommands
import Testing

@Suite("A class")
struct ClassTests {
    private static let now = Instant(seconds: 1_775_659_200)  // 2026-04-08 16:40 in Berlin

    private func folder() -> ClassFolder {
        ClassFolder(FileManager.default.temporaryDirectory.appending(path: "tally-class-\(UUID().uuidString)").path)
    }

    private func make(
        _ folder: ClassFolder, students: Int = 2, lessons: [String] = ["anchors", "sources", "styles"], seed: UInt64 = 7
    ) throws -> ClassKey {
        let zone = try #require(Zone.named("Europe/Berlin"))
        return try ClassMaker(
            students: students, list: nil, lessons: lessons, questions: nil, seed: seed, zone: zone, now: Self.now, clock: Self.now
        ).make(in: folder)
    }

    private func files(in folder: ClassFolder) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            files[path] = FileManager.default.contents(atPath: folder.path + "/" + path)
        }
        return files
    }

    @Test("The same seed makes the same files, and another one makes others") func seeds() throws {
        let (first, second, third) = (folder(), folder(), folder())
        defer { for made in [first, second, third] { try? FileManager.default.removeItem(atPath: made.path) } }
        _ = try make(first, students: 1)
        _ = try make(second, students: 1)
        let key = try make(third, students: 1, seed: 8)
        #expect(try files(in: first) == files(in: second))
        #expect(try first.readKey().students[0].questions[0].value != key.students[0].questions[0].value)
        // Students read the mark of a sheet, so nothing of the seed may be in it.
        #expect(try first.readKey().students[0].sheet == key.students[0].sheet)
    }

    @Test("More questions than there are variants are refused at once") func tooMany() {
        let zone = Zone.utc
        #expect(throws: CommandError.self) {
            try ClassMaker(
                students: 1, list: nil, lessons: ["range"], questions: 20, seed: 7, zone: zone, now: Self.now, clock: Self.now)
        }
    }

    @Test("Students have different answers, and nothing that is handed out has a right number or a query") func sheets() throws {
        let made = folder()
        defer { try? FileManager.default.removeItem(atPath: made.path) }
        let key = try make(made)
        #expect(key.students.map(\.folder) == ["student-01", "student-02"])
        for (a, b) in zip(key.students[0].questions, key.students[1].questions) { #expect(a.value != b.value) }
        for student in key.students {
            for name in ["questions.md", "questions.ipynb", "README.md"] {
                let text = try String(contentsOfFile: made.path + "/students/\(student.folder)/\(name)", encoding: .utf8)
                for question in student.questions {
                    #expect(!text.contains(question.query))
                    #expect(!text.contains(question.rounding.text(question.value)))
                }
                for other in key.students where other.folder != student.folder { #expect(!text.contains(other.sheet)) }
            }
        }
    }

    @Test("Only the owner can read the files") func permissions() throws {
        let made = folder()
        defer { try? FileManager.default.removeItem(atPath: made.path) }
        _ = try make(made, students: 1, lessons: ["sources"])
        for path in try FileManager.default.subpathsOfDirectory(atPath: made.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: made.path + "/" + path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
        }
    }

    @Test("A folder with files is not touched") func notEmpty() throws {
        let made = folder()
        defer { try? FileManager.default.removeItem(atPath: made.path) }
        try FileManager.default.createDirectory(atPath: made.path, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: made.path + "/notes.txt"))
        #expect(throws: CommandError.self) { try make(made) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: made.path) == ["notes.txt"])
    }

    @Test("An unknown lesson is an error") func unknownLesson() {
        #expect(throws: CommandError.self) { try make(folder(), lessons: ["nothing"]) }
    }

    @Test("An empty name of a lesson is an error", arguments: [[""], ["anchors", ""]]) func emptyLesson(_ lessons: [String]) {
        #expect(throws: CommandError.self) { try make(folder(), lessons: lessons) }
    }

    @Test("A class that is stopped leaves nothing, and can be made again") func stopped() throws {
        let made = folder()
        defer { try? FileManager.default.removeItem(atPath: made.path) }
        var maker = try ClassMaker(
            students: 2, list: nil, lessons: ["sources"], questions: nil, seed: 7, zone: try #require(Zone.named("Europe/Berlin")),
            now: Self.now, clock: Self.now)
        maker.checkStop = { throw CancellationError() }
        #expect(throws: CancellationError.self) { try maker.make(in: made) }
        maker.checkStop = {}
        for path in [made.path, made.path + ".unfinished"] { #expect(!FileManager.default.fileExists(atPath: path)) }
        // A process that was killed leaves the unfinished folder.
        try FileManager.default.createDirectory(atPath: made.path + ".unfinished/students/a", withIntermediateDirectories: true)
        try maker.make(in: made)
        #expect(try FileManager.default.contentsOfDirectory(atPath: made.path + "/students").sorted() == ["student-01", "student-02"])
        #expect(!FileManager.default.fileExists(atPath: made.path + ".unfinished"))
    }

    @Test("Names that several students have are known") func repeatedNames() throws {
        let list = folder().path + ".txt"
        defer { try? FileManager.default.removeItem(atPath: list) }
        try Data("Ann Lee\nBo\nAnn Lee\n".utf8).write(to: URL(filePath: list))
        let maker = try ClassMaker(
            students: 1, list: list, lessons: [], questions: nil, seed: 7, zone: .utc, now: Self.now, clock: Self.now)
        #expect(maker.repeatedNames == ["Ann Lee"])
    }

    @Test("Wrong numbers of a question differ from the right one and from each other in three digits") func clearNumbers() throws {
        let made = folder()
        defer { try? FileManager.default.removeItem(atPath: made.path) }
        for question in try make(made, students: 1, lessons: []).students[0].questions {
            let values = [question.value] + question.mistakes.map(\.value)
            for (index, value) in values.enumerated() {
                for other in values[..<index] {
                    let greatest = max(value, other)
                    var unit = 1e-6
                    while unit * 1000 <= greatest { unit *= 10 }
                    #expect(abs(value - other) >= 1.999 * unit, "\(question.query): \(value) and \(other)")
                }
            }
        }
    }
}
