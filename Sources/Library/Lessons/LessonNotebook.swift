/// A lesson as a notebook of Jupyter: text, cells with its statements, and an empty cell at each task. Answers are folded below questions.
package struct LessonNotebook {
    private var document = NotebookDocument()

    package init(_ lesson: Lesson) {
        add(text: "# \(lesson.title)\n\n**Goal:** \(lesson.goal)")
        // A notebook must not change the learner's store.
        let samples = lesson.export.isEmpty ? "" : "import \"\(lesson.exportName)\"\n"
        add(code: "open \":memory:\"\n\(samples)\(lesson.setup.trimmed)")
        for part in lesson.parts { add(part) }
    }

    /// Returns the notebook as JSON. The same lesson has the same text.
    package func text() throws -> String { try document.text() }

    private mutating func add(text: String) { document.add(text: text) }
    private mutating func add(code: String) { document.add(code: code) }

    private mutating func add(_ part: Lesson.Part) {
        switch part {
        case .heading(let text): add(text: "## \(text)")
        case .paragraph(let text): add(text: text)
        case .run(let text): add(code: text.trimmed)
        case .check: break
        case .program(let program): add(code: program.query)
        case .prediction(let prediction): add(text: Self.text(of: prediction))
        case .task(let task):
            add(text: Self.text(of: task))
            add(code: task.template.map { "# \($0)" } ?? "# your statement")
        case .own(let own): add(text: Self.text(of: own))
        }
    }

    private static func text(of prediction: Lesson.Prediction) -> String {
        let choices = prediction.choices.enumerated().map { "- \(letter($0)) \($1.text)" }
        let right = prediction.choices.enumerated().filter { $0.element.isRight }.map { letter($0.offset) }.joined(separator: ", ")
        var lines = ["**\(prediction.answer ?? right)**: \(prediction.reason)"]
        lines += prediction.mistakes.map { "- \($0.answer): \($0.remark)" }
        lines += prediction.choices.enumerated().compactMap { index, choice in choice.remark.map { "- \(letter(index)) \($0)" } }
        let question = ["**Your guess?** \(prediction.question)"] + (choices.isEmpty ? [] : [""] + choices)
        return question.joined(separator: "\n") + folded("The answer", lines)
    }

    private static func text(of task: Lesson.Task) -> String {
        let hints = task.hints.map { "- \($0)" }
        return "**Your turn.** \(task.question)" + (hints.isEmpty ? "" : folded("Hints", hints))
            + folded("A solution", ["`\(task.solution)`"] + (task.reason.isEmpty ? [] : ["", task.reason]))
    }

    /// The cells of the notebook have the samples of the lesson, so this is only text.
    private static func text(of own: Lesson.Own) -> String {
        "**With your own data.** \(own.question)\n\nRun this in a notebook or a shell with your own store:\n\n```\n\(own.query)\n```"
            + folded("Look at the answer", [own.advice])
    }

    private static func letter(_ index: Int) -> String { "(\(Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))))" }

    /// Lines that are shown after a click.
    private static func folded(_ summary: String, _ lines: [String]) -> String {
        "\n\n<details><summary>\(summary)</summary>\n\n\(lines.joined(separator: "\n"))\n\n</details>"
    }
}

extension String {
    /// The text without line feeds at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
