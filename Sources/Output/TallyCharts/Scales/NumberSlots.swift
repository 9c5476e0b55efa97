/// A horizontal axis of numbers for points: equal slots between round numbers, whose edges have labels.
package struct NumberSlots {
    package let axis: SlotAxis
    private let first: Double
    private let step: Double

    /// Creates slots around all of `range`, at most `count` of them.
    package init(around range: ClosedRange<Double>, count: Int) {
        let isPoint = range.lowerBound == range.upperBound
        let ticks = NumberTicks(around: isPoint ? range.lowerBound - 1...range.upperBound + 1 : range, intervals: count)
        first = ticks.value(at: ticks.multiples.lowerBound)
        step = ticks.value(at: ticks.multiples.lowerBound + 1) - first
        var axis = SlotAxis(labels: ticks.multiples.dropLast().map { _ in "" }, edges: ticks.labels(isFraction: false))
        axis.numbers = first...first + step * Double(axis.labels.count)
        self.axis = axis
    }

    /// Returns the position of a number along the axis.
    package func position(of number: Double) -> Double { (number - first) / step }
}
