/// The minimum and maximum of the numbers seen so far. Numbers that are not finite, or extremely large, are ignored.
struct Span {
    private var low = Double.infinity
    private var high = -Double.infinity
    /// True if all numbers are whole.
    private(set) var isWhole = true

    /// Nil before the first number.
    var range: ClosedRange<Double>? { low <= high ? low...high : nil }

    mutating func include(_ number: Double) {
        guard number.isDrawable else { return }
        if number < low { low = number }
        if number > high { high = number }
        if isWhole, number != number.rounded() { isWhole = false }
    }
}

/// The extent of a chart's marks, computed in one pass.
struct DataExtent {
    private(set) var x = Span()
    /// The values along the vertical axis, of marks within the domain of the horizontal axis.
    private(set) var y = Span()
    /// The values of cells.
    private(set) var cells = Span()
    private var spans = (count: 0.0, sum: 0.0, longest: 0.0)

    /// The length of the longest bar or cell along x. 0 if the others are much shorter, because they are not calendar buckets then.
    var bucket: Double { spans.longest * spans.count <= 2 * spans.sum ? spans.longest : 0 }

    /// - Parameter domain: the visible range along x. Nil is everything.
    init(of layers: [Layer], within domain: ClosedRange<Double>?) {
        let shown = domain ?? -.infinity ... .infinity
        for mark in layers {
            switch mark {
            case .bar(let mark):
                for bar in mark.bars {
                    x.include(bar.start)
                    x.include(bar.end)
                    include(span: bar.end - bar.start)
                    guard let low = bar.low, let high = bar.high, bar.end > shown.lowerBound, bar.start < shown.upperBound else { continue }
                    y.include(low)
                    y.include(high)
                }
            case .line(let mark):
                for point in mark.points {
                    x.include(point.x)
                    if let value = point.y, shown.contains(point.x) { y.include(value) }
                }
            case .area(let mark):
                for point in mark.points {
                    x.include(point.x)
                    guard let low = point.low, let high = point.high, shown.contains(point.x) else { continue }
                    y.include(low)
                    y.include(high)
                }
            case .point(let mark):
                for point in mark.points where shown.contains(point.x) {
                    x.include(point.x)
                    y.include(point.y)
                }
            case .rule(let mark):
                switch mark.place {
                case .x(let place): x.include(place)
                case .y(let value): y.include(value)
                }
            case .cell(let mark):
                for cell in mark.cells {
                    x.include(cell.start)
                    x.include(cell.end)
                    include(span: cell.end - cell.start)
                    if let value = cell.value { cells.include(value) }
                }
            }
        }
    }

    private mutating func include(span: Double) {
        guard span.isDrawable else { return }
        spans = (spans.count + 1, spans.sum + span, max(spans.longest, span))
    }
}
