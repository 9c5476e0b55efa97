import TerminalText

/// The kinds of code blocks in a lesson, by the words after the backquotes.
enum LessonBlock: String, CaseIterable {
    case setup = "tally setup"
    case export = "xml setup"
    case run = "tally"
    case check = "tally check"
    case swift, predict, task, own

    /// The signs that its lines can start with.
    var signs: Set<Character> {
        switch self {
        case .setup, .export, .run, .check: []
        case .swift: ["="]
        case .predict: ["=", "-", "+", "!", ">"]
        case .task: ["=", ":", "?", "!", ">"]
        case .own: ["=", ">"]
        }
    }

    /// The signs that at most one line can have.
    var singleSigns: Set<Character> { self == .swift ? [] : ["=", ":"] }

    /// A line of a block: its sign, its text, and its place in the file.
    struct Line {
        var sign: Character?
        var text: String
        var number: Int
    }

    /// Returns the lines of a block with their signs. An indented line continues the line before it.
    static func signed(_ block: [Substring], after fence: Int) -> [Line] {
        var found: [Line] = []
        for (index, line) in block.enumerated() {
            let number = fence + 1 + index
            if line.hasPrefix("  "), let last = found.indices.last {
                found[last].text += " " + line.drop(while: \.isWhitespace)
            } else if line == "=" {
                found.append(Line(sign: "=", text: "", number: number))
            } else if let sign = line.first, "=-+!?:>".contains(sign), line.dropFirst().first == " " {
                found.append(Line(sign: sign, text: String(line.dropFirst(2)), number: number))
            } else {
                found.append(Line(sign: nil, text: String(line), number: number))
            }
        }
        return found
    }

    /// Returns what is wrong with the signs of the lines.
    func problems(in lines: [Line]) -> [LessonProblem] {
        var problems: [LessonProblem] = []
        let list = signs.sorted().map { "`\($0)`" }.listed(with: "or")
        for line in lines {
            if let sign = line.sign {
                if !signs.contains(sign) {
                    problems.append(
                        LessonProblem(
                            line: line.number, "a `\(rawValue)` block has no lines with `\(sign)`",
                            help: "its lines can start with \(list)"))
                } else if singleSigns.contains(sign), let first = lines.first(where: { $0.sign == sign }), first.number < line.number {
                    problems.append(
                        LessonProblem(
                            line: line.number, "line \(first.number) already has `\(sign)`, and only one can count",
                            help: "delete one of the two lines"))
                }
            } else if let first = line.text.first, !first.isLetter, !first.isNumber, line.text.dropFirst().first == " " {
                problems.append(
                    LessonProblem(
                        line: line.number, "`\(first)` has no meaning at the start of a line in a `\(rawValue)` block",
                        help: "start the line with \(list), or with a word of the question"))
            }
        }
        return problems
    }
}
