/// Rows as a result shows them, and what stages make of them: a row at a time, by the rules of S9 and S3.8.
package struct ReferenceRows {
    package struct Row: Equatable, Sendable {
        /// The key beside time.
        package var key: String?
        package var start: Int64
        package var end: Int64
        package var values: [Double?]
        package var partial: Bool

        package init(key: String? = nil, start: Int64, end: Int64, values: [Double?], partial: Bool = false) {
            (self.key, self.start, self.end, self.values, self.partial) = (key, start, end, values, partial)
        }
    }

    package var rows: [Row]
    /// The range of the query.
    package var range: ReferenceInterval
    package var now: Int64
    /// `partial keep`.
    package var countsPartial = false
    package let calendar: ReferenceCalendar

    package init(_ rows: [Row], range: ReferenceInterval, now: Int64, calendar: ReferenceCalendar) {
        (self.rows, self.range, self.now, self.calendar) = (rows, range, now, calendar)
    }

    // MARK: Time

    /// The periods that were asked for before: to find one costs a hundred questions to Foundation.
    private final class KnownPeriods {
        var byUnit: [ReferencePeriod: [ReferenceInterval]] = [:]
    }
    private let known = KnownPeriods()

    /// Returns the calendar period that holds an instant.
    private func period(_ period: ReferencePeriod, holding instant: Int64) -> ReferenceInterval {
        if let found = known.byUnit[period]?.first(where: { $0.holds(instant) }) { return found }
        let found = newPeriod(period, holding: instant)
        known.byUnit[period, default: []].append(found)
        return found
    }

    private func newPeriod(_ period: ReferencePeriod, holding instant: Int64) -> ReferenceInterval {
        // Quarters are counted from January.
        let anchor = calendar.defaultAnchor(start: instant, period: period)
        var index = 0
        while calendar.edge(index + 1, anchor: anchor, period: period) <= instant { index += 1 }
        return ReferenceInterval(
            calendar.edge(index, anchor: anchor, period: period), calendar.edge(index + 1, anchor: anchor, period: period))
    }

    /// Returns every period that meets the range, has begun, or has a row (S3.8).
    private func periods(_ period: ReferencePeriod) -> [ReferenceInterval] {
        let first = min(range.start, rows.map(\.start).min() ?? range.start)
        let end = max(min(range.end, now + 1), rows.map { $0.start + 1 }.max() ?? range.start)
        var found: [ReferenceInterval] = []
        while (found.last?.end ?? first) < end { found.append(self.period(period, holding: found.last?.end ?? first)) }
        return first < end ? found : []
    }

    /// Whether a period is not wholly inside the range or not over (S3.8).
    private func isCut(_ period: ReferenceInterval) -> Bool {
        period.start < range.start || period.end > range.end || period.end > now
    }

    /// The rows with each key, in order of time.
    private var series: [[Int]] {
        Dictionary(grouping: rows.indices) { rows[$0].key }.values.map { $0.sorted { rows[$0].start < rows[$1].start } }
    }

    private func changed(_ body: (inout ReferenceRows) -> Void) -> ReferenceRows {
        var result = self
        body(&result)
        return result
    }

    // MARK: Stages that keep rows

    /// S9.2, in every column.
    package func runningTotal(reset: ReferencePeriod?) -> ReferenceRows {
        changed { result in
            for own in series {
                let names = own.map { row in reset.map { Int(period($0, holding: rows[row].start).start) } ?? 0 }
                for column in rows[own[0]].values.indices {
                    let totals = ReferenceSeries.runningTotal(own.map { rows[$0].values[column] }, days: names)
                    for (row, total) in zip(own, totals) { result.rows[row].values[column] = total }
                }
            }
        }
    }

    /// For each row an aggregate of the rows that end after `count` periods before its end, and not after its end.
    package func rolling(_ count: Int, _ unit: ReferencePeriod, _ aggregate: ReferenceAggregate, atLeast: Int) -> ReferenceRows {
        changed { result in
            for (index, row) in rows.enumerated() {
                let start = calendar.edge(-1, anchor: row.end, count: count, period: unit)
                let window = rows.filter { $0.key == row.key && start < $0.end && $0.end <= row.end }.sorted { $0.start < $1.start }
                for column in row.values.indices {
                    let used = taken(window, column, aggregate)
                    let isEnough = used.count >= atLeast || (aggregate == .count && atLeast == 1)
                    result.rows[index].values[column] = isEnough ? value(aggregate, of: used, column) : nil
                }
            }
        }
    }

    /// Each value less that of the row before; `percent` in hundredths of it.
    package func change(percent: Bool) -> ReferenceRows {
        changed { result in
            for own in series {
                for (position, row) in own.enumerated() {
                    for column in rows[row].values.indices {
                        let before = position == 0 ? nil : rows[own[position - 1]].values[column]
                        result.rows[row].values[column] = Self.change(rows[row].values[column], before, percent: percent)
                    }
                }
            }
        }
    }

    package static func change(_ value: Double?, _ before: Double?, percent: Bool) -> Double? {
        guard let value, let before, !percent || before != 0 else { return nil }
        return percent ? 100 * (value - before) / before : value - before
    }

    package enum Fill: Sendable { case zero, previous, linear, number(Double) }

    /// What stands where nothing is: linear by rows, all equally far apart, and only between two values.
    package func fill(_ fill: Fill) -> ReferenceRows {
        changed { result in
            for own in series {
                for column in rows[own[0]].values.indices {
                    let known = own.indices.filter { rows[own[$0]].values[column] != nil }
                    for position in own.indices where !known.contains(position) {
                        let (before, after) = (known.last { $0 < position }, known.first { $0 > position })
                        let valueBefore = before.flatMap { rows[own[$0]].values[column] }
                        let filled: Double?
                        switch fill {
                        case .zero: filled = 0
                        case .number(let number): filled = number
                        case .previous: filled = valueBefore
                        case .linear:
                            guard let before, let after, let valueBefore, let next = rows[own[after]].values[column] else {
                                filled = nil
                                break
                            }
                            filled = valueBefore + (next - valueBefore) * Double(position - before) / Double(after - before)
                        }
                        result.rows[own[position]].values[column] = filled
                    }
                }
            }
        }
    }

    // MARK: Stages that choose rows

    package func dropPartial() -> ReferenceRows { changed { $0.rows.removeAll(where: \.partial) } }

    package func filter(_ passes: (Row) -> Bool) -> ReferenceRows { changed { $0.rows = rows.filter(passes) } }

    /// Rows by the first column, those without a value last, those that tie in their order.
    package func sorted(descending: Bool) -> ReferenceRows {
        changed { result in
            let known = rows.indices.compactMap { row in rows[row].values[0].map { (row, descending ? -$0 : $0) } }
            let order = known.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
            result.rows = (order + rows.indices.filter { rows[$0].values[0] == nil }).map { rows[$0] }
        }
    }

    /// The rows with the greatest values of the first column, or the smallest.
    package func top(_ count: Int, smallest: Bool = false) -> ReferenceRows {
        filter { $0.values[0] != nil }.sorted(descending: !smallest).limit(count)
    }

    package func limit(_ count: Int) -> ReferenceRows { changed { $0.rows = Array(rows.prefix(count)) } }

    // MARK: Rows of rows

    /// S9.1: what is said about rows skips partial ones; what adds up or picks by time takes them.
    private func taken(_ rows: [Row], _ column: Int, _ aggregate: ReferenceAggregate) -> [Row] {
        let takesPartial: Bool =
            switch aggregate {
            case .sum, .count, .first, .latest, .duration: true
            default: countsPartial
            }
        return rows.filter { $0.values[column] != nil && (takesPartial || !$0.partial) }
    }

    /// An aggregate of rows that all have a value, in order of time.
    private func value(_ aggregate: ReferenceAggregate, of rows: [Row], _ column: Int) -> Double? {
        if aggregate == .duration { return rows.isEmpty ? nil : rows.reduce(0) { $0 + Double($1.end - $1.start) / 60_000 } }
        return ReferenceSeries.value(aggregate, of: rows.compactMap { $0.values[column] })
    }

    /// One row for each period and key.
    package func aggregate(_ aggregate: ReferenceAggregate, by unit: ReferencePeriod) -> ReferenceRows {
        changed { result in
            result.rows = periods(unit).flatMap { period in
                Set(rows.map(\.key)).sorted { ($0 ?? "") < ($1 ?? "") }.map { key in
                    let own = rows.filter { $0.key == key && period.holds($0.start) }.sorted { $0.start < $1.start }
                    let values = (rows.first?.values ?? []).indices.map { value(aggregate, of: taken(own, $0, aggregate), $0) }
                    return Row(key: key, start: period.start, end: period.end, values: values, partial: isCut(period))
                }
            }
        }
    }

    /// The values of each slot of a profile, over all keys.
    package func profile(_ aggregate: ReferenceAggregate, _ profile: ReferenceProfile, slots: ClosedRange<Int>) -> [[Double?]] {
        slots.map { slot in
            let own = rows.filter { calendar.slot(profile, at: $0.start) == slot }.sorted { $0.start < $1.start }
            return (rows.first?.values ?? []).indices.map { value(aggregate, of: taken(own, $0, aggregate), $0) }
        }
    }

    /// S9.3: for each slot the mean of what the running totals had reached by its end, over the periods that have a value.
    ///
    /// A period that a partial row cuts counts up to that row, one that is still running up to its last row.
    package func typical(
        _ profile: ReferenceProfile, slots range: ClosedRange<Int>, reset unit: ReferencePeriod, column: Int = 0
    ) -> [Double?] {
        let slots = rows.map { calendar.slot(profile, at: $0.start) }
        return range.map { slot in
            var reached: [Double] = []
            for own in series {
                for period in Set(own.map { self.period(unit, holding: rows[$0].start) }) {
                    let all = own.filter { period.holds(rows[$0].start) }
                    guard all.contains(where: { rows[$0].values[column] != nil }) else { continue }
                    let whole = countsPartial ? all[...] : all.prefix { !rows[$0].partial }
                    let isComplete = period.end <= now && (countsPartial || whole.count == all.count)
                    // The slot of a partial row is not over, and nothing is known of those after it.
                    let cut = all[whole.count...].map { slots[$0] - 1 }.min()
                    guard isComplete || slot <= cut ?? all.map({ slots[$0] }).max() ?? Int.min else { continue }
                    reached.append(whole.last { slots[$0] <= slot }.flatMap { rows[$0].values[column] } ?? 0)
                }
            }
            return ReferenceSeries.value(.average, of: reached)
        }
    }

    // MARK: Readings of running totals

    /// S9.4: for each day and key what the running total had reached at a time of day.
    package func value(atMillisecondOfDay time: Int64, reset: ReferencePeriod?) -> ReferenceRows {
        changed { result in
            result.rows = periods(.day).flatMap { day in
                Set(rows.map(\.key)).sorted { ($0 ?? "") < ($1 ?? "") }.map { key in
                    let instant = calendar.instant(of: calendar.wallTime(at: day.start + 43_200_000) / 86_400_000 * 86_400_000 + time)
                    let values = (rows.first?.values ?? []).indices.map { total(key, $0, at: instant, reset: reset) }
                    return Row(key: key, start: day.start, end: day.end, values: values, partial: isCut(day))
                }
            }
        }
    }

    private func total(_ key: String?, _ column: Int, at instant: Int64, reset: ReferencePeriod?) -> Double? {
        let period = reset.map { self.period($0, holding: instant) }
        let own = rows.filter { $0.key == key && period?.holds($0.start) ?? true && $0.values[column] != nil }.sorted {
            $0.start < $1.start
        }
        guard let first = own.first, let last = own.last else { return nil }
        // What is cut ends with the range, or now.
        func start(_ row: Row) -> Int64 { row.partial ? max(row.start, range.start) : row.start }
        func end(_ row: Row) -> Int64 { row.partial ? min(row.end, range.end, now) : row.end }
        if instant < start(first) { return period == nil ? nil : 0 }
        if instant > end(last) {
            let isOver = period.map { $0.end <= now } ?? false
            return isOver && !own.contains(where: \.partial) ? last.values[column] : nil
        }
        return ReferenceSeries.value(at: instant, start: start(first), ends: own.map(end), totals: own.map { $0.values[column] })
    }

    /// S9.5: today so far, and what was typically still to come on the whole days before.
    package func projection(_ key: String?, column: Int) -> Double? {
        let today = period(.day, holding: now)
        let own = rows.filter { $0.key == key }
        guard let soFar = own.last(where: { today.holds($0.start) && $0.values[column] != nil })?.values[column] else { return nil }
        let time = calendar.wallTime(at: now) - calendar.wallTime(at: now) / 86_400_000 * 86_400_000
        var full: [Double] = []
        var typicalSoFar: [Double] = []
        for day in Set(own.filter { $0.start < today.start }.map { period(.day, holding: $0.start) }) {
            let rows = own.filter { day.holds($0.start) }
            let instant = calendar.instant(of: calendar.wallTime(at: day.start + 43_200_000) / 86_400_000 * 86_400_000 + time)
            guard !rows.contains(where: \.partial), let last = rows.last?.values[column],
                let value = total(key, column, at: instant, reset: .day)
            else { continue }
            full.append(last)
            typicalSoFar.append(value)
        }
        guard let meanFull = ReferenceSeries.value(.average, of: full), let mean = ReferenceSeries.value(.average, of: typicalSoFar) else {
            return nil
        }
        return ReferenceSeries.projection(soFar: soFar, typicalFullDay: meanFull, typicalSoFar: mean)
    }
}
