import HealthModel
import LineHelp
import QueryCompiler
import QuerySyntax
import QueryVocabulary
import Testing
import Workbench

@Suite("Hints")
struct LikelyTextTests {
    private func hint(_ text: String) -> String { LikelyText(.ofTests).continuation(of: text) }

    @Test(
        "Hints come from the grammar and the data",
        arguments: [
            ("sum", " steps by day last 7 days"), ("sum steps", " by day last 7 days"), ("sum steps by hour", " yesterday"),
            ("sum steps yesterday", " by hour"), ("sum steps last 7 days", " by day"), ("average heartRate by weekday", " last 30 days"),
            ("duration sleep", " by day anchor 18:00 last 7 days"), ("sum steps by day since", " -30d"), ("show", " metrics"),
            ("sum steps by day | compare to", " previous month"), ("describe ", "heartRate"), ("explain sum steps by mo", "nth"),
            ("sum steps by day; max heart", "Rate by day last 7 days"), ("duration sleep where value is ", "asleep"),
            ("sum steps by day as", " csv"), ("average heartRate while", " sleep"), ("average heartRate by day whi", "le sleep"),
            ("average heartRate by day while sl", "eep"), ("duration heartRate holding", " 2min"), ("duration sleep by nig", "ht"),
            ("average heartRate by wor", "kout"), ("count heartRate by bins", " of 10"), ("count heartRate by bands", " 100, 120, 140"),
        ])
    func likely(text: String, follows: String) {
        #expect(hint(text) == follows || hint(text).hasPrefix(follows + " "))
    }

    @Test(
        "There is no hint for finished or wrong statements",
        arguments: ["", " ", "sum steps by day last 7 days", "sum oxyg", "sum steps bi day ", "sum steps # by", "sum by by day ", "xyzzy"])
    func nothing(text: String) {
        #expect(hint(text) == "")
    }

    @Test("If there are no recent samples, a hint uses the time of the last samples")
    func staleData() {
        var knowledge = EditingKnowledge.ofTests
        knowledge.context.now = knowledge.context.now.advanced(byMilliseconds: 400 * 86_400_000)
        #expect(LikelyText(knowledge).continuation(of: "sum steps by day") == " during 1970-01")
        #expect(LikelyText(knowledge).continuation(of: "sum steps by hour") == " on 1970-01-10")
    }

    @Test("Every prefix of every example has a hint that parses, or no hint", arguments: Grammar.entries.map(\.example))
    func beginnings(example: String) {
        for length in 1...example.count {
            let text = String(example.prefix(length))
            let hinted = text + hint(text)
            let parsed = Parser.parse(hinted)
            #expect(hinted == text || SyntaxHighlighter.firstError(in: parsed) == nil, "\(hinted)")
        }
    }
}
