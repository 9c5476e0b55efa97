import QueryVocabulary
import Testing

@Suite("The summary of the language")
struct SummaryTests {
    @Test("The summary in Language.md has every statement", arguments: Grammar.entries(at: .statement).map(\.phrase))
    func summaryHasEveryStatement(phrase: String) throws {
        let lines = try Repository.lines(of: "Documentation/Reference/Language.md")
        let summary = lines.drop { $0 != "## Summary" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let words = summary.filter { $0.hasPrefix("|") }.flatMap { $0.split(separator: "`") }
        #expect(words.contains { $0 == phrase || $0.hasPrefix(phrase + " ") })
    }
}
