import Charts
import SwiftUI
import Testing

@MainActor @Suite("Marks")
struct MarkTests {
    @Test("A bar of a name has seven tenths of its place")
    func barWidth() throws {
        let chart = Chart { BarMark(x: .value("x", "a"), y: .value("y", 5)) }.chartYScale(domain: 0...10)
        #expect(try bare(chart).marks[0].frame.isClose(to: CGRect(x: 15, y: 50, width: 70, height: 50)))
    }

    @Test(
        "The width of a bar is in points, a share of its place, or its place without a distance",
        arguments: [
            (MarkDimension.fixed(12), 12.0), (.ratio(0.5), 50), (.inset(10), 80), (20, 20),
        ])
    func widths(dimension: MarkDimension, width: Double) throws {
        let chart = Chart { BarMark(x: .value("x", "a"), y: .value("y", 5), width: dimension) }
        #expect(try bare(chart).marks[0].frame.width == width)
    }

    @Test("A bar of a day is in the middle of the day")
    func dayBars() throws {
        let chart = Chart(2...5, id: \.self) { BarMark(x: .value("d", moment(3, $0, 17), unit: .day), y: .value("v", 1)) }
        let frames = try bare(chart).marks.map(\.frame)
        #expect(frames.map(\.midX) == [12.5, 37.5, 62.5, 87.5] && abs(frames[0].width - 17.5) < 0.01)
    }

    @Test("A point with a unit is in the middle of the unit, where the bar is")
    func unitPoint() throws {
        let chart = Chart {
            BarMark(x: .value("d", moment(3, 2), unit: .day), y: .value("v", 1))
            PointMark(x: .value("d", moment(3, 2, 20), unit: .day), y: .value("v", 1))
            RuleMark(x: .value("d", moment(3, 2, 20), unit: .day))
        }
        #expect(try bare(chart).marks.map(\.frame.midX) == [50, 50, 50])
    }

    @Test("Bars of moments without a unit are as wide as the least distance, at most 24 points")
    func momentBars() throws {
        let chart = Chart([0, 10, 30], id: \.self) { BarMark(x: .value("t", moment(3, 2, 0, $0)), y: .value("v", 1)) }
            .chartXScale(domain: moment(3, 2)...moment(3, 2, 1, 40))
        #expect(try bare(chart).marks.allSatisfy { abs($0.frame.width - 7) < 0.01 })
    }

    @Test("A bar over a range has the share of the range that its width gives, also side by side")
    func widthOfRange() throws {
        let chart = Chart { BarMark(x: .value("bin", 0..<5), y: .value("count", 1), width: .ratio(0.8)) }.chartXScale(domain: 0...10)
        let inspection = try #require(ChartInspection(of: chart, width: 300, height: 200))
        let mark = try #require(inspection.marks.first)
        #expect(abs(mark.frame.width - 0.4 * inspection.plotFrame.width) < 0.01)
        #expect(abs(mark.frame.midX - inspection.plotFrame.minX - 0.25 * inspection.plotFrame.width) < 0.01)
        let groups = Chart(["a", "b"], id: \.self) { name in
            BarMark(x: .value("bin", 0..<5), y: .value("count", 1)).position(by: .value("name", name))
        }.chartXScale(domain: 0...10)
        let frames = try #require(ChartInspection(of: groups, width: 300, height: 200)).marks.map(\.frame)
        #expect(frames.count == 2 && frames[0].maxX <= frames[1].minX && frames[1].maxX - frames[0].minX > 0.35 * 250)
    }

    @Test("A bin reaches from edge to edge, with a point between bins")
    func bins() throws {
        let chart = Chart { BarMark(x: .value("bin", 0..<5), y: .value("count", 1)) }.chartXScale(domain: 0...10)
        #expect(try bare(chart).marks[0].frame.isClose(to: CGRect(x: 0.5, y: 0, width: 49, height: 100)))
    }

    @Test("A rectangle of two names fills its cell")
    func cell() throws {
        let chart = Chart(["a", "b"], id: \.self) { RectangleMark(x: .value("x", $0), y: .value("y", $0)) }
        #expect(
            try bare(chart).marks.map(\.frame) == [CGRect(x: 0, y: 0, width: 50, height: 50), CGRect(x: 50, y: 50, width: 50, height: 50)])
    }

    @Test("A rule between names goes from middle to middle, and a bar includes both places")
    func names() throws {
        let chart = Chart {
            RuleMark(x: .value("x", 5), yStart: .value("from", "a"), yEnd: .value("to", "b"))
            BarMark(x: .value("x", 5), yStart: .value("from", "a"), yEnd: .value("to", "b"), width: 10)
        }
        .chartXScale(domain: 0...10).chartYScale(domain: ["a", "b"])
        let frames = try bare(chart).marks.map(\.frame)
        #expect(frames == [CGRect(x: 50, y: 25, width: 0, height: 50), CGRect(x: 45, y: 0, width: 10, height: 100)])
    }

    @Test("A rectangle of four values reaches from corner to corner")
    func corners() throws {
        let chart = Chart {
            RectangleMark(xStart: .value("a", 2), xEnd: .value("b", 4), yStart: .value("c", 1), yEnd: .value("d", 10))
        }
        .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
        #expect(try bare(chart).marks[0].frame.isClose(to: CGRect(x: 20, y: 0, width: 20, height: 90)))
    }

    @Test("A rule goes through the whole plot, or between two values or two distances")
    func rules() throws {
        let chart = Chart {
            RuleMark(y: .value("y", 5))
            RuleMark(xStart: .value("a", 2), xEnd: .value("b", 4), y: .value("y", 5))
            RuleMark(x: .value("x", 3), yStart: 10, yEnd: 30)
        }
        .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
        let frames = try bare(chart).marks.map(\.frame)
        #expect(
            frames[0].isClose(to: CGRect(x: 0, y: 50, width: 100, height: 0))
                && frames[1].isClose(to: CGRect(x: 20, y: 50, width: 20, height: 0)))
        #expect(frames[2].isClose(to: CGRect(x: 30, y: 10, width: 0, height: 20)))
    }

    @Test("A point without one of its values is in the middle, or at a distance")
    func onePoint() throws {
        let chart = Chart {
            PointMark(x: .value("x", 5))
            PointMark(x: .value("x", 5), y: 20)
        }
        .chartXScale(domain: 0...10)
        #expect(try bare(chart).marks.map(\.frame.middle) == [[50, 50], [50, 20]])
    }

    @Test("Offsets move a mark, and can move its ends apart")
    func offsets() throws {
        let chart = Chart {
            BarMark(xStart: .value("a", 2), xEnd: .value("b", 4), y: .value("y", "n")).offset(x: 5, y: -10)
            BarMark(xStart: .value("a", 2), xEnd: .value("b", 4), y: .value("y", "n")).offset(xStart: 1, xEnd: -1)
        }
        .chartXScale(domain: 0...10)
        let frames = try bare(chart).marks.map(\.frame)
        #expect(
            frames[0].isClose(to: CGRect(x: 25, y: 5, width: 20, height: 70))
                && frames[1].isClose(to: CGRect(x: 21, y: 15, width: 18, height: 70)))
    }

    @Test("Marks are separated into series by their series, or else by color, symbol and line")
    func series() throws {
        let chart = Chart {
            LineMark(x: .value("x", 1), y: .value("y", 1), series: .value("s", "one")).foregroundStyle(by: .value("c", "red"))
            LineMark(x: .value("x", 1), y: .value("y", 1)).foregroundStyle(by: .value("c", "red")).symbol(by: .value("c", "red"))
            LineMark(x: .value("x", 1), y: .value("y", 1))
        }
        #expect(try bare(chart).marks.map(\.series) == ["one", "red", ""])
    }

    @Test("The style next to a mark counts, and styles around groups reach marks without one")
    func styles() throws {
        let chart = Chart {
            Plot {
                BarMark(x: .value("x", "a"), y: .value("y", 1)).foregroundStyle(.black)
                BarMark(x: .value("x", "b"), y: .value("y", 1))
            }
            .foregroundStyle(.white)
        }
        #expect(try bare(chart).marks.map(\.color) == ["#000000", "#ffffff"])
    }

    @Test("Ifs, switches, optionals and loops make marks")
    func builder() throws {
        let (flag, number, missing) = (true, 2, Double?.none)
        let chart = Chart {
            if flag { PointMark(x: .value("x", 1), y: .value("y", 1)) } else { RuleMark(y: .value("y", 1)) }
            switch number {
            case 1: RuleMark(y: .value("y", 1))
            default: LineMark(x: .value("x", 1), y: .value("y", 1))
            }
            if let missing { RuleMark(y: .value("y", missing)) }
            ForEach(0..<2) { BarMark(x: .value("x", $0), y: .value("y", 1)) }
            Group { AreaMark(x: .value("x", 1), y: .value("y", 1)) }
            AnyChartContent(RectangleMark(x: .value("x", 1), y: .value("y", 1)))
        }
        #expect(try bare(chart).marks.map(\.kind) == ["point", "line", "bar", "bar", "area", "rectangle"])
    }

    @Test("Own content is built of other content")
    func ownContent() throws {
        struct Goal: ChartContent {
            var value: Double
            var body: some ChartContent {
                RuleMark(y: .value("Goal", value))
                PointMark(x: .value("x", "a"), y: .value("Goal", value))
            }
        }
        #expect(try bare(Chart { Goal(value: 3) }).marks.map(\.kind) == ["rule", "point"])
    }

    @Test("A mark that is written later is drawn later, and a higher index of depth later still")
    func depth() throws {
        let view = Chart {
            BarMark(x: .value("x", "a"), y: .value("y", 1)).foregroundStyle(Color(red: 1, green: 0, blue: 0)).zIndex(1)
            BarMark(x: .value("x", "a"), y: .value("y", 1)).foregroundStyle(Color(red: 0, green: 1, blue: 0))
            BarMark(x: .value("x", "a"), y: .value("y", 1)).foregroundStyle(Color(red: 0, green: 0, blue: 1))
        }
        let svg = view.rendered(width: 100, height: 100)
        let places = try ["#0f0", "#00f", "#f00"].map { try #require(svg.range(of: $0)).lowerBound }
        #expect(places == places.sorted())
    }

    @Test("Values of enums, decimals and flags can be drawn")
    func plottable() throws {
        enum Stage: String, Plottable { case deep, rem }
        enum Level: Int, Plottable { case low = 1, high = 5 }
        let chart = Chart {
            PointMark(x: .value("x", Stage.rem), y: .value("y", Level.high))
            PointMark(x: .value("x", Stage.deep), y: .value("y", Decimal(string: "2.5") ?? 0))
            PointMark(x: .value("x", true), y: .value("y", Float(1)))
        }
        #expect(try bare(chart).marks.map(\.x) == ["rem", "deep", "true"] && (try bare(chart).marks.map(\.yValues) == [[5], [2.5], [1]]))
    }

    @Test("Bins of numbers have round edges")
    func numberBins() {
        let bins = NumberBins(data: [1.0, 7, 9.5], desiredCount: 5)
        #expect(bins.thresholds == [0, 2, 4, 6, 8, 10] && bins.index(for: 7) == 3 && bins.index(for: 10) == 4)
        #expect(bins[1].lowerBound == 2 && bins[1].upperBound == 4)
        #expect(NumberBins(size: 5.0, range: 3...12).thresholds == [0, 5, 10, 15])
    }

    @Test("Bins of dates are units of the calendar")
    func dateBins() {
        let bins = DateBins(unit: .day, range: moment(3, 2, 5)...moment(3, 4, 5), calendar: utc)
        #expect(bins.thresholds == [2, 3, 4, 5].map { moment(3, $0) } && bins.index(for: moment(3, 3, 1)) == 1 && bins.count == 3)
    }
}
