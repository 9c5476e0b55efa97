import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// The value of a running total at the end of each slot of its periods, such as each hour of each day (S9.3).
///
/// Rows of running totals cannot be averaged one by one: a slot has one value in each period. A slot that occurs twice ends at its last
/// occurrence. A slot that does not occur has the total before it, which is 0 at the start of the period. A period without values has none
/// in any slot. A period that is still running, or that the range cuts off, has none in later slots. A period that the range enters in the
/// middle is partial in all slots.
///
/// After rows were removed, only the remaining rows have values. A slot that does not occur still has the total of the slot before it.
struct PeriodTotals {
    private let reset: BucketSchedule
    private let keys: RowKeys
    /// The index of the profile that runs through a period. The others are constant in it.
    private let axis: Int

    /// Returns nil if rows are not running totals, or if no profile runs through the reset periods.
    init?(_ total: RunningTotal?, keys: RowKeys) {
        guard let total, total.isTotal, let reset = total.reset, let axis = keys.axis(of: total) else { return nil }
        (self.reset, self.keys, self.axis) = (reset, keys, axis)
    }

    struct Part {
        var group: Int
        var value: Double
        /// True if the total includes a partial row.
        var isPartial: Bool
    }

    func parts(of table: ResultTable, _ column: ValueColumn, _ groups: RowGroups, now: Instant) -> [Part] {
        if table.hasGaps { return remainingParts(of: table, column, groups) }
        let values = column.values
        var parts: [Part] = []
        for series in RowSeries(table).rows {
            for run in table.runs(of: series, per: reset) {
                guard let period = run.period, run.rows.contains(where: { values[$0] != nil }) else { continue }
                let first = run.rows[run.rows.startIndex]
                for reached in totals(of: run.rows, in: period, values, table, now: now) {
                    let group = groups.group(ofRow: first, in: table, profile: axis, slot: reached.slot)
                    parts.append(Part(group: group, value: reached.total, isPartial: reached.isPartial))
                }
            }
        }
        return parts
    }

    private func slot(_ civil: CivilDateTime) -> Int {
        keys.profiles[axis].slot(of: civil, weekStart: keys.weekStart, dayParts: keys.dayParts)
    }

    private func slot(at instant: Int64) -> Int {
        slot(keys.zone.civil(at: Instant(milliseconds: instant)))
    }

    private func remainingParts(of table: ResultTable, _ column: ValueColumn, _ groups: RowGroups) -> [Part] {
        var parts: [Part] = []
        for series in RowSeries(table).rows {
            for run in table.runs(of: table.inOrderOfTime(series), per: reset) {
                let rows = run.rows.filter { column.values[$0] != nil }
                guard let period = run.period, let first = rows.first else { continue }
                func part(_ row: Int, _ group: Int) -> Part? {
                    column.values[row].map { Part(group: group, value: $0, isPartial: table.partial[row]) }
                }
                parts += rows.compactMap { part($0, groups.groupOfRow[$0]) }
                let lastOfSlot = Dictionary(rows.map { (slot(at: table.starts[$0]), $0) }) { $1 }
                for (missing, before) in missingSlots(in: period) {
                    guard let row = lastOfSlot[before] else { continue }
                    parts += [part(row, groups.group(ofRow: first, in: table, profile: axis, slot: missing))].compactMap(\.self)
                }
            }
        }
        return parts
    }

    /// Returns the slots that do not occur in a period, each with the last slot before it that does.
    private func missingSlots(in period: Range<Instant>) -> [(missing: Int, before: Int)] {
        let profile = keys.profiles[axis]
        let present = Set(
            ProfileGrid([profile], zone: keys.zone, range: period, weekStart: keys.weekStart, dayParts: keys.dayParts).slots)
        guard present.count < profile.slotCount else { return [] }
        let start = slot(at: period.lowerBound.milliseconds)
        var before = start
        return (0..<profile.slotCount).compactMap { step in
            let own = (start + step) % profile.slotCount
            guard present.contains(Int32(own)) else { return (own, before) }
            before = own
            return nil
        }
    }

    private func totals(
        of rows: ArraySlice<Int>, in period: Range<Instant>, _ values: [Double?], _ table: ResultTable, now: Instant
    ) -> [(slot: Int, total: Double, isPartial: Bool)] {
        let profile = keys.profiles[axis]
        // By the anchor, not the clock: a day whose midnight is skipped still starts with hour 0.
        let start = slot(
            CivilDateTime(date: keys.zone.date(at: period.lowerBound), millisecondOfDay: reset.anchor.millisecondOfDay))
        /// The slots from the start of the period, which an anchor may have shifted.
        var reached = [(total: Double, isPartial: Bool)?](repeating: nil, count: profile.slotCount)
        let isCut = table.header.range.cuts(period)
        let beginsLate = period.lowerBound < table.header.range.cutStart ?? .min
        var (total, isPartial) = (0.0, beginsLate)
        for row in rows {
            total = values[row] ?? total
            isPartial = isPartial || table.partial[row]
            let step = (slot(keys.zone.civil(at: Instant(milliseconds: table.starts[row]))) - start + profile.slotCount) % profile.slotCount
            reached[step] = (total, isPartial)
        }
        let isOver = period.upperBound <= now && !isCut && (!isPartial || table.countsPartial)
        let known = isOver ? profile.slotCount : (reached.lastIndex { $0 != nil } ?? 0) + 1
        (total, isPartial) = (0, beginsLate || rows.first.map { table.partial[$0] } ?? false)
        return (0..<known).map { step in
            if let own = reached[step] { (total, isPartial) = own }
            return ((start + step) % profile.slotCount, total, isPartial)
        }
    }
}

extension RowKeys {
    /// Returns the index of the profile whose slots run from one reset of a total to the next. The others are constant in between.
    fileprivate func axis(of total: RunningTotal) -> Int? {
        guard let reset = total.reset, reset.interval.count == 1 else { return nil }
        let axes = profiles.indices.filter { profiles[$0].runs(through: reset.interval.period) }
        return axes.count == 1 ? axes[0] : nil
    }

    /// Returns true if rows with these keys contain the values of running totals at the ends of slots.
    func showEnds(of table: ResultTable, _ total: RunningTotal?) -> Bool {
        guard schedule == nil, let total, let axis = axis(of: total) else { return false }
        let slot = profiles[axis].slotLengths
        // Rows that are longer than slots end in later slots. Several rows in one slot end at different times.
        let isInSlots = zip(table.starts, table.ends).allSatisfy { $1 - $0 <= slot.upperBound }
        return isInSlots && (!table.hasGaps || zip(table.starts, table.ends).allSatisfy { $1 - $0 >= slot.lowerBound })
    }
}

extension Profile {
    /// The minimum and maximum length of a slot in a normal calendar, in milliseconds.
    fileprivate var slotLengths: ClosedRange<Int64> {
        let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
        return switch self {
        case .hourOfDay, .hourOfWeek: hour...hour
        case .partOfDay: (6 * hour)...(6 * hour)
        case .weekday, .weekdayOrWeekend, .dayOfMonth: (day - 2 * hour)...(day + 2 * hour)
        case .weekOfYear: (7 * day - 2 * hour)...(7 * day + 2 * hour)
        case .monthOfYear: (28 * day - 2 * hour)...(31 * day + 2 * hour)
        }
    }
}
