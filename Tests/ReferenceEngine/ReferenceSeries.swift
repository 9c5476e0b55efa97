/// Series derived from rows in time order, as plain arrays in which `nil` is a missing value (S9.1).
package enum ReferenceSeries {
    /// Returns the total at the end of each bucket. `days` has the period of each row. Without a reset, it is equal for all rows.
    ///
    /// S9.2: a day with any value starts at 0 and keeps its total in null buckets. A day without values is null.
    package static func runningTotal(_ values: [Double?], days: [Int]) -> [Double?] {
        values.indices.map { row in
            let sameDay = values.indices.filter { days[$0] == days[row] }
            if sameDay.allSatisfy({ values[$0] == nil }) { return nil }
            return sameDay.filter { $0 <= row }.reduce(0) { $0 + (values[$1] ?? 0) }
        }
    }

    /// Returns the mean of the rows with a value. Excludes partial rows unless `keepsPartial` is true (S9.1).
    package static func average(_ values: [Double?], partial: [Bool], keepsPartial: Bool = false) -> Double? {
        let used = values.indices.filter { keepsPartial || !partial[$0] }.compactMap { values[$0] }
        return used.isEmpty ? nil : used.reduce(0, +) / Double(used.count)
    }

    /// Aggregates the values of rows in time order, without weights. Without values, returns nil, except 0 for a count.
    package static func value(_ aggregate: ReferenceAggregate, of values: [Double]) -> Double? {
        if aggregate == .count { return Double(values.count) }
        guard let first = values.first, let last = values.last else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        func percentile(_ fraction: Double) -> Double {
            let sorted = values.sorted()
            // The fraction is a decimal number, so the rank is counted in thousandths.
            let place = Int((fraction * 1000).rounded()) * (values.count - 1)
            let (below, rest) = (place / 1000, place % 1000)
            return rest == 0 ? sorted[below] : sorted[below] + (sorted[below + 1] - sorted[below]) * (Double(rest) / 1000)
        }
        switch aggregate {
        case .sum: return values.reduce(0, +)
        case .average: return mean
        case .min: return values.min()
        case .max: return values.max()
        case .first: return first
        case .latest: return last
        case .median: return percentile(0.5)
        case .percentile(let fraction): return percentile(fraction)
        case .stddev:
            return values.count < 2 ? nil : (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
        case .count, .duration, .firstStart, .lastEnd, .coverage: preconditionFailure("\(aggregate) is not computed from values")
        }
    }

    /// For each row, aggregates its value and the values of the `length - 1` rows before it. Returns `nil` for fewer than `atLeast` values
    /// or none.
    package static func rolling(_ values: [Double?], length: Int, atLeast: Int = 1, aggregate: ([Double]) -> Double) -> [Double?] {
        values.indices.map { row in
            let window = values[max(0, row - length + 1)...row].compactMap { $0 }
            return window.isEmpty || window.count < atLeast ? nil : aggregate(window)
        }
    }

    /// A row of a running total by hour: the day, the hour's position in the day (0 for the first), and the total at its end.
    package struct HourRow: Sendable {
        package var day: Int
        package var slot: Int
        package var total: Double?

        package init(day: Int, slot: Int, total: Double?) { (self.day, self.slot, self.total) = (day, slot, total) }
    }

    /// For each hour of the day, returns the mean of the totals at its end, over the days that have a value (S9.3). The rows must cover
    /// complete days.
    package static func typicalDay(_ rows: [HourRow], slots: Int = 24) -> [Double?] {
        (0..<slots).map { slot in
            let reached = Set(rows.map(\.day)).compactMap { day -> Double? in
                let own = rows.filter { $0.day == day && $0.total != nil }
                if own.isEmpty { return nil }
                // An hour that occurs twice counts at its last occurrence. An hour that does not occur has the previous hour's total.
                return own.last { $0.slot <= slot }?.total ?? 0
            }
            return reached.isEmpty ? nil : reached.reduce(0, +) / Double(reached.count)
        }
    }

    /// Returns the total at `instant`, interpolated between bucket ends of a running total that starts with 0 at `start` (S9.4). Returns
    /// `nil` outside the buckets or next to a null.
    package static func value(at instant: Int64, start: Int64, ends: [Int64], totals: [Double?]) -> Double? {
        var (before, totalBefore): (Int64, Double?) = (start, 0)
        for (end, total) in zip(ends, totals) {
            if before <= instant && instant <= end {
                guard let totalBefore, let total else { return nil }
                return totalBefore + (total - totalBefore) * Double(instant - before) / Double(end - before)
            }
            (before, totalBefore) = (end, total)
        }
        return nil
    }

    /// Returns today's total so far + (typical full day − typical so far) (S9.5).
    package static func projection(soFar: Double, typicalFullDay: Double, typicalSoFar: Double) -> Double {
        soFar + (typicalFullDay - typicalSoFar)
    }
}
