import Foundation
import Lessons
import Testing
import Workbench

/// The smallest lesson that keeps all rules. Tests break one rule each.
private let wholeLesson = """
    # A walk

    Goal: Count a walk once.

    ```tally setup
    set zone = UTC
    set now = 2026-03-03T12:00
    add 600 count steps from "Watch" at 2026-03-02 08:00 for 1h
    add 400 count steps from "iPhone" at 2026-03-02 08:30 for 1h
    ```

    ## Two devices

    ```predict
    How many steps?
    = 800
    ! 1000 | 1000 counts half an hour twice.
    > The phone adds half an hour.
    ```

    ```tally
    sum steps
    ```

    ```tally check
    expect row 2026-03-02T08:00 800
    ```

    ```task
    Count the phone.
    : sum steps where source = ___
    = sum steps where source = "iPhone"
    ? Write a condition.
    ! sum steps where source = "Watch" | That is the watch.
    > 400.
    ```

    ```own
    Which device counts more?
    = sum steps by source last 7 days
    > Compare the rows.
    ```

    ## What you can now do

    - Merge devices.
    - Choose one device.
    """

@Suite("Checking a lesson for its author")
struct LessonAuthorTests {
    private func problems(_ text: String) throws -> [LessonProblem] {
        try LessonChecker.problems(of: LessonReader.read(text, named: "mine"))
    }

    /// Returns the problems of the lesson with one text in place of another, and the line on which that text is.
    private func problems(_ old: String, _ new: String) throws -> (problems: [LessonProblem], line: Int) {
        let place = try #require(wholeLesson.range(of: old))
        let line = wholeLesson[..<place.lowerBound].count { $0 == "\n" } + 1
        return (try problems(wholeLesson.replacingOccurrences(of: old, with: new)), line)
    }

    @Test("A lesson that keeps all rules has no problems")
    func whole() throws {
        #expect(try problems(wholeLesson) == [])
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let example = root.appending(path: "Examples/lessons/walk.md")
        #expect(try LessonFile.problems(at: example.path).map(\.problems) == [[]])
    }

    @Test(
        "A broken rule is reported on its line, with what to write",
        arguments: [
            ("```predict", "```pridict", "unknown block"),
            ("! 1000 | 1000", "? 1000 | 1000", "has no lines with `?`"),
            ("! 1000 | 1000", "* 1000 | 1000", "has no meaning at the start"),
            ("> The phone", "= 700\n> The phone", "already has `=`"),
            ("= 800", "= 22- 26", "is not a number"),
            ("= 800", "= 850", "has the number 850"),
            ("! 1000 | 1000 counts half an hour twice.", "! 1000", "has no response"),
            ("! 1000 | 1000 counts half an hour twice.", "! 801 | Almost.", "is never shown"),
            ("expect row 2026-03-02T08:00 800", "expect row 2026-03-02T08:00 800 5", "expected 2026-03-02T08:00 800 5"),
            ("sum steps\n", "sum stepps\n", "unknown metric"),
            ("! sum steps where source = \"Watch\" | That is the watch.", "! sum steps where source is \"iPhone\" | No.", "is right"),
            ("! sum steps where source = \"Watch\" | That is the watch.", "! sum steeps | No.", "is not shown"),
            ("= sum steps where source = \"iPhone\"", "= add 5 count steps", "not accepted"),
            ("= sum steps by source last 7 days", "= delete samples of steps confirmed", "could write"),
            ("= sum steps by source last 7 days", "= sum heartRate", "can't sum"),
            ("add 600 count", "export steps to \"x.csv\"; add 600 count", "does not read or write files"),
            ("Count the phone.", "Count the \u{1B}[31mphone.", "control a terminal"),
        ])
    func broken(old: String, new: String, message: String) throws {
        let (problems, line) = try problems(old, new)
        let found = problems.filter { $0.message.contains(message) }
        #expect(found.count == 1, "\(problems)")
        // The second of two answers is reported. A missing part is reported at its block.
        #expect(found.first.map { abs($0.line - line) <= 1 } == true, "\(problems)")
        #expect(problems.allSatisfy { !$0.help.isEmpty && $0.line > 0 && $0.column > 0 })
    }

    @Test(
        "A part that is missing is reported",
        arguments: [
            ("# A walk\n", "", "no title"),
            ("Goal: Count a walk once.\n", "", "no goal"),
            ("Count a walk once.", String(repeating: "Count. ", count: 12), "the goal has 83 characters"),
            ("set now = 2026-03-03T12:00\n", "", "no `set now`"),
            ("? Write a condition.\n", "", "no hint"),
            ("? Write a condition.", "? Write `sum steps where source = \"iPhone\"`.", "the whole solution"),
            ("> 400.\n", "", "no explanation"),
            (": sum steps where source = ___", ": sum steps where ___ = 5", "gap filled"),
            ("> Compare the rows.\n", "", "no advice"),
            ("- Merge devices.\n", "", "a list of two to four lines"),
            ("= 800\n", "", "no answer"),
            ("= 800\n! 1000 | 1000 counts half an hour twice.", "+ 800 | Yes.\n+ 1000 | No.", "2 choices are right"),
            ("= 800\n! 1000 | 1000 counts half an hour twice.", "+ 800 | Yes.\n- 1000", "the choice has no response"),
            ("```own\nWhich device counts more?\n= sum steps by source last 7 days\n> Compare the rows.\n```\n", "", "no `own` block"),
            ("## What you can now do", "## The end", "does not end with"),
            ("- Choose one device.", "- Choose one device.\n\n```tally\nsum steps", "does not end"),
        ])
    func missing(old: String, new: String, message: String) throws {
        let (problems, _) = try problems(old, new)
        #expect(problems.contains { $0.message.contains(message) }, "\(problems)")
    }
}

/// Situations that public reports about other programs for lessons describe, each rebuilt with a lesson of our own.
@Suite("Lessons in the field")
struct LessonFieldTests {
    private func taken(_ text: String = wholeLesson, at stop: Int = 0, progress: LessonProgress? = nil) throws -> Conversation {
        let file = FileManager.default.temporaryDirectory.appending(path: "tally lesson-\(UUID().uuidString).md")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Conversation("\"\(file.path)\"", at: stop, progress: progress)
    }

    @Test("PsyTeachR/webexercises#18: a decimal comma is a right answer", arguments: ["2,2", "2.2", "2,2 g", " 2.20", "~2,2", "= 2.2"])
    func decimalComma(guess: String) throws {
        let text = wholeLesson.replacingOccurrences(of: "= 800", with: "= 2.2")
        #expect(try taken(text).say(guess).contains("Yes, 2.2"))
    }

    @Test("moodleapp#3591: thousands can be grouped in each country's way", arguments: ["1,800", "1.800", "1 800", "1’800", "1800 steps"])
    func thousands(guess: String) throws {
        let text = wholeLesson.replacingOccurrences(of: "= 800", with: "= 1800")
        #expect(try taken(text).say(guess).contains("Yes, 1800"))
    }

    @Test("A minus sign of a text program is a minus", arguments: ["−5", "-5"])
    func minus(guess: String) throws {
        #expect(try taken(wholeLesson.replacingOccurrences(of: "= 800", with: "= -5")).say(guess).contains("Yes, -5"))
    }

    @Test(
        "A number that nobody expected gets a response about its size",
        arguments: [
            ("700", "too low"), ("900", "too high"), ("1600", "twice"), ("400", "half"), ("80000", "100 times as large"),
            ("8", "100 times too small"), ("-800", "wrong sign"), ("48000", "factor of 60"),
        ])
    func unexpected(guess: String, response: String) throws {
        let said = try taken().say(guess)
        #expect(said.contains("No, the answer is 800.") && said.unwrapped.contains(response), "\(said)")
    }

    @Test("swirldev/swirl#113: what `skip` enters is accepted as the answer")
    func skipping() throws {
        let taken = try taken(at: 1)
        #expect(taken.say("skip").contains("learn> sum steps where source = \"iPhone\""))
        #expect(taken.text.contains("With your own data"))
    }

    @Test("DataScienceSpecialization#66: another wording with the same answer is right")
    func otherWording() throws {
        #expect(try taken(at: 1).say("SUM  step_count where source is 'iPhone'").contains("Right."))
    }

    @Test("rstudio/learnr#714: a statement that fails does not reveal the solution")
    func failing() throws {
        let taken = try taken(at: 1)
        let said = taken.say("sum steeps where source = 5")
        #expect(!said.contains("iPhone") && taken.session.lessons.current != nil)
    }

    @Test("rust-lang/rustlings#855: a comment is not a solution", arguments: ["# sum steps where source = \"iPhone\"", "---", " "])
    func comment(line: String) throws {
        let taken = try taken(at: 1)
        #expect(!taken.say(line).contains("Right."))
        #expect(taken.say("\"iPhone\"").contains("Right."))
    }

    @Test("swirldev/swirl#286: reading a completed lesson again does not lose that it is done")
    func completed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-lessons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let progress = LessonProgress(path: folder.appending(path: "lessons").path)
        try progress.set("anchors", .done)
        let again = try Conversation("anchors", progress: progress)
        again.say("1030")
        #expect(again.say("quit").contains("starts it again"))
        #expect(progress.states == ["anchors": .done])
    }

    @Test("rust-lang/rustlings#1643: progress in a lesson of a teacher is kept, also with odd characters in its path")
    func teachersProgress() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-lessons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let progress = LessonProgress(path: folder.appending(path: "lessons").path)
        let lesson = folder.appending(path: "3E5 #1; it’s mine.md")
        let taken = try Conversation("anchors", at: 1, progress: progress)
        taken.say("quit")
        try Data(wholeLesson.utf8).write(to: lesson)
        let mine = try Conversation("\"\(lesson.path)\"", progress: progress)
        #expect(mine.text.hasPrefix("Lesson: A walk\nGoal: Count a walk once.\n"))
        mine.say("800")
        mine.say("quit")
        let resumed = try Conversation("\"\(lesson.path)\"", progress: progress)
        #expect(resumed.text.contains("You have passed 1 of 3") && resumed.text.contains("Count the phone."))
        #expect(progress.states["anchors"] == .begun(1))
    }

    @Test("rstudio/gradethis#299: spaces after a fence, line ends of Windows and a byte order mark do not matter")
    func lineEnds() throws {
        var text = wholeLesson.replacingOccurrences(of: "```task", with: "```task  ")
        text = "\u{FEFF}" + text.replacingOccurrences(of: "\n", with: "\r\n")
        #expect(try LessonChecker.problems(of: LessonReader.read(text, named: "mine")) == [])
    }

    @Test("rstudio/learnr#410: an empty block says that it is empty")
    func emptyBlock() throws {
        let text = wholeLesson.replacingOccurrences(of: "sum steps\n```", with: "```")
        let problems = try LessonChecker.problems(of: LessonReader.read(text, named: "mine"))
        #expect(problems.contains { $0.message.contains("empty") && $0.line == 21 }, "\(problems)")
    }

    @Test("A lesson of somebody else cannot write to the learner's store or to files")
    func foreignLesson() throws {
        let writing = wholeLesson.replacingOccurrences(
            of: "= sum steps by source last 7 days", with: "= delete samples of steps confirmed")
        #expect(try taken(writing, at: 2).say("").contains("only reads your store"))
        let exporting = try self.taken(wholeLesson.replacingOccurrences(of: "sum steps\n", with: "export steps to \"/tmp/x.csv\"\n"))
        #expect(exporting.session.lessons.current == nil && exporting.codes == ["E300"])
    }

    @Test("The exercise reads the learner's own store, as often as wanted, and changes nothing")
    func own() throws {
        let taken = try taken(at: 2)
        #expect(taken.say("sum steps").contains("no samples for this"))
        #expect(taken.say("add 5 count steps").contains("only reads your store"))
        #expect(taken.session.lessons.current != nil)
        taken.say("skip")
        #expect(taken.session.lessons.current == nil)
        taken.run("add 77 count steps from \"Mine\" at 2025-12-31 10:00; let mine = 5; count steps")
        let file = FileManager.default.temporaryDirectory.appending(path: "tally-lesson-\(UUID().uuidString).md")
        try Data(wholeLesson.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = taken.run("learn \"\(file.path)\"\n800\n\"iPhone\"\nsum steps\n\n")
        #expect(taken.text.contains("77") && taken.text.contains("Compare the rows."))
        #expect(taken.run("_").contains("1") && !taken.run("_").contains("77"), "the last answer is that of before")
    }
}
