import TerminalText

/// The marks as text: a table for a terminal, and CSV.
package struct MarksTable {
    private let students: [MarkedStudent]

    package init(_ students: [MarkedStudent]) { self.students = students }

    /// Returns a table of at most `width` columns: a sign for each question, and the points.
    package func text(width: Int) -> String {
        let count = students.map(\.answers.count).max() ?? 0
        let room = max(12, width - 12 - 2 * count)
        let hasSigns = room >= 12 && 2 * count + 24 <= width
        let names = students.titles.map {
            ScreenText.truncated(ScreenText.visible($0), to: hasSigns ? min(room, 40) : max(12, width - 12))
        }
        let longest = max(7, names.map { ScreenText.width($0) }.max() ?? 0)
        var lines: [String] = []
        if hasSigns {
            let tens = (1...max(1, count)).map { $0 % 10 == 0 ? "\($0 / 10 % 10)" : " " }.joined(separator: " ")
            if count > 9 { lines.append(ScreenText.padded("", to: longest) + "  " + tens) }
        }
        let numbers = hasSigns ? (1...max(1, count)).map { "\($0 % 10)" }.joined(separator: " ") + "  " : ""
        lines.append(ScreenText.padded("student", to: longest) + "  " + numbers + " points")
        for (student, name) in zip(students, names) {
            let signs = hasSigns ? student.answers.map(\.sign).joined(separator: " ") + "  " : ""
            let points = "\(student.points)/\(student.greatestPoints)"
            lines.append(ScreenText.padded(name, to: longest) + "  " + signs + ScreenText.padded(points, to: 7, on: .end))
        }
        if hasSigns { lines.append("● right  ◐ unit or rounding  ○ wrong  ! error or not run  · no answer") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// One row for each answer. `given` is the text of a number that was written, and `value` the number, also of a query.
    package var csv: String {
        var rows = [
            [
                "student", "folder", "question", "template", "lesson", "verdict", "points", "of", "given", "value", "right", "unit",
                "reason",
                "file",
            ]
        ]
        for student in students {
            for answer in student.answers {
                rows.append([
                    Self.guarded(student.student.name), student.student.folder, "\(answer.number)", answer.question.template,
                    answer.question.lesson,
                    answer.verdict.word, "\(answer.points)", "\(MarkedAnswer.greatestPoints)", Self.guarded(answer.written),
                    answer.value.map { "\($0)" } ?? "", "\(answer.question.value)", answer.question.rounding.unit,
                    Self.guarded(answer.summary), Self.guarded(student.file ?? ""),
                ])
            }
        }
        return rows.map { $0.map(Self.cell).joined(separator: ",") + "\n" }.joined()
    }

    /// Text that somebody else wrote. A negative number in another column remains a number.
    private static func guarded(_ text: String) -> String { SpreadsheetText.guarded(SpreadsheetText.withoutControls(text)) }

    private static func cell(_ text: String) -> String {
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension MarkedAnswer {
    fileprivate var sign: String {
        switch verdict {
        case .right: "●"
        case .mistake(let kind): kind.isSlip ? "◐" : "○"
        case .unknownNumber, .notOneNumber, .severalNumbers, .unclear: "○"
        case .missing, .notHandedIn: "·"
        case .unreadable, .noExport, .failed, .refused, .outOfTime, .crashed: "!"
        }
    }
}
