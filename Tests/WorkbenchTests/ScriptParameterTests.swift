import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Tests `param` lines on the command line, and saved queries.
@Suite("Parameters and saved queries")
struct ScriptParameterTests {
    private static func session() -> Session {
        Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_750_000_000))), named: "memory")
    }

    private static let script = SourceText(
        """
        #!/usr/bin/env -S tally run
        # A report about a week in a sentence that is far too long for one line of eighty
        # columns.
        let early = where hour of day < 6
        param what: metric = steps "what to report"
        param number1: number "how many weeks to look back, which needs more words than fit next to it in one line"
        param unit1: unit = count/min
        param since1: time = -30d
        param bucket: duration = week
        param who = "Watch"
        param chosen: predicate = early
        count what by bucket since since1 where chosen
        """, file: "week.tally")

    @Test("The help of a script has types, defaults and required parameters, in 80 columns")
    func help() {
        let help = ParsedScript(Self.script).help
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(help)")
        #expect(help.hasPrefix("usage: tally run week.tally [--what <metric>] --number1 <number>"))
        #expect(help.contains("A report about a week"))
        for (option, standard) in [
            ("--what <metric>", "what to report (default steps)"), ("--unit1 <unit>", "(default count/min)"),
            ("--since1 <time>", "(default -30d)"), ("--bucket <duration>", "(default week)"), ("--who <text>", "(default \"Watch\")"),
            ("--chosen <predicate>", "(default early)"),
        ] {
            #expect(lines.contains { $0.contains(option) && $0.contains(standard) }, "\(option)")
        }
        #expect(help.contains("(required)"))
    }

    @Test("Values of every type are parsed, and the script accepts them")
    func values() throws {
        for arguments in [
            ["--number1", "3"], ["--number1=3", "--what", "active energy"], ["--number1", "3", "--unit1", "count"],
            ["--number1", "3", "--since1", "2025-01-01", "--bucket", "6h"], ["--number1", "3", "--who", "Anna's \"Watch\""],
            ["--number1", "3", "--chosen", "where value > 1"],
        ] {
            let session = Self.session()
            try session.bindParameters(of: ParsedScript(Self.script), arguments: arguments)
            let output = RecordingOutput()
            #expect(session.run(Self.script, output: output) == .fine, "\(arguments) \(output.codes)")
        }
    }

    @Test(
        "The error for a missing, unknown or wrong parameter names it",
        arguments: [
            ([], "number1"), (["--number1"], "number1"), (["--number1", "many"], "number1"), (["--number1", "3", "--wat", "x"], "--wat"),
            (["--number1", "3", "--what", "stepz"], "what"), (["--number1", "3", "--what", "7"], "what"),
            (["--number1", "3", "--bucket", "5m"], "bucket"), (["--number1", "3", "--unit1", "parsecs"], "unit1"),
            (["--number1", "3", "--chosen", "steps"], "chosen"), (["3"], "3"),
        ])
    func wrongUsage(arguments: [String], named: String) {
        let error = #expect(throws: CommandError.self) {
            try Self.session().bindParameters(of: ParsedScript(Self.script), arguments: arguments)
        }
        #expect(error?.outcome == .wrongUsage)
        #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    }

    @Test("A saved query is a private file and works in a later session")
    func saved() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func session(forbidsWrites: Bool = false) -> Session {
            let session = Self.session()
            session.library = QueryLibrary(folder: folder)
            session.storage.forbidsWrites = forbidsWrites
            return session
        }
        let output = RecordingOutput()
        let text = "let night = where hour of day between 0 and 5\ncount steps by day since -3d where night\nsave early1"
        #expect(session(forbidsWrites: true).run(SourceText(text), output: output) == .unavailable)
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(session().run(SourceText(text), output: output) == .fine)
        let path = folder + "/early1.tally"
        let mode = { (path: String) in try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
        #expect(try mode(folder) == 0o700)
        #expect(try mode(path) == 0o600)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "let night = where hour of day between 0 and 5\ncount steps by day since -3d where night\n")
        #expect(session().run(SourceText("early1 | average"), output: output) == .fine)
        #expect(session().run(SourceText("night"), output: output) == .wrong)
        // Users can edit the file.
        try "let early1 = 3\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(session().run(SourceText("sum steps by day last early1 days"), output: output) == .fine)
        // The answer no changes nothing; then the answer is yes.
        let no = RecordingOutput(answer: false)
        #expect(session().run(SourceText("forget early1"), output: no) == .fine)
        #expect(no.questions == ["Delete the saved query early1?"])
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(session().run(SourceText("forget early1"), output: RecordingOutput(answer: true)) == .fine)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "Scripts that change or delete a person open the store for writing",
        arguments: [
            ("forget person P01 confirmed", true), ("rename person P01 to P02", true), ("describe person P01", false),
            ("sum steps; forget person P01 confirmed", true), ("sum steps by person", false),
        ])
    func writingOfPersons(text: String, writes: Bool) {
        #expect(ParsedScript(text).writes == writes)
    }

    @Test("Deleting shows the number of samples and asks for confirmation")
    func delete() {
        let session = Self.session()
        let load = SourceText("load heartRate at 2025-06-01 every 1h for 1min: 60 90 150")
        #expect(session.run(load, output: RecordingOutput()) == .fine)
        let statement = SourceText("delete samples of heartRate where value > 80")
        let no = RecordingOutput(answer: false)
        #expect(session.run(statement, output: no) == .fine)
        #expect(no.questions == ["Delete 2 heartRate samples?"])
        #expect(no.notes == ["nothing was deleted"])
        let yes = RecordingOutput(answer: true)
        #expect(session.run(statement, output: yes) == .fine)
        #expect(yes.notes == ["deleted 2 samples"])
        #expect(session.run(statement, output: yes) == .fine)
        #expect(yes.notes.last == "no heartRate samples match; nothing was deleted")
    }
}
