import Classes
import Lessons
import QueryDiagnostics

extension Reader {
    /// Lessons in files.
    static let lessons = Reader(
        name: "lessons", longest: 1500,
        words: [
            "# ", "## ", "Goal: ", "```tally\n", "```tally setup\n", "```tally check\n", "```predict\n", "```task\n", "```own\n",
            "```swift\n", "```\n", "= ", "+ ", "- ", "! ", "? ", ": ", "> ", " | ",
        ],
        seeds: {
            [
                "# A\nGoal: count steps\n```tally setup\nadd 5 count steps at 2025-01-01\n```\n## One\nText.\n```tally\nsum steps\n```\n"
                    + "```predict\nHow many?\n= 5\n! 6 | one more\n> because\n```\n"
                    + "```task\nAsk.\n= sum steps\n: sum ___\n? hint\n! count steps | no\n```\n"
                    + "## What you can now do\n- sum\n",
                "# B\n```swift\nexplain swift async sum steps\n= 5\n```\n```own\nYours?\n= sum steps by day\n> look\n```\n"
                    + "```predict\n+ a | yes\n- b\n```\n",
            ].inputs
        },
        check: { input in
            let text = String(decoding: input, as: UTF8.self)
            let lesson = LessonReader.read(text, named: "x")
            try demand(lesson.parts.count == lesson.lines.count, "each part has a line")
            let lineCount = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
            for problem in lesson.problems + LessonRules.problems(of: lesson) {
                try demand((0...lineCount + 1).contains(problem.line), "line \(problem.line) of a problem is one of \(lineCount)")
                try demand(!problem.message.isEmpty && !problem.help.isEmpty, "a problem has words")
            }
            _ = try LessonNotebook(lesson).text()
        })

    /// The files that students hand in: Markdown, notebooks and scripts. The first byte decides the form.
    static let answerSheets = Reader(
        name: "answer-sheets", longest: 1500,
        words: [
            "## Question 1\n", "Question 2", "```tally\n", "```\n", "\"cell_type\":\"code\"", "\"source\":[", "\"cells\":[",
            "\"id\":\"q1\"", "<!-- tally class ", "\u{FEFF}", "\r\n",
        ],
        seeds: {
            [
                "0<!-- tally class abc123 -->\n# Sheet\n## Question 1\nText\n```tally\nsum steps\n```\n"
                    + "## Question 2\n```tally\n8,210\n```\n",
                "1{\"cells\":[{\"cell_type\":\"markdown\",\"source\":\"## Question 1\"},"
                    + "{\"cell_type\":\"code\",\"id\":\"question-1\",\"source\":["
                    + "\"sum \",\"steps\"]}],\"nbformat\":4}",
                "2# Question 1\nsum steps\n# Question 2\n# 8210\n", "2## Question 1\n```tally\n1\n```\n",
            ].inputs
        },
        check: { input in
            guard let first = input.first else { return }
            let form: AnswerForm = [.markdown, .notebook, .script][Int(first) % 3]
            guard let text = try? HandedInText(Array(input.dropFirst()), as: form) else { return }
            try demand(text.answered.allSatisfy { $0 > 0 }, "answers belong to questions")
            try demand(text.answered.isSubset(of: text.blocks.keys), "answers have blocks")
            for line in text.blocks.values.joined().flatMap({ $0.split(separator: "\n") }) { try NumberCheck.check(line) }
        })

    /// Numbers that students write in place of a query.
    static let writtenNumbers = Reader(
        name: "written-numbers", longest: 100,
        words: [" or ", "about ", "# ", "8,210", "1.234.567,8", "½", "%", " h ", " min", "×10^", "e308"],
        seeds: {
            ["8,210 steps", "about 7 h 30 min # 7.5", "1.234,5", "94.6 or 86", "12:30", "= 5 %", "2e3", "one hundred", "1 234 567"].inputs
        },
        check: { try NumberCheck.check(String(decoding: $0, as: UTF8.self)[...]) })
}

private enum NumberCheck {
    static func check(_ line: Substring) throws {
        guard let number = WrittenNumber(line) else { return }
        try demand(number.readings.allSatisfy(\.isFinite), "a number is not infinite")
        try demand(number.readings.count == number.lastDigits.count, "each reading has a last digit")
        try demand(number.lastDigits.allSatisfy { $0 > 0 && $0.isFinite }, "a last digit has a size")
    }
}
