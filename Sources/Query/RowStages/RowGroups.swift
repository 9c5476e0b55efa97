import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// The groups of a stage's `by`, and the group of each row.
///
/// Every period that overlaps the range and has begun is a row, even if it is empty, and so is every slot of a profile. Keys are those of
/// the rows (S3.8). Periods are outermost, then profiles, then keys.
struct RowGroups {
    private let keys: RowKeys
    private let now: Instant
    private let periods: RowPeriods?
    private let slotCount: Int
    /// The combinations of the kept keys, in order.
    private var combinations: [[KeyValue?]]
    private let combinationOfRow: [Int]
    /// The group of each row; -1 for a row without data at an unknown time.
    private(set) var groupOfRow: [Int] = []

    var count: Int { (periods?.count ?? 1) * slotCount * combinations.count }

    init(_ table: ResultTable, keys: RowKeys, _ context: StageContext) throws {
        self.keys = keys
        now = context.earliestNow
        periods = keys.schedule.map { RowPeriods($0, in: table, context) }
        slotCount = keys.profiles.reduce(1) { $0 * $1.slotCount }
        (combinations, combinationOfRow) = Self.combinations(of: table, columns: keys.columns)
        let hasTime = periods != nil || !keys.profiles.isEmpty
        groupOfRow = try (0..<table.rowCount).map { row in
            try context.poll(at: row)
            guard hasTime else { return combinationOfRow[row] }
            let start = table.places[row]
            guard start != ResultTable.unknownTime else { return -1 }
            return group(at: start, slot: slot(of: row, in: table), combination: combinationOfRow[row])
        }
    }

    private static func combinations(of table: ResultTable, columns: [Int]) -> ([[KeyValue?]], [Int]) {
        guard !columns.isEmpty else { return ([[]], Array(repeating: 0, count: table.rowCount)) }
        let kept = columns.map { table.keys[$0].with(table.keys[$0].values) }
        let series = RowSeries(ResultTable(kind: .statistics, header: table.header, rowCount: table.rowCount, keys: kept))
        var combinationOfRow = Array(repeating: 0, count: table.rowCount)
        for (place, rows) in series.rows.enumerated() {
            for row in rows { combinationOfRow[row] = place }
        }
        return (series.keys, combinationOfRow)
    }

    /// Returns the slot of a row. Several profiles are combined like digits, the first as the most significant.
    private func slot(of row: Int, in table: ResultTable) -> Int {
        keys.profiles.reduce(0) { slot, profile in
            let civil = keys.zone.civil(at: Instant(milliseconds: table.places(of: profile)[row]))
            return slot * profile.slotCount + profile.slot(of: civil, weekStart: keys.weekStart, dayParts: keys.dayParts)
        }
    }

    private func group(at instant: Int64, slot: Int, combination: Int) -> Int {
        ((periods?.index(of: instant) ?? 0) * slotCount + slot) * combinations.count + combination
    }

    /// Returns the group of `row` if one profile has a different slot than the row's start.
    func group(ofRow row: Int, in table: ResultTable, profile: Int, slot: Int) -> Int {
        let start = table.places[row]
        let inner = keys.profiles[(profile + 1)...].reduce(1) { $0 * $1.slotCount }
        let all = self.slot(of: row, in: table)
        let own = all / inner % keys.profiles[profile].slotCount
        return group(at: start, slot: all + (slot - own) * inner, combination: combinationOfRow[row])
    }

    /// Returns the values of each group in their given order.
    func gather(_ groups: [Int], _ values: [Double]) -> [ArraySlice<Double>] {
        var ends = [Int](repeating: 0, count: count + 1)
        for group in groups { ends[group + 1] += 1 }
        for group in 0..<count { ends[group + 1] += ends[group] }
        var next = ends
        var gathered = [Double](repeating: 0, count: values.count)
        for (group, value) in zip(groups, values) {
            gathered[next[group]] = value
            next[group] += 1
        }
        return (0..<count).map { gathered[ends[$0]..<ends[$0 + 1]] }
    }

    /// Returns the rows of the groups of `table`, without number columns.
    ///
    /// A profile replaces time, unless there are periods. A period is partial if the range clips it or it is still running (S3.8). A slot
    /// is not a time span, so it is never partial.
    func table(of table: ResultTable) -> ResultTable {
        let (start, end) = (table.header.range.start?.milliseconds, table.header.range.end?.milliseconds)
        let perPeriod = slotCount * combinations.count
        var columns = keys.profiles.enumerated().map { index, profile in
            let inner = keys.profiles[(index + 1)...].reduce(1) { $0 * $1.slotCount }
            return KeyColumn(
                name: profile.rawValue,
                values: (0..<count).map { profile.key(ofSlot: $0 / combinations.count % slotCount / inner % profile.slotCount) },
                replacesTime: periods == nil)
        }
        columns += keys.columns.enumerated().map { index, column in
            table.keys[column].with(
                (0..<count).map { combinations[$0 % combinations.count][index] },
                replacesTime: periods == nil && Profile(rawValue: table.keys[column].name) != nil)
        }
        func made(starts: [Int64] = [], ends: [Int64] = [], partial: [Bool]) -> ResultTable {
            var result = ResultTable(
                kind: .statistics, header: table.header, rowCount: count, starts: starts, ends: ends, partial: partial, keys: columns)
            result.countsPartial = table.countsPartial
            result.header.intervalText = keys.intervalText
            result.header.rowsAreEvents = false
            return result
        }
        if let periods {
            return made(
                starts: (0..<count).map { periods.edges[$0 / perPeriod] }, ends: (0..<count).map { periods.edges[$0 / perPeriod + 1] },
                partial: (0..<count).map { periods.isPartial($0 / perPeriod) })
        }
        guard table.hasTime, !columns.contains(where: \.replacesTime) else {
            var result = made(partial: Array(repeating: false, count: count))
            result.isWithoutTime = true
            return result
        }
        return made(
            starts: Array(repeating: start ?? ResultTable.unknownTime, count: count),
            ends: Array(repeating: end ?? ResultTable.unknownTime, count: count),
            partial: Array(repeating: table.header.range.end.map { $0 > now } ?? false, count: count))
    }
}

/// The periods for grouping rows: those that overlap the range and have begun, and all that contain starts of rows.
struct RowPeriods {
    /// The edges. Bucket *i* is `[edges[i], edges[i + 1])`.
    let edges: [Int64]
    private let known: KnownTime

    var count: Int { max(edges.count - 1, 0) }

    init(_ schedule: BucketSchedule, in table: ResultTable, _ context: StageContext) {
        let starts = table.places.filter { $0 != ResultTable.unknownTime }
        let range = table.header.range
        edges = schedule.edges(from: range.start, to: range.end, now: context.now, holding: starts)
        known = KnownTime(from: range.start, to: range.end, now: context.earliestNow)
    }

    subscript(index: Int) -> Range<Instant> { Instant(milliseconds: edges[index])..<Instant(milliseconds: edges[index + 1]) }

    /// Returns the index of the period that contains `instant`. For an instant before all periods, this is the first one.
    func index(of instant: Int64) -> Int {
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if edges[middle] <= instant { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns true if the row of a period is partial (S3.8).
    func isPartial(_ index: Int) -> Bool { known.isPartial(from: edges[index], to: edges[index + 1]) }
}

extension Profile {
    /// Returns the key of a slot as shown in a row.
    func key(ofSlot slot: Int) -> KeyValue { slotNames.map { .text($0[slot]) } ?? .integer(slot + firstNumber) }

    /// Returns the slot of a key in a row, or nil if it is not a slot.
    func slot(ofKey key: KeyValue?) -> Int? {
        switch key {
        case .integer(let number)?: number - firstNumber
        case .text(let name)?: slotNames?.firstIndex(of: name)
        case .number, .flag, nil: nil
        }
    }
}
