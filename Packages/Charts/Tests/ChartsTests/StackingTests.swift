import Charts
import SwiftUI
import Testing

@MainActor @Suite("Stacking and grouping")
struct StackingTests {
    private let items = [
        Item(name: "a", kind: "x", value: 10), Item(name: "a", kind: "y", value: 20), Item(name: "b", kind: "y", value: 5),
        Item(name: "b", kind: "x", value: 15),
    ]

    private func bars(_ items: [Item], _ method: MarkStackingMethod = .standard) throws -> [ChartInspection.Mark] {
        try bare(
            Chart(items) {
                BarMark(x: .value("Name", $0.name), y: .value("Value", $0.value), stacking: method)
                    .foregroundStyle(by: .value("Kind", $0.kind))
            }
        ).marks
    }

    @Test("Bars at the same place are stacked by series in the order of first appearance")
    func order() throws {
        #expect(try bars(items).map(\.yValues) == [[0, 10], [10, 30], [15, 20], [0, 15]])
    }

    @Test("Negative values are stacked downwards, apart from positive ones")
    func negative() throws {
        let items = [Item(name: "a", kind: "x", value: 4), Item(name: "a", kind: "y", value: -3), Item(name: "a", kind: "z", value: -2)]
        #expect(try bars(items).map(\.yValues) == [[0, 4], [0, -3], [-3, -5]])
    }

    @Test("Normalized bars are shares of the sum")
    func normalized() throws { #expect(try bars(items, .normalized).map(\.yValues) == [[0, 1 / 3], [1 / 3, 1], [0.75, 1], [0, 0.75]]) }

    @Test("Normalized bars without a sum have no height")
    func zeroSum() throws {
        #expect(
            try bars([Item(name: "a", kind: "x", value: 0), Item(name: "a", kind: "y", value: 0)], .normalized).map(\.yValues) == [
                [0, 0], [0, 0],
            ])
    }

    @Test("Centered bars have the middle line in their middle")
    func center() throws { #expect(try bars(items, .center).map(\.yValues) == [[-15, -5], [-5, 15], [5, 10], [-10, 5]]) }

    @Test("Unstacked bars all start at zero")
    func unstacked() throws { #expect(try bars(items, .unstacked).map(\.yValues) == [[0, 10], [0, 20], [0, 5], [0, 15]]) }

    @Test("Bars without a series are stacked in the order of the code")
    func withoutSeries() throws {
        let chart = Chart([3.0, 4], id: \.self) { BarMark(x: .value("x", "a"), y: .value("y", $0)) }
        #expect(try bare(chart).marks.map(\.yValues) == [[0, 3], [3, 7]])
    }

    @Test("Areas are stacked by series at each place")
    func areas() throws {
        let chart = Chart(items) {
            AreaMark(x: .value("Name", $0.name), y: .value("Value", $0.value)).foregroundStyle(by: .value("Kind", $0.kind))
        }
        #expect(try bare(chart).marks.map(\.yValues) == [[0, 10], [10, 30], [15, 20], [0, 15]])
    }

    @Test("A mark with two ends is not stacked")
    func ends() throws {
        let chart = Chart(0..<2, id: \.self) { _ in BarMark(x: .value("x", "a"), yStart: .value("low", 2), yEnd: .value("high", 5)) }
        #expect(try bare(chart).marks.map(\.yValues) == [[2, 5], [2, 5]])
    }

    @Test("Bars side by side are not stacked on each other, and share the place of their name")
    func groups() throws {
        let chart = Chart(items.prefix(2)) {
            BarMark(x: .value("Name", $0.name), y: .value("Value", $0.value)).position(by: .value("Kind", $0.kind))
        }
        let marks = try bare(chart).marks
        #expect(marks.map(\.yValues) == [[0, 10], [0, 20]])
        // The place is 100 wide. Both have 80 of it, and leave a tenth of their halves.
        #expect(marks[0].frame.minX == 12 && marks[0].frame.maxX == 48 && marks[1].frame.minX == 52 && marks[1].frame.maxX == 88)
    }

    @Test("Level bars grow from the left, and are stacked to the right")
    func level() throws {
        let chart = Chart([2.0, 3], id: \.self) { BarMark(x: .value("Value", $0), y: .value("Name", "a")) }.chartXScale(domain: 0...10)
        let frames = try bare(chart).marks.map(\.frame)
        #expect(frames.map(\.minX) == [0, 20] && frames.map(\.maxX) == [20, 50])
    }

    @Test("A bar with only a number is a level bar of that length")
    func oneDimension() throws {
        let chart = Chart([2.0, 3], id: \.self) { BarMark(x: .value("Value", $0)) }.chartXScale(domain: 0...5)
        #expect(
            try bare(chart).marks.map(\.frame) == [CGRect(x: 0, y: 0, width: 40, height: 100), CGRect(x: 40, y: 0, width: 60, height: 100)])
    }

    @Test("Sectors have the share of their value, from the top clockwise")
    func sectors() throws {
        let marks = try bare(Chart([1.0, 3], id: \.self) { SectorMark(angle: .value("Value", $0)) }).marks
        #expect(marks[0].frame.isClose(to: CGRect(x: 50, y: 0, width: 50, height: 50), within: 0.1))
        #expect(marks[1].frame.isClose(to: CGRect(x: 0, y: 0, width: 100, height: 100), within: 0.1))
    }

    /// The outline of the first of two sectors of 50 points in a plot of 100, as points at short distances.
    private func outline(_ sector: SectorMark, radius: CGFloat) throws -> [CGPoint] {
        let chart = Chart {
            sector.cornerRadius(radius)
            SectorMark(angle: .value("v", 3))
        }
        let record = try record(of: chart.chartLegend(.hidden))
        let place = try #require(SectorPlace(record.layout.model.marks[0], in: CGRect(x: 0, y: 0, width: 100, height: 100)))
        return (1...800).compactMap { place.path.trimmedPath(from: CGFloat($0 - 1) / 800, to: CGFloat($0) / 800).currentPoint }
    }

    private func distance(_ points: [CGPoint], to x: CGFloat, _ y: CGFloat) -> CGFloat {
        points.map { hypot($0.x - x, $0.y - y) }.min() ?? .infinity
    }

    @Test("Corners of sectors are round, also those of a ring with distances between its parts")
    func roundSectors() throws {
        let whole = SectorMark(angle: .value("v", 1))
        // The quarter from the top to the right has sharp corners at the top, on the right and in the middle.
        let sharp = try outline(whole, radius: 0)
        #expect(distance(sharp, to: 50, 0) < 0.5 && distance(sharp, to: 100, 50) < 0.5 && distance(sharp, to: 50, 50) < 0.5)
        let round = try outline(whole, radius: 10)
        #expect(distance(round, to: 50, 0) > 3 && distance(round, to: 100, 50) > 3 && distance(round, to: 50, 50) < 0.5)
        let ring = SectorMark(angle: .value("v", 1), innerRadius: .ratio(0.5), angularInset: 4)
        let part = try outline(ring, radius: 6)
        // Its sides are 4 points from those of the quarter, from the inner to the outer end.
        #expect(part.allSatisfy { $0.x >= 53.99 && $0.y <= 46.01 } && part.contains { $0.x < 54.01 && $0.y < 20 })
        for along in [CGFloat(2500 - 16).squareRoot(), CGFloat(625 - 16).squareRoot()] {
            #expect(distance(part, to: 54, 50 - along) > 1.5 && distance(part, to: 50 + along, 46) > 1.5)
        }
        #expect(part.allSatisfy { (24.9...50.1).contains(hypot($0.x - 50, $0.y - 50)) })
    }

    @Test("Corners of a narrow sector are as round as it allows")
    func narrowSectors() throws {
        let narrow = SectorMark(angle: .value("v", 0.05), innerRadius: .ratio(0.8), angularInset: 1)
        let part = try outline(narrow, radius: 30)
        #expect(part.allSatisfy { (39.9...50.1).contains(hypot($0.x - 50, $0.y - 50)) && $0.x >= 50.9 && $0.y < 50 })
    }

    @Test("Negative and missing sectors have no share")
    func noSectors() throws {
        let marks = try bare(Chart([1.0, -3, .nan], id: \.self) { SectorMark(angle: .value("Value", $0)) }).marks
        #expect(marks.count == 1)
    }
}
