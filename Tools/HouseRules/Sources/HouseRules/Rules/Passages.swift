import SwiftSyntax

/// A line of text that people read: a comment, a string or prose.
package struct Passage {
    /// The path and the number of the line.
    package let place: String
    package let text: String

    /// Returns the comments and the text of string literals of a Swift file, line by line.
    package static func all(in file: SourceFile) -> [Passage] {
        let comments = file.comments.flatMap { line, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, text in
                Passage(place: "\(file.path):\(line + index)", text: withoutCode(text.trimmingPrefix(/\s*\/{2,3}/)))
            }
        }
        let strings = file.all(StringLiteralExprSyntax.self).flatMap { literal in
            let first = file.line(of: literal.segments)
            return literal.segments.description.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, text in
                Passage(place: "\(file.path):\(first + index)", text: String(text))
            }
        }
        return comments + strings
    }

    /// Returns the lines of a Markdown text outside of code blocks, without code.
    package static func all(inMarkdown text: String, path: String) -> [Passage] {
        var isInBlock = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line -> Passage? in
            if line.hasPrefix("```") {
                isInBlock.toggle()
                return nil
            }
            return isInBlock ? nil : Passage(place: "\(path):\(index + 1)", text: withoutCode(line))
        }
    }

    /// Returns the comments of a script that start with `#`.
    package static func all(inScript text: String, path: String) -> [Passage] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line -> Passage? in
            line.firstMatch(of: /#\s?(.*)$/).map { Passage(place: "\(path):\(index + 1)", text: String($0.1)) }
        }
    }

    private static func withoutCode(_ text: Substring) -> String { String(text.replacing(/`[^`]*`/, with: "``")) }
}
