import Charts
import Testing

@MainActor @Test("Seven bars stand on zero, and the goal is inside the axis")
func week() throws {
    let days = (0..<7).map { DailySteps(day: Date(timeIntervalSince1970: Double($0) * 86_400), steps: 5000 + 700 * $0) }
    let chart = try #require(ChartInspection(of: StepsChart(week: days), width: 390))
    #expect(chart.marks.filter { $0.kind == "bar" }.count == 7)
    #expect(chart.yDomain == .numbers(0, 10_000))
    #expect(chart.annotations.map(\.text) == ["Goal 8,000"])
}

@MainActor @Test("Code in Swift 5 mode may have shared variables")
func shared() {
    drawnSnippets += Snippet().rendered().contains("Count 1") ? 1 : 0
    #expect(drawnSnippets == 1)
}
