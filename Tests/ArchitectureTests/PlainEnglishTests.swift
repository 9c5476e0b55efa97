import Foundation
import Testing

/// Checks the style of strings, comments and documents against the patterns in `PlainEnglish.txt`. The list grows with each sentence that a
/// reader stumbles over.
@Suite("Plain English")
struct PlainEnglishTests {
    private struct Pattern {
        let expression: NSRegularExpression
        let replacement: String

        func matches(_ text: String) -> Bool {
            expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    private struct Passage {
        let place: String
        let text: String
    }

    @Test("Strings, comments and documents have none of the patterns")
    func patterns() throws {
        let patterns = try Self.patterns()
        // Nearly all passages match none, which one search finds.
        let any = Pattern(
            expression: try NSRegularExpression(pattern: patterns.map { "(?:\($0.expression.pattern))" }.joined(separator: "|")),
            replacement: "")
        var count = 0
        for passage in try Self.passages() {
            count += 1
            guard any.matches(passage.text) else { continue }
            for pattern in patterns where pattern.matches(passage.text) {
                Issue.record("\(passage.place): \(passage.text.trimmingCharacters(in: .whitespaces))\n    write: \(pattern.replacement)")
            }
        }
        #expect(count > 20_000, "the passages are found")
    }

    @Test(
        "Old sentences are found",
        arguments: [
            "`activity` is no duration", "Whoever divides by 24 does", "the instant that `now` speaks of", "What a file is, is found out",
            "Whether the range cuts off what came before", "it stands behind the metric", "there is no such metric",
        ])
    func findsOldSentences(sentence: String) throws {
        #expect(try Self.patterns().contains { $0.matches(sentence) })
    }

    @Test("Passages are comments, strings and prose, without code")
    func reading() {
        let swift = Self.passages(
            inSwift: "let name = \"one\" // two\n/// three `four`\nlet text = \"\"\"\n    five\n    \"\"\"\n", path: "x")
        #expect(swift.map { $0.text.trimmingCharacters(in: .whitespaces) } == ["one", "two", "three ``", "five"])
        let markdown = Self.passages(inMarkdown: "one `two`\n```\nthree\n```\nfour", path: "x")
        #expect(markdown.map(\.text) == ["one ``", "four"])
    }

    private static func patterns() throws -> [Pattern] {
        let lines = try Repository.text(of: "Tests/ArchitectureTests/PlainEnglish.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        return try lines.map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 2 && !parts[1].isEmpty, "a pattern, a tab and a replacement: \(line)")
            return Pattern(expression: try NSRegularExpression(pattern: parts[0]), replacement: parts[1])
        }
    }

    private static func passages() throws -> [Passage] {
        var passages: [Passage] = []
        for folder in ["", "Sources", "Tests", "Tools", "Fuzz", "Benchmarks", "Examples", "Documentation", "scripts"] {
            let url = Repository.root.appending(path: folder)
            let names =
                try folder.isEmpty
                ? FileManager.default.contentsOfDirectory(atPath: url.path) : FileManager.default.subpathsOfDirectory(atPath: url.path)
            for name in names.sorted() where !name.contains(".build") && !generated.contains(where: { "\(folder)/\(name)".hasPrefix($0) }) {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                switch path {
                // Its strings are old sentences.
                case "Tests/ArchitectureTests/PlainEnglishTests.swift": break
                case _ where path.hasSuffix(".swift"): passages += Self.passages(inSwift: try Repository.text(of: path), path: path)
                case _ where path.hasSuffix(".md"): passages += Self.passages(inMarkdown: try Repository.text(of: path), path: path)
                case "Makefile",
                    _ where path.hasSuffix(".tally") || path.hasSuffix(".py"):
                    passages += Self.passages(inScript: try Repository.text(of: path), path: path)
                default: break
                }
            }
        }
        return passages
    }

    /// The messages are checked where they are written.
    private static let generated = ["Tests/Messages", "Documentation/Reference/Messages.md"]

    /// Returns the comments and the text of string literals, line by line.
    private static func passages(inSwift text: String, path: String) -> [Passage] {
        var passages: [Passage] = []
        var isInLiteral = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard isInLiteral || line.utf8.contains(UInt8(ascii: "\"")) || line.utf8.contains(UInt8(ascii: "/")) else { continue }
            let place = "\(path):\(index + 1)"
            let quotes = line.ranges(of: "\"\"\"").count
            if isInLiteral {
                if quotes % 2 == 1 { isInLiteral = false } else { passages.append(Passage(place: place, text: String(line))) }
            } else if quotes % 2 == 1 {
                isInLiteral = true
            } else if let comment = line.firstMatch(of: /^\s*\/\/\/?(.*)$/) {
                passages.append(Passage(place: place, text: String(comment.1.replacing(/`[^`]*`/, with: "``"))))
            } else {
                passages += line.matches(of: /"((?:[^"\\]|\\.)*)"/).map { Passage(place: place, text: String($0.1)) }
                if let comment = line.firstMatch(of: /\s\/\/ ([^"]*)$/) { passages.append(Passage(place: place, text: String(comment.1))) }
            }
        }
        return passages
    }

    /// Returns the lines outside of code blocks, without code.
    private static func passages(inMarkdown text: String, path: String) -> [Passage] {
        var isInBlock = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line -> Passage? in
            if line.hasPrefix("```") {
                isInBlock.toggle()
                return nil
            }
            return isInBlock ? nil : Passage(place: "\(path):\(index + 1)", text: String(line.replacing(/`[^`]*`/, with: "``")))
        }
    }

    /// Returns the comments that start with `#`.
    private static func passages(inScript text: String, path: String) -> [Passage] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line -> Passage? in
            line.firstMatch(of: /#\s?(.*)$/).map { Passage(place: "\(path):\(index + 1)", text: String($0.1)) }
        }
    }
}
