import Foundation
import StoreCommands
import TallyCharts
import TerminalText

/// The files with the marks of a class.
package struct MarksReports {
    private let marking: ClassMarking
    private let result: ClassMarking.Result
    private let showsAnswers: Bool

    package init(_ result: ClassMarking.Result, of marking: ClassMarking, showsAnswers: Bool) {
        (self.result, self.marking, self.showsAnswers) = (result, marking, showsAnswers)
    }

    /// Writes the files, and replaces those of an earlier run.
    ///
    /// - Parameter isWhole: false writes only the feedback.
    package func write(isWhole: Bool) throws {
        let (marks, students) = (marking.folder.marks, marking.folder.marks + "/students")
        try ClassFolder.create(marks)
        try ClassFolder.create(students)
        for student in result.students {
            try ClassFolder.write(feedback(for: student), to: "\(students)/\(student.student.folder).md", replacing: true)
        }
        guard isWhole else { return }
        try ClassFolder.write(MarksTable(result.students).csv, to: marks + "/marks.csv", replacing: true)
        try ClassFolder.write(junit, to: marks + "/marks.xml", replacing: true)
        try ClassFolder.write(page, to: marks + "/marks.html", replacing: true)
    }

    // MARK: Feedback

    /// The marks of a student in Markdown, to hand back.
    private func feedback(for student: MarkedStudent) -> String {
        var parts = ["# Marks of \(student.student.name.inMarkdown)", "\(student.points) of \(student.greatestPoints) points"]
        for answer in student.answers {
            parts.append("## Question \(answer.number): \(Wording.count(answer.points, "point"))")
            parts.append(answer.question.text)
            parts.append(ScreenText.visible(answer.reason).inMarkdownWithCode)
            if !answer.finding.isEmpty { parts.append(Self.block(answer.finding)) }
            if showsAnswers, answer.verdict != .right { parts.append(answer.rightAnswer) }
            if let lesson = answer.lesson { parts.append("The lesson `\(lesson)` is about this: `tally learn \(lesson)`.") }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns lines as a block, which has longer fences than any in the lines.
    private static func block(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { ScreenText.visible($0) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        var (longest, run) = (2, 0)
        for character in text {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return ([fence + "text"] + lines + [fence]).joined(separator: "\n")
    }

    // MARK: JUnit

    /// A suite for each student, and a case for each question.
    private var junit: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"class\">\n"
        for (student, title) in zip(result.students, result.students.titles) {
            let failures = student.answers.count { $0.verdict != .right }
            text += "  <testsuite name=\"\(MarkupText.escaped(title))\""
            text += " tests=\"\(student.answers.count)\" failures=\"\(failures)\">\n"
            for answer in student.answers {
                let name = "Question \(answer.number): \(answer.question.template)"
                text += "    <testcase classname=\"\(MarkupText.escaped(student.student.folder))\" name=\"\(MarkupText.escaped(name))\""
                guard answer.verdict != .right else {
                    text += "/>\n"
                    continue
                }
                let finding = answer.finding.split(separator: "\n", omittingEmptySubsequences: false).map { MarkupText.escaped(String($0)) }
                let points = "\(answer.points) of \(Wording.count(MarkedAnswer.greatestPoints, "point")): "
                let message = MarkupText.escaped(points + answer.summary)
                text += ">\n      <failure type=\"\(answer.verdict.word)\" message=\"\(message)\">"
                text += "\(finding.joined(separator: "\n"))</failure>\n    </testcase>\n"
            }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    // MARK: The page

    private var page: String {
        var report = HTMLReport()
        report.addSection("Students")
        report.addTable(overview, heading: "", lines: [], notes: ["2 right · 1 unit or rounding · 0 wrong · – no answer or not run"])
        report.addSection("Answers of the class")
        report.addTable(reasons, heading: "", lines: [], notes: [], wrapsCells: true)
        if !result.remarks.isEmpty {
            report.addSection("To look at")
            report.addRemark("", result.remarks)
        }
        report.addSection("Reasons")
        for (student, title) in zip(result.students, result.students.titles) {
            let wrong = student.answers.filter { $0.verdict != .right }
            guard !wrong.isEmpty, student.file != nil else { continue }
            let table = PageTable(
                titles: ["Question", "Reason"], alignsRight: [false, false],
                rows: wrong.map { ["\($0.number) \($0.question.template)", $0.summary] })
            report.addTable(
                table, heading: title, lines: ["\(student.points) of \(student.greatestPoints) points"], notes: [], wrapsCells: true)
        }
        let (students, questions) = (result.students.count, marking.key.questionCount)
        let lines = ["\(Wording.count(students, "student")) · \(Wording.count(questions, "question")) · \(marking.key.zone)"]
        return report.text(title: "Marks", lines: lines, generator: "tally class mark")
    }

    private var overview: PageTable {
        let count = marking.key.questionCount
        let rows = zip(result.students, result.students.titles).map { student, title in
            [title]
                + student.answers.map { answer in
                    switch answer.verdict {
                    case .missing, .notHandedIn, .unreadable, .noExport, .outOfTime, .crashed: "–"
                    default: "\(answer.points)"
                    }
                } + [student.file == nil ? "not handed in" : "\(student.points)"]
        }
        let totals = (0..<count).map { index in "\(result.students.map { $0.answers[index].points }.reduce(0, +))" }
        return PageTable(
            titles: ["Student"] + (1...max(1, count)).map(String.init) + ["Points"],
            alignsRight: [false] + [Bool](repeating: true, count: count + 1), rows: rows,
            totals: ["Points"] + totals + ["\(result.students.map(\.points).reduce(0, +))"])
    }

    /// How many students gave each kind of answer to each question, most frequent first.
    private var reasons: PageTable {
        var rows: [[String]] = []
        for index in 0..<marking.key.questionCount {
            let answers = result.students.map { $0.answers[index] }
            var counts: [MarkedAnswer.Verdict: Int] = [:]
            for answer in answers { counts[answer.verdict, default: 0] += 1 }
            let sorted = counts.sorted {
                ($0.key == .right ? 1 : 0, $0.value, $1.key.word) > ($1.key == .right ? 1 : 0, $1.value, $0.key.word)
            }
            let question = answers[0].question
            for entry in sorted { rows.append(["\(index + 1) \(question.template)", question.lesson, entry.key.title, "\(entry.value)"]) }
        }
        return PageTable(
            titles: ["Question", "Lesson", "Answer", "Students"], alignsRight: [false, false, false, true], rows: rows)
    }
}
