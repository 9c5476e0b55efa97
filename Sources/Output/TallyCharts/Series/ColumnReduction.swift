/// Reduces long series to what a plot of some columns can show, keeping extremes: the M4 method (Jugel et al., 2014).
///
/// Of the points in one column of pixels only the first, the least, the greatest and the last are kept. A line through them covers the
/// pixels that a line through all of them covers, since whatever lies between is drawn in the column of its extremes.
struct ColumnReduction {
    private let domain: ClosedRange<Double>
    private let columns: Int
    private let perUnit: Double

    /// - Parameter columns: At least 1; what lies outside of `domain` is one column on each side.
    init(columns: Int, over domain: ClosedRange<Double>) {
        self.domain = domain
        self.columns = max(1, columns)
        perUnit = Double(self.columns) / (domain.upperBound - domain.lowerBound)
    }

    /// The column that holds `x`: -1 before the domain, `columns` after it.
    func column(of x: Double) -> Int {
        if x < domain.lowerBound { return -1 }
        if x > domain.upperBound { return columns }
        // A domain of one value has one column.
        return perUnit.isFinite ? min(columns - 1, Int((x - domain.lowerBound) * perUnit)) : 0
    }

    /// Calls `body` for each run of points that lie in one column and are not cut by a gap, in order, and tells whether a gap follows.
    ///
    /// - Parameters:
    ///   - runsPerColumn: Gaps within one column cut up to this number of runs, so that the result stays small.
    ///   - place: The place along x of a point by its index; nil for a gap.
    func runs(
        of count: Int, runsPerColumn: Int = 4, place: (Int) -> Double?, body: (_ run: ClosedRange<Int>, _ isFollowedByGap: Bool) -> Void
    ) {
        var run: (first: Int, last: Int, column: Int)?
        var isAfterGap = false
        var runsInColumn = 1
        for index in 0..<count {
            guard let x = place(index) else {
                isAfterGap = true
                continue
            }
            let column = column(of: x)
            if let open = run {
                if open.column == column, !isAfterGap || runsInColumn == runsPerColumn {
                    run?.last = index
                } else {
                    body(open.first...open.last, isAfterGap)
                    runsInColumn = open.column == column ? runsInColumn + 1 : 1
                    run = (index, index, column)
                }
            } else {
                run = (index, index, column)
            }
            isAfterGap = false
        }
        if let run { body(run.first...run.last, isAfterGap) }
    }
}

extension LineMark {
    /// Returns the line with at most a few points in each of `columns` equal parts of `domain`: the first, the least, the greatest and the
    /// last of each, which are those that a plot of so many columns shows (M4). Gaps stay gaps, but for those that are narrower than a
    /// column where one holds more than three.
    ///
    /// Short lines come back as they are. Values that are not finite become gaps, and points without a finite x are left out.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> LineMark {
        var result = self
        guard points.count > 4 * columns else {
            if !points.allSatisfy({ $0.x.isDrawable && $0.y?.isDrawable ?? true }) {
                result.points = points.filter(\.x.isDrawable).map { Point($0.x, $0.value, completeness: $0.completeness) }
            }
            return result
        }
        var kept: [Point] = []
        let points = self.points
        ColumnReduction(columns: columns, over: domain).runs(of: points.count) { index in
            let point = points[index]
            return point.value != nil && point.x.isDrawable ? point.x : nil
        } body: { run, isFollowedByGap in
            var (least, greatest) = (run.lowerBound, run.lowerBound)
            var (low, high) = (Double.infinity, -Double.infinity)
            for index in run {
                guard let value = points[index].value else { continue }
                if value < low { (low, least) = (value, index) }
                if value > high { (high, greatest) = (value, index) }
            }
            for index in [run.lowerBound, min(least, greatest), max(least, greatest), run.upperBound] where kept.last != points[index] {
                kept.append(points[index])
            }
            if isFollowedByGap { kept.append(Point(points[run.upperBound].x, nil)) }
        }
        result.points = kept
        return result
    }
}

extension LineMark.Point {
    /// The value, unless it cannot be drawn.
    fileprivate var value: Double? { y.flatMap { $0.isDrawable ? $0 : nil } }
}

extension AreaMark {
    /// Returns the band with at most two points for each run of points in one of `columns` equal parts of `domain`, as wide as the run's
    /// extremes. Gaps stay gaps, but for those that are narrower than a column where one holds more than three.
    ///
    /// Short bands come back as they are. Points with an end that is not finite become gaps.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> AreaMark {
        var result = self
        guard points.count > 2 * columns else {
            if !points.allSatisfy({ $0.isDrawable || ($0.x.isDrawable && ($0.low == nil || $0.high == nil)) }) {
                result.points = points.filter(\.x.isDrawable).map { $0.isDrawable ? $0 : Point($0.x, low: nil, high: nil) }
            }
            return result
        }
        var kept: [Point] = []
        ColumnReduction(columns: columns, over: domain).runs(of: points.count) {
            points[$0].isDrawable ? points[$0].x : nil
        } body: {
            run, isFollowedByGap in
            var (low, high) = (Double.infinity, -Double.infinity)
            for point in points[run] where point.isDrawable {
                low = min(low, point.low ?? low, point.high ?? low)
                high = max(high, point.low ?? high, point.high ?? high)
            }
            let (first, last) = (points[run.lowerBound].x, points[run.upperBound].x)
            kept.append(Point(first, low: low, high: high))
            if last > first { kept.append(Point(last, low: low, high: high)) }
            if isFollowedByGap { kept.append(Point(last, low: nil, high: nil)) }
        }
        result.points = kept
        return result
    }
}

extension AreaMark.Point {
    fileprivate var isDrawable: Bool {
        guard let low, let high else { return false }
        return x.isDrawable && low.isDrawable && high.isDrawable
    }
}

extension BarMark {
    /// Returns the bars with those that begin in the same of `columns` equal parts of `domain` made one, from the lowest to the highest of
    /// their ends; it is partial if one of them is. Bars that share spans with others count as much narrower.
    ///
    /// Few bars come back as they are. Bars without a finite value are left out where bars are made one.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> BarMark {
        var result = self
        let columns = max(1, columns / max(1, slotCount))
        guard bars.count > columns else {
            result.bars = bars.filter(\.isDrawableOrEmpty)
            return result
        }
        var kept: [Bar] = []
        // Bars are apart anyway: a missing one is no gap to be kept.
        ColumnReduction(columns: columns, over: domain).runs(of: bars.count, runsPerColumn: 1) { index in
            bars[index].high != nil && bars[index].isDrawableOrEmpty ? bars[index].start : nil
        } body: { run, _ in
            guard run.count > 1 else { return kept.append(bars[run.lowerBound]) }
            var (low, high) = (Double.infinity, -Double.infinity)
            var completeness = Completeness.whole
            for bar in bars[run] where bar.high != nil && bar.isDrawableOrEmpty {
                low = min(low, bar.low ?? low, bar.high ?? low)
                high = max(high, bar.low ?? high, bar.high ?? high)
                if bar.completeness.rawValue > completeness.rawValue { completeness = bar.completeness }
            }
            kept.append(
                Bar(from: bars[run.lowerBound].start, to: bars[run.upperBound].end, low: low, high: high, completeness: completeness))
        }
        result.bars = kept
        return result
    }
}

extension BarMark.Bar {
    /// Whether the bar has finite ends, or no value.
    fileprivate var isDrawableOrEmpty: Bool { start.isDrawable && end.isDrawable && low?.isDrawable ?? true && high?.isDrawable ?? true }
}
