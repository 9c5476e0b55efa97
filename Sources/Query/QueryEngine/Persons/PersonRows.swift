import CalendarIntervals
import HealthModel
import QueryPlan

/// Collects the rows of people into one table.
struct PersonRows {
    private let plan: Plan
    private let cohort: Cohort
    private var tables: [ResultTable] = []
    /// The start and the end of each row by which rows are ordered.
    private var times: [(start: Int64, end: Int64)] = []
    private var rowCount = 0

    init(_ plan: Plan, _ cohort: Cohort) {
        (self.plan, self.cohort) = (plan, cohort)
    }

    /// The number of people with rows.
    var personCount: Int { tables.count }

    /// Adds the answer for one person.
    mutating func add(_ table: ResultTable, of member: Cohort.Member) throws {
        rowCount += table.rowCount
        guard rowCount <= EngineOptions.greatestRowCount || table.kind != .statistics else { throw EngineError.tooManyRows(rowCount) }
        var table = table
        if !plan.splits.contains(.person(.id)) {
            let id = PersonField.id.value(of: member.person)
            var column = KeyColumn(name: PersonField.idName, values: Array(repeating: id, count: table.rowCount))
            column.listing = .text
            table.keys.insert(column, at: 0)
        }
        let instants = Array(zip(table.starts, table.ends))
        if cohort.hasOwnDays { table.place(in: cohort.plans[member.plan].zone) }
        // Samples are in the order of real time, rows in the order of their dates.
        times += table.kind == .samples ? instants.map { ($0, $1) } : zip(table.starts, table.ends).map { ($0, $1) }
        tables.append(table)
    }

    /// Returns all rows in order.
    ///
    /// - Parameter shape: Returns a table with the columns, if no person has any row.
    func table(shape: () throws -> ResultTable) throws -> ResultTable {
        guard let first = tables.first else {
            var empty = try shape().keeping([])
            if !empty.keys.contains(where: { $0.name == PersonField.idName }) {
                empty.keys.insert(KeyColumn(name: PersonField.idName, values: []), at: 0)
            }
            if plan.subject.isOfSummaries, !plan.hasAllSummaryColumns { empty.dropEmptyParts() }
            empty.header = header(first: empty.header)
            return empty
        }
        var table = ResultTable(
            kind: first.kind, header: header(first: first.header), rowCount: rowCount, starts: tables.flatMap(\.starts),
            ends: tables.flatMap(\.ends), partial: tables.flatMap(\.partial),
            keys: first.keys.indices.map { index in
                first.keys[index].with(
                    tables.flatMap { $0.keys[index].values }, replacesTime: first.keys[index].replacesTime,
                    describesRow: first.keys[index].describesRow)
            },
            columns: first.columns.indices.map { index in
                var column = first.columns[index]
                column.values = tables.flatMap { $0.columns[index].values }
                column.texts = column.texts.map { _ in tables.flatMap { $0.columns[index].texts ?? [] } }
                column.appleNames = column.appleNames.map { _ in tables.flatMap { $0.columns[index].appleNames ?? [] } }
                return column
            })
        table.countsPartial = first.countsPartial
        table.hasGaps = first.hasGaps
        if cohort.hasOwnDays, !table.starts.isEmpty { table.offsets = tables.flatMap { $0.offsets ?? [] } }
        table = table.keeping(order(of: table))
        if plan.subject.isOfSummaries, !plan.hasAllSummaryColumns { table.dropEmptyParts() }
        return table
    }

    /// Returns the rows in order: by time, then by keys. The order of rows that are equal in both stays.
    private func order(of table: ResultTable) -> [Int] {
        let rows = Array(0..<table.rowCount)
        guard table.kind == .statistics else {
            let isNewestFirst = plan.subject.isNewestFirst
            let ordered = rows.sorted {
                times[$0] != times[$1] ? (isNewestFirst ? times[$0] > times[$1] : times[$0] < times[$1]) : $0 < $1
            }
            return Array(ordered.prefix(plan.limit ?? .max))
        }
        let orders = table.keys.map(KeyOrder.init)
        let isTimed = !table.starts.isEmpty
        let endsCount = plan.events != nil
        return rows.sorted { a, b in
            if isTimed, times[a].start != times[b].start { return times[a].start < times[b].start }
            if isTimed, endsCount, times[a].end != times[b].end { return times[a].end < times[b].end }
            for (column, order) in zip(table.keys, orders) where column.values[a] != column.values[b] {
                return order.precedes(column.values[a], column.values[b])
            }
            return a < b
        }
    }

    private func header(first: ResultHeader) -> ResultHeader {
        let common = CohortGrid(plan, cohort)
        var whole = plan
        whole.range = common.range
        var header = ResultHeader(whole)
        header.mergedSources = tables.flatMap(\.header.mergedSources).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        let napCount = tables.flatMap(\.header.findings).reduce(0) { if case .napsLeftOut(let count) = $1 { $0 + count } else { $0 } }
        let countsTime = tables.isEmpty || tables.contains { !$0.header.findings.contains(.noTimeCounts) }
        header.findings = (napCount > 0 ? [.napsLeftOut(napCount)] : []) + (countsTime ? [] : [.noTimeCounts])
        var (beats, noDistanceCount) = (BeatCoverage(), 0)
        for finding in tables.flatMap(\.header.findings) {
            if case .samplesWithoutBeats(let count, let all) = finding { beats.add(BeatCoverage(missing: count, all: all)) }
            if case .workoutsWithoutDistance(let count) = finding { noDistanceCount += count }
        }
        let repeated = tables.flatMap(\.header.findings).first { if case .samplesInSeveralRows = $0 { true } else { false } }
        if let repeated { header.findings.append(repeated) }
        if let finding = beats.finding { header.findings.append(finding) }
        if let finding = tables.flatMap(\.header.findings).labs { header.findings.append(finding) }
        if noDistanceCount > 0 { header.findings.append(.workoutsWithoutDistance(noDistanceCount)) }
        return header
    }
}

extension Plan.Subject {
    fileprivate var isOfSummaries: Bool { if case .summaries = self { true } else { false } }
    fileprivate var isNewestFirst: Bool { if case .samples(let listing) = self { listing.isNewestFirst } else { false } }
}

extension ResultTable {
    /// Replaces times by local times in a zone, and notes their offsets.
    fileprivate mutating func place(in zone: Zone) {
        func local(_ time: Int64) -> Int64 {
            time == ResultTable.unknownTime ? time : zone.localMilliseconds(at: Instant(milliseconds: time))
        }
        func offset(_ time: Int64) -> Int32 { time == ResultTable.unknownTime ? 0 : Int32((local(time) - time) / 1000) }
        offsets = zip(starts, ends).map { RowOffsets(start: offset($0), end: offset($1)) }
        (starts, ends) = (starts.map(local), ends.map(local))
        if offsets?.count != rowCount { offsets = nil }
        for index in columns.indices where columns[index].clock == .instant {
            columns[index].values = columns[index].values.map { $0.map { Double(local(Int64($0))) } }
        }
    }
}

extension [RowFinding] {
    /// The finding about laboratory results of several people.
    fileprivate var labs: RowFinding? {
        var (rowCount, fields, units): (Int, [String], Set<String>) = (0, [], [])
        for finding in self {
            if case .labsMixed(let count, let own) = finding {
                rowCount += count
                fields += own.filter { !fields.contains($0) }
            }
            if case .labUnit(let unit) = finding { units.insert(unit) }
        }
        if rowCount > 0 { return .labsMixed(rowCount, fields) }
        return units.count == 1 ? units.first.map { .labUnit($0) } : nil
    }
}
