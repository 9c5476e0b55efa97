import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import QueryEngine
import HealthModel
import StorageModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import TallyKit

/// Runs `why`, which lists the samples that a number was computed from.
extension StatementRunner {
    /// Lists the samples of a row. If an app asked for it, the owner sees the samples that the app saw, and what was hidden from it.
    func why(_ target: WhyTarget, at range: SourceRange) throws -> Outcome {
        guard session.actor == nil, let app = session.last.actor else { return try listSamples(of: target, at: range) }
        session.actor = app
        defer { session.actor = nil }
        let outcome = try listSamples(of: target, at: range)
        try tellHiddenSamples(of: app, in: session.last.plan, at: range)
        return outcome
    }

    private func listSamples(of target: WhyTarget, at range: SourceRange) throws -> Outcome {
        if let name = NameRules.nameOfNothing(target, in: session.names) {
            throw tell(NameRules.notARow(name))
        }
        let last = try lastStatistics(at: range)
        let (table, plan) = (last.table, last.plan)
        let options = EngineOptions(isCancelled: { output.isCancelled })
        if table.rowCount == 0, last.stages.isEmpty {
            if plan.cohort != nil { throw tell(onePersonNeeded(for: "why", at: range)) }
            show(
                try session.read(for: .answer) {
                    try stepsToNothing(nil, of: table, plan, table.header.person.map($0.view) ?? $0, options)
                })
            return .fine
        }
        let shown = try row(target, in: table, at: range)
        var counted: String?
        let answer = try session.read(for: .answer) { reader -> ResultTable? in
            let reader = try table.header.person.map(reader.view) ?? reader
            // Stages may have filtered or changed rows, so this looks up the row of the plan, which has samples.
            let own = last.stages.isEmpty ? table : try QueryEngine.run(plan, over: reader, options: options)
            guard let row = last.stages.isEmpty ? shown : own.row(like: shown, of: table) else { return nil }
            var samples = try last.contributions(toRow: row, of: own, reader, options)
            if samples.rowCount == 0, plan.cohort != nil { throw tell(onePersonNeeded(for: "why", at: range)) }
            if samples.rowCount == 0 { return try stepsToNothing(row, of: own, plan, reader, options) }
            samples.header.explainedRow = ResultRenderer.line(ofRow: shown, in: table)
            counted = try countedTime(ofRow: row, of: own, plan, reader, options)
            return samples
        }
        guard let answer else {
            throw tell(Diagnostic(.noSuchRow, "this row no longer exists because the store has changed", at: range))
        }
        show(answer)
        if let counted { output.note(counted) }
        if let stage = last.stages.first(where: \.changesValues) {
            output.note("these samples belong to the row before `\(stage.text)`")
        }
        for case .join(let joined) in last.stages.map(\.kind) {
            output.note("for the samples of the joined columns, run `\(joined.text)` and use `why` on its row")
        }
        return .fine
    }

    private func show(_ answer: ResultTable) {
        ResultRenderer.render(answer, as: session.settings.format, options: renderOptions, write: output.write(utf8:))
    }

    /// Returns the last result, if its rows are computed from samples.
    private func lastStatistics(at range: SourceRange) throws -> LastStatistics {
        guard let plan = session.last.plan, let table = session.last.table, table.kind == .statistics,
            case .statistics(let measures) = plan.subject
        else {
            throw tell(
                Diagnostic(
                    .nothingToExplain, "`why` explains rows that were computed from samples", at: range,
                    help: "run a query first, such as `sum steps by day`"))
        }
        let stages = session.last.bound?.pipeline.stages ?? []
        if let stage = stages.last(where: \.makesRows) {
            throw tell(
                Diagnostic(
                    .nothingToExplain, "the rows of `\(stage.text)` are computed from other rows, not from samples", at: range,
                    help: "run the query without this stage, then use `why` on one of its rows"))
        }
        return LastStatistics(plan: plan, measures: measures, table: table, stages: stages)
    }

    /// Returns how much of a row's time counts (`while`); nil if all of it does, or if the row is not one time span.
    private func countedTime(
        ofRow row: Int, of table: ResultTable, _ plan: Plan, _ reader: any SampleSource, _ options: EngineOptions
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
    private func stepsToNothing(
        _ row: Int?, of table: ResultTable, _ plan: Plan, _ reader: any SampleSource, _ options: EngineOptions
    ) throws -> ResultTable {
        let empty = EmptyAnswer(
            query: session.last.query, plan: plan, zone: plan.zone, units: session.settings.units, source: reader, options: options)
        let steps = try empty.steps(toRow: row, of: table)
        var keys = [KeyColumn(name: "step", values: steps.map { .text($0.text) })]
        if Set(steps.map(\.metric)).count > 1 {
            keys.insert(KeyColumn(name: "metric", values: steps.map { .text($0.metric) }), at: 0)
        }
        let samples = ValueColumn(
            name: "samples", metric: "", aggregate: "count", unit: nil, values: steps.map { Double($0.count) }, isAdditive: false)
        return ResultTable(
            kind: .list, header: ResultHeader(query: "", zone: plan.zone), rowCount: steps.count, keys: keys, columns: [samples])
    }

    /// Returns a help text with the row numbers of `table`.
    private func rowNumbers(in table: ResultTable) -> String {
        switch table.rowCount {
        case 0: "the last result is empty"
        case 1: "the last result has one row: write `why 1`"
        default: "use a row number from 1 to \(table.rowCount)"
        }
    }

    /// Returns the index of the row that `target` refers to.
    private func row(_ target: WhyTarget, in table: ResultTable, at range: SourceRange) throws -> Int {
        switch session.names.rowNumber(target) ?? target {
        case .row(.number(let number, _)):
            if (1...max(1, table.rowCount)).contains(number), table.rowCount > 0 { return number - 1 }
            throw tell(
                Diagnostic(
                    .noSuchRow, "the last result has no row \(number)", at: range,
                    help: rowNumbers(in: table)))
        case .row(.name(let name)): throw tell(NameRules.notARow(name))
        case .time(let time):
            let rows = table.starts.indices.filter { table.row($0, holds: time) }
            if let row = rows.first, rows.count == 1 { return row }
            throw tell(
                Diagnostic(
                    .noSuchRow, "\(rows.isEmpty ? "no row" : "more than one row") of the last result contains that time", at: range,
                    help: rows.isEmpty ? "use a row number, starting at 1" : "write the day before the time, or use a row number"))
        case .when(let when):
            let found = try session.read { reader in
                var context = try session.context(reading: reader)
                context.zone = table.header.isFloating ? .utc : table.header.zone
                return QueryCompiler(context: context).instant(of: when)
            }
            let instant = try told(found)
            let row = table.starts.indices.first { table.starts[$0] <= instant.milliseconds && instant.milliseconds < table.ends[$0] }
            if let row { return row }
            throw tell(
                Diagnostic(.noSuchRow, "no row of the last result contains that time", at: range, help: "use a row number, starting at 1"))
        }
    }
}

/// The last result of the session.
private struct LastStatistics {
    let plan: Plan
    let measures: [QueryPlan.Measure]
    let table: ResultTable
    let stages: [PlanStage]

    /// Returns the samples of a row of `table`, the result of the plan without stages.
    func contributions(
        toRow row: Int, of table: ResultTable, _ reader: any SampleSource, _ options: EngineOptions
    ) throws -> ResultTable {
        var answer = ContributionTable(
            header: table.header, showsInside: plan.intervals != nil, showsPersons: plan.cohort != nil)
        for column in table.columns.indices {
            let contributions = try QueryEngine.contributions(
                toRow: row, column: column, of: table, plan: plan, over: reader, options: options)
            let valueUnit = measures[column].sampleUnit?.symbol
            answer.add(contributions, of: table.columns[column], valueUnit, isAlone: table.columns.count == 1)
        }
        return answer.table
    }
}

extension PlanStage {
    /// True if the stage computes new rows from the rows before it.
    fileprivate var makesRows: Bool { (word?.definition.changes ?? .allRows) == .allRows }

    /// True if the stage changes the values that the plan computed.
    fileprivate var changesValues: Bool {
        if case .fill(let fills) = kind { return !fills.values.allSatisfy { $0 == .omit } }
        if case .select = kind { return false }
        return word?.definition.changes != .rows
    }
}

extension ResultTable {
    /// Returns true if the row contains `time` on the day when the row starts.
    fileprivate func row(_ row: Int, holds time: TimeLiteral) -> Bool {
        guard starts[row] != Self.unknownTime else { return false }
        let date = header.zone.civil(at: Instant(milliseconds: starts[row])).date
        let instant = header.zone.instant(of: CivilDateTime(date: date, millisecondOfDay: time.millisecondOfDay)).milliseconds
        return starts[row] <= instant && instant < ends[row]
    }

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
            ValueColumn(name: name, metric: metric, aggregate: "", unit: unit, values: values, isAdditive: false, texts: texts)
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
        table.header.rangeStart = nil
        table.header.intervalText = nil
        table.header.anchorText = nil
        return table
    }
}
