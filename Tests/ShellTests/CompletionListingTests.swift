import Shell
import Testing

@Suite("Completion lists")
struct CompletionListingTests {
    private func candidates(_ count: Int, detail: String = "") -> [CompletionSet.Candidate] {
        (1...count).map { .init("metric\($0)", detail: detail) }
    }

    @Test("Names stand in columns, read downwards")
    func columns() {
        let lines = CompletionListing.lines(candidates(5), columns: 25, rows: 10)
        #expect(lines == ["metric1  metric4", "metric2  metric5", "metric3"])
    }

    @Test("A column is as wide as its own names")
    func columnWidths() {
        let lines = CompletionListing.lines(["sum", "min", "distanceWalkingRunning", "by"].map { .init($0) }, columns: 30, rows: 10)
        #expect(lines == ["sum  distanceWalkingRunning", "min  by"])
    }

    @Test("A few candidates with details have a line each, cut to the width")
    func details() {
        let lines = CompletionListing.lines(candidates(2, detail: "kcal, 1,000 samples"), columns: 20, rows: 10)
        #expect(lines == ["metric1  kcal, 1,0…", "metric2  kcal, 1,0…"])
    }

    @Test("Where not all have a line, details give way")
    func detailsGiveWay() {
        let lines = CompletionListing.lines(candidates(5, detail: "kcal"), columns: 25, rows: 4)
        #expect(lines == ["metric1  metric4", "metric2  metric5", "metric3"])
    }

    @Test("What does not fit is counted, and no line is as wide as the screen", arguments: [40, 80, 120], ["", "kcal"])
    func many(width: Int, detail: String) throws {
        let lines = CompletionListing.lines(candidates(500, detail: detail), columns: width, rows: 12)
        #expect(lines.count == 12)
        #expect(lines.allSatisfy { TerminalText.width($0) < width })
        let shown = lines.dropLast().joined(separator: " ").split(separator: " ").count
        let last = try #require(lines.last)
        #expect(last == "… and \(500 - shown) more")
    }

    @Test("No room for a list is no list")
    func noRoom() {
        let lines = CompletionListing.lines(candidates(5), columns: 80, rows: 0)
        #expect(lines.isEmpty)
    }

    @Test(
        "The common prefix is what every candidate begins with",
        arguments: [(["steps", "stepCount"], "step"), (["sum"], "sum"), (["day", "hour"], ""), ([], ""), (["日本", "日記"], "日")])
    func commonPrefix(texts: [String], prefix: String) {
        let set = CompletionSet(start: 0, candidates: texts.map { .init($0) })
        #expect(set.commonPrefix == prefix)
    }
}
