@_spi(Guests) import TallyCharts
import Testing

@Suite("A layout")
struct LayoutTests {
    private let day = 86_400_000.0

    /// Bars for days from 1 January 1970, a line at 40, and a goal.
    private func chart(days: Int = 7, goal: Double? = nil, layers: [Layer] = []) -> LayeredChart {
        let bars = (0..<days).map { BarLayer.Bar(from: Double($0) * day, to: Double($0 + 1) * day, high: 40) }
        let rule = goal.map { Layer.rule(RuleLayer(series: 1, at: .y($0), label: "goal")) }
        return LayeredChart(
            title: "Title", subtitle: ["Subtitle"],
            series: [ChartSeries("First", role: .series(0)), ChartSeries("Second", role: .reference)],
            x: .time(TimeAxis(zone: .utc, domain: 0...Double(days) * day)), y: .value(ValueAxis(unit: "kcal")),
            layers: (days > 0 ? [.bar(BarLayer(series: 0, bars: bars))] : []) + [rule].compactMap { $0 } + layers, notes: ["Note"])
    }

    private func layout(_ chart: LayeredChart, _ width: Double, _ height: Double) -> ChartLayout {
        ChartLayout(chart, width: width, height: height, metrics: CellMetrics())
    }

    @Test(
        "removes notes first, then the subtitle, the legend, the title and finally the axis",
        arguments: [
            (10, ["Title", "Subtitle", "kcal", "First", "Second", "Note"]), (9, ["Title", "Subtitle", "kcal", "First", "Second"]),
            (8, ["Title", "kcal", "First", "Second"]), (7, ["Title", "kcal", "First", "Second"]), (6, ["Title"]), (5, []),
        ])
    func partsGo(height: Int, texts: [String]) {
        let layout = layout(chart(), 60, Double(height))
        #expect(layout.labels.map(\.text) == texts)
        #expect(layout.xTicks.contains { $0.label != nil })
        #expect(layout.plot.height >= 3)
    }

    @Test("without room for an axis consists only of the plot")
    func allPlot() {
        let layout = layout(chart(), 60, 4)
        #expect(layout.plot.height == 4 && layout.xTicks.allSatisfy { $0.label == nil })
        #expect(self.layout(chart(), 0, 0).everyLabel == [])
    }

    @Test("displays the unit once, above the axis")
    func unit() throws {
        let layout = layout(chart(), 60, 20)
        #expect(layout.everyLabel.filter { $0.text.contains("kcal") }.count == 1)
        let unit = try #require(layout.labels.first { $0.role == .unit })
        #expect(unit.frame.x == 0 && unit.frame.maxY <= layout.plot.y)
    }

    @Test("wraps the legend, truncates its names, and finally counts the names that are left out")
    func legend() {
        var chart = chart()
        chart.series = (1...4).map { ChartSeries("The series number \($0)", role: .series($0)) }
        func texts(_ width: Double, _ height: Double) -> [String] {
            layout(chart, width, height).labels.filter { $0.role == .legend }.map(\.text)
        }
        #expect(texts(60, 24) == (1...4).map { "The series number \($0)" })
        #expect(Set(layout(chart, 60, 24).legend.map(\.frame.y)).count == 2)
        // One row for four names of ten cells with their keys.
        #expect(texts(60, 11) == Array(repeating: "The serie…", count: 4))
        chart.series = (1...30).map { ChartSeries("Series \($0)", role: .series($0)) }
        let some = texts(60, 11)
        #expect(some.last == "+\(30 - some.count + 1)" && some.count > 3)
    }

    @Test("places the name of a day below its bar, and no name where no bar starts")
    func namesOfDays() throws {
        let layout = layout(chart(days: 3), 67, 20)
        let labels = layout.xTicks.map(\.label)
        #expect(labels.compactMap { $0?.text } == ["Thu 1 Jan", "Fri 2", "Sat 3"])
        #expect(layout.xTicks.count == 4 && labels[3] == nil)
        let width = layout.plot.width / 3
        for (index, label) in labels.dropLast().enumerated() {
            let middle = try #require(label).frame
            #expect(abs(middle.x + middle.width / 2 - (layout.plot.x + (Double(index) + 0.5) * width)) <= 1)
        }
    }

    @Test("leaves labels at their ticks if bars start elsewhere, such as every ten days")
    func barsOfTenDays() {
        let bars = (0..<12).map { BarLayer.Bar(from: Double($0) * 10 * day, to: Double($0 + 1) * 10 * day, high: 40) }
        var chart = chart(days: 120)
        chart.layers = [.bar(BarLayer(series: 0, bars: bars))]
        let layout = layout(chart, 90, 20)
        #expect(layout.xTicks.count { $0.label != nil } > 2)
        for tick in layout.xTicks {
            guard let label = tick.label, label.alignment == .center else { continue }
            #expect(abs(label.frame.x + label.frame.width / 2 - tick.position) <= 1)
        }
    }

    @Test("places the label of a rule where there are no marks")
    func ruleKeepsClear() throws {
        // A line through the right end of the rule, above and below it.
        let line = Layer.line(LineLayer(series: 0, points: [.init(0, 0), .init(4.5 * day, 0), .init(4.9 * day, 100), .init(7 * day, 0)]))
        let free = try #require(layout(chart(days: 7, goal: 60), 60, 20).labels.first { $0.role == .rule })
        #expect(free.alignment == .trailing)
        var crossed = chart(days: 0, goal: 60, layers: [line])
        crossed.x = .time(TimeAxis(zone: .utc, domain: 0...7 * day))
        let moved = try #require(layout(crossed, 20, 20).labels.first { $0.role == .rule })
        #expect(moved.alignment == .leading)
    }

    @Test("moves the label of a point below or next to it before leaving it out")
    func pointLabelsMove() {
        let points = (0..<8).map { PointLayer.Point(3.5 * day, 20, label: "point \($0)") }
        let layout = layout(chart(days: 7, layers: [.point(PointLayer(series: 0, points: points))]), 60, 20)
        let labels = layout.labels.filter { $0.role == .point }
        #expect(labels.map(\.text) == ["point 0", "point 1", "point 2", "point 3"])
        #expect(Set(labels.map(\.alignment)) == [.center, .leading, .trailing])
        #expect(labels.allSatisfy { $0.series == 0 })
    }

    /// Returns the labels of a point at 20 and one at `other`, with the rows of their cells.
    private func pair(_ other: Double) -> [(text: String, place: PlacedLabel.Alignment, isAbove: Bool)] {
        let points = [(20.0, "twenty"), (other, "other")].map { PointLayer.Point(3.5 * day, $0.0, label: $0.1) }
        let layout = layout(chart(days: 7, layers: points.map { .point(PointLayer(series: 0, points: [$0])) }), 60, 20)
        return layout.labels.filter { $0.role == .point }.map { label in
            let value = label.text == "other" ? other : 20
            return (label.text, label.alignment, label.frame.y < layout.y.position(of: value).rounded(.down))
        }
    }

    @Test("leaves out a label between two points if it could belong to either", arguments: [(24.0, true), (16, false), (24.5, true)])
    func labelsOnTheirSides(other: Double, isAbove: Bool) {
        let labels = pair(other)
        #expect(labels.map(\.text) == ["other", "twenty"])
        #expect(labels.filter { $0.place == .center }.allSatisfy { $0.isAbove == ($0.text == "other" ? isAbove : !isAbove) })
    }

    @Test("leaves out the label of a point that is hidden by another one in the same cell")
    func hiddenPoints() {
        #expect(pair(19.99).map(\.text) == ["other"])
        #expect(pair(20).map(\.text) == ["other", "twenty"])
    }

    @Test("removes whole notes, the last one first")
    func wholeNotes() {
        var chart = chart()
        chart.notes = ["The first note", "The second note takes two rows", "Third"]
        func notes(_ height: Double) -> [String] { layout(chart, 20, height).labels.filter { $0.role == .note }.map(\.text) }
        #expect(notes(24) == ["The first note", "The second note", "takes two rows", "Third"])
        let shown = (4...24).map { notes(Double($0)) }
        #expect(Set(shown) == [notes(24), Array(notes(24).prefix(3)), Array(notes(24).prefix(1)), []])
    }

    @Test("of a heatmap has the first row at the top, and a ramp with the values at its ends")
    func heatmap() throws {
        let cells = CellLayer(
            cells: [
                .init(from: 0, to: 1, row: 0, value: 3), .init(from: 1, to: 2, row: 1, value: 450),
                .init(from: 1, to: 2, row: 0, value: nil),
            ],
            unit: "count")
        let chart = LayeredChart(
            title: "", x: .slots(SlotAxis(labels: ["0", "1"])), y: .slots(SlotAxis(labels: ["Mon", "Tue"])), layers: [.cell(cells)])
        let layout = layout(chart, 60, 20)
        #expect(layout.y.position(of: 0) == layout.plot.y && layout.y.position(of: 2) == layout.plot.maxY)
        #expect(layout.yTicks.compactMap { $0.label?.text } == ["Mon", "Tue"])
        #expect(layout.yTicks[0].position < layout.yTicks[1].position)
        #expect(layout.labels.map(\.text) == ["count", "3", "450"])
        let ramp = try #require(layout.ramp)
        #expect(ramp.domain == 3...450)
        #expect(layout.labels[1].frame.maxX < ramp.frame.x && ramp.frame.maxX < layout.labels[2].frame.x)
    }

    @Test("shortens names of slots, then leaves some out at regular steps")
    func slots() {
        func labels(_ axis: SlotAxis, _ width: Double) -> [String] {
            let bars = axis.labels.indices.map { BarLayer.Bar(from: Double($0), to: Double($0 + 1), high: 1) }
            let chart = LayeredChart(title: "", x: .slots(axis), y: .value(ValueAxis()), layers: [.bar(BarLayer(series: 0, bars: bars))])
            return layout(chart, width, 12).xTicks.compactMap { $0.label?.text }
        }
        let weekdays = SlotAxis(labels: ["monday", "tuesday", "wednesday"], shortLabels: ["Mo", "Tu", "We"])
        #expect(labels(weekdays, 60) == ["monday", "tuesday", "wednesday"])
        #expect(labels(weekdays, 24) == ["Mo", "Tu", "We"])
        let hours = SlotAxis(labels: (0..<24).map { String($0) })
        #expect(labels(hours, 120) == hours.labels)
        #expect(labels(hours, 50) == ["0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22"])
        #expect(labels(hours, 16) == ["0", "6", "12", "18"])
        #expect(labels(SlotAxis(labels: ["Ida’s Apple Watch", "A very old pedometer"]), 24) == ["Ida’s App…", "A very ol…"])
        // Truncated to the same text, they could not be distinguished.
        let alike = SlotAxis(labels: ["Ida’s Apple Watch", "Ida’s Apple Phone"])
        #expect(labels(alike, 24).count == 1)
    }

    @Test("names hours of a week at the starts of days, and months by single letters")
    func slotsOfDays() {
        func labels(_ axis: SlotAxis, _ width: Double) -> [String] {
            let bars = axis.labels.indices.map { BarLayer.Bar(from: Double($0), to: Double($0 + 1), high: 1) }
            let chart = LayeredChart(title: "", x: .slots(axis), y: .value(ValueAxis()), layers: [.bar(BarLayer(series: 0, bars: bars))])
            return layout(chart, width, 12).xTicks.compactMap { $0.label?.text }
        }
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let hours = days.flatMap { day in (0..<24).map { "\(day) \($0 < 10 ? "0" : "")\($0)" } }
        let week = SlotAxis(labels: hours, shortLabels: hours.map { String($0.prefix(2)) })
        #expect(labels(week, 80) == days.map { $0 + " 00" })
        #expect(labels(week, 40) == days.map { String($0.prefix(2)) })
        let months = SlotAxis(labels: ["April", "May", "June", "July"], shortLabels: ["A", "M", "J", "J"])
        #expect(labels(months, 20) == ["A", "M", "J", "J"])
    }

    @Test("shows the start and end of bars longer than a day, and numbers two weeks of bars in forty cells")
    func longBars() {
        func labels(_ bars: [BarLayer.Bar], _ width: Double) -> [String] {
            var chart = chart(days: 0)
            chart.layers = [.bar(BarLayer(series: 0, bars: bars))]
            return layout(chart, width, 20).xTicks.compactMap { $0.label?.text }
        }
        // 1 January 1970 was a Thursday, so weeks start on day 4.
        #expect(labels([.init(from: 2 * day, to: 9 * day, high: 40)], 80).count >= 2)
        #expect(labels([.init(from: 4 * day, to: 11 * day, high: 40)], 80) == ["5 Jan", "6", "7", "8", "9", "10", "11", "12"])
        #expect(labels([.init(from: 31 * day, to: 59 * day, high: 40)], 80) == ["Feb 1970"])
        let days = (10..<24).map { BarLayer.Bar(from: Double($0) * day, to: Double($0 + 1) * day, high: 40) }
        #expect(labels(days, 40).count > 4)
    }

    @Test("of a reasonable size has labels on both axes", arguments: [40.0, 80, 160], [10.0, 24])
    func isNotEmpty(width: Double, height: Double) {
        for days in [1, 2, 7, 31, 120, 400, 3000] {
            let layout = layout(chart(days: days), width, height)
            #expect(layout.xTicks.count { $0.label != nil } >= (days < 2 ? 1 : 2), "\(days) days in \(width)")
            #expect(layout.yTicks.count { $0.label != nil } >= 2, "\(days) days in \(width)")
        }
    }
}
