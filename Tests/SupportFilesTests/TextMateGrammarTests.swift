import Foundation
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import SupportFiles
import Testing

@Suite("The TextMate grammar")
struct TextMateGrammarTests {
    private struct File: Decodable {
        struct Pattern: Decodable {
            var name: String
            var match: String
        }
        var patterns: [Pattern]
    }

    private let patterns: [(name: String, expression: NSRegularExpression)]

    init() throws {
        let file = try JSONDecoder().decode(File.self, from: Data(try TextMateGrammar.text().utf8))
        patterns = try file.patterns.map { ($0.name, try NSRegularExpression(pattern: $0.match)) }
    }

    /// Returns the scopes of `text` as an editor finds them: the earliest match wins, then the earliest pattern.
    private func scopes(of text: String) -> [(text: String, scope: String)] {
        var found: [(text: String, scope: String)] = []
        var start = 0
        let whole = text as NSString
        while start < whole.length {
            let rest = NSRange(location: start, length: whole.length - start)
            let next = patterns.enumerated().compactMap { index, pattern in
                pattern.expression.firstMatch(in: text, range: rest).map { (range: $0.range, index: index) }
            }.filter { $0.range.length > 0 }.min { ($0.range.location, $0.index) < ($1.range.location, $1.index) }
            guard let next else { break }
            found.append((whole.substring(with: next.range), patterns[next.index].name))
            start = next.range.location + next.range.length
        }
        return found
    }

    @Test("Each word of a query has the scope of its meaning")
    func query() {
        let found = scopes(of: #"sum activeEnergy by hour since -30d anchor 03:00 where source = "My ""Watch""" | running total # so far"#)
        let expected = [
            ("sum", "support.function.aggregate.tally"), ("activeEnergy", "entity.name.type.metric.tally"),
            ("by", "keyword.other.clause.tally"), ("hour", "constant.language.period.tally"), ("since", "keyword.other.clause.tally"),
            ("30d", "constant.numeric.tally"), ("anchor", "keyword.other.clause.tally"), ("03:00", "constant.numeric.time.tally"),
            ("where", "keyword.other.stage.tally"), ("source", "constant.language.period.tally"), ("=", "keyword.operator.tally"),
            (#""My ""Watch""""#, "string.quoted.tally"), ("|", "keyword.operator.tally"),
            ("running total", "keyword.other.stage.tally"), ("# so far", "comment.line.number-sign.tally"),
        ]
        #expect(found.map(\.text) == expected.map(\.0))
        #expect(found.map(\.scope) == expected.map(\.1))
    }

    @Test("Every keyword is highlighted as a whole", arguments: Spelling.words)
    func keyword(_ keyword: String) {
        let found = scopes(of: keyword.uppercased())
        #expect(found.map(\.text) == [keyword.uppercased()])
    }

    @Test("All keywords, texts, numbers and times in the examples are highlighted", arguments: Grammar.entries.map(\.example))
    func example(_ example: String) {
        let coloured = scopes(of: example).map(\.text).joined(separator: "\u{0}")
        for token in Parser.parse(example).tokens {
            let isWord = token.spelling != nil
            let isLiteral = [.string, .number, .percentile, .compactDuration, .date, .coarseDate, .dateTime, .timeOfDay].contains(
                token.kind)
            let start = example.utf8.index(example.startIndex, offsetBy: token.range.start)
            let text = String(example[start..<example.utf8.index(start, offsetBy: token.range.end - token.range.start)])
            if isWord || isLiteral { #expect(coloured.contains(text), "\(text) in \(example)") }
        }
    }
}
