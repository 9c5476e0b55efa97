import CalendarIntervals
package import HealthModel
import QueryEngine
package import QueryPlan
package import QuerySyntax
import QueryVocabulary
import ResultRendering

/// Finds the samples that the rows of an answer were computed from, for `why`.
package struct RowOrigins {
    /// The answer.
    package let table: ResultTable
    /// The stages after the plan, which have filtered or changed rows.
    package let stages: [PlanStage]
    private let plan: Plan
    private let measures: [QueryPlan.Measure]
    /// The query as written; nil if it is unknown.
    package var query: Query?
    package var units = UnitPreference.usual
    package var isCancelled: () -> Bool = { false }

    /// - Returns: nil if the rows were not computed from samples.
    package init?(of table: ResultTable, plan: Plan, stages: [PlanStage]) {
        guard table.kind == .statistics, case .statistics(let measures) = plan.subject else { return nil }
        (self.table, self.plan, self.measures, self.stages) = (table, plan, measures, stages)
    }

    /// True if the rows concern several people.
    package var concernsSeveralPersons: Bool { plan.cohort != nil }

    private var options: EngineOptions { EngineOptions(isCancelled: isCancelled) }

    private func view(of reader: any SampleSource) throws -> any SampleSource { try table.header.person.map(reader.view) ?? reader }

    /// The samples of a row.
    package enum Samples {
        case table(ResultTable, counted: String?)
        /// No sample counts. The table has the number of samples that remain after each step; nil if the row concerns several people.
        case nothing(ResultTable?)
    }

    /// Returns the samples of a row of the answer; nil if the row no longer exists because the store has changed.
    package func samples(ofRow shown: Int, in reader: any SampleSource) throws -> Samples? {
        let reader = try view(of: reader)
        // Stages may have filtered or changed rows, so this looks up the row of the plan, which has samples.
        let own = stages.isEmpty ? table : try QueryEngine.run(plan, over: reader, options: options)
        guard let row = stages.isEmpty ? shown : own.row(like: shown, of: table) else { return nil }
        var samples = try contributions(toRow: row, of: own, reader)
        guard samples.rowCount > 0 else { return .nothing(concernsSeveralPersons ? nil : try steps(toRow: row, of: own, reader)) }
        samples.header.explainedRow = ResultRenderer.line(ofRow: shown, in: table)
        return .table(samples, counted: try countedTime(ofRow: row, of: own, reader))
    }

    /// Returns the number of samples that remain after each step, to explain why the answer has no rows.
    package func stepsToNothing(in reader: any SampleSource) throws -> ResultTable { try steps(toRow: nil, of: table, view(of: reader)) }

    /// Returns the samples of a row of `table`, the result of the plan without stages.
    private func contributions(toRow row: Int, of table: ResultTable, _ reader: any SampleSource) throws -> ResultTable {
        var answer = ContributionTable(header: table.header, showsInside: plan.intervals != nil, showsPersons: plan.cohort != nil)
        for column in table.columns.indices {
            let contributions = try QueryEngine.contributions(
                toRow: row, column: column, of: table, plan: plan, over: reader, options: options)
            let valueUnit = measures[column].sampleUnit?.symbol
            answer.add(contributions, of: table.columns[column], valueUnit, isAlone: table.columns.count == 1)
        }
        return answer.table
    }

    /// Returns how much of a row's time counts (`while`); nil if all of it does, or if the row is not one time span.
    private func countedTime(
        ofRow row: Int, of table: ResultTable, _ reader: any SampleSource
    ) throws -> String? {
        guard !table.starts.isEmpty, table.keys.allSatisfy({ !$0.replacesTime }), plan.grid.profiles.isEmpty, !plan.usesSampleZones,
            plan.cohort == nil
        else {
            return nil
        }
        let (start, end) = (Instant(milliseconds: table.starts[row]), Instant(milliseconds: table.ends[row]))
        let seconds = try QueryEngine.countedSeconds(of: plan, from: start, to: end, over: reader, options: options)
        return seconds.map { seconds in
            let (counted, whole) = (
                NumberText.rounded(seconds / 60, decimals: 1),
                NumberText.rounded(Double(end.milliseconds - start.milliseconds) / 60_000, decimals: 1)
            )
            return "the times of `while` cover \(counted) of the \(whole) minutes of this row; `inside` is each sample's part of them"
        }
    }

    /// Returns the number of samples that remain after each step, to explain why a row is empty.
    private func steps(toRow row: Int?, of table: ResultTable, _ reader: any SampleSource) throws -> ResultTable {
        let empty = EmptyAnswer(query: query, plan: plan, zone: plan.zone, units: units, source: reader, options: options)
        let steps = try empty.steps(toRow: row, of: table)
        var keys = [KeyColumn(name: "step", values: steps.map { .text($0.text) })]
        if Set(steps.map(\.metric)).count > 1 {
            keys.insert(KeyColumn(name: "metric", values: steps.map { .text($0.metric) }), at: 0)
        }
        let samples = ValueColumn(
            ColumnInfo(name: "samples", metric: "", aggregate: "count", unit: nil, isAdditive: false),
            values: steps.map { Double($0.count) })
        return ResultTable(
            kind: .list, header: ResultHeader(query: "", zone: plan.zone), rowCount: steps.count, keys: keys, columns: [samples])
    }
}

extension ResultTable {
    /// Returns the row with the same time and keys as a row of another table, which can have further keys.
    fileprivate func row(like row: Int, of other: ResultTable) -> Int? {
        let keys = other.keys.prefix(self.keys.count).map { $0.values[row] }
        return (0..<rowCount).first { own in
            (starts.isEmpty || (starts[own], ends[own]) == (other.starts[row], other.ends[row])) && self.keys.map { $0.values[own] } == keys
        }
    }
}

/// A table of contributions: `start,end,value,source,share,contribution`, and what merging suppressed, if anything.
private struct ContributionTable {
    private var starts: [Int64] = []
    private var ends: [Int64] = []
    private var values: [Double?] = []
    private var valueNames: [String?] = []
    private var sources: [String?] = []
    private var shares: [Double?] = []
    private var contributions: [Double?] = []
    private var suppressed: [Double?] = []
    private var holders: [String?] = []
    private var inside: [Double?] = []
    private var names: [KeyValue?] = []
    /// The contributions to times, as text.
    private var times: [String?] = []
    private var unit: String?
    private var valueUnit: String?
    private var metric = ""
    private let header: ResultHeader

    /// True if the time of each sample inside the times of `while` is a column.
    private let showsInside: Bool
    /// True if the person of each sample is a column.
    private let showsPersons: Bool
    private var persons: [KeyValue?] = []

    init(header: ResultHeader, showsInside: Bool, showsPersons: Bool) {
        (self.header, self.showsInside, self.showsPersons) = (header, showsInside, showsPersons)
    }

    /// - Parameter sampleUnit: The unit of the samples' values.
    mutating func add(_ parts: [Contribution], of column: ValueColumn, _ sampleUnit: String?, isAlone: Bool) {
        unit = isAlone ? column.unit : nil
        // Names and values of different metrics have no unit.
        valueUnit = isAlone && parts.allSatisfy { $0.valueName == nil } ? sampleUnit : nil
        metric = column.metric
        for part in parts {
            starts.append(part.start.milliseconds)
            ends.append(part.end.milliseconds)
            values.append(part.value)
            valueNames.append(part.valueName)
            sources.append(part.source)
            inside.append(part.insideSeconds)
            persons.append(part.person.map { .text($0) })
            shares.append(part.share)
            contributions.append(part.contribution)
            times.append(column.clock.map { _ in time(of: part) })
            suppressed.append(part.suppressedSeconds)
            holders.append(part.suppressedBy.isEmpty ? nil : part.suppressedBy.joined(separator: ", "))
            if !isAlone { names.append(.text(column.name)) }
        }
    }

    /// The time that a sample contributes. Empty if another sample does.
    private func time(of part: Contribution) -> String {
        part.share == 0 ? "" : TimeText(zone: header.isFloating ? .utc : header.zone).local(Instant(milliseconds: Int64(part.contribution)))
    }

    var table: ResultTable {
        func column(_ name: String, _ values: [Double?], unit: String? = nil, texts: [String?]? = nil) -> ValueColumn {
            ValueColumn(ColumnInfo(name: name, metric: metric, aggregate: "", unit: unit, isAdditive: false), values: values, texts: texts)
        }
        let nothing = [Double?](repeating: nil, count: starts.count)
        var columns = [
            column("value", values, unit: valueUnit, texts: valueNames.contains { $0 != nil } ? valueNames : nil),
            column("source", nothing, texts: sources), column("share", shares),
            column("contribution", contributions, unit: unit, texts: times.contains { $0 != nil } ? times : nil),
        ]
        if showsInside { columns.insert(column("inside", inside, unit: "s"), at: 2) }
        if suppressed.contains(where: { ($0 ?? 0) > 0 }) || holders.contains(where: { $0 != nil }) {
            columns += [column("suppressed", suppressed, unit: "s"), column("suppressedBy", nothing, texts: holders)]
        }
        var table = ResultTable(
            kind: .samples, header: header, rowCount: starts.count, starts: starts, ends: ends,
            keys: (showsPersons ? [KeyColumn(name: PersonField.idName, values: persons)] : [])
                + (names.isEmpty ? [] : [KeyColumn(name: "column", values: names)]), columns: columns)
        table.canEndInFormat = false
        table.header.mergedSources = []
        table.header.range.start = nil
        table.header.intervalText = nil
        table.header.anchor = nil
        return table
    }
}
