import QueryPlan
import QueryVocabulary
import ResultRendering
import TerminalText
import Testing

@Suite("A result as sparklines")
struct SparkTests {
    private func lines(_ result: ChartedResult, width: Int = 80, height: Int? = nil) -> [String] {
        var options = RenderOptions()
        options.width = width
        options.height = height
        return ResultRenderer.text(of: result.table, as: .spark, options: options).split(separator: "\n").map(String.init)
    }

    /// Returns the blocks of a line, from the first to the last.
    private func cells(_ line: String) -> Int { line.count { "▁▂▃▄▅▆▇█".contains($0) } }

    /// Four columns with names and numbers of different lengths, over 28 days.
    private var columns: ChartedResult {
        var result = ChartedResult((0..<28).map { 20_000 + Double($0) })
        result.add((0..<28).map { Double($0 % 7) }, name: "sum_flightsClimbed", of: "flightsClimbed", "sum")
        result.add((0..<28).map { 60 + Double($0 % 5) }, of: "restingHeartRate", "average", unit: "count/min")
        result.add((0..<28).map { 70.25 + Double($0) }, of: "bodyMass", "average", unit: "kg")
        return result
    }

    @Test("All lines have a name and the same number of blocks, and none is too wide", arguments: [30, 40, 60, 80, 200])
    func widths(width: Int) {
        let lines = lines(columns, width: width)
        #expect(lines.count == 4)
        #expect(Set(lines.map(cells)).count == 1)
        #expect(lines.allSatisfy { cells($0) >= 8 && ScreenText.width($0) <= width })
        #expect(lines.map { $0.prefix(5) } == ["sum s", "sum f", "avera", "avera"])
        #expect(Set(lines.map { $0.contains(" max ") }).count == 1)
    }

    @Test("A name that is too long is truncated with a mark")
    func longName() {
        #expect(lines(columns, width: 40)[2].contains("… "))
        #expect(lines(columns, width: 200)[2].contains("average restingHeartRate "))
    }

    @Test("Lines without room on the screen are left out and counted")
    func heights() {
        #expect(lines(columns, height: 4).count == 4)
        let cut = lines(columns, height: 3)
        #expect(cut.count == 3)
        #expect(cut.last == "… 2 more")
    }
}
