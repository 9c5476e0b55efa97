/// Reduces long series to what a plot with a number of columns can show, with the M4 method (Jugel et al., 2014).
///
/// For each column of pixels, it keeps the first, the lowest, the highest and the last point. A line through them covers the same pixels
/// as the line through all points, because the other points are between the extremes of their column.
@_spi(Guests)
public struct ColumnReduction {
    private let domain: ClosedRange<Double>
    private let columns: Int
    private let perUnit: Double

    /// Creates the reduction of a plot.
    ///
    /// - Parameters:
    ///   - columns: the number of columns of pixels, at least 1.
    ///   - domain: what the plot shows. Points outside form one column on each side.
    public init(columns: Int, over domain: ClosedRange<Double>) {
        self.domain = domain
        self.columns = max(1, columns)
        perUnit = Double(self.columns) / (domain.upperBound - domain.lowerBound)
    }

    /// Returns the column that contains `x`: -1 before the domain, `columns` after it.
    func column(of x: Double) -> Int {
        if x < domain.lowerBound { return -1 }
        if x > domain.upperBound { return columns }
        // A domain of one value has one column.
        return perUnit.isFinite ? min(columns - 1, Int((x - domain.lowerBound) * perUnit)) : 0
    }

    /// Calls `body` for each run of points in one column without a gap, in order. A parameter is true if a gap follows.
    ///
    /// - Parameters:
    ///   - runsPerColumn: the maximum number of runs that gaps create in one column. It limits the size of the result.
    ///   - place: returns the position along x of a point by its index. Nil for a gap.
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

extension ColumnReduction {
    /// Returns the indices of the points that a line needs: in each column the first, the lowest, the highest and the last one. Nil is a
    /// gap.
    ///
    /// - Parameters:
    ///   - count: the number of points, in ascending x.
    ///   - point: returns the point with an index. Nil if the line has a gap there.
    public func kept(of count: Int, point: (Int) -> (x: Double, y: Double)?) -> [Int?] {
        var kept: [Int?] = []
        runs(of: count) {
            point($0)?.x
        } body: { run, isFollowedByGap in
            var (least, greatest) = (run.lowerBound, run.lowerBound)
            var (low, high) = (Double.infinity, -Double.infinity)
            for index in run {
                guard let value = point(index)?.y else { continue }
                if value < low { (low, least) = (value, index) }
                if value > high { (high, greatest) = (value, index) }
            }
            for index in [run.lowerBound, min(least, greatest), max(least, greatest), run.upperBound] where kept.last != index {
                kept.append(index)
            }
            if isFollowedByGap { kept.append(nil) }
        }
        return kept
    }
}

extension LineLayer {
    /// Returns the line with at most a few points in each of `columns` equal parts of `domain`: the first, the lowest, the highest and the
    /// last (M4). A plot with this number of columns shows no difference. Gaps remain, except gaps narrower than a column in columns with
    /// more than three.
    ///
    /// Short lines are returned unchanged. Values that are not finite become gaps. Points without a finite x are removed.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> LineLayer {
        var result = self
        guard points.count > 4 * columns else {
            if !points.allSatisfy({ $0.x.isDrawable && $0.y?.isDrawable ?? true }) {
                result.points = points.filter(\.x.isDrawable).map { Point($0.x, $0.value, completeness: $0.completeness) }
            }
            return result
        }
        var kept: [Point] = []
        let points = self.points
        let indices = ColumnReduction(columns: columns, over: domain).kept(of: points.count) { index in
            let point = points[index]
            return point.x.isDrawable ? point.value.map { (point.x, $0) } : nil
        }
        for index in indices {
            let point = index.map { points[$0] } ?? Point(kept.last?.x ?? 0, nil)
            if kept.last != point { kept.append(point) }
        }
        result.points = kept
        return result
    }
}

extension LineLayer.Point {
    /// The value. Nil if it cannot be drawn.
    fileprivate var value: Double? { y.flatMap { $0.isDrawable ? $0 : nil } }
}

extension AreaLayer {
    /// Returns the band with at most two points for each run of points in one of `columns` equal parts of `domain`, with the run's
    /// extremes. Gaps remain, except gaps narrower than a column in columns with more than three.
    ///
    /// Short bands are returned unchanged. Points with an end that is not finite become gaps.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> AreaLayer {
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

extension AreaLayer.Point {
    fileprivate var isDrawable: Bool {
        guard let low, let high else { return false }
        return x.isDrawable && low.isDrawable && high.isDrawable
    }
}

extension BarLayer {
    /// Returns the bars with one bar for each of `columns` equal parts of `domain`. Bars that start in the same part become one bar from
    /// the lowest to the highest end. It is partial if one of them is. Bars that share spans count as narrower.
    ///
    /// Few bars are returned unchanged. Otherwise, bars without a finite value are removed.
    public func reduced(to columns: Int, over domain: ClosedRange<Double>) -> BarLayer {
        var result = self
        let columns = max(1, columns / max(1, slotCount))
        guard bars.count > columns else {
            result.bars = bars.filter(\.isDrawableOrEmpty)
            return result
        }
        var kept: [Bar] = []
        // Bars are separate, so a missing bar is not a gap that must remain.
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

extension BarLayer.Bar {
    /// True if the bar has finite ends or no value.
    fileprivate var isDrawableOrEmpty: Bool { start.isDrawable && end.isDrawable && low?.isDrawable ?? true && high?.isDrawable ?? true }
}
