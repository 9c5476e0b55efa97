import QueryVocabulary
package import HealthModel
package import QueryCompiler
package import QueryDiagnostics
package import QueryEngine
package import QueryPlan
package import QuerySyntax
import ResultRendering

/// One query on its way from its tree to its rows, on one view of a store: the library, scripts and the shell all go this way.
package struct QueryRun {
    package let query: Query
    package let reader: any SampleSource
    /// The units that findings speak in.
    package var units = UnitPreference.usual
    package var quarterHours = QuarterUse.automatic
    /// Whether rows are drawn where the query names no format: an average is not read off a picture as a number.
    package var isDrawn = false
    /// Whether rows about a metric without samples stay, as a watch waits for them to fill.
    package var keepsEmptyRows = false
    package var isCancelled: () -> Bool = { false }
    /// Takes each finding as soon as it is known, and whether it is worth showing: about an empty store, nothing else matters.
    package var report: (_ finding: Diagnostic, _ isShown: Bool) -> Void
    /// Told between batches how many samples were read, with what counts those that will be.
    package var progress: ((_ count: Int, _ total: () throws -> Int) -> Void)?
    /// Asked between batches, also where nothing more is read.
    package var tick: ((_ total: () throws -> Int) -> Void)?

    package init(
        _ query: Query, over reader: any SampleSource, report: @escaping (_ finding: Diagnostic, _ isShown: Bool) -> Void
    ) {
        self.query = query
        self.reader = reader
        self.report = report
    }

    /// The rows of an answer, and what they were computed from.
    package struct Rows {
        package var table: ResultTable
        package var plan: Plan?
        /// What further stages are bound to.
        package var bound: BoundRows?

        package init(table: ResultTable, plan: Plan?, bound: BoundRows?) {
            self.table = table
            self.plan = plan
            self.bound = bound
        }
    }

    // MARK: Compiling

    /// Returns what the query means in `context`.
    ///
    /// - Parameters:
    ///   - lastRows: the rows that `_` stands for.
    ///   - known: what it was found to mean before, of the same store in the same state. It is compiled anew only where that does not know
    ///     yet by which clocks samples were recorded, or which samples there are after now.
    package func compiled(
        in context: @autoclosure () throws -> CompilationContext, lastRows: BoundRows? = nil, known: CompiledQuery? = nil
    ) throws -> CompiledQuery {
        if let known, known.wantsNothing { return known }
        var context = try context()
        func compile() -> CompiledQuery { QueryCompiler(context: context, lastRows: lastRows).compile(query) }
        var compiled = known ?? compile()
        if case .plan(let rows) = compiled.outcome, !compiled.wantsRecordedTimes.isEmpty {
            let zone = rows.pipeline.plan.zone
            for metric in compiled.wantsRecordedTimes {
                context.contents.recordedTimes[metric] = try RecordedTimes.summary(of: metric, zone: zone, in: reader)
            }
            compiled = compile()
        }
        guard !compiled.hasFailed, !compiled.wantsLaterSamples.isEmpty else { return compiled }
        for question in compiled.wantsLaterSamples {
            context.contents.laterSamples[question] = try QueryEngine.laterSamples(
                question, in: reader, options: EngineOptions(isCancelled: isCancelled))
        }
        return compile()
    }

    // MARK: Answering

    /// Says that an error was reported: thrown in place of rows.
    package struct NoRows: Error {
        fileprivate init() {}
    }

    /// What is wrong with a query about `_` before the first answer.
    package static func noLastResult(for query: Query) -> Diagnostic {
        Diagnostic(.unknownName, "there is no last result yet", at: query.range, help: "ask a query first")
    }

    /// Returns the rows.
    ///
    /// - Parameter last: the rows that `_` stands for; nil where there are none yet.
    /// - Throws: `NoRows` where the query is wrong, after `report` was told why.
    package func rows(of compiled: CompiledQuery, after last: Rows?) throws -> Rows {
        switch compiled.outcome {
        case .failed:
            for finding in compiled.diagnostics { report(finding, true) }
            throw NoRows()
        case .plan(let bound): return try rows(of: bound, compiled)
        case .continuation(let bound):
            for finding in compiled.diagnostics { report(finding, true) }
            guard let last else {
                report(Self.noLastResult(for: query), true)
                throw NoRows()
            }
            return try rows(of: bound, compiled, after: last)
        }
    }

    private func rows(of bound: BoundRows, _ compiled: CompiledQuery) throws -> Rows {
        var pipeline = bound.pipeline
        let hasSamples = try hasSamples(pipeline.plan)
        let isEmptyStore = try !hasSamples && reader.metricSummaries().isEmpty
        for finding in compiled.diagnostics { report(finding, finding.severity != .info || !isEmptyStore) }
        try begin("Pipeline → ResultTable")
        pipeline.plan.text = QueryFormatter.text(of: query)
        var options = EngineOptions(isCancelled: isCancelled, quarterHours: quarterHours)
        let total = { [reader] in try QueryEngine.sampleCount(of: pipeline, in: reader) }
        if let progress { options.progress = { progress($0, total) } }
        if let tick {
            options.isCancelled = { [isCancelled] in
                tick(total)
                return isCancelled()
            }
        }
        var table = try QueryEngine.run(pipeline, over: reader, options: options)
        options.progress = nil
        let keepsRows = hasSamples || keepsEmptyRows || table.dayProgress != nil || query.asksForNullRows
        if !keepsRows, table.rowCount > 1, table.hasNoValue { table = table.keeping([]) }
        tell(try findings(on: table, of: compiled, pipeline, options), in: &table, compiled)
        return Rows(table: table, plan: pipeline.plan, bound: bound)
    }

    private func rows(of bound: BoundRows?, _ compiled: CompiledQuery, after last: Rows) throws -> Rows {
        try begin("ResultTable → ResultTable")
        guard let plan = bound?.pipeline.plan, !compiled.stages.isEmpty else {
            return Rows(table: last.table, plan: last.plan, bound: bound)
        }
        let options = EngineOptions(isCancelled: isCancelled, quarterHours: quarterHours)
        var table = try QueryEngine.run(compiled.stages, on: last.table, of: plan, over: reader, options: options)
        table.header.query += compiled.stages.map { " | \($0.text)" }.joined()
        let found =
            try compiled.findings(of: table.header.partialRowsLeftOut)
            + emptyAnswer(plan, options).findings(for: table, after: compiled.stages, of: last.table, told: compiled.diagnostics)
        tell(found, in: &table, compiled)
        return Rows(table: table, plan: plan, bound: bound)
    }

    private func begin(_ stage: String) throws {
        if isCancelled() { throw EngineError.cancelled }
        PipelineTrace.record(.run, stage)
    }

    /// Returns what the rows themselves show to be worth knowing.
    private func findings(
        on table: ResultTable, of compiled: CompiledQuery, _ pipeline: Pipeline, _ options: EngineOptions
    ) throws -> [Diagnostic] {
        let plan = pipeline.plan
        var found =
            try compiled.findings(of: table.header.partialRowsLeftOut)
            + emptyAnswer(plan, options).findings(for: table, after: pipeline.stages, told: compiled.diagnostics)
        if let warning = compiled.overlapWarning, try countsTwice(compiled.stages.isEmpty ? table : nil, plan, options) {
            found.append(warning)
        }
        if compiled.stages.isEmpty {
            let isDrawn = compiled.output.map(\.format.isPicture) ?? isDrawn
            found += try AnswerChecks(plan: plan, query: query, isDrawn: isDrawn, reader: reader, options: options).findings(on: table)
        }
        return found
    }

    private func tell(_ found: [Diagnostic], in table: inout ResultTable, _ compiled: CompiledQuery) {
        for finding in found { report(finding, true) }
        table.header.notes += (compiled.diagnostics + found).map {
            ResultNote(code: $0.code.rawValue, severity: $0.severity.rawValue, message: $0.message)
        }
    }

    private func emptyAnswer(_ plan: Plan, _ options: EngineOptions) -> EmptyAnswer {
        EmptyAnswer(query: query, plan: plan, zone: plan.zone, units: units, source: reader, options: options)
    }

    /// Whether the store has any sample of the metrics of `plan`; true for activity summaries.
    private func hasSamples(_ plan: Plan) throws -> Bool {
        guard case .statistics(let measures) = plan.subject else { return true }
        return try measures.contains { try reader.metricSummary(of: $0.metric) != nil }
    }

    /// Whether sums of all sources are other than merged ones.
    ///
    /// - Parameter table: the answer to `plan`, if it is known.
    private func countsTwice(_ table: ResultTable?, _ plan: Plan, _ options: EngineOptions) throws -> Bool {
        let table = try table ?? QueryEngine.run(plan, over: reader, options: options)
        var merging = plan
        merging.sourceRule = .merged
        let merged = try QueryEngine.run(merging, over: reader, options: options)
        return zip(table.columns, merged.columns).contains { raw, merged in
            zip(raw.values, merged.values).contains { abs(($0 ?? 0) - ($1 ?? 0)) > 1e-9 * abs($0 ?? 0) }
        }
    }
}

extension CompiledQuery {
    /// Whether it knows all of the store that it depends on.
    fileprivate var wantsNothing: Bool { wantsRecordedTimes.isEmpty && (hasFailed || wantsLaterSamples.isEmpty) }
}

extension Query {
    /// Whether it asks for rows that have no value, with `fill null` as a clause or as a stage.
    fileprivate var asksForNullRows: Bool {
        clauses.contains { if case .fill(.null) = $0.kind { true } else { false } }
            || stages.contains { if case .fill(.null) = $0.kind { true } else { false } }
    }
}
