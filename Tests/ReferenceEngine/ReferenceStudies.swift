import Foundation

/// The studies of rows (S9.6 to S9.9), from their definitions: every pair, every window and every rank is looked at by itself.
extension ReferenceRows {
    package struct Slope: Equatable, Sendable {
        package var slope: Double?
        package var low: Double?
        package var high: Double?
        package var count: Int
    }

    package struct Link: Equatable, Sendable {
        package var pearson: Double?
        package var low: Double?
        package var high: Double?
        package var spearman: Double?
        package var count: Int
    }

    package enum Smoother: Sendable {
        case ewma(Double)
        /// In local days.
        case halfLife(Double)
        /// The whole window in local days.
        case loess(Double)
    }

    /// The value of a row that a study uses: not that of a partial row, if it is an amount.
    private func used(_ row: Row, _ column: Int) -> Double? {
        row.partial && columns[column].isAmount && !countsPartial ? nil : row.values[column]
    }

    private func days(_ row: Row) -> Double { Double(calendar.wallTime(at: row.start)) / 86_400_000 }

    // MARK: Usual

    package struct Usual: Sendable {
        package var low: Double?
        package var high: Double?
        package var state: String?
    }

    /// The 10th and the 90th percentile of the values on the dates before that of a row.
    package func usual(_ column: Int, of row: Row, days: Int) -> Usual {
        func date(_ row: Row) -> Int { Int((Double(calendar.wallTime(at: row.start)) / 86_400_000).rounded(.down)) }
        let dates = (date(row) - days)..<date(row)
        let values = rows.filter { $0.key == row.key && dates.contains(date($0)) }.compactMap { used($0, column) }.sorted()
        guard values.count >= 14 else { return Usual() }
        var usual = Usual(
            low: ReferenceSeries.value(.percentile(0.1), of: values), high: ReferenceSeries.value(.percentile(0.9), of: values))
        if let own = used(row, column), let low = usual.low, let high = usual.high {
            usual.state = own < low ? "below" : own > high ? "above" : "within"
        }
        return usual
    }

    // MARK: Trend

    package func trend(_ column: Int, key: String?, isLinear: Bool) -> Slope {
        // Counted from the first row, because the slope of short rows loses digits if days are counted from 1970.
        let origin = rows.first.map { calendar.wallTime(at: $0.start) } ?? 0
        func days(_ row: Row) -> Double { Double(calendar.wallTime(at: row.start) - origin) / 86_400_000 }
        let points = rows.filter { $0.key == key }.compactMap { row in used(row, column).map { (x: days(row), y: $0) } }
        var result = Slope(count: points.count)
        guard points.count >= 3 else { return result }
        if isLinear {
            let n = Double(points.count)
            let (sumX, sumY) = (points.map(\.x).reduce(0, +) / n, points.map(\.y).reduce(0, +) / n)
            let squares = points.map { ($0.x - sumX) * ($0.x - sumX) }.reduce(0, +)
            guard squares > 0 else { return result }
            let slope = points.map { ($0.x - sumX) * ($0.y - sumY) }.reduce(0, +) / squares
            let rest = points.map { point in pow(point.y - (sumY + slope * (point.x - sumX)), 2) }.reduce(0, +)
            let width = Self.studentQuantile(points.count - 2) * (rest / (n - 2) / squares).squareRoot()
            (result.slope, result.low, result.high) = (slope, slope - width, slope + width)
            return result
        }
        var slopes: [Double] = []
        for (index, first) in points.enumerated() {
            for second in points[(index + 1)...] where first.x != second.x { slopes.append((second.y - first.y) / (second.x - first.x)) }
        }
        slopes.sort()
        guard !slopes.isEmpty else { return result }
        result.slope = (slopes[slopes.count / 2] + slopes[(slopes.count - 1) / 2]) / 2
        func weight(_ n: Int) -> Double { Double(n * (n - 1) * (2 * n + 5)) }
        func ties(_ values: [Double]) -> Double {
            Dictionary(grouping: values) { $0 }.values.map { weight($0.count) }.reduce(0, +)
        }
        let variance = (weight(points.count) - ties(points.map(\.x)) - ties(points.map(\.y))) / 18
        guard variance >= 0 else { return result }
        let width = 1.959963984540054 * variance.squareRoot()
        let low = Int(((Double(slopes.count) - width) / 2).rounded(.toNearestOrEven)) - 1
        let high = Int(((Double(slopes.count) + width) / 2).rounded(.toNearestOrEven))
        (result.low, result.high) = (slopes[max(low, 0)], slopes[min(high, slopes.count - 1)])
        return result
    }

    /// Returns the 97.5 % quantile of Student's t: the place where the area under its density, by Simpson's rule, is 0.475 from 0.
    package static func studentQuantile(_ freedom: Int) -> Double {
        let n = Double(freedom)
        let factor = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / (n * Double.pi).squareRoot()
        func density(_ t: Double) -> Double { factor * pow(1 + t * t / n, -(n + 1) / 2) }
        func area(to end: Double) -> Double {
            let count = 4000
            let step = end / Double(count)
            var sum = density(0) + density(end)
            for index in 1..<count { sum += density(Double(index) * step) * (index.isMultiple(of: 2) ? 2 : 4) }
            return sum * step / 3
        }
        var (low, high) = (1.0, 13.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if area(to: middle) < 0.475 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    // MARK: Smoothing

    /// Returns the smoothed value of each row.
    package func smoothed(_ column: Int, _ smoother: Smoother) -> [Double?] {
        rows.map { row in
            guard used(row, column) != nil else { return nil }
            let own = rows.filter { $0.key == row.key && used($0, column) != nil }
            let points = own.map { (x: days($0), y: used($0, column) ?? 0) }
            switch smoother {
            case .ewma(let share): return Self.average(points, of: own, until: row) { _ in share }
            case .halfLife(let length):
                return Self.average(points, of: own, until: row) { 1 - pow(2, -$0 / length) }
            case .loess(let window): return Self.local(points, at: days(row), halfWidth: window / 2)
            }
        }
    }

    private static func average(
        _ points: [(x: Double, y: Double)], of own: [Row], until row: Row, share: (Double) -> Double
    ) -> Double? {
        var (average, before): (Double?, Double) = (nil, 0)
        for (point, place) in zip(points, own) where place.start <= row.start {
            average = average.map { $0 + share(point.x - before) * (point.y - $0) } ?? point.y
            before = point.x
        }
        return average
    }

    /// Solves the normal equations of a weighted line.
    private static func local(_ points: [(x: Double, y: Double)], at place: Double, halfWidth: Double) -> Double {
        var sums = (w: 0.0, x: 0.0, xx: 0.0, y: 0.0, xy: 0.0)
        for point in points where abs(point.x - place) < halfWidth {
            let distance = point.x - place
            let weight = pow(1 - pow(abs(distance) / halfWidth, 3), 3)
            sums.w += weight
            sums.x += weight * distance
            sums.xx += weight * distance * distance
            sums.y += weight * point.y
            sums.xy += weight * distance * point.y
        }
        let determinant = sums.w * sums.xx - sums.x * sums.x
        return abs(determinant) < 1e-18 ? sums.y / sums.w : (sums.xx * sums.y - sums.x * sums.xy) / determinant
    }

    // MARK: Outliers

    /// Returns the rows that are further from the median than `limit` scaled deviations.
    package func outliers(_ column: Int, limit: Double) -> [Row] {
        func median(_ values: [Double]) -> Double {
            let sorted = values.sorted()
            return sorted.isEmpty ? 0 : (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
        }
        let middle = median(rows.compactMap { used($0, column) })
        let deviation = median(rows.compactMap { used($0, column) }.map { abs($0 - middle) })
        return rows.filter { row in used(row, column).map { abs($0 - middle) > limit * 1.4826 * deviation } ?? false }
    }

    // MARK: Correlation

    /// Returns the correlation of two columns, the second one `lag` places later. `starts` are all places in order.
    package func correlation(_ first: Int, _ second: Int, key: String?, lag: Int, starts: [Int64]) -> Link {
        let own = rows.filter { $0.key == key }
        var pairs: [(Double, Double)] = []
        for row in own {
            guard let place = starts.firstIndex(of: row.start), place + lag < starts.count,
                let other = own.first(where: { $0.start == starts[place + lag] }), let x = used(row, first), let y = used(other, second)
            else { continue }
            pairs.append((x, y))
        }
        var link = Link(count: pairs.count)
        link.pearson = Self.pearson(pairs)
        let ranks = pairs.map { pair in
            (Self.rank(pair.0, among: pairs.map(\.0)), Self.rank(pair.1, among: pairs.map(\.1)))
        }
        link.spearman = Self.pearson(ranks)
        guard let r = link.pearson, pairs.count >= 4 else { return link }
        let (middle, width) = (0.5 * log((1 + r) / (1 - r)), 1.959963984540054 / Double(pairs.count - 3).squareRoot())
        func back(_ z: Double) -> Double { z.isFinite ? (exp(2 * z) - 1) / (exp(2 * z) + 1) : r }
        (link.low, link.high) = (back(middle - width), back(middle + width))
        return link
    }

    private static func rank(_ value: Double, among values: [Double]) -> Double {
        Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
    }

    private static func pearson(_ pairs: [(Double, Double)]) -> Double? {
        guard pairs.count >= 3, Set(pairs.map(\.0)).count > 1, Set(pairs.map(\.1)).count > 1 else { return nil }
        let n = Double(pairs.count)
        let (x, y) = (pairs.map(\.0).reduce(0, +) / n, pairs.map(\.1).reduce(0, +) / n)
        let mixed = pairs.map { ($0.0 - x) * ($0.1 - y) }.reduce(0, +)
        return mixed / (pairs.map { pow($0.0 - x, 2) }.reduce(0, +) * pairs.map { pow($0.1 - y, 2) }.reduce(0, +)).squareRoot()
    }

    // MARK: Streaks

    package struct Streak: Hashable, Sendable {
        package var key: String?
        package var start: Int64
        package var end: Int64
        package var length: Int
        package var isOpen: Bool

        package init(key: String?, start: Int64, end: Int64, length: Int, isOpen: Bool) {
            (self.key, self.start, self.end, self.length, self.isOpen) = (key, start, end, length, isOpen)
        }
    }

    /// Returns the streaks of a series: chains of rows that meet a condition, with nothing between them that separates them.
    ///
    /// - Parameter edges: the starts of all buckets, also of those without a row, and the end of the last one.
    package func streaks(key: String?, edges: [Int64], skipsMissing: Bool, where meets: @escaping (Row) -> Bool?) -> [Streak] {
        let known = isCutFromMore ? min(range.end, now) : now
        let own = Dictionary(rows.filter { $0.key == key }.map { ($0.start, $0) }) { first, _ in first }
        let buckets = zip(edges, edges.dropFirst()).map { start, end in (end: end, row: own[start]) }
        let met = buckets.indices.filter { buckets[$0].row.map(meets) == true }
        func separates(_ bucket: Int) -> Bool {
            let (end, row) = buckets[bucket]
            let isOver = end <= known || countsPartial && row != nil
            if let row, let answer = meets(row) { return !answer && (isOver || !row.partial) }
            return isOver && !skipsMissing
        }
        var streaks: [Streak] = []
        for (place, bucket) in met.enumerated() {
            guard let row = buckets[bucket].row else { continue }
            let isLinked = place > 0 && !((met[place - 1] + 1)..<bucket).contains(where: separates)
            if isLinked {
                streaks[streaks.count - 1].end = row.end
                streaks[streaks.count - 1].length += 1
            } else {
                streaks.append(Streak(key: key, start: row.start, end: row.end, length: 1, isOpen: false))
            }
        }
        // In these tests, now is in the last bucket or many buckets later.
        let endsEarly = !isCutFromMore && now > range.end && !skipsMissing
        if let last = met.last, !endsEarly, !((last + 1)..<buckets.count).contains(where: separates) {
            streaks[streaks.count - 1].isOpen = true
        }
        return streaks
    }
}
