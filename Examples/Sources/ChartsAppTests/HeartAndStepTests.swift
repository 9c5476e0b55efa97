import Charts
import HealthKit
import SwiftUI
import Testing

@testable import ChartsApp

@MainActor @Suite("Bars of steps and of heart rates")
struct HeartAndStepTests {
    private let week = DateInterval(start: at("2026-03-23"), end: at("2026-03-30"))

    @Test("A week has bars on zero for days with samples, the goal and the average")
    func steps() async throws {
        let store = try filled(
            """
            add 9000 count steps at 2026-03-23 10:00 for 10min
            add 3000 count steps at 2026-03-24 10:00 for 10min
            add 1000 count steps at 2026-03-24 23:55 for 10min
            add 11500 count steps at 2026-03-26 10:00 for 10min
            add 5000 count steps at 2026-03-29 10:00 for 10min
            """)
        let days = try await StepReader(store: store, calendar: berlin).week(until: at("2026-03-29 12:00"))
        // Half of the walk at midnight belongs to the 25th.
        #expect(days.map(\.steps) == [9000, 3500, 500, 11_500, 5000])
        let chart = try inspected(StepWeekChart(days: days, week: week))
        #expect(chart.yDomain == .numbers(0, 15_000) && chart.yTicks.map(\.value) == ["0", "5,000", "10,000", "15,000"])
        #expect(chart.marks.map(\.kind) == ["bar", "bar", "bar", "bar", "bar", "rule", "rule"])
        for (bar, day) in zip(chart.marks, days) {
            #expect(abs(bar.frame.minY - chart.y(day.steps)) < 0.01 && abs(bar.frame.maxY - chart.y(0)) < 0.01)
            // Six tenths of the day, which has 23 hours on the 29th.
            let end = try #require(berlin.date(byAdding: .day, value: 1, to: day.day))
            #expect(abs(bar.frame.width - 0.6 * (chart.x(end) - chart.x(day.day))) < 0.01)
            #expect(abs(bar.frame.midX - (chart.x(day.day) + chart.x(end)) / 2) < 0.01)
        }
        // The sum of 29,500 in five days.
        #expect(chart.marks("rule").map(\.frame.midY) == [chart.y(8000), chart.y(5900)])
        #expect(ChartInspection.shown(chart.xTicks) == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        let texts = ViewInspection(of: StepWeekChart(days: days, week: week).inBerlin(), width: 390).texts.map(\.string)
        #expect(texts.contains("Goal 8,000") && texts.contains("Average 5,900"))
    }

    @Test("A week without samples has its goal and no average")
    func empty() async throws {
        let days = try await StepReader(store: filled(""), calendar: berlin).week(until: at("2026-03-29 12:00"))
        let chart = try inspected(StepWeekChart(days: days, week: week))
        #expect(days.isEmpty && chart.marks.map(\.kind) == ["rule"] && chart.yDomain == .numbers(0, 10_000))
    }

    @Test("Heart rates have a bar from the lowest to the highest of a day, and a line of averages")
    func heart() async throws {
        let store = try filled(
            """
            add 60 bpm heartRate at 2026-03-26 08:00
            add 100 bpm heartRate at 2026-03-26 09:00
            add 80 bpm heartRate at 2026-03-26 10:00
            add 50 bpm heartRate at 2026-03-28 08:00
            add 130 bpm heartRate at 2026-03-28 12:00
            """)
        let days = try await HeartReader(store: store, calendar: berlin).days(14, until: at("2026-03-29 12:00"))
        #expect(days.map(\.day) == [at("2026-03-26"), at("2026-03-28")])
        #expect(days.map { [$0.lowest, $0.average, $0.highest] } == [[60, 80, 100], [50, 90, 130]])
        let chart = try inspected(HeartRangeChart(days: days))
        // Whole twenties around 50 and 130.
        #expect(chart.yDomain == .numbers(40, 140) && chart.yTicks.map(\.value) == ["40", "60", "80", "100", "120", "140"])
        #expect(chart.xDomain == .dates(at("2026-03-26"), at("2026-03-29")))
        #expect(chart.marks.map(\.kind) == ["rectangle", "bar", "bar", "line", "line"])
        let usual = chart.marks[0].frame
        #expect(usual.minX == chart.plotFrame.minX && usual.width == chart.plotFrame.width)
        #expect(abs(usual.minY - chart.y(100)) < 0.01 && abs(usual.maxY - chart.y(60)) < 0.01)
        for (place, day) in days.enumerated() {
            let noon = chart.x(day.day.addingTimeInterval(43_200))
            let (bar, point) = (chart.marks("bar")[place].frame, chart.marks("line")[place].frame)
            #expect(bar.width == 8 && abs(bar.midX - noon) < 0.01 && abs(point.midX - noon) < 0.01)
            #expect(abs(bar.minY - chart.y(day.highest)) < 0.01 && abs(bar.maxY - chart.y(day.lowest)) < 0.01)
            #expect(abs(point.midY - chart.y(day.average)) < 0.01)
        }
        // Every second day, in the middle of its bar.
        #expect(ChartInspection.shown(chart.xTicks) == ["26", "28"])
    }
}
