package import HealthModel
package import QueryCompiler
package import QueryDiagnostics
import QueryEngine
package import QueryPlan
package import QuerySyntax
package import QueryVocabulary
import ResultRendering
import RowStages
import SampleStore
import TerminalText

/// Runs one query from its syntax tree to its rows on one view of a store, for the library, scripts and the shell.
package struct QueryRun {
    package let query: Query
    package internal(set) var reader: any SampleSource
    /// The units in the text of findings.
    package var units = UnitPreference.usual
    package var quarterHours = QuarterUse.automatic
    /// True if the result is drawn when the query has no format. Small differences in an average are not visible in a chart.
    package var isDrawn = false
    /// True if rows for a metric without samples are kept. A watch waits for them to get values.
    package var keepsEmptyRows = false
    /// The number that an assertion compares the answer with, for the warning about a fraction.
    package var comparedWith: Literal?
    package var isCancelled: () -> Bool = { false }
    /// Receives each finding as soon as it is known. `isShown` is false for infos about an empty store, which are not useful.
    package var report: (_ finding: Diagnostic, _ isShown: Bool) -> Void
    /// Called between batches with the number of samples read so far and a function that counts all samples to read.
    package var progress: ((_ count: Int, _ total: () throws -> Int) -> Void)?
    /// Called between batches, even if no more samples are read.
    package var tick: ((_ total: () throws -> Int) -> Void)?

    package init(
        _ query: Query, over reader: any SampleSource, report: @escaping (_ finding: Diagnostic, _ isShown: Bool) -> Void
    ) {
        self.query = query
        self.reader = reader
        self.report = report
    }

    /// The rows of an answer and the plan that computed them.
    package struct Rows {
        package var table: ResultTable
        package var plan: Plan?
        /// The binding for further stages.
        package var bound: BoundRows?

        package init(table: ResultTable, plan: Plan?, bound: BoundRows?) {
            self.table = table
            self.plan = plan
            self.bound = bound
        }
    }

    // MARK: Compiling

    /// Compiles the query for `context`.
    ///
    /// - Parameters:
    ///   - lastRows: the rows that `_` refers to.
    ///   - known: an earlier result of compiling, for the same state of the same store. It is reused unless compiling also depends on the
    ///     recorded times of samples or on samples after now.
    package func compiled(
        in context: @autoclosure () throws -> CompilationContext, lastRows: BoundRows? = nil, known: CompiledQuery? = nil
    ) throws -> CompiledQuery {
        let persons = try reader.persons()
        if persons.count > 1 { return try compiled(for: persons, in: context(), lastRows: lastRows) }
        if let known, known.wantsNothing { return known }
        return try settled(context(), over: [reader], lastRows: lastRows, known: known)
    }

    /// Compiles for one zone, and again with the facts about samples that this asks for.
    ///
    /// - Parameter views: the views of the people whom the query concerns.
    func settled(
        _ context: CompilationContext, over views: @autoclosure () throws -> [any SampleSource], lastRows: BoundRows?,
        known: CompiledQuery? = nil
    ) throws -> CompiledQuery {
        var context = context
        var compiled = try compiledWithNames(&context, over: views(), lastRows: lastRows, known: known)
        guard !compiled.wantsNothing else { return compiled }
        let views = try views()
        if case .plan(let rows) = compiled.outcome, !compiled.wantsRecordedTimes.isEmpty {
            let plan = rows.pipeline.plan
            for metric in compiled.wantsRecordedTimes {
                let found = try views.compactMap {
                    try RecordedTimes.summary(
                        of: metric, zone: plan.zone, isLocal: plan.usesSampleZones, countsSchedule: plan.countsSchedule, in: $0)
                }
                context.contents.recordedTimes[metric] = found.dropFirst().reduce(found.first) { $0?.united(with: $1) }
            }
            compiled = compile(context, lastRows)
        }
        guard !compiled.hasFailed, !compiled.wantsLaterSamples.isEmpty else { return compiled }
        for question in compiled.wantsLaterSamples {
            var answer = LaterSamples()
            for view in views {
                let own = try QueryEngine.laterSamples(question, in: view, options: EngineOptions(isCancelled: isCancelled))
                answer.end = [answer.end, own.end].compactMap(\.self).max()
                answer.count = min(answer.count + own.count, LaterSamples.greatestCount)
            }
            context.contents.laterSamples[question] = answer
        }
        return compile(context, lastRows)
    }

    /// Compiles, and again if the query has a name that is not in the tables, with the names in the samples of `views`.
    func compiledWithNames(
        _ context: inout CompilationContext, over views: @autoclosure () throws -> [any SampleSource], lastRows: BoundRows?,
        known: CompiledQuery? = nil
    ) throws -> CompiledQuery {
        let compiled = known ?? compile(context, lastRows)
        guard !compiled.wantsStoredNames.isEmpty else { return compiled }
        let views = try views()
        for metric in compiled.wantsStoredNames {
            context.contents.storedNames[metric] = try views.reduce(into: []) { $0.formUnion(try StoredNames.names(of: metric, in: $1)) }
        }
        return compile(context, lastRows)
    }

    func compile(_ context: CompilationContext, _ lastRows: BoundRows?) -> CompiledQuery {
        var compiled = QueryCompiler(context: context, lastRows: lastRows).compile(query, comparedWith: comparedWith)
        compiled.diagnostics.removeAll(where: isHidden)
        return compiled
    }

    /// Returns the names of values of a metric in the samples of all people that are not in the tables. A view that can't be read has none:
    /// the statement that reads it reports that.
    package static func storedNames(of metric: MetricID, ofAllPersonsIn reader: any SampleSource) -> Set<String> {
        let views = (try? reader.persons().map { try reader.view(of: $0.id) }) ?? []
        return views.reduce(into: []) { $0.formUnion((try? StoredNames.names(of: metric, in: $1)) ?? []) }
    }

    /// True for findings that an app does not get. It does not learn whether the store has no samples or none that it may read (S10.4).
    func isHidden(_ finding: Diagnostic) -> Bool {
        reader is AppView && [.noValue, .metricWithoutSamples].contains(finding.code)
    }

    // MARK: Answering

    /// The error that is thrown instead of returning rows, after the reason was reported.
    package struct NoRows: Error {
        fileprivate init() {}
    }

    /// The error for a query about `_` before the first answer.
    package static func noLastResult(for query: Query) -> Diagnostic {
        Diagnostic(.unknownName, "there is no last result yet", at: query.range, help: "run a query first")
    }

    /// Returns the rows without checks and findings; nil if the query has no rows.
    package func table(of compiled: CompiledQuery) throws -> ResultTable? {
        guard case .plan(let rows) = compiled.outcome else { return nil }
        var table = try QueryEngine.run(
            rows.pipeline, over: reader, options: EngineOptions(isCancelled: isCancelled, quarterHours: quarterHours))
        table.header.dayParts = compiled.dayParts
        return table
    }

    /// Returns the rows.
    ///
    /// - Parameter last: the rows that `_` refers to. Nil if there are none yet.
    /// - Throws: `NoRows` if the query is wrong, after passing the errors to `report`.
    package func rows(of compiled: CompiledQuery, after last: Rows?) throws -> Rows {
        var run = self
        run.reader = try compiled.reader(of: reader)
        do {
            var rows = try run.answer(to: compiled, after: last)
            if let person = compiled.person { rows.table.header.person = person }
            rows.table.header.dayParts.merge(compiled.dayParts) { $1 }
            return rows
        } catch EngineError.joinedTwice(let time, let text) {
            let joins = query.stages.filter { if case .join = $0.kind { true } else { false } }
            let stage =
                joins.first { if case .join(let joined, _) = $0.kind { QueryFormatter.text(of: joined) == text } else { false } }
                ?? joins.first
            report(
                Diagnostic(
                    .joinedTwice, "the joined query has two rows \(time.map { "for \($0)" } ?? "with the same keys")",
                    at: stage?.range ?? query.range, help: "group it by the period of the rows, or by day"), true)
            throw NoRows()
        } catch EngineError.missingHours(let hours) {
            let stage = query.stages.first { $0.kind.word == .plain(.rhythm) }
            report(hours.diagnostic(at: stage?.range ?? query.range, pipe: stage?.pipe), true)
            throw NoRows()
        } catch EngineError.tooManyForTrend(let count) {
            let stage = query.stages.first { if case .trend(_, isLinear: false) = $0.kind { true } else { false } }
            report(
                Diagnostic(
                    .tooManyForTrend, "`trend` compares up to \(QueryEngine.greatestTrendCount) values, but there are \(count)",
                    at: stage?.range ?? query.range, help: "use `trend linear`, or longer rows such as `by day`",
                    fix: stage.map { [.init(SourceRange(at: $0.range.end), " linear")] }), true)
            throw NoRows()
        }
    }

    private func answer(to compiled: CompiledQuery, after last: Rows?) throws -> Rows {
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
        let found: [Diagnostic]
        do {
            found = try findings(on: table, of: compiled, pipeline, options)
        } catch is WarehouseRefusal {
            // The warehouse that has the samples can't answer some checks. The answer is right without them.
            found = compiled.findings(aboutRowsOf: table) + personFindings(about: table)
        }
        tell(found, in: &table, compiled)
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
            try compiled.findings(aboutRowsOf: table)
            + emptyAnswer(plan, options).findings(for: table, after: compiled.stages, of: last.table, told: compiled.diagnostics)
        tell(found, in: &table, compiled)
        return Rows(table: table, plan: plan, bound: bound)
    }

    private func begin(_ stage: String) throws {
        if isCancelled() { throw EngineError.cancelled }
        PipelineTrace.record(.run, stage)
    }

    /// Returns the findings that depend on the rows themselves.
    private func findings(
        on table: ResultTable, of compiled: CompiledQuery, _ pipeline: Pipeline, _ options: EngineOptions
    ) throws -> [Diagnostic] {
        let plan = pipeline.plan
        var found =
            try compiled.findings(aboutRowsOf: table) + personFindings(about: table)
            + emptyAnswer(plan, options).findings(for: table, after: pipeline.stages, told: compiled.diagnostics)
        if let warning = compiled.overlapWarning, try countsTwice(compiled.stages.isEmpty ? table : nil, plan, options) {
            found.append(warning)
        }
        if plan.asksForConsensus, let finding = ConsensusCheck(table, plan, query).finding { found.append(finding) }
        let isDrawn = compiled.output.map(\.format.isPicture) ?? isDrawn
        let checks = AnswerChecks(plan: plan, query: query, isDrawn: isDrawn, reader: reader, options: options)
        // A condition on rows finds a short night. Other stages leave out partial rows, or say that they do.
        let keepsPartial = compiled.stages.first.map { if case .filter = $0.kind { true } else { false } } ?? true
        if keepsPartial { found += [checks.nightCutByRange(in: table)].compactMap(\.self) }
        found += try [checks.differentZones()].compactMap(\.self)
        if compiled.stages.isEmpty {
            found += try checks.findings(on: table)
        } else {
            found += table.header.findings.filter(\.isOfMixedLabs).compactMap { $0.diagnostic(on: query, of: nil) }
        }
        return found
    }

    private func tell(_ found: [Diagnostic], in table: inout ResultTable, _ compiled: CompiledQuery) {
        let found = found.filter { !isHidden($0) }
        for finding in found { report(finding, true) }
        table.header.notes += (compiled.diagnostics + found).map {
            ResultNote(code: $0.code.rawValue, severity: $0.severity.rawValue, message: $0.message, note: $0.note)
        }
    }

    private func emptyAnswer(_ plan: Plan, _ options: EngineOptions) -> EmptyAnswer {
        EmptyAnswer(query: query, plan: plan, zone: plan.zone, units: units, source: reader, options: options)
    }

    /// Returns true if the store has samples of a metric of `plan`. Always true for activity summaries.
    private func hasSamples(_ plan: Plan) throws -> Bool {
        guard case .statistics(let measures) = plan.subject else { return true }
        return try measures.contains { try reader.metricSummary(of: $0.metric) != nil }
    }

    /// Returns true if adding up all sources gives other sums than merging them.
    ///
    /// - Parameter table: the answer to `plan`, if known.
    private func countsTwice(_ table: ResultTable?, _ plan: Plan, _ options: EngineOptions) throws -> Bool {
        // Where sources overlap at all, they mostly do in the last days. Then all samples need not be read again.
        for part in plan.cohort == nil ? try latestParts(of: plan) : [] where try mergingChanges(nil, part, options) { return true }
        return try mergingChanges(table, plan, options)
    }

    /// Returns true if an answer differs from that with merged sources.
    private func mergingChanges(_ table: ResultTable?, _ plan: Plan, _ options: EngineOptions) throws -> Bool {
        let table = try table ?? QueryEngine.run(plan, over: reader, options: options)
        let merging = plan.changing { $0.sourceRule = .merged }
        let merged = try QueryEngine.run(merging, over: reader, options: options)
        return zip(table.columns, merged.columns).contains { raw, merged in
            zip(raw.values, merged.values).contains { abs(($0 ?? 0) - ($1 ?? 0)) > 1e-9 * abs($0 ?? 0) }
        }
    }

    /// Returns plans for the end of the time of `plan`, shortest first. None if its buckets leave out some of the time.
    private func latestParts(of plan: Plan) throws -> [Plan] {
        guard case .statistics(let measures) = plan.subject, plan.grid.holdsAll(of: plan.range) else { return [] }
        let ends = try measures.compactMap { try reader.metricSummary(of: $0.metric)?.lastEnd }
        guard let last = ends.max(), case let end = min(plan.range.end, last), plan.range.start < end else { return [] }
        let length = end.milliseconds - plan.range.start.milliseconds
        return [256, 16].map { (parts: Int64) in
            var part = plan
            part.range = PlanRange(start: end.advanced(byMilliseconds: -length / parts), end: end)
            part.grid = TimeGrid(whole: part.range)
            part.splits = []
            return part
        }
    }
}

extension MissingHours {
    /// - Parameter pipe: the pipe before the stage; nil if the stage is not in the text of the query.
    fileprivate func diagnostic(at range: SourceRange, pipe: SourceRange?) -> Diagnostic {
        let rows = [column.map { "`\($0)`" }, keys.isEmpty ? nil : keys.joined(separator: ", ")].compactMap(\.self)
        let help = "if an hour without samples means 0, put `| fill zero` before it"
        let place = rows.isEmpty ? "" : " of \(rows.joined(separator: " of "))"
        return Diagnostic(
            .missingHours,
            "`rhythm` needs a value in at least 90% of the hours, but \(Wording.number(missing)) of \(Wording.number(all)) hours\(place) "
                + "have none", at: range,
            help: isAmount ? help : "choose a range with more data, or estimate the other hours with `| fill linear`",
            fix: isAmount
                ? pipe.map { Diagnostic.Fix(SourceRange(at: $0.start), "| fill zero ", keepsQuestion: false, help: help) } : nil)
    }
}

extension CompiledQuery {
    /// Returns the view for the query: that of its only person, if it concerns one person.
    package func reader(of view: any SampleSource) throws -> any SampleSource { try person.map(view.view) ?? view }

    /// True if compiling needs no more information about the store.
    fileprivate var wantsNothing: Bool {
        wantsRecordedTimes.isEmpty && wantsStoredNames.isEmpty && (hasFailed || wantsLaterSamples.isEmpty)
    }
}

extension Query {
    /// True if the query keeps rows without values, with `fill null` as a clause or a stage.
    fileprivate var asksForNullRows: Bool {
        clauses.contains { if case .fill(.null) = $0.kind { true } else { false } }
            || stages.contains { if case .fill(.null) = $0.kind { true } else { false } }
    }
}
