import Foundation
import QueryDiagnostics
import QueryVocabulary
import Scripts
import StoreCommands
import Testing
import Workbench

/// Situations from public reports about other tools that run the code of documents. The texts are our own. Each answer follows from the
/// rule that only answers change.
@Suite("Weaving: field cases")
struct WeaveFieldTests {
    private typealias File = WovenFile

    @Test("quarto-cli 789: the second block is in the first item of a list after another block")
    func listAfterBlock() throws {
        let item = { (text: String, answer: Bool) in
            "*   \(text)\n\n    ```tally\n    text \"\(text)\"\n    ```\n"
                + (answer ? "\n    <!-- tally: answer -->\n\n    \(text)\n\n    <!-- /tally -->\n" : "") + "\n"
        }
        let file = { File.block("text \"one\"", answer: $0 ? "one" : nil) + "\n" + item("two", $0) + item("three", $0) }
        #expect(try File(file(false)).text == file(true))
    }

    @Test("rmarkdown 2560: the markers of a list have different widths")
    func wideMarkers() throws {
        let file = "9. a\n   ```tally\n   assert sum steps = 600\n   ```\n10. b\n    ```tally\n    assert sum steps = 600\n    ```\n"
        let woven = try File(file)
        #expect(woven.outcome == .fine && woven.text == file)
    }

    @Test("knitr 1022, mystmd 1134: a block in a quote runs, and one in a longer fence is text")
    func quotesAndLongerFences() throws {
        let file = File.block("let x = 1") + "\n> ```tally\n> assert x = 1\n> ```\n"
        #expect(try File(file.replacing("assert x = 1", with: "assert sum steps = 600")).outcome == .fine)
        let nested = "````md\n```tally\nassert sum steps = 1\n```\n\n> ```tally\n> assert sum steps = 1\n> ```\n````\n"
        #expect(try File(nested).text == nested)
    }

    @Test("quarto-cli 9970: code that is indented by four spaces is text")
    func indentedCode() throws {
        let file = "A\n\n    ```tally\n    assert sum steps = 1\n    ```\n\n- B\n\n      ```tally\n      assert sum steps = 1\n      ```\n"
        #expect(try File(file).text == file)
    }

    @Test("zx 787, embedme 37: a file with CR LF runs, and has only CR LF after it")
    func carriageReturns() throws {
        let file = "# A\r\n\r\n" + File.block("text \"a\"").replacing("\n", with: "\r\n")
        let woven = try File(file).text
        #expect(woven == "# A\r\n\r\n" + File.block("text \"a\"", answer: "a").replacing("\n", with: "\r\n"))
        #expect(woven.split(separator: "\r\n", omittingEmptySubsequences: false).allSatisfy { !$0.unicodeScalars.contains("\n") })
    }

    @Test("mcp-ts-core 375, getspecstory 241: an answer with a row of backquotes doesn't end its own fence")
    func backquotes() throws {
        let code = "add 1 count flights from \"W````atch\" at 2025-01-01\nsum flights by source from 2025-01-01 to 2025-01-02 as csv"
        let woven = try File(File.block(code) + "\n## After\n")
        let fences = woven.text.split(separator: "\n").filter { $0.hasPrefix("`````") }
        #expect(fences == ["`````text", "`````"])
        #expect(woven.text.hasSuffix("\n<!-- /tally -->\n\n## After\n"))
    }

    @Test("obsidian-execute-code 209, emacs-jupyter 157: running again does not add a second answer, also if it is long")
    func repeatedRuns() throws {
        var text = File.block("samples of steps\nsum steps by hour from 2025-01-01 to 2025-01-03\nsum steps by day as chart")
        let first = try File(text).text
        for _ in 0..<3 {
            text = try File(text).text
            #expect(text == first)
        }
        #expect(first.components(separatedBy: WovenText.opening).count == 2)
    }

    @Test("knitr 813: an error in the middle leaves no part of the answers")
    func partialAnswers() throws {
        let file = File.block("text \"a\"") + File.block("assert sum steps = 1") + File.block("text \"b\"")
        let woven = try File(file)
        #expect(woven.outcome == .failed && woven.text.isEmpty && woven.findings == ["5:20 E310"])
    }

    @Test("slides 50: signs in an answer aren't read as markup")
    func signs() throws {
        let woven = try File(File.block("text \"# *a* [b](c)\""), as: .html).text
        #expect(woven.contains("<p># *a* [b](c)</p>"))
        let markdown = try File(File.block("text \"# *a* [b](c)\""))
        #expect(markdown.text.contains("\n\\# \\*a\\* \\[b\\](c)\n"))
    }

    @Test("markdown-code-runner 45: the end of a comment in an answer doesn't end the answer")
    func commentsInAnswers() throws {
        let woven = try File(File.block("text \"a --> <!-- /tally --> b\"") + "\nend\n")
        #expect(try File(woven.text).text == woven.text && woven.text.hasSuffix("\nend\n"))
    }

    @Test("dimos 2096: answers don't have the path of the file or of the store")
    func machinePaths() throws {
        let woven = try File(File.block("sum stepz", fence: "```tally error"), file: "/private/folder/week.md")
        #expect(woven.outcome == .fine && !woven.text.contains("private"))
    }

    @Test("runme 69: a file without blocks says so")
    func noBlocks() throws {
        let woven = try File("# A\n\n```sh\nls\n```\n")
        #expect(woven.outcome == .fine && woven.notes == ["week.md has no blocks that start with ```tally"])
    }

    @Test("markdown-exec 57: a block without an answer stays without one")
    func emptyAnswers() throws {
        let file = File.block("let a = 1") + "\n" + File.block("# only a comment")
        #expect(try File(file).text == file)
    }

    @Test("hermes-webui 1438: backquotes in the middle of a line are not a fence")
    func backquotesInLines() throws {
        let file = File.block("text \"a ```tally b\"", answer: "a \\`\\`\\`tally b") + "\nUse ```tally to start.\n"
        #expect(try File(file).text == file)
    }
}
