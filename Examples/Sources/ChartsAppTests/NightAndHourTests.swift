import Charts
import HealthKit
import SwiftUI
import Testing

@testable import ChartsApp

@MainActor @Suite("Stages of a night and hours of a week")
struct NightAndHourTests {
    @Test("The night in which clocks skip an hour has its stages in four rows")
    func night() async throws {
        let store = try filled(
            """
            add core sleep at 2026-03-28 23:30 for 1h
            add deep sleep at 2026-03-29 00:30 for 1h
            add rem sleep at 2026-03-29 01:30 for 1h
            add awake sleepAnalysis at 2026-03-29 03:30 for 30min
            add core sleep at 2026-03-29 22:00 for 1h
            """)
        let night = try await NightReader(store: store, calendar: berlin).night(before: at("2026-03-29 09:00"))
        #expect(night.map(\.stage) == [.core, .deep, .rem, .awake])
        let chart = try inspected(SleepChart(night: night))
        // From 23:00 to 04:00 are four hours, because 02:00 does not exist.
        #expect(chart.xDomain == .dates(at("2026-03-28 23:00"), at("2026-03-29 04:00")))
        #expect(ChartInspection.shown(chart.xTicks) == ["00", "04"])
        #expect(chart.yDomain == .names(["Awake", "REM", "Core", "Deep"]))
        #expect(ChartInspection.shown(chart.yTicks) == ["Awake", "REM", "Core", "Deep"] && chart.legend.isEmpty)
        let plot = chart.plotFrame
        let (hour, row) = (plot.width / 4, plot.height / 4)
        let places: [(start: Double, hours: Double, row: Double)] = [(0.5, 1, 2), (1.5, 1, 3), (2.5, 1, 1), (3.5, 0.5, 0)]
        for (bar, place) in zip(chart.marks("bar"), places) {
            #expect(abs(bar.frame.minX - (plot.minX + place.start * hour)) < 0.01 && abs(bar.frame.width - place.hours * hour) < 0.01)
            #expect(abs(bar.frame.midY - (plot.minY + (place.row + 0.5) * row)) < 0.01 && abs(bar.frame.height - 0.7 * row) < 0.01)
        }
        #expect(chart.marks("bar").map(\.color) == ["#007aff", "#5856d6", "#32ade6", "#ff9500"])
        // Lines between the middles of two stages: core to deep, deep to REM, REM to awake.
        let steps: [(x: Double, from: Double, to: Double)] = [(1.5, 2, 3), (2.5, 1, 3), (3.5, 0, 1)]
        for (rule, step) in zip(chart.marks("rule"), steps) {
            #expect(abs(rule.frame.minX - (plot.minX + step.x * hour)) < 0.01)
            #expect(abs(rule.frame.minY - (plot.minY + (step.from + 0.5) * row)) < 0.01)
            #expect(abs(rule.frame.height - (step.to - step.from) * row) < 0.01)
        }
        #expect(chart.marks.map(\.kind) == ["rule", "rule", "rule", "bar", "bar", "bar", "bar"])
    }

    @Test("A night without samples has a text in place of a chart")
    func noNight() async throws {
        let night = try await NightReader(store: filled(""), calendar: berlin).night(before: at("2026-03-29"))
        #expect(ChartInspection(of: SleepChart(night: night).inBerlin(), width: 390) == nil)
        #expect(ViewInspection(of: SleepChart(night: night), width: 390).texts.map(\.string) == ["Sleep Stages", "No data"])
    }

    @Test("Each hour of each weekday is a cell, with the average of its days")
    func hours() async throws {
        let store = try filled(
            """
            add 600 count steps at 2026-03-16 08:00 for 1h
            add 1000 count steps at 2026-03-23 08:00 for 1h
            add 300 count steps at 2026-03-29 10:30 for 1h
            add 9000 count steps at 2026-03-30 08:00 for 1h
            """)
        let hours = try await WeekHourReader(store: store, calendar: berlin).hours(weeks: 2, before: at("2026-03-30 12:00"))
        // 02:00 on Sunday has only the week in which it exists. Today does not count.
        #expect(hours.count == 168 && hours.filter { $0.steps > 0 }.map(\.id) == [1 * 24 + 10, 1 * 24 + 11, 2 * 24 + 8])
        #expect(hours.filter { $0.steps > 0 }.map(\.steps) == [75, 75, 800])
        let chart = try inspected(HourHeatmap(hours: hours))
        #expect(chart.yDomain == .names(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]) && chart.xDomain == .numbers(0, 24))
        #expect(chart.xTicks.map(\.value) == ["0", "6", "12", "18", "24"])
        let plot = chart.plotFrame
        let (column, row) = (plot.width / 24, plot.height / 7)
        for (cell, hour) in zip(chart.marks, hours) {
            let fromMonday = Double((hour.weekday + 5) % 7)
            #expect(abs(cell.frame.midX - (plot.minX + (Double(hour.hour) + 0.5) * column)) < 0.01)
            #expect(abs(cell.frame.midY - (plot.minY + (fromMonday + 0.5) * row)) < 0.01)
            #expect(abs(cell.frame.width - (column - 1)) < 0.01 && abs(cell.frame.height - (row - 2)) < 0.01)
        }
        let monday = try #require(chart.marks.first { $0.label == "Mon 8:00" })
        // The end of the colors for the highest number. The others are in a light shade of their first color.
        #expect(monday.color == "#5856d6" && Set(chart.marks.map(\.color)) == ["#5856d6", "#30b0c7"])
    }
}
