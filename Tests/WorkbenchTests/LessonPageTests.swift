import Foundation
import Lessons
import MarkdownPages
import SessionTesting
import TallyKit
import Testing
import Workbench

@Suite("Lessons as pages")
struct LessonPageTests {
    private func lesson(_ name: String) throws -> Lesson { try #require(LessonCatalog.all.first { $0.name == name }) }

    @Test("The answers are those of the shell", arguments: LessonCatalog.names)
    func answers(name: String) throws {
        let page = LessonPage(try lesson(name)).text
        // A learner who skips every question sees each statement and its answer.
        let output = RecordingOutput()
        let session = Session(.inMemory(), named: "test")
        _ = session.beginLesson("learn \(name)", output: output)
        while session.lessons.current != nil { session.answerLesson("skip", output: output) }
        let lines = output.text.split(separator: "\n").map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        var rest = lines[...]
        for row in page.matches(of: /<tr>(.*)<\/tr>/) {
            let cells = row.1.matches(of: /<t[hd][^>]*>(.*?)<\/t[hd]>/).map { Self.unescaped($0.1) }.filter { !$0.isEmpty }
            guard let index = rest.firstIndex(of: cells) else {
                Issue.record("\(name): the shell does not show the row \(cells)")
                return
            }
            rest = rest[(index + 1)...]
        }
        // A rule is below the titles of each table, and another above its totals.
        let rules = { (text: String) in text.split(separator: "\n").count { $0.contains("─") && $0.allSatisfy { "─ ".contains($0) } } }
        #expect(rules(output.text) == rules(page) + page.ranges(of: "<thead>").count + page.ranges(of: "<tfoot>").count)
        var statements = page[...]
        for line in output.text.split(separator: "\n") where line.hasPrefix("learn> ") {
            let statement = String(line.dropFirst(7))
            let range = statements.ranges(of: "<code>" + Self.escaped(statement)).first
            guard let range else {
                Issue.record("\(name): the page does not show \(statement)")
                return
            }
            statements = statements[range.upperBound...]
        }
    }

    @Test("The answer to a guess is folded together with the query that shows it, and so is a solution")
    func folds() {
        let text = """
            # Two days

            A summary.

            ```tally setup
            set now = 2026-03-03T00:00:00Z; set zone = UTC
            add 100 count steps from "Watch" at 2026-03-02 08:00 to 2026-03-02 09:00
            ```

            ## First

            - one
            - two <b>

            ```predict
            How many steps?
            = 100
            ! 50 | 50 is `half`.
            > All of them.
            ```

            ```tally
            sum steps on 2026-03-02
            ```

            Then

            ```task
            Do it again.
            = sum steps on 2026-03-02
            ? Type the same.
            ! sum steps today | Today has none.
            ```
            """
        let (markup, headings) = LessonPage(LessonReader.read(text, named: "two")).markup()
        #expect(headings.map(\.title) == ["Two days", "First"])
        #expect(markup.contains("<li>two &lt;b&gt;</li>"))
        let outside = markup.replacing(/<details>[\s\S]*?<\/details>/, with: "")
        #expect(outside.contains("How many steps?") && outside.contains("Do it again.") && !outside.contains("sum steps"))
        let folds = markup.matches(of: /<summary>(.*?)<\/summary>([\s\S]*?)<\/details>/)
        #expect(folds.map(\.1) == ["Show the answer", "Hints", "A solution"])
        #expect(folds[0].2.contains("<strong>100.</strong> All of them.") && folds[0].2.contains("<li>50 is <code>half</code>.</li>"))
        #expect(folds[0].2.contains(">100</td>") && folds[2].2.contains(">100</td>"))
        #expect(folds[2].2.contains("<li><code>sum steps today</code>: Today has none.</li>"))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
            .replacing("'", with: "&#39;")
    }

    private static func unescaped(_ text: Substring) -> String {
        text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&gt;", with: ">").replacing("&lt;", with: "<")
            .replacing("&amp;", with: "&").trimmingCharacters(in: .whitespaces)
    }
}
