import Foundation
import LineHelp
import QueryDiagnostics
import ScriptHelp
import Scripts
import SessionTesting
import StoreCommands
import Testing
import Workbench

@Suite("Help for scripts in editors")
struct ScriptHelpTests {
    /// Help for a text in which `¦` marks a place.
    private func help(_ marked: String, as form: TextForm = .script) throws -> (help: ScriptHelp, offset: Int) {
        let offset =
            marked.utf8.count - (marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false).last?.utf8.count ?? 0)
        let text = marked.replacing("¦", with: "")
        let help = ScriptHelp(SourceText(text), as: form, with: try EditedScriptTests.session())
        return (help, marked.contains("¦") ? offset - "¦".utf8.count : 0)
    }

    private func text(_ range: SourceRange?, _ help: ScriptHelp) -> String? { range.map { help.script.source[$0] } }

    // MARK: Completion

    @Test(
        "Completions know the names of the lines before, and only the statement at the cursor",
        arguments: [
            ("let recent = sum steps today\nsum steps by day\nrece¦", "recent"), ("rece¦\nlet recent = sum steps today", nil),
            ("sum steps by day\n¦", "let"), ("sum steps by day\n  ¦", "last"), ("sum steps by day\n¦", "last 30 days of"),
            ("def typical(n = 3) = sum steps today\ntyp¦", "typical("), ("sum steps by day\n  | to¦", "top"),
            ("prose ```\n¦", "let"), ("sum (steps by day,\n¦", nil),
        ] as [(String, String?)])
    func completions(marked: String, wanted: String?) throws {
        let (help, offset) = try help(marked)
        let found = try #require(help.completions(at: offset)).candidates.map(\.text)
        switch wanted {
        case "last 30 days of": #expect(!found.contains("last"))
        case let wanted?: #expect(found.contains(wanted), "\(found.prefix(20))")
        case nil: #expect(!found.contains("recent") && !found.contains("let"))
        }
    }

    @Test("In Markdown, only blocks have completions")
    func completionsInMarkdown() throws {
        let (help, prose) = try help("su¦\n\n```tally\nsu\n```\n", as: .markdown)
        #expect(help.completions(at: prose) == nil)
        let block = help.script.source.bytes.count - 5
        #expect(help.completions(at: block)?.candidates.contains { $0.text == "sum" } == true)
        let (empty, offset) = try self.help("```tally\n¦\n```\n", as: .markdown)
        #expect(empty.completions(at: offset)?.candidates.contains { $0.text == "sum" } == true)
    }

    @Test(
        "In a call, the parameter at the cursor is marked",
        arguments: [
            ("f(¦", 0), ("f(heartRate, ¦", 1), ("f(n = ¦", 1), ("f(heartRate, n = 3¦)", 1), ("f(m = heartRate, n = ¦", 1),
        ])
    func calls(typed: String, active: Int) throws {
        let (help, offset) = try help("def f(m: metric, n = 30) = average m by day\n" + typed)
        let call = try #require(help.call(at: offset))
        #expect(call.signature == "f(m: metric, n = 30)" && call.parameters == ["m: metric", "n = 30"] && call.active == active)
    }

    @Test("Outside of calls, no parameter is marked", arguments: ["f¦(heartRate)", "f(heartRate)¦", "sum (steps¦", "g(¦"])
    func noCalls(typed: String) throws {
        let (help, offset) = try help("def f(m: metric, n = 30) = average m by day\n" + typed)
        #expect(help.call(at: offset) == nil)
    }

    // MARK: Explanations

    @Test(
        "The first word of a query explains it, a metric is described, a name shows its definition, a word its page",
        arguments: [
            ("su¦m steps by day last 3 days", "Adds up stepCount in count", ""),
            ("sum st¦eps today", "HKQuantityTypeIdentifierStepCount", ""),
            ("let a = sum steps today\na¦ | top 1", "", "let a = sum steps today"),
            ("sum steps today | running to¦tal", "running total", ""),
            ("define metric mood from 1 to 10\naverage mo¦od", "", "define metric mood from 1 to 10"),
        ])
    func explanations(marked: String, text: String, code: String) throws {
        let (help, offset) = try help(marked)
        let found = try #require(help.explanation(at: offset))
        if code.isEmpty { #expect(found.text.contains(text), "\(found)") } else { #expect(found.code == code) }
    }

    @Test("Space, comments and prose have no explanation", arguments: ["sum steps  ¦  today", "# a ¦ comment", "¦", "nothing¦"])
    func noExplanation(marked: String) throws {
        let (help, offset) = try help(marked)
        #expect(help.explanation(at: offset) == nil)
    }

    @Test("Names of values are read from the store, also when the view of the first check is closed")
    func storedNames() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "health.tally").path
        let table = folder.appending(path: "sleep.csv")
        let rows =
            "type,start,end,value,unit,source\nHKCategoryTypeIdentifierSleepAnalysis,2026-03-01T22:00:00Z,2026-03-02T06:00:00Z,HKCategoryValueSleepAnalysisAsleepTwilight,,Watch\n"
        try Data(rows.utf8).write(to: table)
        let session = try Session(
            opening: .file(path), for: .write, isReadOnly: false, settings: SessionSettings(), environment: ["HOME": folder.path])
        #expect(session.run(SourceText("import \"\(table.path)\""), output: RecordingOutput()) == .fine)
        let help = ScriptHelp(SourceText("samples of sleepAnalysis where value is asleepTwilight"), as: .script, with: session)
        #expect(help.findings.isEmpty, "\(help.findings)")
        help.script.replace(0..<0, with: Array("samples of sleepAnalysis where value is asleepTwiligt\n".utf8))
        #expect(help.findings.filter { $0.severity == .error }.count == 1)
    }

    // MARK: Names

    private static let named = """
        let recent = sum steps by day last 7 days
        recent | top 1
        def typical(m: metric, recent = 3) = average m by day | top recent
        typical(heartRate, recent = 5)
        let other = recent
        sum steps called recent today
        """

    private func places(_ marked: String) throws -> [Int] {
        let (help, offset) = try help(marked)
        let name = try #require(help.name(at: offset))
        return help.places(of: name).map { help.script.source.lineIndex(at: $0.start) + 1 }
    }

    @Test("A name has its definition and its uses, but neither a parameter nor a column of the same name")
    func placesOfName() throws {
        #expect(try places(Self.named.replacing("recent | top 1", with: "rec¦ent | top 1")) == [1, 2, 5])
        #expect(try places(Self.named.replacing("top recent", with: "top rec¦ent")) == [3, 3, 4])
        #expect(try places(Self.named.replacing("(heartRate, recent", with: "(heartRate, rec¦ent")) == [3, 3, 4])
        #expect(try places(Self.named.replacing("\ntypical", with: "\n¦typical")) == [3, 4])
    }

    @Test("A use leads to the last definition before it")
    func definitions() throws {
        let (help, offset) = try help("let a = 1\nlet a = 2\nsum steps today | where sum > ¦a\nlet a = 3")
        #expect(help.name(at: offset)?.definition?.start == 14)
    }

    @Test("Renaming changes every place, and is refused where it would change the meaning")
    func rename() throws {
        let (help, offset) = try help(Self.named.replacing("recent | top 1", with: "rec¦ent | top 1"))
        let name = try #require(help.name(at: offset))
        let renamed = try help.rename(name, to: "lately").applied(to: help.script.source)
        let wanted = """
            let lately = sum steps by day last 7 days
            lately | top 1
            def typical(m: metric, recent = 3) = average m by day | top recent
            typical(heartRate, recent = 5)
            let other = lately
            sum steps called recent today
            """
        #expect(renamed == wanted)
        for taken in ["other", "steps", "sum", "two words", "", "a\nb", "typical"] {
            #expect(throws: ScriptHelp.RenameRefusal.self, "\(taken)") { try help.rename(name, to: taken) }
        }
    }

    // MARK: The whole text

    @Test("The outline has definitions, cases with what they define, and headings")
    func outline() throws {
        let (help, _) = try help(
            "title \"My week\"\nlet a = 1\ncase \"one\"\nlet b = 2\nsum steps today\nexpect rows 1\ncase \"two\"\nparam p = 3")
        let outline = help.outline
        #expect(outline.map(\.name) == ["My week", "a", "one", "two"] && outline.map(\.kind) == [.heading, .value, .testCase, .testCase])
        #expect(outline[2].children.map(\.name) == ["b"] && outline[3].children.map(\.kind) == [.parameter])
        #expect(text(outline[2].range, help)?.hasSuffix("expect rows 1") == true)
    }

    @Test("Statements of several lines, cases and comments fold")
    func folds() throws {
        let (help, _) = try help("# one\n# two\nsum steps\n  by day\ncase \"a\"\nsum steps today\nexpect rows 1\n")
        let lines = help.folds.map { fold in
            [fold.range.start, fold.range.end].map { help.script.source.lineIndex(at: $0) } + [fold.isComment ? 1 : 0]
        }
        #expect(lines == [[0, 1, 1], [2, 3, 0], [4, 6, 0]])
    }

    @Test("Colors tell metrics, names, functions and parameters apart")
    func colors() throws {
        let (help, _) = try help("def f(n = 3) = sum steps today # why\nf(n = 4)\nlet a = \"x\"")
        let found = help.colors(in: help.script.source.fullRange).map { (help.script.source[$0.range], $0.kind, $0.isDefinition) }
        let wanted: [(String, ColoredPart.Kind, Bool)] = [
            ("def", .keyword, false), ("f", .function, true), ("n", .parameter, true), ("3", .number, false), ("sum", .keyword, false),
            ("steps", .metric, false), ("today", .keyword, false), ("# why", .comment, false), ("f", .function, false),
            ("n", .parameter, false), ("4", .number, false), ("let", .keyword, false), ("a", .value, true), ("\"x\"", .string, false),
        ]
        #expect(found.map(\.0) == wanted.map(\.0) && found.map(\.1) == wanted.map(\.1) && found.map(\.2) == wanted.map(\.2))
    }

    @Test(
        "Relative ranges show what they mean now, and metrics how many sources are merged",
        arguments: [
            ("sum steps by day last 3 days", ["2 sources merged", "2026-03-02 … 2026-03-04 · 3 rows"]),
            ("average heartRate today", ["2026-03-04"]), ("sum steps by day from 2026-03-01 to 2026-03-03", ["2 sources merged"]),
            ("sum steps by day last 3 days sources raw", ["2026-03-02 … 2026-03-04 · 3 rows"]),
            ("let a = sum steps by hour yesterday", ["2 sources merged", "2026-03-03 · 24 rows"]),
            ("sum steps since -2h", ["2 sources merged", "2026-03-04 10:00 … 2026-03-04 12:00"]), ("sum stps today", []),
        ])
    func notes(query: String, wanted: [String]) throws {
        let (help, _) = try help(query)
        #expect(help.notes(in: help.script.source.fullRange).map(\.text) == wanted)
    }

    @Test("The layout is that of `tally format`, as an edit of the lines that differ; wrong syntax stays")
    func layout() throws {
        let (help, _) = try help("sum steps today\nsum   steps\n  by day\nsum steps today\n")
        #expect(help.layout.count == 1 && text(help.layout[0].range, help) == "sum   steps\n  by day\n")
        #expect(help.layout[0].replacement == "sum steps by day\n")
        let (wrong, _) = try self.help("sum   steps\nsum (\n")
        #expect(wrong.layout.isEmpty)
        let (page, _) = try self.help("# A   title\n\n```tally\nsum   steps\n```\n", as: .markdown)
        #expect(page.layout.applied(to: page.script.source) == "# A   title\n\n```tally\nsum steps\n```\n")
        let (parts, _) = try self.help(
            "```tally\nlet a = sum steps\n```\n```tally\na by day last 3 days\nsum   steps\n```\n", as: .markdown)
        #expect(parts.layout.map(\.replacement) == ["sum steps\n"])
        let (lines, _) = try self.help("sum steps\r\nsum   steps\r\n")
        #expect(lines.layout.map(\.replacement) == ["sum steps\r\n"])
    }

    @Test("All fixes together are those that keep what is asked")
    func fixes() throws {
        let (help, _) = try help("averge heartRate today\nsum heartRate today\n")
        #expect(help.fixes.applied(to: help.script.source) == "average heartRate today\nsum heartRate today\n")
    }

    @Test("In Markdown, errors that a block must have are not marked, and blocks that don't run are text")
    func expectedErrors() throws {
        let text = "```tally error\nsum stps\n```\n\n```tally skip\nsum stps\n```\n\n```tally\nsum stps\n```\n"
        let (help, _) = try help(text, as: .markdown)
        #expect(help.findings.map(\.range.start) == [text.utf8.count - "stps\n```\n".utf8.count])
        #expect(help.findingsSoon().findings.count == 1)
        #expect(help.fixes.applied(to: help.script.source).hasSuffix("```tally\nsum steps\n```\n"))
        #expect(help.fixes.applied(to: help.script.source).hasPrefix("```tally error\nsum stps\n```\n"))
    }

    // MARK: Running

    @Test("A statement is answered with the names and settings before it, and its errors have its line")
    func running() throws {
        let (help, offset) = try help("set zone = Europe/Berlin\nlet a = 2\nsum steps by day last 3 days\n¦_ | top a\nsum stps today\n")
        let answer = help.answer(at: offset) { false }
        #expect(answer.contains("Europe/Berlin") && answer.contains("3,000") && answer.contains("2,000") && !answer.contains("1,000"))
        let wrong = help.answer(at: help.script.source.bytes.count - 3) { false }
        #expect(wrong.contains(":5:5") && wrong.contains("E101"))
    }

    @Test(
        "Statements that write data or files are not answered",
        arguments: [
            "load steps at 2026-03-01 every 1d: 1", "sum steps today as csv to \"/tmp/never.csv\"", "export steps to \"/tmp/never.csv\"",
            "save a",
            "delete samples of steps confirmed", "set priority of steps = \"Watch\"", "act as owner", "watch sum steps today",
            "undo confirmed",
        ])
    func writing(statement: String) throws {
        let (help, _) = try help(statement)
        #expect(help.runnable.isEmpty && help.answer(at: 1) { false }.contains("write nothing"))
    }

    @Test(
        "After a line that changes the data, and in a test case, nothing is answered",
        arguments: [
            "load steps at 2026-03-01 every 1d: 1", "open \"other.tally\"", "case \"one\"", "act as \"com.example.app\"",
            "delete samples of steps confirmed", "import \"x.csv\"", "set priority of steps = \"Watch\"", "undo",
        ])
    func otherData(line: String) throws {
        let (help, offset) = try help("sum steps today\n\(line)\n¦sum steps today\n")
        #expect(help.runnable.count == 1 && help.answer(at: offset) { false }.contains("changes the data"))
        #expect(help.answer(at: 0) { false }.contains("stepCount"))
    }

    @Test("Paths in a script start from its folder")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("let shared = sum steps by day last 3 days\n".utf8).write(to: folder.appending(path: "lib.tally"))
        let source = SourceText("run \"lib.tally\"\nshared | top 1\n", file: folder.appending(path: "main.tally").path)
        let help = ScriptHelp(source, as: .script, with: try EditedScriptTests.session())
        #expect(help.findings.isEmpty && help.answer(at: 18) { false }.contains("3,000"))
    }

    @Test("Tests that take too long have no failures")
    func longTests() throws {
        let (help, _) = try help("case \"a\"\nsum steps today\nexpect rows 7\n")
        #expect(!help.testFailures().isEmpty && help.testFailures { true }.isEmpty)
    }

    @Test("A parameter without a value is asked for")
    func missingValue() throws {
        let (help, offset) = try help("param m: metric\n¦sum m today\nsum steps today")
        #expect(help.answer(at: offset) { false }.contains("--m"))
        #expect(help.answer(at: offset + 13) { false }.contains("stepCount"))
    }

    // MARK: Tests

    @Test("A failed expectation has the edit that expects what was found")
    func accepting() throws {
        let script = """
            case "a"
            load steps at 2025-12-30 08:00 every 1h: 100 200
            sum steps by day on 2025-12-30
            expect rows 2
            expect row 2025-12-30 400
            expect no data
            """
        let (help, _) = try help(script)
        let failures = help.testFailures()
        let lines = failures.map { $0.accepting.applied(to: help.script.source).split(separator: "\n") }
        try #require(lines.count == 3, "\(failures)")
        #expect(lines[0][3] == "expect rows 1" && lines[1][4] == "expect row 2025-12-30 300" && lines[2][5] == "expect rows 1")
    }

    @Test(
        "Opening a script runs no tests that touch files",
        arguments: [
            "import \"x.csv\"", "sum steps to \"/tmp/never.csv\"", "run \"x.tally\"", "save a",
            "expect error E101: export steps to \"/tmp/never.csv\"",
            "expect error E101: save a",
        ])
    func harmlessTests(line: String) throws {
        let (help, _) = try help("case \"a\"\nsum steps today\n\(line)\nexpect rows 7\n")
        #expect(help.testFailures().isEmpty)
    }
}
