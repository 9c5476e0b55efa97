import Charts
import SwiftUI
import Testing

@testable import ChartsApp

@MainActor @Suite("The energy card")
struct EnergyCardTests {
    /// A day with 10 kcal in each hour of a typical day, and 8 kcal in each hour of today.
    private func energy(at time: String, on day: String = "2026-03-25") throws -> EnergyDay {
        let now = at("\(day) \(time)")
        let span = try #require(berlin.dateInterval(of: .day, for: now))
        func points(_ times: [Date], _ perHour: Double) -> [EnergyPoint] {
            times.map { EnergyPoint(date: $0, kilocalories: perHour * $0.timeIntervalSince(span.start) / 3600) }
        }
        let hours = Array(stride(from: span.start, through: span.end, by: 3600))
        return EnergyDay(
            day: span, now: now, today: points(hours.filter { $0 < now } + [now], 8),
            typicalSoFar: points(hours.filter { $0 < now } + [now], 10), typicalLater: points([now] + hours.filter { $0 > now }, 10),
            goal: 200)
    }

    private func isAt(_ mark: ChartInspection.Mark, _ x: CGFloat, _ y: CGFloat) -> Bool {
        abs(mark.frame.midX - x) < 0.01 && abs(mark.frame.midY - y) < 0.01
    }

    @Test("Marks are at the places of their values, and the halo is in front of all lines")
    func marks() throws {
        let energy = try energy(at: "12:00")
        let chart = try inspected(EnergyCard(energy: energy))
        // 1.2 times the typical day of 240 kcal.
        #expect(chart.yDomain == .numbers(0, 288) && chart.xDomain == .dates(at("2026-03-25"), at("2026-03-26")))
        for (series, points) in [
            ("Typical later", energy.typicalLater), ("Typical so far", energy.typicalSoFar), ("Today", energy.today),
        ] {
            let marks = chart.marks("line", series)
            #expect(isClose(marks.flatMap(\.yValues), points.map(\.kilocalories)))
            #expect(zip(marks, points).allSatisfy { isAt($0, chart.x($1.date), chart.y($1.kilocalories)) })
        }
        let order = chart.marks.map { $0.kind + $0.series }.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(order == ["rule", "lineTypical later", "lineTypical so far", "lineToday", "point"])
        // 12 hours of 8 kcal, in the middle of the day: a halo, and the point in front of it.
        let points = chart.marks("point")
        #expect(points.count == 2 && points.allSatisfy { isAt($0, chart.plotFrame.midX, chart.y(96)) })
        #expect(points.map(\.color) == ["#f2f2f7", "#ff9500"])
    }

    @Test("Now is an upright line and the goal a level one, with its label above")
    func rules() throws {
        let chart = try inspected(EnergyCard(energy: energy(at: "06:00")))
        let rules = chart.marks("rule")
        let plot = chart.plotFrame
        #expect(rules[0].frame == CGRect(x: plot.minX + plot.width / 4, y: plot.minY, width: 0, height: plot.height))
        #expect(isAt(rules[1], plot.midX, chart.y(200)) && rules[1].frame.width == plot.width)
        let label = try #require(chart.annotations.first)
        #expect(label.text == "Goal 200" && label.mark == 1 && label.frame.maxY <= chart.y(200) && label.frame.minX == plot.minX)
    }

    @Test("The line of now does not go through the label of the goal", arguments: ["00:05", "03:00", "05:59", "06:00", "23:55"])
    func goalLabel(time: String) throws {
        let energy = try energy(at: time)
        let chart = try inspected(EnergyCard(energy: energy), width: 320)
        let label = try #require(chart.annotations.first?.frame)
        #expect(label.maxX < chart.x(energy.now) || chart.x(energy.now) < label.minX)
        #expect(chart.plotFrame.minX <= label.minX && label.maxX <= chart.plotFrame.maxX)
    }

    @Test("An hour gives way to the time of now", arguments: [320.0, 390, 800])
    func labels(width: CGFloat) throws {
        let all = width < 500 ? ["00", "06", "12", "18", "00"] : ["00", "03", "06", "09", "12", "15", "18", "21", "00"]
        for (time, place) in [("00:05", 0), ("12:00", all.count / 2), ("23:55", all.count - 1)] {
            var expected = all
            expected[place] = time
            let chart = try inspected(EnergyCard(energy: energy(at: time)), width: width)
            #expect(ChartInspection.shown(chart.xTicks) == expected)
            // Hours without a label keep their line.
            #expect(chart.xTicks.count { $0.hasGridLine } == all.count)
        }
        // At 15:00 both neighbors have room.
        let chart = try inspected(EnergyCard(energy: energy(at: "15:00")), width: 320)
        #expect(ChartInspection.shown(chart.xTicks) == ["00", "06", "12", "15:00", "18", "00"])
    }

    @Test(
        "No label touches another or leaves the card, in all widths, languages and appearances",
        arguments: [320.0, 390, 800], ["en_GB", "en_US", "de_DE"])
    func collisions(width: CGFloat, locale: String) throws {
        for time in ["00:05", "12:00", "23:55"] {
            for scheme in ColorScheme.allCases {
                let view = try EnergyCard(energy: energy(at: time)).inBerlin(locale).environment(\.colorScheme, scheme)
                #expect(ChartsAppTests.collisions(view, width: width) == [], "\(time) \(scheme)")
            }
        }
    }

    @Test("At each time of the day, now is inside, and exactly the hours are hidden that would touch it", arguments: ["en_GB", "en_US"])
    func wholeDay(locale: String) throws {
        func chart(_ time: String) throws -> ChartInspection {
            try #require(ChartInspection(of: EnergyCard(energy: energy(at: time)).inBerlin(locale), width: 320))
        }
        // The frames of all hours, from charts in which now is somewhere else.
        var hours: [String: CGRect] = [:]
        for time in ["00:05", "09:00", "15:00", "21:00"] {
            for tick in try chart(time).xTicks where tick.hasGridLine { hours[tick.value] = tick.labelFrame ?? hours[tick.value] }
        }
        #expect(hours.count == 5)
        for minute in stride(from: 5, to: 1440, by: 35) {
            let time = "\(minute / 60):\(minute % 60)"
            let chart = try chart(time)
            let now = try #require(chart.xTicks.last?.labelFrame)
            let place = try chart.x(energy(at: time).now)
            #expect(now.minX >= chart.plotFrame.minX - 0.01 && now.maxX <= chart.plotFrame.maxX + 0.01, "\(minute)")
            #expect(now.minX <= place && place <= now.maxX, "\(minute)")
            let shown = chart.xTicks.filter { $0.hasGridLine && $0.isLabelShown }.map(\.value)
            #expect(Set(shown) == Set(hours.filter { $0.value.maxX + 6 <= now.minX || now.maxX + 6 <= $0.value.minX }.keys), "\(minute)")
        }
    }

    @Test("A day of 23 hours is divided into 23 hours")
    func clockChange() throws {
        let chart = try inspected(EnergyCard(energy: energy(at: "20:00", on: "2026-03-29")))
        let six = try #require(chart.xTicks.first { $0.label == "06" })
        #expect(abs(six.position - (chart.plotFrame.minX + chart.plotFrame.width * 5 / 23)) < 0.01)
        #expect(ChartInspection.shown(chart.xTicks) == ["00", "06", "12", "18", "20:00", "00"])
    }

    @Test("The numbers below the chart are those of its lines")
    func numbers() throws {
        let texts = ViewInspection(of: try EnergyCard(energy: energy(at: "12:00")).inBerlin(), width: 390).texts.map(\.string)
        #expect(texts.filter { $0.hasSuffix(" kcal") } == ["96 kcal", "120 kcal", "240 kcal"])
    }
}
