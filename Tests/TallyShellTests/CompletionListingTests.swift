import LineHelp
import TallyShell
import TerminalText
import Testing
import Workbench

@Suite("Completion lists")
struct CompletionListingTests {
    private func candidates(_ count: Int, detail: String = "", isVital: Bool = false) -> [CompletionSet.Candidate] {
        (1...count).map { .init("metric\($0)", detail: detail, isDetailVital: isVital) }
    }

    private func lines(_ candidates: [CompletionSet.Candidate], columns: Int, rows: Int) -> [String] {
        CompletionListing.lines(CompletionSet(start: 0, candidates: candidates), columns: columns, rows: rows)
    }

    @Test("Names are in columns, ordered from top to bottom")
    func columns() {
        let lines = lines(candidates(5), columns: 25, rows: 10)
        #expect(lines == ["metric1  metric4", "metric2  metric5", "metric3"])
    }

    @Test("A column is as wide as its longest name")
    func columnWidths() {
        let lines = lines(["sum", "min", "distanceWalkingRunning", "by"].map { .init($0) }, columns: 30, rows: 10)
        #expect(lines == ["sum  distanceWalkingRunning", "min  by"])
    }

    @Test("A few candidates with details have one line each, cut to the width")
    func details() {
        let lines = lines(candidates(2, detail: "kcal, 1,000 samples"), columns: 20, rows: 10)
        #expect(lines == ["metric1  kcal, 1,0…", "metric2  kcal, 1,0…"])
    }

    @Test("If there are too few lines, details are dropped")
    func detailsGiveWay() {
        let lines = lines(candidates(5, detail: "kcal"), columns: 25, rows: 4)
        #expect(lines == ["metric1  metric4", "metric2  metric5", "metric3"])
    }

    @Test("On a wide screen, candidates with details are in several columns")
    func wideDetails() {
        let lines = lines(candidates(4, detail: "kcal"), columns: 40, rows: 2)
        #expect(lines == ["metric1  kcal       metric3  kcal", "metric2  kcal       metric4  kcal"])
    }

    @Test("Important details are kept, and the last line counts the omitted candidates")
    func vitalDetails() {
        let lines = lines(candidates(5, detail: "1,200 samples", isVital: true), columns: 30, rows: 3)
        #expect(lines == ["metric1  1,200 samples", "metric2  1,200 samples", "… and 3 more"])
    }

    @Test("If there is nothing to list, a note describes what to type")
    func notes() {
        let set = CompletionSet(start: 0, candidates: [], notes: ["a number, such as 3"])
        #expect(CompletionListing.lines(set, columns: 12, rows: 4) == ["a number, …"])
    }

    @Test("Omitted candidates are counted, and lines are narrower than the screen", arguments: [40, 80, 120], ["", "kcal"])
    func many(width: Int, detail: String) throws {
        let lines = lines(candidates(500, detail: detail), columns: width, rows: 12)
        #expect(lines.count == 12)
        #expect(lines.allSatisfy { ScreenText.width($0, in: .editor) < width })
        let shown = lines.dropLast().joined(separator: " ").split(separator: " ").count
        let last = try #require(lines.last)
        #expect(last == "… and \(500 - shown) more")
    }

    @Test("Without room there is an empty list")
    func noRoom() {
        let lines = lines(candidates(5), columns: 80, rows: 0)
        #expect(lines.isEmpty)
    }

    @Test(
        "All candidates start with the common prefix",
        arguments: [(["steps", "stepCount"], "step"), (["sum"], "sum"), (["day", "hour"], ""), ([], ""), (["日本", "日記"], "日")])
    func commonPrefix(texts: [String], prefix: String) {
        let set = CompletionSet(start: 0, candidates: texts.map { .init($0) })
        #expect(set.commonPrefix == prefix)
    }
}
