import Foundation
@_spi(Guests) import TallyCharts

/// Ranges of numbers of equal length, for histograms.
public struct NumberBins<Value: Plottable & BinaryFloatingPoint>: RandomAccessCollection {
    private let edges: [Value]

    /// Creates bins of round numbers around a range, of about the count that is wanted.
    public init(range: ClosedRange<Value>, desiredCount: Int = 10) {
        let ticks = NumberTicks(around: Double(range.lowerBound)...Double(range.upperBound), intervals: Swift.max(1, desiredCount))
        edges = ticks.multiples.map { Value(ticks.value(at: $0)) }
    }

    /// Creates a number of bins of equal length.
    public init(range: ClosedRange<Value>, count: Int) {
        let count = Swift.max(1, count)
        edges = (0...count).map { range.lowerBound + (range.upperBound - range.lowerBound) * Value($0) / Value(count) }
    }

    /// Creates bins between edges.
    public init(thresholds: [Value]) { edges = thresholds.sorted() }

    /// Creates bins of round numbers around data, of about the count that is wanted.
    public init(data: some Collection<Value>, desiredCount: Int = 10) {
        self.init(range: (data.min() ?? 0)...(data.max() ?? 1), desiredCount: desiredCount)
    }

    /// Creates bins of a size around a range.
    public init(size: Value, range: ClosedRange<Value>) {
        let first = (range.lowerBound / size).rounded(.down)
        let count = Swift.max(1, Int(((range.upperBound / size).rounded(.up) - first)))
        edges = (0...count).map { (first + Value($0)) * size }
    }

    /// The edges of the bins.
    public var thresholds: [Value] { edges }

    /// The first bin.
    public var startIndex: Int { 0 }

    /// The place after the last bin.
    public var endIndex: Int { Swift.max(0, edges.count - 1) }

    /// Returns the ends of a bin.
    public subscript(position: Int) -> ChartBinRange<Value> {
        ChartBinRange(lowerBound: edges[position], upperBound: edges[position + 1])
    }

    /// Returns the bin of a value. The last one contains its end.
    public func index(for value: Value) -> Int {
        let after = edges.firstIndex { $0 > value } ?? edges.count - 1
        return Swift.min(Swift.max(0, after - 1), Swift.max(0, endIndex - 1))
    }
}

/// Units of a calendar, for histograms.
public struct DateBins: RandomAccessCollection {
    private let edges: [Date]

    /// Creates a bin for each unit of a range.
    public init(unit: Calendar.Component, by count: Int = 1, range: ClosedRange<Date>, calendar: Calendar = .current) {
        var edges: [Date] = []
        if let first = calendar.dateInterval(of: unit, for: range.lowerBound)?.start {
            edges.append(first)
            while edges[edges.count - 1] <= range.upperBound, edges.count < 10_000,
                let next = calendar.date(byAdding: unit, value: Swift.max(1, count) * edges.count, to: first)
            {
                edges.append(next)
            }
        }
        self.edges = edges
    }

    /// The edges of the bins.
    public var thresholds: [Date] { edges }

    /// The first bin.
    public var startIndex: Int { 0 }

    /// The place after the last bin.
    public var endIndex: Int { Swift.max(0, edges.count - 1) }

    /// Returns the ends of a bin.
    public subscript(position: Int) -> ChartBinRange<Date> {
        ChartBinRange(lowerBound: edges[position], upperBound: edges[position + 1])
    }

    /// Returns the bin of a date.
    public func index(for value: Date) -> Int {
        let after = edges.firstIndex { $0 > value } ?? edges.count - 1
        return Swift.min(Swift.max(0, after - 1), Swift.max(0, endIndex - 1))
    }
}
