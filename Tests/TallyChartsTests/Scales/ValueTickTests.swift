@_spi(Guests) import TallyCharts
import Testing

@Suite("Ticks of a value axis")
struct ValueTickTests {
    /// Returns the labels from bottom to top, and the domain, with room for the given number of steps.
    private func axis(
        _ values: [Double?], _ axis: ValueAxis = ValueAxis(), steps: Int = 5
    ) -> (labels: [String], domain: ClosedRange<Double>) {
        let points = values.enumerated().map { LineLayer.Point(Double($0), $1) }
        let chart = LayeredChart(
            title: "", x: .slots(SlotAxis(labels: [])), y: .value(axis), layers: [.line(LineLayer(series: 0, points: points))])
        // Two rows for each step, and two for the horizontal axis.
        let layout = ChartLayout(
            chart, width: 60, height: Double(2 * steps + 2 + (axis.unit == nil && !axis.isFraction ? 0 : 1)), metrics: CellMetrics())
        return (layout.yTicks.compactMap { $0.label?.text }, layout.y.domain)
    }

    @Test("start at zero for totals and end above the greatest value")
    func totals() {
        #expect(axis([320, 870]).labels == ["0", "200", "400", "600", "800", "1,000"])
        #expect(axis([320, 870]).domain == 0...1000)
        #expect(axis([-320, 450]).labels == ["-400", "-200", "0", "200", "400", "600"])
        #expect(axis([-7, -3]).domain == -8...0)
    }

    @Test("cover the data if the axis does not include zero")
    func discrete() {
        let (labels, domain) = axis([52.5, 118], ValueAxis(includesZero: false))
        #expect(labels == ["40", "60", "80", "100", "120"])
        #expect(domain == 40...120)
    }

    @Test("are as many as fit", arguments: [(2, ["0", "500", "1,000"]), (4, ["0", "250", "500", "750", "1,000"])])
    func room(steps: Int, labels: [String]) {
        #expect(axis([870.5], steps: steps).labels == labels)
    }

    @Test("have as many decimals as their step")
    func decimals() {
        #expect(axis([0.9]).labels == ["0", "0.2", "0.4", "0.6", "0.8", "1.0"])
        #expect(axis([1.2]).labels == ["0", "0.25", "0.50", "0.75", "1.00", "1.25"])
        #expect(axis([0.0000031]).labels == ["0", "0.000001", "0.000002", "0.000003", "0.000004"])
    }

    @Test("of whole values are whole")
    func wholeValues() {
        #expect(axis([0, 3, nil, 2]).labels == ["0", "1", "2", "3"])
        #expect(axis([0, 3.5, 2]).labels == ["0", "1", "2", "3", "4"])
    }

    @Test("are in thousands from a hundred thousand on, and in millions")
    func greatNumbers() {
        #expect(axis([12_345]).labels == ["0", "2,500", "5,000", "7,500", "10,000", "12,500"])
        #expect(axis([230_000]).labels == ["0", "50k", "100k", "150k", "200k", "250k"])
        #expect(axis([2_300_000]).labels == ["0", "0.5M", "1.0M", "1.5M", "2.0M", "2.5M"])
        // Thousands that are less precise than the number.
        #expect(axis([100_001, 100_005], ValueAxis(includesZero: false)).labels.first == "100,001")
        #expect(axis([4e13]).labels == ["0", "1e13", "2e13", "3e13", "4e13"])
    }

    @Test("of fractions are in percent")
    func fractions() {
        #expect(axis([0.93, 0.98], ValueAxis(includesZero: false, isFraction: true)).labels == ["93", "94", "95", "96", "97", "98"])
        #expect(axis([0.12], ValueAxis(isFraction: true)).labels == ["0", "2.5", "5.0", "7.5", "10.0", "12.5"])
    }

    @Test("show a single value with room around it")
    func constant() {
        #expect(axis([70, 70], ValueAxis(includesZero: false)).domain == 60...80)
        #expect(axis([70, 70]).domain == 0...80)
        #expect(axis([0, 0]).domain == 0...1)
        #expect(axis([1e15, 1e15 + 1], ValueAxis(includesZero: false)).labels.count > 1)
    }

    @Test("are within a given domain")
    func givenDomain() {
        let (labels, domain) = axis([3], ValueAxis(domain: 35...42))
        #expect(labels == ["36", "38", "40", "42"])
        #expect(domain == 35...42)
    }

    @Test("ignore values that are not numbers")
    func notANumber() {
        #expect(axis([.nan, 40, .infinity, -.infinity, nil]).domain == 0...40)
        #expect(axis([.nan, nil]).labels == [])
        #expect(axis([]).labels == [])
    }
}
