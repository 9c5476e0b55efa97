import Lessons

/// The questions of a student as Markdown and as a notebook. Neither has anything of the key.
struct QuestionSheet {
    private let student: ClassKey.Student
    private let setup: String
    private let introduction: [String]

    init(_ student: ClassKey.Student, now: String, zone: String) {
        self.student = student
        setup = "set zone = \(zone)\nset now = \(now)"
        introduction = [
            "# Questions for \(student.name.inMarkdown)", Self.mark + student.sheet + " -->",
            "Your data are in `export.zip`: a watch and a phone recorded about five weeks. Days and clock times are those of \(zone), and "
                + "\"today\" is \(now.prefix(10)).",
            "Write your answer into the block after each question, and leave the headings as they are. An answer is one or more "
                + "statements of Tally, of which the last one is a query with one number. It can also be a number alone after `#`, such as `# 8210`. "
                + "Later blocks know the names that a block defines with `let`.",
        ]
    }

    static let mark = "<!-- tally sheet "
    /// The start of the id of a notebook's cell for an answer.
    static let cell = "question-"

    /// Writes the files to the folder of the student.
    func write(to folder: String, replacing mayReplace: Bool) throws {
        for (name, text) in [("questions.md", markdown), ("questions.ipynb", try notebook()), ("README.md", readme)] {
            try ClassFolder.write(text, to: folder + "/" + name, replacing: mayReplace)
        }
    }

    private var markdown: String {
        var parts = introduction + ["To import your data once, and to try queries:", Self.block(commands, "sh")]
        parts.append("`tally --store mine.tally weave questions.md` shows the answers of all queries. It skips numbers after `#`.")
        parts.append(Self.block(setup, "tally"))
        for (index, question) in student.questions.enumerated() {
            parts += ["## Question \(index + 1)", question.text, Self.block("", "tally")]
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func notebook() throws -> String {
        var notebook = NotebookDocument()
        notebook.add(text: introduction.joined(separator: "\n\n"))
        notebook.add(code: "open \":memory:\"\nimport \"export.zip\"\n" + setup, id: Self.cell + "0")
        for (index, question) in student.questions.enumerated() {
            notebook.add(text: "## Question \(index + 1)\n\n\(question.text)")
            notebook.add(code: "", id: Self.cell + "\(index + 1)")
        }
        return try notebook.text()
    }

    private var commands: String {
        "tally --store mine.tally import export.zip\ntally --store mine.tally 'describe steps'"
    }

    private var readme: String {
        """
        # Hand in

        Answer the questions in `questions.md`, or in the notebook `questions.ipynb`. Hand in one of the two files, named \
        `\(student.folder).md` or `\(student.folder).ipynb`. Your data are in `export.zip`.

        """
    }

    private static func block(_ text: String, _ language: String) -> String { "```\(language)\n\(text)\(text.isEmpty ? "" : "\n")```" }
}

extension String {
    /// The text on one line, with its marks of Markdown and HTML escaped.
    var inMarkdown: String {
        var text = ""
        for character in self {
            if "\\`*_{}[]<>#|&!~".contains(character) { text.append("\\") }
            text.append(character.isNewline ? " " : character)
        }
        return text
    }

    /// The text on one line, with its marks escaped outside of code between backquotes. If a backquote has no other one, all are escaped.
    var inMarkdownWithCode: String {
        let parts = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        let isPaired = parts.count % 2 == 1 && parts.dropFirst().dropLast().allSatisfy { !$0.isEmpty }
        guard isPaired else { return inMarkdown }
        return parts.enumerated().map { index, part in
            index % 2 == 0 ? part.inMarkdown : "`" + part.split(whereSeparator: \.isNewline).joined(separator: " ") + "`"
        }.joined()
    }
}
