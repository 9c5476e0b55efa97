import Foundation
import HouseRules
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
        let swift = Passage.all(
            in: SourceFile(path: "x", text: "let name = \"one\" // two\n/// three `four`\nlet text = \"\"\"\n    five\n    \"\"\"\n"))
        #expect(Set(swift.map { $0.text.trimmingCharacters(in: .whitespaces) }).subtracting([""]) == ["one", "two", "three ``", "five"])
        #expect(swift.first { $0.text.contains("five") }?.place == "x:4")
        let markdown = Passage.all(inMarkdown: "one `two`\n```\nthree\n```\nfour", path: "x")
        #expect(markdown.map(\.text) == ["one ``", "four"])
    }

    private static func patterns() throws -> [Pattern] {
        let lines = try Repository.text(of: "Tools/HouseRules/Tests/HouseRulesTests/PlainEnglish.txt").split(separator: "\n").filter {
            !$0.hasPrefix("#")
        }
        return try lines.map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 2 && !parts[1].isEmpty, "a pattern, a tab and a replacement: \(line)")
            return Pattern(expression: try NSRegularExpression(pattern: parts[0]), replacement: parts[1])
        }
    }

    private static func passages() throws -> [Passage] {
        var passages: [Passage] = []
        for folder in [
            "", "Conformance", "Packages", "Sources", "Tests", "Tools", "Fuzz", "Benchmarks", "Examples", "Documentation", "scripts",
        ] {
            let url = Repository.root.appending(path: folder)
            let names =
                try folder.isEmpty
                ? FileManager.default.contentsOfDirectory(atPath: url.path) : FileManager.default.subpathsOfDirectory(atPath: url.path)
            for name in names.sorted() where !name.contains(".build") && !generated.contains(where: { "\(folder)/\(name)".hasPrefix($0) }) {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                switch path {
                // Its strings are old sentences.
                case "Tools/HouseRules/Tests/HouseRulesTests/PlainEnglishTests.swift": break
                case _ where path.hasSuffix(".swift"):
                    passages += Passage.all(in: try Repository.swiftFile(path))
                case _ where path.hasSuffix(".md"): passages += Passage.all(inMarkdown: try Repository.text(of: path), path: path)
                case "Makefile",
                    _ where path.hasSuffix(".tally") || path.hasSuffix(".py"):
                    passages += Passage.all(inScript: try Repository.text(of: path), path: path)
                default: break
                }
            }
        }
        return passages
    }

    /// The messages are checked where they are written.
    private static let generated = ["Tests/Messages", "Documentation/Reference/Messages.md"]
}
