// Runs a query about several people.
//
//     person ─ view of the person ─ plan of the zone ─ cells ┐
//     person ─ view of the person ─ plan of the zone ─ cells ┼─ added, or one table after another (`by person`)
//     person ─ view of the person ─ plan of the zone ─ cells ┘
//
// Merging, held readings and sets of times concern one person, so the code for one person does them. A query is compiled once for each time
// zone, not for each person. A person without samples in the range costs a look at the summaries of the metrics.
//
// Invariant: a person's numbers are the same, to the last bit, if the store has other people, too. Samples of two people never meet.
//
// Decisions 0067 (persons), 0069 (adding the states of cells), 0070 (zones of persons).

import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Runs a query about several people (S14).
struct CohortQuery {
    let plan: Plan
    let cohort: Cohort
    let source: any SampleSource
    let options: EngineOptions

    init(_ plan: Plan, _ cohort: Cohort, source: any SampleSource, options: EngineOptions) {
        (self.plan, self.cohort, self.source) = (plan, cohort, source)
        self.options = options.addingUp()
    }

    func run() throws -> ResultTable {
        var table: ResultTable
        if case .statistics(let measures) = plan.subject, !plan.hasRowsOfPersons {
            table = try pooled(measures)
        } else {
            table = try rowsByPerson()
        }
        table.header.persons?.count = plan.askedMembers.count
        return table
    }

    /// Returns the plan for the samples of a person, and their view.
    private func part(of member: Cohort.Member, in plan: Plan) throws -> (plan: Plan, view: any SampleSource) {
        if options.isCancelled() { throw EngineError.cancelled }
        options.trace?.begin(member)
        let plans = plan.cohort?.plans ?? cohort.plans
        return (plans[member.plan].asked(of: member.person), try source.view(of: member.person.id))
    }

    // MARK: Rows of each person

    private func rowsByPerson() throws -> ResultTable {
        var rows = PersonRows(plan, cohort)
        for member in plan.askedMembers {
            var (part, view) = try part(of: member, in: plan)
            part.hasAllSummaryColumns = true
            guard try part.mayFindSamples(in: view) else { continue }
            let table = try QueryEngine.run(part, over: view, options: options)
            guard try hasSamples(table, part, view) else { continue }
            try rows.add(table, of: member)
        }
        let count = rows.personCount
        var table = try rows.table {
            var part = cohort.plans[0]
            part.hasAllSummaryColumns = true
            return try QueryEngine.run(part, over: NoSamples(), options: options)
        }
        if count < plan.askedMembers.count { table.header.findings.append(.peopleWithoutSamples(plan.askedMembers.count - count)) }
        return table
    }

    /// Returns true if a person has a sample in the range, or any row.
    ///
    /// - Parameter table: The answer for the person.
    private func hasSamples(_ table: ResultTable, _ plan: Plan, _ view: any SampleSource) throws -> Bool {
        guard case .statistics(let measures) = plan.subject, plan.events == nil else { return table.rowCount > 0 }
        let fills = [plan.fill] + measures.compactMap { $0.own?.fill }
        if fills.allSatisfy({ [.none, .null, .omit].contains($0) }) {
            let isKnown = zip(measures, table.columns).contains { measure, column in
                column.values.contains { $0 != nil && ($0 != 0 || !measure.countsFromZero) }
            }
            if isKnown { return true }
        }
        return try measures.contains { measure in
            var count = measure
            (count.aggregate, count.condition, count.form, count.unit, count.own) = (.count, nil, .value, .count, nil)
            var counted = plan.following(measure)
            counted.subject = .statistics([count])
            (counted.splits, counted.fill, counted.grid) = ([], .none, TimeGrid(whole: plan.range))
            counted.partial = .mark
            return try QueryEngine.run(counted, over: view, options: options).columns[0].values.contains { ($0 ?? 0) > 0 }
        }
    }

    // MARK: Persons together

    private func pooled(_ measures: [Measure]) throws -> ResultTable {
        let common = CohortGrid(plan, cohort)
        var whole = plan.withSplitOfSeparateSources
        (whole.grid, whole.range) = (common.grid, common.range)
        if whole.hasOwnRules {
            return try CombinedStatistics(whole, measures: measures).run { part, own in try cells(of: part, own, common) }
        }
        return try cells(of: whole, measures, common).table(whole, measures: measures)
    }

    /// Returns the cells of all people together.
    private func cells(of whole: Plan, _ measures: [Measure], _ common: CohortGrid) throws -> StatisticsQuery.Cells {
        let groupCount = common.grid.groupCount
        let model = whole.cohort?.plans[0] ?? whole
        let columns = measures.map { measure -> any AggregateColumn in
            if measure.countsActiveTime { return ActiveTimeColumn(WorkoutTimes(), addsAll: measure.addsActiveTime(model)) }
            return measure.column(in: model, times: nil)
        }
        var cells = StatisticsQuery.Cells(keys: whole.splits.isEmpty ? [[]] : [], columns: [], mergedSources: [], countsNoTime: false)
        var numbers: [[KeyValue?]: Int] = Dictionary(uniqueKeysWithValues: zip(cells.keys, 0...))
        var emptySets: [Bool] = []
        // The quarter hours of people without samples count, too.
        let countsEverybody = measures.contains(where: \.aggregate.countsQuarters) && !whole.range.isUnknown
        for member in whole.askedMembers {
            let (part, view) = try part(of: member, in: whole)
            guard try countsEverybody || part.mayFindSamples(in: view) else { continue }
            let persons = try PersonKeys(part, source: view)
            let query = try StatisticsQuery(persons.plan, measures: measures, source: view, options: options)
            try query.fill()
            try query.keys.addEmptyRanges(groupCount: groupCount)
            let own = persons.complete(query.keyValues()).map { key in
                if let number = numbers[key] { return number }
                numbers[key] = cells.keys.count
                cells.keys.append(key)
                return cells.keys.count - 1
            }
            guard cells.keys.count * groupCount <= EngineOptions.greatestRowCount else {
                throw EngineError.tooManyRows(cells.keys.count * groupCount)
            }
            let map = CellMap(
                cells: own.flatMap { key in common.groups[member.plan].map { key * groupCount + $0 } },
                count: cells.keys.count * groupCount, zone: cohort.hasOwnDays ? part.zone : nil)
            for (column, own) in zip(columns, query.columns) { column.add(own, to: map) }
            for name in try query.mergedSourceNames() where !cells.mergedSources.contains(name) { cells.mergedSources.append(name) }
            for name in try query.leftOutNames() where !cells.leftOut.contains(name) { cells.leftOut.append(name) }
            emptySets.append(query.countsNoTime)
            cells.beats.add(query.beats)
        }
        cells.keys += try whole.withEmptyRanges(cells.keys).filter { numbers[$0] == nil }
        cells.countsNoTime = !emptySets.isEmpty && !emptySets.contains(false)
        cells.columns = zip(columns, measures).map { $1.values(of: $0, cellCount: cells.keys.count * groupCount, model) }
        cells.labs = LabFindings(columns)
        return cells
    }
}

extension Plan {
    /// Returns false if a person has no samples of the query in the range.
    fileprivate func mayFindSamples(in view: any SampleSource) throws -> Bool {
        if case .summaries = subject { return true }
        if events != nil { return true }
        guard !range.isUnknown else { return false }
        let slack = (usesSampleZones ? millisecondsPerDay : 0) + (allRules.compactMap(\.holding).max() ?? 0)
        let isHeld = rules.weighting == .hold
        return try Set(metrics).contains { metric in
            guard let summary = try view.metricSummary(of: metric) else { return false }
            return summary.firstStart.milliseconds <= range.end.milliseconds + slack
                && (isHeld || summary.lastEnd.milliseconds + slack >= range.start.milliseconds)
        }
    }
}

extension EngineOptions {
    /// Returns options with which several queries report their progress as one.
    fileprivate func addingUp() -> EngineOptions {
        guard let progress else { return self }
        var options = self
        var (before, last) = (0, 0)
        options.progress = { count in
            if count < last { before += last }
            last = count
            progress(before + count)
        }
        return options
    }
}

/// A source without samples.
private struct NoSamples: SampleSource {
    func metricSummaries() -> [MetricSummary] { [] }
    func sources() -> [Int32: Source] { [:] }
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) {}
}
