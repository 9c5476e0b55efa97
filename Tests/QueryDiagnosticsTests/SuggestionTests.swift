import QueryDiagnostics
import Testing

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "Distance counts insertions, deletions, replacements and swaps of neighbors",
        arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("since", "sicne", 1), ("ca", "abc", 3), ("steps", "steps", 0)])
    func distance(a: String, b: String, expected: Int) {
        #expect(Suggestion.distance(Array(a), Array(b), bound: 5) == expected)
        #expect(Suggestion.distance(Array(b), Array(a), bound: 5) == expected)
    }

    @Test("A distance greater than the bound is nil")
    func bound() {
        #expect(Suggestion.distance(Array("kitten"), Array("sitting"), bound: 2) == nil)
        #expect(Suggestion.distance(Array("a"), Array("abcd"), bound: 2) == nil)
    }

    @Test("The nearest candidate wins, ignoring case; distant candidates are ignored")
    func best() {
        #expect(Suggestion.best(for: "SICNE", among: ["until", "since", "last"]) == "since")
        #expect(Suggestion.best(for: "cvs", among: ["csv", "tsv"]) == "csv")
        #expect(Suggestion.best(for: "frobnicate", among: ["csv", "tsv"]) == nil)
        #expect(Suggestion.best(for: "", among: ["csv"]) == nil)
    }

    @Test("Weight breaks ties, but never beats a nearer candidate")
    func weight() {
        let weights = ["weight": 1.0, "height": 0.0]
        #expect(Suggestion.best(for: "xeight", among: ["height", "weight"], weight: { weights[$0] ?? 0 }) == "weight")
        #expect(Suggestion.best(for: "height", among: ["weight", "height"], weight: { weights[$0] ?? 0 }) == "height")
    }
}
