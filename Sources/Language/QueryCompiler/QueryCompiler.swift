import QueryVocabulary
import CalendarIntervals
package import QueryDiagnostics
package import HealthModel
package import QueryPlan
package import QuerySyntax

/// Binds a query to metrics, units, sources and times, and lays out its buckets.
package struct QueryCompiler: Sendable {
    let context: CompilationContext
    /// The rows of the last result, which `_` stands for; nil where there is none, or where it is not known what they are.
    private let lastRows: BoundRows?

    package init(context: CompilationContext, lastRows: BoundRows? = nil) {
        self.context = context
        self.lastRows = lastRows
    }

    /// The same compiler where formals have values.
    func knowing(_ names: NameTable) -> QueryCompiler {
        var context = context
        context.names = names
        return QueryCompiler(context: context, lastRows: lastRows)
    }

    /// Returns what `query` means, or what is wrong with it. Nothing is read of the store but its contents list.
    package func compile(_ query: QuerySyntax.Query) -> CompiledQuery {
        PipelineTrace.record(.compile, "Query → CompiledQuery")
        let binder = Binder(context: context)
        var result = CompiledQuery()
        let outcome = binder.collect(try bind(binder.expanded(query), into: &result, binder))
        result.wantsRecordedTimes = binder.wantsRecordedTimes
        result.wantsLaterSamples = binder.wantsLaterSamples
        result.diagnostics = binder.diagnostics.enumerated()
            .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }.map(\.element)
        if case .success(let outcome) = outcome, !binder.hasErrors { result.outcome = outcome } else { result.stages = [] }
        return result
    }

    private func bind(
        _ query: QuerySyntax.Query, into result: inout CompiledQuery, _ binder: Binder
    ) throws(Reported) -> CompiledQuery.Outcome {
        result.output = query.output
        if let axis = query.output?.axis { check(axis, of: query.output?.format ?? .chart, binder) }
        let plans = PlanBinder(binder, clauses: query.clauses, leavesOutLater: query.stages.contains(where: \.asksAboutNow))
        if let bound = try plans.bind(query.source) {
            result.overlapWarning = plans.overlapWarning(for: bound.plan)
            let stages = StageBinder(query.stages, binder, rows: BoundRows(bound), runsPlan: true)
            result.stages = stages.rows.pipeline.stages
            result.stageRanges = stages.ranges
            return .plan(stages.rows)
        }
        for clause in query.clauses {
            binder.report(
                .misplacedClause, "the last result cannot be asked again", at: clause.keywordRange,
                help: "work on its rows with a stage: `_ | where …`")
        }
        guard let lastRows else { return .continuation(nil) }
        let stages = StageBinder(query.stages, binder, rows: lastRows, runsPlan: false)
        result.stages = Array(stages.rows.pipeline.stages.dropFirst(lastRows.pipeline.stages.count))
        result.stageRanges = stages.ranges
        return .continuation(stages.rows)
    }

    private func check(_ axis: AxisEnds, of format: OutputFormat, _ binder: Binder) {
        if !format.hasAxis {
            binder.report(
                .chartAxis, "`\(format.rawValue)` has no axis of values", at: axis.range,
                help: "`as line from 40 to 120` is where a picture's axis begins and ends; a range of time stands before `as`")
        } else if let upper = axis.upper, upper.value <= axis.lower.value {
            binder.report(
                .chartAxis, "an axis goes up, and \(upper.text) is not above \(axis.lower.text)", at: axis.range,
                help: "write the smaller number first")
        }
    }

    /// Returns the plan of the sum of a metric, for reports about its samples.
    package func compile(sumOf reference: MetricReference, clauses: [Clause]) -> Resolved<Plan> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            try PlanBinder(binder, clauses: clauses).bind(sumOf: reference).plan
        }
    }

    /// Returns the start of the period that a phrase names at `context.now`, for statements other than queries.
    package func instant(of when: When) -> Resolved<Instant> {
        let calendar = PeriodCalendar(
            zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        return Binder.outcome(in: context) { (binder) throws(Reported) in
            try TimeResolver(calendar: calendar).resolve(when, binder).start
        }
    }

    /// Returns the number that is written or named.
    package func number(_ operand: NumberOperand) -> Resolved<Double> {
        Binder.outcome(in: context) { (binder) throws(Reported) in try binder.number(operand) }
    }

    /// Returns what `literal` amounts to in `unit`.
    package func amount(of literal: Literal, of metric: MetricInfo?, in unit: HealthUnit?) -> Resolved<Double> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            try binder.resolving(literal) { (literal) throws(Reported) in try binder.amount(of: literal, of: metric, in: unit) }
        }
    }

    /// Returns what is wrong with a value that the one of a query is compared with, as far as its text tells.
    package func check(_ literal: Literal, against compiled: CompiledQuery) -> [Diagnostic] {
        guard let columns = compiled.rows?.shape.columns, columns.count == 1 else { return [] }
        return amount(of: literal, of: columns[0].metric, in: columns[0].unit).diagnostics
    }

    /// Returns the metric that a name stands for.
    package func metric(_ reference: MetricReference) -> Resolved<MetricInfo> {
        Binder.outcome(in: context) { (binder) throws(Reported) in try binder.metric(reference) }
    }
}

extension QuerySyntax.Stage {
    /// Whether its rows say how things stand now, so that nothing that comes later has a part in them.
    fileprivate var asksAboutNow: Bool {
        switch kind {
        case .plain(.project): return true
        case .valueAt(.when(let when)):
            if case .instant(.now) = when.kind { return true }
            return false
        default: return false
        }
    }
}
