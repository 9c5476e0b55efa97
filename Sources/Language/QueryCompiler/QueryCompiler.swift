package import CalendarIntervals
package import HealthModel
package import QueryDiagnostics
package import QueryPlan
package import QuerySyntax
import QueryVocabulary

/// Binds a query to metrics, units, sources and times, and computes its buckets.
package struct QueryCompiler: Sendable {
    let context: CompilationContext
    /// The rows of the last result, for `_`; nil before the first result, or if its shape is unknown.
    private let lastRows: BoundRows?

    package init(context: CompilationContext, lastRows: BoundRows? = nil) {
        self.context = context
        self.lastRows = lastRows
    }

    /// Returns this compiler with other names.
    func knowing(_ names: NameTable) -> QueryCompiler {
        var context = context
        context.names = names
        return QueryCompiler(context: context, lastRows: lastRows)
    }

    /// Compiles `query`. Uses only the list of the store's contents and doesn't read samples.
    ///
    /// - Parameter compared: the number that the only value of the answer is compared with, for the warning about a fraction.
    package func compile(_ query: QuerySyntax.Query, comparedWith compared: Literal? = nil) -> CompiledQuery {
        PipelineTrace.record(.compile, "Query → CompiledQuery")
        let binder = Binder(context: context)
        var result = CompiledQuery()
        let outcome = binder.collect(
            try bind(binder.withAttributesOfStages(binder.withRowsOfWindows(binder.expanded(query))), into: &result, binder))
        if let compared, case .success(.plan(let rows)) = outcome { noteFraction(compared, against: rows.shape, binder) }
        if let compared, case .success(.continuation(let rows?)) = outcome { noteFraction(compared, against: rows.shape, binder) }
        result.wantsRecordedTimes = binder.wantsRecordedTimes
        result.wantsLaterSamples = binder.wantsLaterSamples
        result.wantsStoredNames = binder.wantsStoredNames
        result.dayParts = binder.dayParts
        result.diagnostics = binder.diagnostics.enumerated()
            .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }.map(\.element)
        if case .success(let outcome) = outcome, !binder.hasErrors { result.outcome = outcome } else { result.stages = [] }
        return result
    }

    private func bind(
        _ query: QuerySyntax.Query, into result: inout CompiledQuery, _ binder: Binder
    ) throws(Reported) -> CompiledQuery.Outcome {
        result.output = query.output
        if let ranges = RangesBinder(binder, query) {
            let own = try ranges.bind()
            return finish(own.stages, of: own.plans, query, into: &result, binder)
        }
        let plans = PlanBinder(binder, clauses: query.clauses, stages: query.stages)
        if let bound = try plans.bind(query.source) {
            let stages = StageBinder(query.stages, binder, rows: BoundRows(bound, clauses: query.clauses), runsPlan: true)
            return finish(stages, of: plans, query, into: &result, binder)
        }
        for clause in query.clauses {
            binder.report(
                .misplacedClause, "`_` can't have clauses, because it is the last result", at: clause.keywordRange,
                help: "use a stage instead, as in `_ | where …`")
        }
        guard let lastRows else {
            result.lines = LineBinder(binder, nil).lines(of: query.output)
            result.axis = AxisBinder(binder, nil).ends(of: query.output)
            return .continuation(nil)
        }
        let stages = StageBinder(query.stages, binder, rows: lastRows, runsPlan: false)
        result.stages = Array(stages.rows.pipeline.stages.dropFirst(lastRows.pipeline.stages.count))
        result.stageRanges = stages.ranges
        result.lines = LineBinder(binder, stages.rows.shape).lines(of: query.output)
        result.axis = AxisBinder(binder, stages.rows.shape).ends(of: query.output)
        return .continuation(stages.rows)
    }

    private func finish(
        _ stages: StageBinder, of plans: PlanBinder, _ query: QuerySyntax.Query, into result: inout CompiledQuery, _ binder: Binder
    ) -> CompiledQuery.Outcome {
        result.overlapWarning = plans.overlapWarning(for: stages.rows.pipeline.plan)
        result.stages = stages.rows.pipeline.stages
        result.stageRanges = stages.ranges
        result.lines = LineBinder(binder, stages.rows.shape).lines(of: query.output)
        result.axis = AxisBinder(binder, stages.rows.shape).ends(of: query.output)
        return .plan(stages.rows)
    }

    private func noteFraction(_ literal: Literal, against shape: RowShape, _ binder: Binder) {
        guard shape.columns.count == 1, let column = shape.columns.first, column.info.clock == nil else { return }
        // An unknown name is reported where the value is checked.
        _ = binder.collect(
            try binder.resolving(literal) { (literal) in
                binder.noteFraction(literal, in: column.columnUnit, named: column.warningName)
            })
    }

    /// Returns the plan for the sum of a metric, for reports about its samples.
    package func compile(sumOf reference: MetricReference, clauses: [Clause]) -> Resolved<Plan> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            try PlanBinder(binder, clauses: clauses).bind(sumOf: reference).plan
        }
    }

    /// Returns the start of the time that a phrase names, relative to `context.now`. For statements other than queries.
    package func instant(of when: When) -> Resolved<Instant> {
        let calendar = PeriodCalendar(
            zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        return Binder.outcome(in: context) { (binder) throws(Reported) in
            try TimeResolver(calendar: calendar).resolve(when, binder).start
        }
    }

    /// Returns the history of zones, or that of the name.
    package func zone(of literal: Literal) -> Resolved<Zone> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            switch literal {
            case .zones(let history): try binder.zone(of: history)
            case .name(let name): try binder.zone(name)
            default: throw binder.report(.unknownZone, "expected a time zone", at: literal.range, help: "write for example `Europe/Berlin`")
            }
        }
    }

    /// Returns the whole number, or the one that a name refers to.
    package func integer(_ count: Count) -> Resolved<Int> {
        Binder.outcome(in: context) { (binder) throws(Reported) in try binder.integer(count) }
    }

    /// Returns the value of `literal` in the unit of a column. A number without a unit is in the unit that the column shows.
    ///
    /// - Parameter name: the column, for the warning about a fraction of a share; nil for no warning.
    package func amount(of literal: Literal, of metric: MetricInfo?, in unit: ColumnUnit, named name: String?) -> Resolved<Double> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            try binder.resolving(literal) { (literal) throws(Reported) in
                try binder.amount(of: literal, of: metric, in: unit, named: name)
            }
        }
    }

    /// Returns the warning about numbers of an expected row that may be meant as fractions; nil if there are none.
    package func fractionWarning(about numbers: [(literal: Literal, unit: ColumnUnit, column: String)]) -> Diagnostic? {
        let binder = Binder(context: context)
        for (literal, unit, column) in numbers {
            _ = binder.collect(
                try binder.resolving(literal) { (literal) in binder.noteFraction(literal, in: unit, named: column) })
        }
        return binder.diagnostics.first { $0.code == .fractionOfPercent }
    }

    /// Returns the errors in a value that is compared with the result of a query, as far as they are known without running it. Compiling
    /// the query has warned about a fraction.
    package func check(_ literal: Literal, against compiled: CompiledQuery) -> [Diagnostic] {
        guard let columns = compiled.rows?.shape.columns, columns.count == 1 else { return [] }
        return amount(of: literal, of: columns[0].metric, in: columns[0].columnUnit, named: nil).diagnostics
    }

    /// Returns the errors in the allowed difference of an assertion.
    package func check(_ tolerance: AssertStatement.Tolerance, against compiled: CompiledQuery) -> [Diagnostic] {
        let column = compiled.rows?.shape.columns.first
        guard tolerance.isPercent || column != nil else { return [] }
        let unit = tolerance.isPercent ? ColumnUnit.none : column?.columnUnit.difference ?? ColumnUnit.none
        return amount(of: tolerance.amount, of: column?.metric, in: unit, named: nil).diagnostics
    }

    /// Returns the metric that a name refers to.
    package func metric(_ reference: MetricReference) -> Resolved<MetricInfo> {
        Binder.outcome(in: context) { (binder) throws(Reported) in try binder.metric(reference) }
    }
}

extension QuerySyntax.Stage {
    /// True if the stage divides time into periods, which start at the anchor of the query.
    var usesPeriods: Bool {
        switch kind {
        case .runningTotal(.some), .compare, .valueAt, .plain(.project): true
        case .aggregate(_, let keys): keys.contains { if case .interval = $0.kind { true } else { false } }
        default: false
        }
    }

    /// True if the rows describe the state at this moment, so that later samples must be left out.
    var asksAboutNow: Bool {
        switch kind {
        case .plain(.project): return true
        case .valueAt(.when(let when)):
            if case .instant(.now) = when.kind { return true }
            return false
        default: return false
        }
    }
}
