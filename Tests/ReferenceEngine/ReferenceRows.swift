/// The rows of a result and the effect of stages on them, one row at a time, by the rules of S9 and S3.8.
package struct ReferenceRows {
    package struct Row: Equatable, Sendable {
        /// The key other than time.
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
    /// True for `partial keep`.
    package var countsPartial = false
    /// True if there may be samples before and after the range that were not read.
    package var isCutFromMore = false
    /// True if a stage may have removed rows with values (C2).
    package var lostRows = false
    package var columns: [Column]
    /// True if rows have a key other than time.
    private let hasKeys: Bool
    package let calendar: ReferenceCalendar

    /// The contents of a number column.
    package struct Column: Equatable, Sendable {
        /// True for amounts that add up over time, false for readings (C3).
        package var isAmount: Bool
        /// True for a count of rows, where 0 means no value (C4).
        package var isCount = false
        /// The value of a running total, or of a value derived from one, at the start of a period (S9.2).
        package var atStart: Double?
        /// True for a running total itself, which does not change while nothing is recorded.
        package var isTotal = false

        package init(isAmount: Bool) { self.isAmount = isAmount }
    }

    package init(_ rows: [Row], columns: [Column], range: ReferenceInterval, now: Int64, calendar: ReferenceCalendar) {
        (self.rows, self.columns, self.range, self.now, self.calendar) = (rows, columns, range, now, calendar)
        hasKeys = rows.contains { $0.key != nil }
    }

    // MARK: Time

    /// A cache of periods, because computing one takes a hundred calls to Foundation.
    private final class KnownPeriods {
        var byUnit: [ReferencePeriod: [ReferenceInterval]] = [:]
    }
    private let known = KnownPeriods()

    /// Returns the calendar period that contains an instant.
    private func period(_ period: ReferencePeriod, holding instant: Int64) -> ReferenceInterval {
        if let found = known.byUnit[period]?.first(where: { $0.holds(instant) }) { return found }
        let found = newPeriod(period, holding: instant)
        known.byUnit[period, default: []].append(found)
        return found
    }

    private func newPeriod(_ period: ReferencePeriod, holding instant: Int64) -> ReferenceInterval {
        // Quarters count from January.
        let anchor = calendar.defaultAnchor(start: instant, period: period)
        var index = 0
        while calendar.edge(index + 1, anchor: anchor, period: period) <= instant { index += 1 }
        return ReferenceInterval(
            calendar.edge(index, anchor: anchor, period: period), calendar.edge(index + 1, anchor: anchor, period: period))
    }

    /// Returns all periods that overlap the range and have begun, or that have a row (S3.8).
    private func periods(_ period: ReferencePeriod) -> [ReferenceInterval] {
        let first = min(range.start, rows.map(\.start).min() ?? range.start)
        let end = max(min(range.end, now + 1), rows.map { $0.start + 1 }.max() ?? range.start)
        var found: [ReferenceInterval] = []
        while (found.last?.end ?? first) < end { found.append(self.period(period, holding: found.last?.end ?? first)) }
        return first < end ? found : []
    }

    /// Returns true if a period is not entirely inside the range or not over (S3.8).
    private func isCut(_ period: ReferenceInterval) -> Bool {
        period.start < range.start || period.end > range.end || period.end > now
    }

    /// Returns true if some samples of a period may not have been read.
    private func isUnread(_ period: ReferenceInterval) -> Bool {
        isCutFromMore && (period.start < range.start || period.end > range.end)
    }

    /// The rows of each key, in time order.
    private var series: [[Int]] {
        Dictionary(grouping: rows.indices) { rows[$0].key }.values.map { $0.sorted { rows[$0].start < rows[$1].start } }
    }

    private func changed(_ body: (inout ReferenceRows) -> Void) -> ReferenceRows {
        var result = self
        body(&result)
        return result
    }

    // MARK: Stages that keep rows

    /// S9.2, for every column.
    package func runningTotal(reset: ReferencePeriod?) -> ReferenceRows {
        changed { result in
            for own in series {
                let names = own.map { row in reset.map { Int(period($0, holding: rows[row].start).start) } ?? 0 }
                for column in rows[own[0]].values.indices {
                    let totals = ReferenceSeries.runningTotal(own.map { rows[$0].values[column] }, days: names)
                    for (row, total) in zip(own, totals) { result.rows[row].values[column] = total }
                }
            }
            for column in columns.indices {
                result.columns[column] = Column(isAmount: true)
                (result.columns[column].atStart, result.columns[column].isTotal) = (0, true)
            }
        }
    }

    /// Multiplies the first column by a number. It keeps its kind.
    package func multiplied(by factor: Double) -> ReferenceRows {
        changed { result in
            for row in rows.indices { result.rows[row].values[0] = rows[row].values[0].map { $0 * factor } }
            result.columns[0].atStart = columns[0].atStart.map { $0 * factor }
            result.columns[0].isCount = false
        }
    }

    /// Subtracts the first column from a number. The result is an amount if the column is, but not a total.
    package func subtracted(from number: Double) -> ReferenceRows {
        changed { result in
            for row in rows.indices { result.rows[row].values[0] = rows[row].values[0].map { number - $0 } }
            result.columns[0].atStart = columns[0].atStart.map { number - $0 }
            (result.columns[0].isTotal, result.columns[0].isCount) = (false, false)
        }
    }

    /// Divides the first column by the sum of it and a number. The result is an amount if the column is.
    package func quotient(with number: Double) -> ReferenceRows {
        changed { result in
            for row in rows.indices {
                result.rows[row].values[0] = rows[row].values[0].flatMap { $0 + number == 0 ? nil : $0 / ($0 + number) }
            }
            (result.columns[0].isTotal, result.columns[0].isCount) = (false, false)
        }
    }

    /// Returns the columns after aggregating rows. Only sums and some counts can be added up again.
    private func aggregated(_ aggregate: ReferenceAggregate) -> [Column] {
        columns.map { _ in
            var column = Column(isAmount: [.sum, .count, .duration].contains(aggregate))
            column.isCount = aggregate == .count
            return column
        }
    }

    /// For each row, aggregates the rows that end within `count` periods before its end or at its end.
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
            result.columns = aggregated(aggregate)
        }
    }

    /// Subtracts the value of the previous bucket, which is missing if no row has it (C2). With `percent`, returns percentages of it.
    package func change(percent: Bool) -> ReferenceRows {
        changed { result in
            for (index, row) in rows.enumerated() {
                let before = rows.first { $0.key == row.key && $0.end == row.start }
                for column in row.values.indices {
                    result.rows[index].values[column] = Self.change(row.values[column], before?.values[column], percent: percent)
                }
            }
            result.columns = columns.map { Column(isAmount: $0.isAmount) }
        }
    }

    package static func change(_ value: Double?, _ before: Double?, percent: Bool) -> Double? {
        guard let value, let before, !percent || before != 0 else { return nil }
        return percent ? 100 * (value - before) / before : value - before
    }

    package enum Fill: Sendable { case zero, previous, linear, number(Double) }

    /// Replaces missing values. Linear interpolation treats rows as equidistant and works only between two values.
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

    package func dropPartial() -> ReferenceRows { filter { !$0.partial } }

    package func filter(_ passes: (Row) -> Bool) -> ReferenceRows {
        changed {
            $0.rows = rows.filter(passes)
            $0.lostRows = true
        }
    }

    /// C4: removes rows in which every column is null or a count of 0. They had no values, so nothing is lost.
    package func fillNone() -> ReferenceRows {
        changed { result in
            result.rows = rows.filter { row in
                !zip(row.values, columns).allSatisfy { value, column in value == nil || column.isCount && value == 0 }
            }
        }
    }

    /// Sorts rows by the first column. Rows without a value come last, and ties keep their order.
    package func sorted(descending: Bool) -> ReferenceRows {
        changed { result in
            let known = rows.indices.compactMap { row in rows[row].values[0].map { (row, descending ? -$0 : $0) } }
            let order = known.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
            result.rows = (order + rows.indices.filter { rows[$0].values[0] == nil }).map { rows[$0] }
        }
    }

    /// Returns the rows with the greatest or smallest values of the first column.
    package func top(_ count: Int, smallest: Bool = false) -> ReferenceRows {
        filter { $0.values[0] != nil }.sorted(descending: !smallest).limit(count)
    }

    package func limit(_ count: Int) -> ReferenceRows {
        changed {
            $0.rows = Array(rows.prefix(count))
            $0.lostRows = true
        }
    }

    // MARK: Grouped rows

    /// C3: sums and counts use every row. For amounts, all other aggregates use only complete rows. For readings, they use every row.
    private func taken(_ rows: [Row], _ column: Int, _ aggregate: ReferenceAggregate) -> [Row] {
        let known = rows.filter { $0.values[column] != nil }
        if aggregate == .sum || aggregate == .count || countsPartial || !columns[column].isAmount { return known }
        return known.filter { !$0.partial }
    }

    /// Aggregates rows that all have a value, in time order.
    private func value(_ aggregate: ReferenceAggregate, of rows: [Row], _ column: Int) -> Double? {
        if aggregate == .duration { return rows.isEmpty ? nil : rows.reduce(0) { $0 + Double($1.end - $1.start) / 60_000 } }
        return ReferenceSeries.value(aggregate, of: rows.compactMap { $0.values[column] })
    }

    /// Returns one row for each period and key.
    package func aggregate(_ aggregate: ReferenceAggregate, by unit: ReferencePeriod) -> ReferenceRows {
        changed { result in
            // Without keys, there is one series even if no row is left. Keys are those of the rows (S3.8).
            let keys = hasKeys ? Set(rows.map(\.key)).sorted { ($0 ?? "") < ($1 ?? "") } : [nil]
            result.rows = periods(unit).flatMap { period in
                keys.map { key in
                    let own = rows.filter { $0.key == key && period.holds($0.start) }.sorted { $0.start < $1.start }
                    let values = columns.indices.map { value(aggregate, of: taken(own, $0, aggregate), $0) }
                    return Row(key: key, start: period.start, end: period.end, values: values, partial: isCut(period))
                }
            }
            result.columns = aggregated(aggregate)
            result.lostRows = false
        }
    }

    /// Returns the aggregate for each slot of a profile, over all keys.
    package func profile(_ aggregate: ReferenceAggregate, _ profile: ReferenceProfile, slots: ClosedRange<Int>) -> [[Double?]] {
        slots.map { slot in
            let own = rows.filter { calendar.slot(profile, at: $0.start) == slot }.sorted { $0.start < $1.start }
            return columns.indices.map { value(aggregate, of: taken(own, $0, aggregate), $0) }
        }
    }

    /// S9.3: for each slot, returns the mean of the running totals at its end, over the periods that have a value.
    ///
    /// A period that a partial row cuts counts up to that row. A period that is still running counts up to its last row. A period whose
    /// start was not read does not count. After rows were removed, returns the average of the remaining rows in each slot (C2).
    package func typical(
        _ profile: ReferenceProfile, slots range: ClosedRange<Int>, reset unit: ReferencePeriod, column: Int = 0
    ) -> [Double?] {
        if !columns[column].isTotal { return self.profile(.average, profile, slots: range).map { $0[column] } }
        if lostRows { return range.map { remaining(profile, slot: $0, reset: unit, column: column) } }
        let slots = rows.map { calendar.slot(profile, at: $0.start) }
        return range.map { slot in
            var reached: [Double] = []
            for own in series {
                for period in Set(own.map { self.period(unit, holding: rows[$0].start) }) {
                    let all = own.filter { period.holds(rows[$0].start) }
                    guard all.contains(where: { rows[$0].values[column] != nil }) else { continue }
                    if isCutFromMore, period.start < self.range.start, !countsPartial { continue }
                    let whole = countsPartial ? all[...] : all.prefix { !rows[$0].partial }
                    let isComplete = period.end <= now && !isUnread(period) && (countsPartial || whole.count == all.count)
                    // The slot of a partial row is not over, and all later slots are unknown.
                    let cut = all[whole.count...].map { slots[$0] - 1 }.min()
                    guard isComplete || slot <= cut ?? all.map({ slots[$0] }).max() ?? Int.min else { continue }
                    reached.append(whole.last { slots[$0] <= slot }.flatMap { rows[$0].values[column] } ?? 0)
                }
            }
            return ReferenceSeries.value(.average, of: reached)
        }
    }

    /// Returns the mean of the remaining rows in a slot (C2). In a period whose clock skips the slot, the last row of the slot before it
    /// takes its place.
    private func remaining(_ profile: ReferenceProfile, slot: Int, reset unit: ReferencePeriod, column: Int) -> Double? {
        var values = rows.filter { calendar.slot(profile, at: $0.start) == slot && (countsPartial || !$0.partial) }
            .compactMap { $0.values[column] }
        for own in series {
            for period in Set(own.map { self.period(unit, holding: rows[$0].start) }) {
                let quarters = stride(from: period.start, to: period.end, by: 900_000)
                let present = Set(quarters.map { calendar.slot(profile, at: $0) })
                guard !present.contains(slot), let before = present.filter({ $0 < slot }).max() else { continue }
                let last = own.last { period.holds(rows[$0].start) && calendar.slot(profile, at: rows[$0].start) == before }
                guard let last, countsPartial || !rows[last].partial, let value = rows[last].values[column] else { continue }
                values.append(value)
            }
        }
        return ReferenceSeries.value(.average, of: values)
    }

    // MARK: Readings of running totals

    /// The time at which to read a day's total.
    package enum Reading: Sendable {
        /// A time of day in milliseconds.
        case timeOfDay(Int64)
        /// The time of day of an instant. On its own day, it is the instant itself.
        case sameTime(Int64)
    }

    /// Returns the first moment of a day at which its clock shows the time or passes it (C6).
    private func instant(_ reading: Reading, on day: ReferenceInterval) -> Int64 {
        let date = calendar.wallTime(at: day.start + 43_200_000) / 86_400_000 * 86_400_000
        switch reading {
        case .timeOfDay(let time): return calendar.firstInstant(showing: date + time, in: day)
        case .sameTime(let instant):
            if day.holds(instant) { return instant }
            let wall = calendar.wallTime(at: instant)
            return calendar.firstInstant(showing: date + wall - wall / 86_400_000 * 86_400_000, in: day)
        }
    }

    /// S9.4: returns the running total at a time of day, for each day and key.
    package func value(at reading: Reading, reset: ReferencePeriod?) -> ReferenceRows {
        changed { result in
            result.rows = periods(.day).flatMap { day in
                let instant = instant(reading, on: day)
                return Set(rows.map(\.key)).sorted { ($0 ?? "") < ($1 ?? "") }.map { key in
                    let values = columns.indices.map { total(key, $0, at: instant, reset: reset) }
                    return Row(key: key, start: day.start, end: day.end, values: values, partial: isCut(day))
                }
            }
            result.columns = columns.map { _ in Column(isAmount: true) }
            result.lostRows = false
        }
    }

    /// Returns the total at `instant` in the period that contains it.
    private func total(_ key: String?, _ column: Int, at instant: Int64, reset: ReferencePeriod?) -> Double? {
        let period = reset.map { self.period($0, holding: instant) }
        let all = rows.filter { $0.key == key && period?.holds($0.start) ?? true }.sorted { $0.start < $1.start }
        let own = columns[column].isTotal ? all.filter { $0.values[column] != nil } : all
        guard all.contains(where: { $0.values[column] != nil }), let first = all.first, let last = own.last else { return nil }
        if isCutFromMore, instant < range.start { return nil }
        // A clipped row ends with the range or now.
        func start(_ row: Row) -> Int64 { row.partial ? max(row.start, range.start) : row.start }
        func end(_ row: Row) -> Int64 { row.partial ? min(row.end, range.end, now) : row.end }
        let begin = columns[column].atStart
        if instant <= start(first) { return instant == start(first) || period != nil ? begin : nil }
        if instant > end(last) {
            // Missing rows had no values, unless rows were removed.
            if columns[column].isTotal, !lostRows, instant <= min(range.end, now) { return last.values[column] }
            // After the last row of a period that is over and was read completely, nothing followed.
            let isOver = period.map { $0.end <= now && !isUnread($0) } ?? false
            return isOver && !all.contains(where: \.partial) ? last.values[column] : nil
        }
        if let row = own.first(where: { end($0) == instant }) { return row.values[column] }
        let before = own.last { end($0) < instant }
        // A total does not change without rows. Values derived from it are unknown there.
        let isNext = before.map { previous in own.contains { $0.start == previous.end && $0.start < instant } } ?? false
        let known = before == nil ? begin : columns[column].isTotal || isNext ? before?.values[column] : nil
        guard let row = own.first(where: { start($0) < instant && instant < end($0) }) else {
            return columns[column].isTotal ? known : nil
        }
        guard let known, let reached = row.values[column] else { return nil }
        return known + (reached - known) * Double(instant - start(row)) / Double(end(row) - start(row))
    }

    /// S9.4 on a typical day: straight lines from 0 through the ends of its hours.
    package static func value(atMillisecondOfDay time: Int64, typical hours: [Double?], atStart: Double?) -> Double? {
        let hour = Int(time / 3_600_000)
        guard let before = hour == 0 ? atStart : hours[hour - 1] else { return nil }
        let share = Double(time % 3_600_000) / 3_600_000
        if share == 0 { return before }
        return hours[hour].map { before * (1 - share) + $0 * share }
    }

    /// S9.5: today's total so far, plus the typical rest of complete earlier days.
    ///
    /// If rows were removed, today is known up to the end of its last row. At the first moment of a day, nothing can be missing.
    package func projection(_ key: String?, column: Int) -> Double? {
        let today = period(.day, holding: now)
        let own = rows.filter { $0.key == key }
        let last = own.last { today.holds($0.start) && $0.values[column] != nil }
        let beginning = now == today.start ? columns[column].atStart : nil
        guard let soFar = last.flatMap({ $0.values[column] }) ?? beginning else { return nil }
        let known = lostRows ? min(last?.end ?? now, now) : now
        var full: [Double] = []
        var typicalSoFar: [Double] = []
        for day in Set(own.filter { $0.start < today.start }.map { period(.day, holding: $0.start) }) {
            let rows = own.filter { day.holds($0.start) }
            guard !isUnread(day), !rows.contains(where: \.partial), let last = rows.last?.values[column],
                let value = total(key, column, at: instant(.sameTime(known), on: day), reset: .day)
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
