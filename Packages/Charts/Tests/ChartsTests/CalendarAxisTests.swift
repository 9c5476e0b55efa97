import Charts
import SwiftUI
import Testing

@MainActor @Suite("Time axes")
struct CalendarAxisTests {
    private func ticks(
        _ first: Date, _ last: Date, _ values: AxisMarkValues, in calendar: Calendar = berlin
    ) throws -> [ChartInspection.Tick] {
        let chart = Chart([first, last], id: \.self) { PointMark(x: .value("t", $0), y: .value("v", 1)) }
            .chartXAxis { AxisMarks(values: values) }
        return try drawn(chart, in: calendar, width: 900).xTicks
    }

    @Test("Hours count by the calendar: the day on which clocks go forward has 23")
    func shortDay() throws {
        let ticks = try ticks(moment(3, 29, in: berlin), moment(3, 30, in: berlin), .stride(by: .hour))
        #expect(ticks.count == 24 && ticks.first?.value == "2026-03-28T23:00:00Z" && ticks.last?.value == "2026-03-29T22:00:00Z")
    }

    @Test("The day on which clocks go back has 25 hours")
    func longDay() throws {
        #expect(try ticks(moment(10, 25, in: berlin), moment(10, 26, in: berlin), .stride(by: .hour)).count == 26)
    }

    @Test("Every sixth hour is at 0, 6, 12 and 18 by the clock, also after a clock change")
    func sixHours() throws {
        let ticks = try ticks(moment(3, 29, in: berlin), moment(3, 30, in: berlin), .stride(by: .hour, count: 6))
        #expect(ticks.map(\.value) == ["28T23", "29T04", "29T10", "29T16", "29T22"].map { "2026-03-\($0):00:00Z" })
    }

    @Test("Times that a clock change skips are not marked")
    func skipped() throws {
        let ticks = try ticks(moment(3, 29, in: berlin), moment(3, 29, 6, in: berlin), .stride(by: .hour, count: 2))
        #expect(ticks.map(\.value) == ["28T23", "29T02", "29T04"].map { "2026-03-\($0):00:00Z" })
    }

    @Test("Days start at midnight, and a day of 23 hours is narrower")
    func days() throws {
        let ticks = try ticks(moment(3, 28, in: berlin), moment(3, 31, in: berlin), .stride(by: .day))
        let widths = zip(ticks, ticks.dropFirst()).map { $1.position - $0.position }
        #expect(ticks.count == 4 && abs(widths[0] / widths[1] - 24.0 / 23) < 0.001 && abs(widths[0] - widths[2]) < 0.001)
    }

    @Test("Months start at the first day, at any length")
    func months() throws {
        let ticks = try ticks(moment(1, 15, in: utc), moment(4, 10, in: utc), .stride(by: .month), in: utc)
        #expect(ticks.map(\.value) == ["02", "03", "04"].map { "2026-\($0)-01T00:00:00Z" })
    }

    @Test("Quarters start in January, April, July and October")
    func quarters() throws {
        let ticks = try ticks(moment(2, 1), moment(11, 1), .stride(by: .quarter), in: utc)
        #expect(ticks.map(\.value) == ["04", "07", "10"].map { "2026-\($0)-01T00:00:00Z" })
    }

    @Test("Weeks start at the first day of the calendar's week")
    func weeks() throws {
        let ticks = try ticks(moment(3, 4), moment(3, 20), .stride(by: .weekOfYear), in: utc)
        #expect(ticks.map(\.value) == ["2026-03-09T00:00:00Z", "2026-03-16T00:00:00Z"])
    }

    @Test("Minutes count from the full hour")
    func minutes() throws {
        let ticks = try ticks(moment(3, 2, 7, 5), moment(3, 2, 8, 0), .stride(by: .minute, count: 15), in: utc)
        #expect(ticks.map(\.value) == ["15", "30", "45"].map { "2026-03-02T07:\($0):00Z" } + ["2026-03-02T08:00:00Z"])
    }

    @Test("A calendar of the code counts instead of the environment's")
    func ownCalendar() throws {
        let ticks = try ticks(moment(3, 2, 12), moment(3, 3, 12), .stride(by: .day, calendar: calendar("Asia/Tokyo")), in: utc)
        #expect(ticks.map(\.value) == ["2026-03-02T15:00:00Z"])
    }

    @Test("Formats of dates show the time zone of the environment")
    func formats() throws {
        let chart = Chart([moment(3, 2), moment(3, 3)], id: \.self) { PointMark(x: .value("t", $0), y: .value("v", 1)) }
            .chartXAxis { AxisMarks(values: [moment(3, 2, 12)]) { AxisValueLabel(format: .dateTime.hour(.twoDigits(amPM: .omitted))) } }
        #expect(try drawn(chart, in: berlin).xLabels == ["01"])
        #expect(try drawn(chart, in: utc).xLabels == ["12"])
    }

    @Test("Automatic times are round, in the time zone of the environment")
    func automatic() throws {
        let chart = Chart([moment(3, 2, 23), moment(3, 3, 23)], id: \.self) { PointMark(x: .value("t", $0), y: .value("v", 1)) }
        let values = try drawn(chart, in: berlin).xTicks.map(\.value)
        #expect(values.first == "2026-03-02T23:00:00Z" && values.contains("2026-03-03T11:00:00Z"))
    }

    @Test("A long range has few marks")
    func centuries() throws {
        let chart = Chart([Date.distantPast, Date.distantFuture], id: \.self) { PointMark(x: .value("t", $0), y: .value("v", 1)) }
        #expect(try (1...8).contains(drawn(chart).xTicks.count))
    }

    @Test("A step that would mark thousands of values ends")
    func many() throws {
        #expect(try ticks(moment(1, 1), moment(12, 31), .stride(by: .second), in: utc).count <= 1000)
    }
}
