import TerminalText
import Testing

@Suite("Wording")
struct WordingTests {
    @Test("Thousands have commas")
    func numbers() {
        #expect(
            [0, 7, 999, 1000, 1045, 31_536_000, -1234].map(Wording.number) == ["0", "7", "999", "1,000", "1,045", "31,536,000", "-1,234"])
        #expect(Wording.number(Int.min) == "-9,223,372,036,854,775,808")
    }

    @Test("One thing is singular")
    func counts() {
        #expect(Wording.count(1, "sample") == "1 sample")
        #expect(Wording.count(0, "sample") == "0 samples")
        #expect(Wording.count(1200, "activity summary", plural: "activity summaries") == "1,200 activity summaries")
    }

    @Test("The last two words of a list have a word between them")
    func lists() {
        #expect([String]().listed(with: "or") == "")
        #expect(["a"].listed(with: "or") == "a")
        #expect(["a", "b"].listed(with: "or") == "a or b")
        #expect(["a", "b", "c"].listed(with: "and") == "a, b and c")
    }
}
