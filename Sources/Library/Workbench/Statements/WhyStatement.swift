import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
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
        let origins = try lastOrigins(at: range)
        let table = origins.table
        if table.rowCount == 0, origins.stages.isEmpty {
            if origins.concernsSeveralPersons { throw tell(onePersonNeeded(for: "why", at: range)) }
            show(try session.readToAnswer { try origins.stepsToNothing(in: $0) })
            return .fine
        }
        let row = try row(target, in: table, at: range)
        switch try session.readToAnswer({ try origins.samples(ofRow: row, in: $0) }) {
        case .table(let samples, let counted)?:
            show(samples)
            if let counted { output.note(counted) }
        case .nothing(let steps?)?: show(steps)
        case .nothing(nil)?: throw tell(onePersonNeeded(for: "why", at: range))
        case nil: throw tell(Diagnostic(.noSuchRow, "this row no longer exists because the store has changed", at: range))
        }
        if let stage = origins.stages.first(where: \.changesValues) {
            output.note("these samples belong to the row before `\(stage.text)`")
        }
        for case .join(let joined) in origins.stages.map(\.kind) {
            output.note("for the samples of the joined columns, run `\(joined.text)` and use `why` on its row")
        }
        return .fine
    }

    private func show(_ answer: ResultTable) {
        ResultRenderer.render(answer, as: session.settings.format, options: renderOptions, write: output.write(utf8:))
    }

    /// Returns the last result, if its rows are computed from samples.
    private func lastOrigins(at range: SourceRange) throws -> RowOrigins {
        let stages = session.last.bound?.pipeline.stages ?? []
        guard let plan = session.last.plan, let table = session.last.table,
            var origins = RowOrigins(of: table, plan: plan, stages: stages)
        else {
            throw tell(
                Diagnostic(
                    .nothingToExplain, "`why` explains rows that were computed from samples", at: range,
                    help: "run a query first, such as `sum steps by day`"))
        }
        if plan.countsRises {
            throw tell(
                Diagnostic(
                    .nothingToExplain, "`why` lists whole workouts, but a sum of rises counts the parts of a workout", at: range,
                    help: "for the rises of each workout, write `max workout ascent by workout`"))
        }
        if let stage = stages.last(where: \.makesRows) {
            throw tell(
                Diagnostic(
                    .nothingToExplain, "the rows of `\(stage.text)` are computed from other rows, not from samples", at: range,
                    help: "run the query without this stage, then use `why` on one of its rows"))
        }
        (origins.query, origins.units) = (session.last.query, session.settings.queries.units)
        origins.isCancelled = { output.isCancelled }
        return origins
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
}
