import CalendarIntervals
import Foundation
import HealthModel
import Lessons
import QueryDiagnostics
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Every lesson")
struct LessonTests {
    static let lessons = LessonCatalog.all.map(\.name)

    private func lesson(_ name: String) throws -> Lesson { try #require(LessonCatalog.all.first { $0.name == name }) }

    @Test("As a notebook, it has all of its statements in order, on an empty store, and no solution in a cell", arguments: lessons)
    func notebook(_ name: String) throws {
        let lesson = try lesson(name)
        let document = try JSONSerialization.jsonObject(with: Data(LessonNotebook(lesson).text().utf8)) as? [String: Any]
        let cells = try #require(document?["cells"] as? [[String: Any]])
        let code = cells.filter { $0["cell_type"] as? String == "code" }.compactMap { $0["source"] as? String }
        #expect(code.first?.hasPrefix("open \":memory:\"\n") == true && code.first?.contains("\nset ") == true)
        let statements = lesson.parts.compactMap { part -> String? in
            switch part {
            case .run(let text): text.trimmingCharacters(in: .newlines)
            case .program(let program): program.query
            default: nil
            }
        }
        #expect(code.dropFirst().filter { !$0.hasPrefix("#") } == statements)
        let tasks = lesson.parts.filter { if case .task = $0 { true } else { false } }.count
        #expect(code.count == 1 + statements.count + tasks)
        #expect(Set(cells.compactMap { $0["id"] as? String }).count == cells.count)
    }

    @Test("There are at least twenty lessons, with different names, and goals that fit into the list")
    func complete() {
        #expect(Self.lessons.count >= 20 && Self.lessons.count == LessonCatalog.count)
        #expect(Set(Self.lessons).count == Self.lessons.count)
        for lesson in LessonCatalog.all { #expect(lesson.goal.hasSuffix(".") && lesson.goal.count <= 60, "\(lesson.name)") }
    }

    @Test("It keeps the rules for lessons, and its statements give the results that were worked out by hand", arguments: lessons)
    func problems(name: String) throws {
        for problem in try LessonChecker.problems(of: lesson(name)) {
            Issue.record("\(name).md:\(problem.line):\(problem.column): \(problem.message)\n\(problem.help)")
        }
    }

    @Test("Pressing Enter and typing `skip` shows the whole lesson", arguments: lessons)
    func skipping(name: String) throws {
        let lesson = try lesson(name)
        let taken = try Conversation(name)
        for part in lesson.parts {
            switch part {
            case .prediction(let prediction):
                let said = taken.say("")
                #expect(said.contains("answer is "), "\(name): \(prediction.question)")
            case .task:
                let said = taken.say("skip")
                #expect(said.contains("learn> "), "\(name)")
            case .own: taken.say("skip")
            default: break
            }
        }
        #expect(taken.session.lessons.current == nil && taken.text.lowercased().contains(LessonReader.lastHeading))
    }

    @Test("The text fits in 76 columns, and in a terminal with 40 columns", arguments: lessons, [40, 120])
    func width(name: String, columns: Int) throws {
        let words = try lesson(name)
        let taken = try Conversation(name, width: columns)
        while taken.session.lessons.current != nil { taken.say("skip") }
        // Tables and statements are not wrapped.
        let prose = words.parts.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }
        let widest = min(76, columns - 1)
        for line in taken.text.split(separator: "\n") where prose.contains(where: { $0.contains(line) }) {
            #expect(line.count <= widest, "\(name): \(line)")
        }
        #expect(prose.allSatisfy { !$0.isEmpty })
    }
}

@Suite("Taking a lesson")
struct LessonRunTests {
    @Test("Statements in a lesson do not change the learner's samples, settings, names or last result")
    func isolation() throws {
        let taken = try Conversation("anchors", begins: false)
        taken.run("add 5 count steps at 2025-12-31 10:00; let goal = 7; sum steps")
        let before = [taken.run("show metrics"), taken.run("_"), taken.run("show settings"), taken.run("show variables")]
        _ = taken.session.beginLesson("learn anchors", output: RecordingOutput())
        for line in ["add 900 kcal activeEnergy at 2026-06-01 10:00", "set zone = Asia/Tokyo", "let goal = 9", "sum activeEnergy"] {
            taken.say(line)
        }
        #expect(taken.session.lessons.current != nil)
        #expect(taken.say("quit").contains("Your next statement uses your own store: mine"))
        #expect(taken.session.lessons.current == nil)
        let after = [taken.run("show metrics"), taken.run("_ | limit 5"), taken.run("show settings"), taken.run("show variables")]
        #expect(before == after)
        #expect(after[1].contains("5") && after[3].contains("7"))
    }

    @Test("A lesson cannot open a store")
    func noStore() throws {
        let taken = try Conversation("anchors")
        taken.say("open \"/tmp/x.tally\"")
        #expect(taken.codes.contains("E300"))
        #expect(taken.session.lessons.current?.session.storage.name == "lesson")
    }

    @Test("A lesson resumes, restarts with `again` and is cleared by `reset`; only the learner can read the file")
    func resuming() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-lessons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tally/lessons").path
        let progress = LessonProgress(path: path)
        let taken = try Conversation("anchors", progress: progress)
        taken.say("1030")
        taken.say("quit")
        #expect(progress.states == ["anchors": .begun(1)])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let resumed = try Conversation("anchors", progress: progress)
        #expect(resumed.text.unwrapped.contains("You have passed 1 of"))
        #expect(resumed.text.contains("assert sum activeEnergy") && !resumed.text.contains("A night out"))
        let again = try Conversation("anchors again", progress: progress)
        #expect(again.text.contains("A night out"))

        let reset = try Conversation("reset", progress: progress)
        #expect(progress.states.isEmpty)
        reset.run("learn")
        #expect(!reset.text.contains("1 of"))
    }

    @Test(
        "A damaged progress file is ignored",
        arguments: ["", "anchors", "anchors x\nfoo 3\n", "\u{0}\u{1}", "anchors 99999"])
    func damagedProgress(text: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-lessons-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        let taken = try Conversation("anchors", progress: LessonProgress(path: path))
        #expect(taken.session.lessons.current != nil)
    }

    @Test("Statements are judged by their answer, hints follow the second mistake, and `back` goes back")
    func judging() throws {
        let taken = try Conversation("anchors", at: 1)
        #expect(taken.say("assert sum activeEnergy on 2026-06-02 anchor 05:00 = 640").contains("start or end at different times"))
        #expect(taken.say("assert sum activeEnergy on 2026-06-02 anchor 04:00 = 650").contains("Hint: "))
        #expect(taken.say("").contains("Type a statement"))
        #expect(taken.say("hint").contains("Hint: ") && taken.say("hint").contains("no more hints"))
        #expect(taken.say("back").contains("how much energy"))
        taken.say("1030")
        let wrongUnit = taken.say("ASSERT sum active_energy in kJ anchor 3:00 during 2026-06-02 = 2761.44 within 0.1")
        #expect(wrongUnit.unwrapped.contains("should have the unit kcal"))
        #expect(taken.say("assert sum of active_energy ANCHOR 03:00 during 2026-06-02 > 600").contains("Right."), "in a different spelling")
    }

    @Test("The learner can type only the missing part")
    func gap() throws {
        let taken = try Conversation("anchors", at: 1)
        let said = taken.say("03:00")
        #expect(said.contains("anchor 03:00 = 660") && said.contains("Right."))
    }

    @Test("Other statements run on the lesson's samples without ending a prediction or a task")
    func exploring() throws {
        let taken = try Conversation("anchors")
        #expect(taken.say("average activeEnergy").contains("Type a number") == false)
        #expect(taken.say("sum activeEnergy").contains("2,140"))
        #expect(taken.say("help anchor").contains("anchor"))
        #expect(taken.say("learn anchors").contains("already in a lesson"))
        #expect(taken.say("1030").contains("Yes"))
        #expect(taken.say("show metrics").contains("activeEnergyBurned"))
        #expect(taken.say("03:00").contains("Right."))
    }

    @Test("Invalid input does not end or advance the lesson")
    func garbage() throws {
        let garbage = [
            "???", "|", "\"", "sum", "sum sum sum", "\u{0}", "=", "___", "```", "-", ".", "é", "nan", "a b c", "zzzz",
            "help zzzz",
            "why 3", "expect rows 3", "case \"x\"", "run \"nowhere.tally\"", "let", "\\", String(repeating: "(", count: 2_000),
        ]
        for stop in 0...1 {
            let taken = try Conversation("anchors", at: stop)
            for line in garbage {
                taken.say(line)
                #expect(taken.session.lessons.current != nil, "\(line)")
            }
            #expect(taken.say(stop == 0 ? "1030" : "03:00").contains(stop == 0 ? "Yes" : "Right."))
        }
    }

    @Test("In a pipe, the lines after `learn` are answers, and the lines after the lesson are statements")
    func fromPipe() throws {
        let taken = try Conversation("anchors", begins: false)
        let said = taken.run("add 5 count steps at 2025-12-31 10:00\nlearn anchors\n1030\n03:00\nquit\nsum steps\n")
        #expect(said.contains("Yes, 1030") && said.contains("Right.") && said.contains("stepCount"))
        #expect(taken.run("learn anchors\nnonsense\n\n").contains("Type a number"))
        #expect(taken.session.lessons.current == nil, "the end of input leaves the lesson")
    }

    @Test(
        "Lessons are found by number, name, title or the start of either; other words are errors",
        arguments: ["1", "anchors", "anch", "buckets and anchors", "BUCKETS"])
    func names(words: String) throws {
        #expect(LessonCatalog.index(of: words) == 0)
        #expect(LessonCatalog.index(of: "0") == nil && LessonCatalog.index(of: "99") == nil && LessonCatalog.index(of: "") == nil)
        let taken = try Conversation("anchrs")
        #expect(taken.codes == ["E249"])
    }
}

/// A session with a lesson in progress.
struct Conversation {
    let session: Session
    private let output: LessonOutput

    /// - Parameter stop: the number of stops to skip.
    init(
        _ lesson: String, at stop: Int = 0, begins: Bool = true, progress: LessonProgress? = nil, width: Int? = nil
    ) throws {
        session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "mine")
        session.lessons.progress = progress
        output = LessonOutput(width: width)
        if begins { _ = session.beginLesson("learn \(lesson)", output: output) }
        for _ in 0..<stop { session.answerLesson("skip", output: output) }
    }

    var text: String { output.text }
    var codes: [String] { output.codes }

    @discardableResult
    func say(_ line: String) -> String {
        let before = output.text.count
        session.answerLesson(line, output: output)
        return String(output.text.dropFirst(before))
    }

    @discardableResult
    func run(_ text: String) -> String {
        let before = output.text.count
        _ = session.run(SourceText(text), output: output)
        return String(output.text.dropFirst(before))
    }
}

final class LessonOutput: SessionOutput {
    private(set) var text = ""
    private(set) var codes: [String] = []
    let screen: Screen

    init(width: Int?) {
        var screen = Screen()
        screen.width = width
        self.screen = screen
    }

    func write(_ text: String) { self.text += text }
    func report(_ finding: Finding) { codes.append(finding.diagnostic.code.rawValue) }
}

extension String {
    /// The text on one line, as it was before wrapping.
    var unwrapped: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
