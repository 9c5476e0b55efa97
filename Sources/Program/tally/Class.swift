import ArgumentParser
import Classes
import Foundation
import Scripts
import StoreCommands
import SystemBridges
import TallyKit
import TerminalText

/// `tally class`
struct Class: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "class", abstract: "Make an exercise for a class, and mark what was handed in.",
        subcommands: [New.self, Mark.self, RunAnswers.self])

    /// `tally class new DIR`
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Make an export, questions and a key for each student.",
            discussion: """
                Each student gets other data and other days, times and metrics in the same questions. The folder of a student can be \
                handed out alone. The key stays in the folder teacher.
                """)

        @OptionGroup var options: CommonOptions
        @Argument(help: "The folder of the class; it must not exist yet, or be empty.", completion: .directory)
        var folder: String
        @Option(help: ArgumentHelp("The number of students.", valueName: "count"))
        var students: Int?
        @Option(help: ArgumentHelp("A file with the name of a student on each line.", valueName: "file"), completion: .file())
        var names: String?
        @Option(help: ArgumentHelp("The lessons that the questions are about, separated by commas.", valueName: "names"))
        var lessons: String?
        @Option(help: ArgumentHelp("The number of questions; by default, one of each kind.", valueName: "count"))
        var questions: Int?
        @Option(help: "The seed of all data and questions; without it, each class is different.")
        var seed: UInt64?

        func validate() throws {
            guard (students == nil) != (names == nil) else { throw ValidationError("use --students COUNT or --names FILE") }
            if let students, !(1...500).contains(students) { throw ValidationError("--students: use a number from 1 to 500") }
            if let questions, !(1...ClassMaker.greatestCount).contains(questions) {
                throw ValidationError("--questions: use a number from 1 to \(ClassMaker.greatestCount)")
            }
        }

        func run() throws {
            let output = ConsoleOutput(options)
            do {
                let settings = try options.settings().queries
                let machine = Surroundings.ofThisMachine
                var maker = try ClassMaker(
                    students: students ?? 1, list: names,
                    lessons: lessons?.split(separator: ",", omittingEmptySubsequences: false).map {
                        $0.trimmingCharacters(in: .whitespaces)
                    } ?? [], questions: questions,
                    // A program in JavaScript reads numbers exactly up to 2⁵³.
                    seed: seed ?? UInt64.random(in: 1...UInt64.max), zone: settings.namedZone ?? machine.zone(), now: settings.moment,
                    clock: machine.clock())
                let folder = ClassFolder(folder)
                let count = maker.names.count
                InterruptSignal.install()
                maker.checkStop = {
                    if InterruptSignal.isRequested { throw CommandError(.interrupted, "stopped; nothing was made") }
                }
                let key = try maker.make(in: folder) { output.progress("student \($0) of \(count)") }
                output.progress("")
                let size = "\(Wording.count(count, "student")) with \(Wording.count(key.questionCount, "question"))"
                let first = key.students[0].folder
                output.note(
                    """
                    \(folder.path): \(size), seed \(key.seed)
                    1. Hand out the folders in \(folder.path)/students: each student gets one of them.
                    2. Put what they hand in into \(folder.path)/handed-in, as \(first).md or \(first).ipynb.
                    3. Run `tally class mark \(folder.path)`.
                    \(folder.key) has the right answers; keep it to yourself.
                    """)
                if let note = maker.noteOnFolders { output.note(note) }
                for name in maker.repeatedNames { output.note("several students have the name \(name); see the names of their folders") }
                if !maker.lessonsLeftOut.isEmpty {
                    let lessons = maker.lessonsLeftOut.joined(separator: ", ")
                    output.note("the clocks of \(key.zone) don't suit questions about \(lessons), so there are none; see --zone and --now")
                }
            } catch { throw Failure.of(error, options) }
        }
    }

    /// `tally class mark DIR`
    struct Mark: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mark", abstract: "Mark what the students of a class handed in.",
            discussion: """
                Writes marks.csv, marks.xml for programs that read JUnit, marks.html, and feedback for each student to the folder marks. \
                Answers run in confined processes, which can't read the key, other files or the network.
                """)

        @OptionGroup var options: CommonOptions
        @Argument(help: "The folder of the class.", completion: .directory)
        var folder: String
        @Option(help: ArgumentHelp("Mark only this student, and write only the feedback.", valueName: "name"))
        var student: String?
        @Option(help: ArgumentHelp("The longest time for an answer in seconds.", valueName: "count"))
        var seconds = 10
        @Flag(help: "Name the right answers in the feedback.")
        var showAnswers = false

        func validate() throws {
            guard (1...3600).contains(seconds) else { throw ValidationError("--seconds: use a number from 1 to 3600") }
        }

        func run() throws {
            let output = ConsoleOutput(options)
            do {
                guard let program = Bundle.main.executablePath else { throw CommandError(.unavailable, "this program was not found") }
                let marking = try ClassMarking(
                    of: ClassFolder(folder), program: program, arguments: ["class", RunAnswers.name], seconds: seconds)
                let count = student == nil ? marking.key.students.count : 1
                let result = try marking.mark(only: student) { output.progress("student \($0) of \(count)") }
                output.progress("")
                try MarksReports(result, of: marking, showsAnswers: showAnswers).write(isWhole: student == nil)
                output.write(MarksTable(result.students).text(width: min(80, output.screen.width ?? 80)))
                for remark in result.remarks { output.note(remark) }
                output.note("wrote \(marking.folder.marks)")
            } catch { throw Failure.of(error, options) }
        }
    }

    /// The process that runs the answers of a student.
    struct RunAnswers: ParsableCommand {
        static let name = "run-answers"
        static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

        @Argument var export: String

        func run() { AnswerRunner.main(export: export) }
    }
}
