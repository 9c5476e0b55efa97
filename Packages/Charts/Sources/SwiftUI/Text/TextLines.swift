import Foundation

/// A part of a text in one style.
package struct TextRun: Hashable, Sendable {
    package var string: String
    package var font: Font
    package var fill: Fill
    package var isUnderlined = false
    package var isStruck = false
    package var rise: CGFloat = 0

    package init(string: String, font: Font, fill: Fill) { (self.string, self.font, self.fill) = (string, font, fill) }

    var width: CGFloat { TextMeasure.width(of: string, in: font) }
}

/// Runs on one line.
package struct TextLine: Hashable, Sendable {
    package var runs: [TextRun] = []

    package var width: CGFloat { runs.reduce(0) { $0 + $1.width } }

    package var height: CGFloat { runs.map(\.font.lineHeight).max() ?? 0 }

    package var string: String { runs.map(\.string).joined() }

    /// Adds a word to the last run, if it has the same style.
    fileprivate mutating func append(_ word: TextRun) {
        if var last = runs.last {
            let text = last.string
            last.string = word.string
            if last == word {
                runs[runs.count - 1].string = text + word.string
                return
            }
        }
        runs.append(word)
    }

    /// The line without spaces at its end.
    fileprivate var trimmed: TextLine {
        var line = self
        while var last = line.runs.last, last.string.hasSuffix(" ") {
            last.string.removeLast()
            line.runs[line.runs.count - 1] = last
            if last.string.isEmpty { line.runs.removeLast() }
        }
        return line
    }

    /// Returns the start of the line that fits a width, with `…`.
    fileprivate func fitted(to limit: CGFloat) -> TextLine {
        guard width > limit else { return self }
        var line = self
        while var last = line.runs.last {
            while !last.string.isEmpty {
                last.string.removeLast()
                var candidate = line
                candidate.runs[candidate.runs.count - 1].string = last.string + "…"
                if candidate.width <= limit { return candidate }
            }
            line.runs.removeLast()
        }
        return line
    }
}

extension TextLine {
    /// Returns runs in lines of at most a width. Lines break at spaces and line ends; the last allowed line ends with `…` if there is more.
    package static func lines(of runs: [TextRun], width: CGFloat?, limit: Int?) -> [TextLine] {
        var lines: [TextLine] = [TextLine()]
        for word in words(of: runs) {
            if word.string == "\n" {
                lines.append(TextLine())
                continue
            }
            var longer = lines[lines.count - 1]
            longer.append(word)
            if let width, longer.trimmed.width > width + 0.001, !lines[lines.count - 1].runs.isEmpty {
                lines[lines.count - 1] = lines[lines.count - 1].trimmed
                var first = TextLine()
                first.append(word)
                lines.append(first)
            } else {
                lines[lines.count - 1] = longer
            }
        }
        lines[lines.count - 1] = lines[lines.count - 1].trimmed
        if let limit, lines.count > max(1, limit) {
            var last = lines[max(1, limit) - 1]
            for line in lines[max(1, limit)...] where !line.runs.isEmpty {
                if let font = last.runs.last { last.append(TextRun(string: " ", font: font.font, fill: font.fill)) }
                line.runs.forEach { last.append($0) }
            }
            lines = Array(lines[..<(max(1, limit) - 1)]) + [last]
        }
        guard let width else { return lines }
        return lines.map { $0.fitted(to: width + 0.001) }
    }

    /// Returns the words of runs with the spaces after them, and line ends.
    private static func words(of runs: [TextRun]) -> [TextRun] {
        var words: [TextRun] = []
        for run in runs {
            var word = run
            word.string = ""
            for character in run.string {
                if character.isNewline {
                    if !word.string.isEmpty { words.append(word) }
                    word.string = "\n"
                    words.append(word)
                    word.string = ""
                    continue
                }
                if character != " ", word.string.hasSuffix(" ") {
                    words.append(word)
                    word.string = ""
                }
                word.string.append(character)
            }
            if !word.string.isEmpty { words.append(word) }
        }
        return words
    }
}
