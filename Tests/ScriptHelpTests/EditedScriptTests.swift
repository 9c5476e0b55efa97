import CalendarIntervals
import Foundation
import QueryDiagnostics
import RandomTesting
import SampleStore
import ScriptHelp
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("A script that is being edited")
struct EditedScriptTests {
    /// A session on a store with steps of two sources and heart rates.
    static func session() throws -> Session {
        let store = HealthStore(MemoryStore())
        let session = Session(store, named: "memory")
        let setup = """
            set zone = UTC
            set now = 2026-03-04T12:00
            load steps from "Watch" at 2026-03-01 08:00 every 1d for 1h: 1000 2000 3000
            load steps from "iPhone" at 2026-03-01 08:00 every 1d for 1h: 900 1900 2900
            load heartRate from "Watch" at 2026-03-01 08:00 every 1d for 1min: 60 70 80
            """
        #expect(session.run(SourceText(setup), output: RecordingOutput()) == .fine)
        return session
    }

    private static let lines = [
        "sum steps by day last 7 days", "let recent = sum steps by day last 3 days", "let recent = average heartRate by day",
        "recent | top 3", "recnt", "def typical(m: metric, n = 30) = average m by day last 30 days", "typical(heartRate)",
        "typical(steps)", "set zone = Europe/Berlin", "set zone = Nowhere", "let half = 0.5", "sum steps last 3 days | where sum > half",
        "_ | where sum > 5", "| top 2", "why 1", "  by day", "    last 30 days", "# a comment", "", "", "assert sum steps today = 5",
        "expect rows 3", "expect warning W301", "expect error E101", "case \"one\"", "case \"two\"", "sum stps today", "sum heartRate",
        "average steps", "load steps at 2026-03-01 every 1d: 1 2 3", "define metric mood from 1 to 10", "average mood by day",
        "forget metric mood", "sum (steps", "sum steps where value > 5 and", "param m: metric = steps", "sum m today", "save recent",
        "expect error E120: sum heartRate", "let cut = while heartRate", "sum steps while cut", "explain _", "tally 2", "morning steps",
        "let morningSteps = sum steps today", "how many steps did I walk", "act as \"com.example.app\"", "act as owner", "undo",
        "title \"My week\"", "sum steps; sum heartRate; _ | top 1", "glucose ranges", "let a = 1; let b = a; sum steps | where sum > b",
    ]

    private static let pieces = [" ", "\n", "|", ",", "(", ")", "\"", "x", "steps", "recent", "5", ";", "#", "é", "by day", "\r\n", "  "]

    private struct Place: Hashable {
        var code: String
        var message: String
        var range: SourceRange
        var help: String?
        var edits: [Diagnostic.Edit]
        var labels: [Diagnostic.Label]

        init(_ finding: Diagnostic) {
            (code, message, range) = (finding.code.rawValue, finding.message, finding.range)
            (help, edits, labels) = (finding.help, finding.edits, finding.labels)
        }
    }

    /// Compares what an editor shows after each change with a check of the whole text.
    @Test("After each change, the findings are those of the whole script (random)", arguments: [TextForm.script, .markdown])
    func findingsAfterChanges(form: TextForm) throws {
        let cases = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap(Int.init) ?? 2
        var random = SplitMix64(seed: ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? 4_711)
        let session = try Self.session()
        for number in 0..<cases {
            var text = (0..<Int.random(in: 0...40, using: &random)).map { _ in random.pick(Self.lines) }.joined(separator: "\n")
            if form == .markdown { text = "# Notes\n\n```tally\n\(text)\n```\n\nprose\n\n```tally\nsum steps today\n```\n" }
            let help = ScriptHelp(SourceText(text), as: form, with: session)
            for change in 0..<20 {
                let bytes = help.script.source.bytes
                // An editor changes whole characters.
                let places = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
                let start = random.pick(places)
                let end = random.chance(50) ? start : random.pick(places.filter { start <= $0 && $0 <= start + 40 })
                let isLine = random.chance(40)
                let new = isLine ? "\n" + random.pick(Self.lines) + "\n" : random.chance(70) ? random.pick(Self.pieces) : ""
                help.script.replace(start..<end, with: Array(new.utf8))
                let source = help.script.source
                let whole = session.findings(in: ParsedScript(help.wholeScript), limit: ShownErrors.forPrograms).map(\.diagnostic)
                var soon = help.findingsSoon()
                while !soon.isComplete { soon = help.findingsSoon() }
                let (found, wanted) = (soon.findings.map(Place.init), whole.map(Place.init))
                #expect(help.findings.map(Place.init) == found)
                try #require(
                    found == wanted,
                    "case \(number), change \(change)\n--- text\n\(source[source.fullRange])\n--- found\n\(found)\n--- wanted\n\(wanted)")
            }
        }
    }

    /// An old and a new first line, and lines whose findings differ with them.
    private static let dependencies = [
        ("sum steps by day last 3 days", "average heartRate by day last 3 days", "_ | where sum > 5"),
        ("sum steps by day last 3 days", "average heartRate by day last 3 days", "explain _ | where sum > 5"),
        ("let a = steps", "let a = heartRate", "let b = a\nsum b today"),
        ("let a = steps", "let a = heartRate", "def f(n = 1) = sum a today\nf(2)"),
        ("let mornings = sum steps today", "# none", "mornngs"),
        ("let a = sum steps today", "let a = sum heartRate today", "a"),
        ("let morningSteps = steps", "# none", "sum morning steps today"),
        ("set now = 2026-03-04T12:00", "set zone = Europe/Berlin", "sum steps last 3 days from Watch"),
        ("load steps at 2026-03-01 every 1d: 1", "# none", "average mindfulSession today"),
        ("define metric mood from 1 to 10", "# none", "average mood by day"),
        ("case \"one\"", "# none", "sum mindfulSession today"),
        ("let a = 1", "act as \"com.example.app\"", "sum mindfulSession today"),
        ("param m: metric = steps", "param m: metric = heartRate", "sum m today"),
        ("tally 2", "sum steps today", "tally 2"),
        ("sum steps by day", "help", "expect rows 3"),
        ("sum (steps", "sum steps", "by day"),
    ]

    @Test("A change of a line checks the lines that depend on it again", arguments: dependencies)
    func dependentLines(first: String, other: String, rest: String) throws {
        let session = try Self.session()
        let help = ScriptHelp(SourceText(first + "\n" + rest + "\n"), as: .script, with: session)
        var seen: [[Place]] = [help.findings.map(Place.init)]
        for (old, new) in [(first, other), (other, first)] {
            help.script.replace(0..<old.utf8.count, with: Array(new.utf8))
            let whole = session.findings(in: ParsedScript(help.script.source), limit: ShownErrors.forPrograms).map(\.diagnostic)
            let found = help.findings.map(Place.init)
            #expect(found == whole.map(Place.init))
            seen.append(found)
        }
        #expect(seen[0] == seen[2])
    }

    @Test("The pieces cover the script, and a change far away keeps them")
    func pieces() throws {
        let text = (0..<200).map { "sum steps on 2026-03-0\($0 % 9 + 1)\n" }.joined()
        let script = EditedScript(SourceText(text), as: .script)
        #expect(script.pieces.count == 200)
        let before = script.pieces
        script.replace(text.utf8.count / 2..<text.utf8.count / 2, with: Array("# \n".utf8))
        #expect(zip(script.starts, script.starts.dropFirst() + [script.source.bytes.count]).map { $1 - $0 } == script.pieces.map(\.length))
        let kept = before.filter { piece in script.pieces.contains { $0 === piece } }
        #expect(kept.count >= 196)
    }

    @Test("A change parses only the statements near it, in a script of any length")
    func windows() throws {
        for text in ["", "\n\n", "# only a comment", "a\n b\n c", "sum (steps\nlast 3 days", "a;b;c"] {
            let script = EditedScript(SourceText(text), as: .script)
            for place in 0...text.utf8.count {
                script.replace(place..<place, with: Array("\nsum steps".utf8))
                #expect(script.statements.count == EditedScript(script.source, as: .script).statements.count)
                script.replace(place..<(place + 10), with: [])
                #expect(String(decoding: script.source.bytes, as: UTF8.self) == text)
            }
        }
    }

    @Test("Blocks of Markdown are those that start with tally and run, without indentation")
    func blocks() {
        func blocks(_ text: String) -> [String] {
            let source = SourceText(text)
            return TextForm.markdown.blocks(in: source).map { source[$0] }
        }
        #expect(blocks("a\n```tally\nsum steps\n```\nb\n~~~ tally\nx\n~~~\n") == ["sum steps\n", "x\n"])
        #expect(blocks("```swift\n```tally\n```\n````tally\n```\nx\n````") == ["```\nx\n"])
        #expect(blocks("```tallyho\nx\n```\n  ```tally\n  x\n  ```\n- ```tally\n  x\n  ```\n```tally skip\nx\n```\n") == [])
        #expect(blocks("```tally\nsum") == ["sum"])
        #expect(blocks("```{tally}\nx\n```\n") == ["x\n"])
    }
}
