import CalendarIntervals
import Foundation
import QueryDiagnostics
import QueryVocabulary
import Scripts
import SessionTesting
import StoreCommands
import Testing
import Workbench

@Suite("Weaving")
struct WeaveTests {
    private typealias File = WovenFile

    @Test("An answer comes after its block, and weaving again gives the same bytes")
    func answers() throws {
        let table = """
            **stepCount** · 2025-01-01 to 2025-01-03 · UTC · by day · 2 rows

            | start | sum (count) |
            | --- | ---: |
            | 2025-01-01 | 100 |
            | 2025-01-02 | 200 |
            | **total** | **300** |
            """
        let query = "sum steps by day from 2025-01-01 to 2025-01-03"
        let file = "# A\n\n\(File.block(query))\nB\n"
        let woven = "# A\n\n\(File.block(query, answer: table))\nB\n"
        #expect(try File(file).text == woven)
        #expect(try File(woven).text == woven)
    }

    @Test(
        "All other bytes of the file stay",
        arguments: [
            "# A\n\nNo blocks, \ttabs and spaces at the end  \n\n\n", "no line end", "", "\n\n", "\u{FEFF}# A mark\n", "a\r\nb\r\n",
            "a\rb\r",
            "```\ntally\n```\n", "```tallyho\nsum\n```\n", "```swift\nlet tally = 1\n```\n", "a ```tally b\n",
            "    ```tally\n    text \"a\"\n    ```\n",
            "<!-- a comment -->\n\n<!-- tally -->\n",
            "```tally skip\nsum what\n```\n", "```tally quiet\nlet a = 1\n```\n", "```tally\n```\n",
            "```tally\nlet a = 1\n\n# Only a comment\n```", "````markdown\n```tally\nsum what\n```\n````\n",
        ])
    func otherBytes(text: String) throws {
        let woven = try File(text)
        #expect(woven.outcome == .fine && woven.text == text && woven.findings.isEmpty)
    }

    @Test("Bytes that aren't UTF-8 stay, too")
    func wrongBytes() throws {
        let bytes = Array("caf".utf8) + [0xE9, 0x0A] + Array(File.block("text \"a\"").utf8)
        let text = WovenText(SourceText(bytes: bytes, file: "week.md"))
        #expect(text.text(with: [""]) == bytes)
        #expect(text.text(with: ["a"]).starts(with: bytes))
    }

    @Test(
        "Answers have the marks of lists and quotes, and the line ends of the file",
        arguments: [
            (
                "> ```tally\n> text \"a\"\n> ```\n",
                "> ```tally\n> text \"a\"\n> ```\n>\n> <!-- tally: answer -->\n>\n> a\n>\n> <!-- /tally -->\n"
            ),
            (
                "- b\n\n  ```tally\n  text \"a\"\n  ```\n- c\n",
                "- b\n\n  ```tally\n  text \"a\"\n  ```\n\n  <!-- tally: answer -->\n\n  a\n\n  <!-- /tally -->\n- c\n"
            ),
            (
                "100. ```tally\n     text \"a\"\n     ```\n",
                "100. ```tally\n     text \"a\"\n     ```\n\n     <!-- tally: answer -->\n\n     a\n\n     <!-- /tally -->\n"
            ),
            (
                "```tally\r\ntext \"a\"\r\n```\r\nb\r\n",
                "```tally\r\ntext \"a\"\r\n```\r\n\r\n<!-- tally: answer -->\r\n\r\na\r\n\r\n<!-- /tally -->\r\nb\r\n"
            ),
            ("~~~ Tally\ntext \"a\"\n~~~~", "~~~ Tally\ntext \"a\"\n~~~~\n\n<!-- tally: answer -->\n\na\n\n<!-- /tally -->\n"),
            ("```{tally}\ntext \"a\"\n```\n", "```{tally}\ntext \"a\"\n```\n\n<!-- tally: answer -->\n\na\n\n<!-- /tally -->\n"),
        ])
    func places(text: String, expected: String) throws {
        let woven = try File(text)
        #expect(woven.text == expected && woven.findings.isEmpty)
        #expect(try File(expected).text == expected)
    }

    @Test("Blocks share names and settings, and a statement ends with its block")
    func blocks() throws {
        let assertion = File.block("assert sum steps on holiday = 200")
        let file = File.block("let holiday = 2025-01-02") + "\nthen\n\n" + assertion + File.block("text \"a\"")
        #expect(try File(file).outcome == .fine)
        let open = try File(File.block("sum steps (") + File.block("text \"a\""))
        #expect(open.outcome == .wrong && open.findings.allSatisfy { $0.hasPrefix("2:") })
    }

    @Test("Old answers are replaced, also those of blocks that are gone, and text between a block and its answer stays")
    func oldAnswers() throws {
        let old = "\n<!-- tally: answer -->\n\nold\n\n<!-- /tally -->\n"
        #expect(try File("gone\n\(old)\nend\n").text == "gone\n\nend\n")
        #expect(try File(File.block("text \"a\"") + "\nbetween\n" + old).text == File.block("text \"a\"", answer: "a") + "\nbetween\n")
        #expect(try File(File.block("text \"a\"", fence: "```tally quiet") + old).text == File.block("text \"a\"", fence: "```tally quiet"))
    }

    @Test("A block with `error` shows its errors, also those that are found before running, and must have one")
    func errors() throws {
        let unknown = try File(File.block("sum stepz\ntext \"b\"", fence: "```tally error"))
        #expect(unknown.outcome == .fine && unknown.findings.isEmpty)
        #expect(unknown.text.contains("error E101: unknown metric `stepz`\n --> block:1:5\n") && unknown.text.contains("\nb\n"))
        #expect(try File(unknown.text).text == unknown.text)
        // The places in the file change when answers are added, so errors have those in the block.
        let later = try File("a\n\n" + File.block("text \"a\"") + File.block("assert sum steps = 1", fence: "```tally error"))
        #expect(later.text.contains("error E310") && later.text.contains(" --> block:1:20\n"))
        #expect(try File(later.text).text == later.text)
        let none = try File(File.block("text \"a\"", fence: "```tally error"))
        #expect(none.outcome == .failed && none.findings == ["1:10 E300"] && none.text.isEmpty)
    }

    @Test(
        "A mistake has the line and the column in the file, and nothing is written",
        arguments: [
            ("a\n\n```tally\nassert sum steps = 1\n```\n", Outcome.failed, "4:20 E310"),
            ("> - ```tally\n>   sum stepz\n>   ```\n", .wrong, "2:9 E101"),
            ("\r\n```tally\r\n\r\nsum stepz\r\n```\r\n", .wrong, "4:5 E101"),
            ("```tally\ntext \"a\"\n", .wrong, "1:1 E300"), ("a\n```sh\nb\n", .wrong, "2:1 E300"),
            ("> ```tally\n> text \"a\"\n\nb\n", .wrong, "1:1 E300"), ("```tally quite\n```\n", .wrong, "1:10 E300"),
            ("```tally quiet error\n```\n", .wrong, "1:16 E300"), ("```{tally, eval=FALSE}\n```\n", .wrong, "1:12 E300"),
            ("a\n<!-- /tally -->\n", .wrong, "2:1 E300"), ("<!-- tally: answer -->\na\n", .wrong, "1:1 E300"),
            ("<!-- tally: answer -->\n<!-- tally: answer -->\n<!-- /tally -->\n", .wrong, "2:1 E300"),
            ("<!-- tally: answer -->\n\n```\n<!-- /tally -->\n", .wrong, "1:1 E300"),
        ])
    func mistakes(text: String, outcome: Outcome, finding: String) throws {
        let woven = try File(text)
        #expect(woven.outcome == outcome && woven.findings.first == finding && woven.text.isEmpty, "\(woven.findings)")
    }

    @Test(
        "Options of other tools are ignored, unless they say whether code runs",
        arguments: ["title=\"quite b\"", "{1,3-5}", "#a .b", "linenums=1"])
    func otherOptions(option: String) throws {
        #expect(try File(File.block("text \"a\"", fence: "```tally \(option)")).outcome == .fine)
    }

    @Test("A warning is part of the answer, and its words don't become markup")
    func warnings() throws {
        let woven = try File(File.block("average heartRate by day last week") + File.block("text \"*a* <b> | `c` <!-- /tally -->\""))
        #expect(woven.text.contains("> **info ") || woven.text.contains("> **warning "))
        #expect(woven.text.contains("\\*a\\* &lt;b> \\| \\`c\\` &lt;!-- /tally -->"))
        #expect(try File(woven.text).text == woven.text)
    }

    @Test("A page has the Markdown, the statements and their answers, and the old answers don't show")
    func pages() throws {
        let file = "# My *week*\n\n## Steps & sleep\n\n" + File.block("sum steps on 2025-01-02", answer: "old one") + "\n## <b>\n\n- c\n"
        let page = try File(file, as: .html).text
        #expect(page.contains("<title>My week</title>") && page.contains("<h1>My week</h1>") && !page.contains("old one"))
        #expect(page.contains("<li><a href=\"#steps--sleep\">Steps &amp; sleep</a></li>"))
        #expect(page.contains("<code>sum steps on 2025-01-02\n</code></pre>\n<div class=\"answer"))
        #expect(page.contains("<td class=\"num\">200</td>") && page.contains("&lt;b&gt;</h2>") && page.contains("<li>c</li>"))
        #expect(page.contains("<meta name=\"generator\" content=\"tally weave\">") && !page.contains("tally: answer"))
        #expect(try File(file, as: .html).text == page)
    }

    @Test("An interrupted run writes nothing")
    func interruption() throws {
        let output = RecordingOutput()
        output.cancel()
        let text = WovenText(SourceText(File.block("text \"a\""), file: "week.md"))
        let outcome = try File.session().weave(text, to: WeaveTarget(printing: .markdown), output: output)
        #expect(outcome == .interrupted && output.text.isEmpty)
    }

    @Test("A file that changes while its blocks run is not replaced")
    func changedFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("edited\n".utf8).write(to: URL(fileURLWithPath: path))
        let text = WovenText(SourceText(File.block("text \"a\""), file: path))
        #expect(throws: CommandError.self) { try File.session().weave(text, to: WeaveTarget(.inPlace), output: RecordingOutput()) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "edited\n")
    }

    @Test("A statement that would wait forever does not wait")
    func waiting() throws {
        let woven = try File(File.block("watch sum steps by day from 2025-01-01 to 2025-01-03"))
        #expect(woven.outcome == .fine && woven.text.contains("200"))
    }

    @Test("A file of 20,000 lines with 1,000 blocks and old answers takes little time")
    func hugeFiles() throws {
        let part = String(repeating: "Text with *marks* and `code`.\n", count: 12) + "\n" + File.block("let a = 1", answer: "old") + "\n"
        let started = ContinuousClock.now
        let woven = try File(String(repeating: part, count: 1_000))
        #expect(woven.outcome == .fine && !woven.text.contains("old"))
        // A debug build on a busy machine is tens of times slower than a release build.
        #expect(ContinuousClock.now - started < .seconds(60))
    }
}
