import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Converts cells to rows. Time is outermost, then keys in their order.
struct StatisticsTable {
    private let plan: Plan
    private let measures: [Measure]
    private let keys: [[KeyValue?]]
    /// The key columns that are not profiles, without values.
    private let keyColumns: [KeyColumn]
    /// The group and key of each row, and whether it is partial.
    private let rows: [(group: Int, key: Int, isPartial: Bool)]

    init(_ plan: Plan, measures: [Measure], keys: [[KeyValue?]]) {
        self.plan = plan
        self.measures = measures
        self.keys = keys
        keyColumns = plan.splits.flatMap(\.columns)
        let orders = keyColumns.map(KeyOrder.init)
        let order = keys.indices.sorted { KeyOrder.precedes(keys[$0], keys[$1], orders) }
        let partial = plan.partialGroups
        let dropsPartial = plan.partial == .drop
        var rows: [(group: Int, key: Int, isPartial: Bool)] = []
        rows.reserveCapacity(plan.grid.groupCount * order.count)
        for group in 0..<plan.grid.groupCount where !(dropsPartial && partial[group]) {
            for key in order { rows.append((group, key, partial[group])) }
        }
        self.rows = rows
    }

    /// - Parameter cells: The values of each measure: all groups of the first key, then those of the second.
    func table(_ cells: [[Double?]], mergedSources: [String]) -> ResultTable {
        let profiles = plan.grid.profiles.enumerated().map { index, profile in
            let values = rows.map { row in profile.keyValue(ofSlot: Int(plan.grid.slots[index][row.group])) }
            return KeyColumn(name: profile.rawValue, values: values, replacesTime: !plan.grid.hasTimeKey)
        }
        let splits = keyColumns.enumerated().map { index, column in column.with(rows.map { keys[$0.key][index] }) }
        let own = (plan.events?.keyColumns ?? []).enumerated().map { index, column in
            column.with(rows.map { row in plan.grid.events.flatMap { $0.labels[row.group][index] } }, describesRow: true)
        }
        let timed = plan.grid.hasTimeKey ? rows : []
        var table = ResultTable(
            kind: .statistics, header: header(mergedSources), rowCount: rows.count,
            starts: timed.map { plan.grid.groupStarts[$0.group] }, ends: timed.map { plan.grid.groupEnds[$0.group] },
            partial: rows.map(\.isPartial), keys: own + profiles + splits,
            columns: zip(measures, cells).map { column($0, $1) })
        table.countsPartial = plan.partial == .keep
        table.hasGaps = plan.partial == .drop
        if plan.fill == .omit { table.dropEmptyRows() }
        return table
    }

    private func header(_ mergedSources: [String]) -> ResultHeader {
        var header = ResultHeader(plan)
        header.mergedSources = mergedSources
        return header
    }

    private func column(_ measure: Measure, _ cells: [Double?]) -> ValueColumn {
        let convert = measure.conversion
        // Only first starts and last ends depend on where the range cuts a row.
        if measure.form == .rowLength {
            let lengths = rows.map { row in
                convert(Double(plan.grid.groupEnds[row.group] - plan.grid.groupStarts[row.group]) / 1000)
            }
            return ValueColumn(plan.column(of: measure), values: lengths)
        }
        let mayBeOutside = plan.events != nil && measure.result == .clock
        var values = rows.map { row in
            mayBeOutside && plan.isOutside(measure, ofGroup: row.group)
                ? nil : cells[row.key * plan.grid.groupCount + row.group].map(convert).flatMap { $0.isFinite ? $0 : nil }
        }
        let isClock = measure.result == .clock
        if !isClock { (measure.own?.fill ?? plan.fill).apply(to: &values, seriesCount: max(keys.count, 1)) }
        return ValueColumn(plan.column(of: measure), values: values)
    }
}

extension Profile {
    /// Returns the displayed value of a slot: its name or its number.
    func keyValue(ofSlot slot: Int) -> KeyValue {
        slotNames.map { .text($0[slot]) } ?? .integer(slot + firstNumber)
    }
}

extension ResultHeader {
    init(_ plan: Plan) {
        self.init(query: plan.text, zone: plan.zone)
        isFloating = plan.usesSampleZones
        if let cohort = plan.cohort {
            persons = RowPersons(count: cohort.members.count, zoneCount: cohort.hasOwnDays ? cohort.plans.count : nil)
        }
        if !plan.range.isUnknown {
            let range = plan.shownRange
            (self.range.start, self.range.end) = (range.start, range.end)
            if plan.cutsStart { self.range.cutStart = range.start }
            if plan.cutsEnd { self.range.cutEnd = range.end }
        }
        intervalText = plan.grid.intervalText
        rowsAreEvents = plan.events != nil
        if let count = plan.grid.events?.napCount, count > 0 { findings = [.napsLeftOut(count)] }
        if let count = plan.grid.events?.noDistanceCount, count > 0 { findings.append(.workoutsWithoutDistance(count)) }
        anchor = plan.grid.anchorText.map { .time($0) }
        clockDay = plan.clockDay
    }
}

extension Measure {
    /// Returns the conversion of the accumulator's result to the unit of the column.
    var conversion: (Double) -> Double {
        guard let conversion = unitConversion else { return { $0 } }
        return { conversion($0) }
    }
}
