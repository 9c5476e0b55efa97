import Charts
import SwiftUI
import Testing

@MainActor @Suite("Domains and scales")
struct DomainTests {
    private func points(_ values: [Double]) -> Chart<ForEach<[Double], Double, PointMark>> {
        Chart(values, id: \.self) { PointMark(x: .value("x", "a"), y: .value("y", $0)) }
    }

    @Test(
        "Automatic domains of numbers include zero and are rounded to ticks",
        arguments: [
            ([3.0, 7], 0.0, 8.0), ([20, 85], 0, 100), ([-4, -1], -4, 0), ([-3, 9], -5, 10), ([0.2, 0.9], 0, 1),
        ])
    func rounded(values: [Double], low: Double, high: Double) throws {
        #expect(try drawn(points(values)).yDomain == .numbers(low, high))
    }

    @Test("Without zero, a domain is rounded around the values")
    func withoutZero() throws {
        #expect(try drawn(points([52, 58]).chartYScale(domain: .automatic(includesZero: false))).yDomain == .numbers(52, 58))
        #expect(try drawn(points([51.3, 58]).chartYScale(domain: .automatic(includesZero: false))).yDomain == .numbers(50, 58))
    }

    @Test("Explicit domains are exact")
    func exact() throws {
        #expect(try drawn(points([3]).chartYScale(domain: 1.5...7.25)).yDomain == .numbers(1.5, 7.25))
    }

    @Test("A list of two numbers goes from the first to the last, also downwards")
    func downwards() throws {
        let chart = try bare(points([10]).chartYScale(domain: [10, 0]))
        #expect(chart.yDomain == .numbers(10, 0) && chart.marks[0].frame.midY == 100)
    }

    @Test("A reversed domain has the greatest number at the bottom")
    func reversed() throws {
        #expect(try drawn(points([3, 7]).chartYScale(domain: .automatic(reversed: true))).yDomain == .numbers(8, 0))
    }

    @Test("Code can change the values before they are rounded")
    func modified() throws {
        let chart = points([3, 7]).chartYScale(domain: .automatic(dataType: Double.self) { $0.append(100) })
        #expect(try drawn(chart).yDomain == .numbers(0, 100))
    }

    @Test("Values that are all zero have a domain to one")
    func zero() throws { #expect(try drawn(points([0])).yDomain == .numbers(0, 1)) }

    @Test("A chart without marks has a domain from zero to one, and is drawn")
    func empty() throws {
        let chart = try drawn(points([]))
        #expect(chart.marks.isEmpty && chart.yDomain == .numbers(0, 1) && chart.accessibilityDescription == "An empty chart.")
    }

    @Test("Numbers that are not finite have no place and no influence on the domain")
    func notFinite() throws {
        let chart = try drawn(points([1, .nan, .infinity, 4]))
        #expect(chart.marks.count == 2 && chart.yDomain == .numbers(0, 4))
    }

    @Test("Names have places of equal width in the order of first appearance")
    func names() throws {
        let chart = try bare(Chart(["b", "a", "b", "c", "d"], id: \.self) { PointMark(x: .value("x", $0), y: .value("y", 1)) })
        #expect(chart.xDomain == .names(["b", "a", "c", "d"]) && chart.marks.map(\.frame.midX) == [12.5, 37.5, 12.5, 62.5, 87.5])
    }

    @Test("A list of names sets their order, and leaves out others")
    func nameOrder() throws {
        let chart = Chart(["b", "a", "z"], id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)) }.chartXScale(domain: ["a", "b"])
        let inspection = try bare(chart)
        #expect(inspection.xDomain == .names(["a", "b"]) && inspection.marks.map(\.x) == ["b", "a"])
    }

    @Test("The first name of a vertical axis is at the top")
    func verticalNames() throws {
        let chart = try bare(Chart(["a", "b"], id: \.self) { BarMark(x: .value("v", 1), y: .value("n", $0)) })
        #expect(chart.marks.map(\.frame.midY) == [25, 75])
    }

    @Test("Numbers can be names")
    func numbersAsNames() throws {
        let chart = Chart([2020, 2024], id: \.self) { BarMark(x: .value("Year", $0), y: .value("v", 1)) }.chartXScale(type: .category)
        #expect(try bare(chart).xDomain == .names(["2,020", "2,024"]) || (try bare(chart).xDomain == .names(["2020", "2024"])))
    }

    @Test("Automatic domains of dates go from the first to the last moment")
    func dates() throws {
        let chart = Chart([moment(3, 2, 7), moment(3, 2, 9)], id: \.self) { PointMark(x: .value("t", $0), y: .value("v", 1)) }
        #expect(try drawn(chart).xDomain == .dates(moment(3, 2, 7), moment(3, 2, 9)))
    }

    @Test("A single moment is in the middle of a day")
    func oneMoment() throws {
        let chart = Chart { PointMark(x: .value("t", moment(3, 2, 12)), y: .value("v", 1)) }
        #expect(try drawn(chart).xDomain == .dates(moment(3, 2), moment(3, 3)))
    }

    @Test("Dates with a unit cover whole units")
    func units() throws {
        let chart = Chart([moment(3, 2, 7), moment(3, 4, 9)], id: \.self) { BarMark(x: .value("d", $0, unit: .day), y: .value("v", 1)) }
        #expect(try drawn(chart).xDomain == .dates(moment(3, 2), moment(3, 5)))
    }

    @Test("Powers of ten have equal distances on a logarithmic scale")
    func logarithm() throws {
        let chart = try bare(points([1, 10, 100]).chartYScale(domain: 1...100, type: .log))
        #expect(chart.marks.map(\.frame.midY) == [100, 50, 0])
    }

    @Test("An automatic logarithmic domain is between powers of ten, and ignores zero")
    func logarithmDomain() throws { #expect(try drawn(points([0, 5, 300]).chartYScale(type: .log)).yDomain == .numbers(1, 1000)) }

    @Test("Square roots have equal distances")
    func squareRoot() throws {
        #expect(try bare(points([0, 25, 100]).chartYScale(domain: 0...100, type: .squareRoot)).marks.map(\.frame.midY) == [100, 50, 0])
    }

    @Test("A symmetric logarithm is the same on both sides of zero")
    func symmetricLog() throws {
        #expect(try bare(points([-9, 0, 9]).chartYScale(domain: -9...9, type: .symmetricLog)).marks.map(\.frame.midY) == [100, 50, 0])
    }

    @Test("Padding leaves space at the ends of the plot")
    func padding() throws {
        let chart = Chart([0.0, 1], id: \.self) { PointMark(x: .value("x", $0), y: .value("y", 1)) }
            .chartXScale(domain: 0...1, range: .plotDimension(startPadding: 10, endPadding: 20))
        #expect(try bare(chart).marks.map(\.frame.midX) == [10, 80])
    }

    @Test("A range of positions sets where a scale starts and ends")
    func positions() throws {
        let chart = Chart([0.0, 1], id: \.self) { PointMark(x: .value("x", $0), y: .value("y", 1)) }
            .chartXScale(domain: 0...1, range: CGFloat(30)...CGFloat(60))
        #expect(try bare(chart).marks.map(\.frame.midX) == [30, 60])
    }

    @Test("The modifier nearest to the chart sets the domain")
    func inner() throws {
        #expect(try drawn(points([1]).chartYScale(domain: 0...5).chartYScale(domain: 0...9)).yDomain == .numbers(0, 5))
    }
}
