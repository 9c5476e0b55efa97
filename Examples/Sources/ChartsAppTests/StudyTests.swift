import Charts
import HealthKit
import StudyCharts
import SwiftUI
import Testing

@MainActor @Suite("Groups of a study")
struct StudyTests {
    private func person(_ group: String, _ weeks: [Int]) throws -> Participant {
        let days = ["2026-03-03", "2026-03-11"]
        let statements = zip(days, weeks).map { "add \($1) count steps at \($0) 08:00 for 10min" }
        return Participant(group: group, store: try filled(statements.joined(separator: "\n")))
    }

    private func weeks() async throws -> [StudyWeek] {
        let people = [
            try person("Coached", [4000, 5000]), try person("Control", [1000]), try person("Coached", [6000, 5000]),
            try person("Coached", [8000, 8000]), try person("Control", [3000, 7000]),
        ]
        let study = StudyModel(participants: people, start: at("2026-03-02"), weeks: 2)
        await withCheckedContinuation { continuation in study.load { continuation.resume() } }
        return study.weeks
    }

    @Test("A week has the mean and the standard deviation of its people, and needs two of them")
    func model() async throws {
        let weeks = try await weeks()
        #expect(weeks.map(\.id) == ["Coached 1", "Coached 2", "Control 1"])
        #expect(weeks.map(\.mean) == [6000, 6000, 2000])
        // The roots of (4 + 0 + 4) / 2, (1 + 1 + 4) / 2 and (1 + 1) / 1 millions.
        #expect(isClose(weeks.map(\.deviation), [2000, 1732.0508, 1414.2136]))
    }

    @Test("Each group has a band and, in front of all bands, a line")
    func chart() async throws {
        let weeks = try await weeks()
        let chart = try inspected(StudyChart(weeks: weeks))
        let order = ["areaCoached", "areaCoached", "areaControl", "lineCoached", "lineCoached", "lineControl"]
        #expect(chart.marks.map { $0.kind + $0.series } == order)
        #expect(isClose(chart.marks("area").flatMap(\.yValues), [4000, 8000, 4267.9492, 7732.0508, 585.7864, 3414.2136]))
        #expect(isClose(chart.marks("line").flatMap(\.yValues), [6000, 6000, 2000]))
        #expect(chart.legend == ["Coached", "Control"] && chart.xDomain == .numbers(1, 2))
        #expect(chart.xTicks.map(\.value) == ["1", "2"])
        #expect(Set(chart.marks("area", "Coached").map(\.color)) == Set(chart.marks("line", "Coached").map(\.color)))
        // Twelve points of space at both ends of the weeks.
        #expect(chart.marks("line").map { $0.frame.midX - chart.plotFrame.minX } == [12, chart.plotFrame.width - 12, 12])
        for mark in chart.marks("line") { #expect(abs(mark.frame.midY - chart.y(mark.yValues[0])) < 0.01) }
        guard case .numbers(let first, let last) = chart.yDomain else { throw CancellationError() }
        #expect(first == 0 && last >= 8000 && chart.yTicks.first?.value == "0")
        #expect(chart.yTicks.last.map { abs($0.position - chart.plotFrame.minY) < 0.01 } == true)
    }
}
