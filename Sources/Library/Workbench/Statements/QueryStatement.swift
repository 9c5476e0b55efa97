import QueryVocabulary
import QueryDiagnostics
import QueryEngine
import Foundation
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering

extension StatementRunner {
    func run(_ query: Query) throws -> Outcome {
        session.sumUpBeforeQuery(output)
        guard var answer = try answer(query) else { return .wrong }
        session.keep(answer, of: query)
        guard try render(&answer) else { return .wrong }
        if session.settings.timing {
            output.note("\(answer.table.rowCount) \(answer.table.rowCount == 1 ? "row" : "rows") in \(ElapsedText.of(answer.seconds))")
        }
        return .fine
    }

    /// Returns the rows of `query` and where they go; nil after an error was reported.
    ///
    /// - Parameter keepsEmptyRows: whether rows about a metric without samples stay, as a watch waits for them to fill.
    func answer(_ query: Query, keepsEmptyRows: Bool = false) throws -> Answer? {
        let started = ContinuousClock.now
        var answer = try session.store.read { reader -> Answer? in
            let meter = QueryMeter(output, since: started)
            defer { meter.remove() }
            let compiled = try compile(query, reader)
            let hasSamples = try compiled.plan.map { try self.hasSamples($0, reader) } ?? true
            let isEmptyStore = try !hasSamples && reader.metricSummaries().isEmpty
            for finding in compiled.diagnostics {
                // If the store is empty, nothing else about the query matters.
                if finding.severity == .info, isEmptyStore { output.record(finding) } else { output.report(finding, in: source) }
            }
            guard !compiled.hasErrors else { return nil }
            if output.isCancelled { throw EngineError.cancelled }
            var options = EngineOptions(isCancelled: { output.isCancelled }, quarterHours: session.settings.quarterHours)
            if compiled.usesLastResult {
                guard let last = session.lastResult else {
                    output.report(
                        Diagnostic(.unknownName, "there is no last result yet", at: query.range, help: "ask a query first"), in: source)
                    return nil
                }
                guard let plan = compiled.pipeline?.plan, !compiled.stages.isEmpty else {
                    return Answer(table: last, plan: session.lastPlan, rows: compiled.rows, output: compiled.output)
                }
                var table = try QueryEngine.run(compiled.stages, on: last, of: plan, over: reader, options: options)
                table.header.query += compiled.stages.map { " | \($0.text)" }.joined()
                let found =
                    try compiled.findings(of: table.header.partialRowsLeftOut)
                    + emptyAnswer(query, plan, reader, options).findings(
                        for: table, after: compiled.stages, of: last, told: compiled.diagnostics)
                for finding in found { output.report(finding, in: source) }
                table.header.notes += notes(of: compiled.diagnostics + found)
                return Answer(table: table, plan: plan, rows: compiled.rows, output: compiled.output)
            }
            guard var pipeline = compiled.pipeline else { return nil }
            pipeline.plan.text = QueryFormatter.text(of: query)
            let plan = pipeline.plan
            let total = { try QueryEngine.sampleCount(of: pipeline, in: reader) }
            options.progress = { meter.tell($0, of: total) }
            options.isCancelled = {
                meter.tick(of: total)
                return output.isCancelled
            }
            var table = try QueryEngine.run(pipeline, over: reader, options: options)
            options.progress = nil
            let keepsRows = hasSamples || keepsEmptyRows || table.dayProgress != nil || query.asksForNullRows
            if !keepsRows, table.rowCount > 1, table.hasNoValue { table.keep([]) }
            var found =
                try compiled.findings(of: table.header.partialRowsLeftOut)
                + emptyAnswer(query, plan, reader, options).findings(for: table, after: pipeline.stages, told: compiled.diagnostics)
            if let warning = compiled.overlapWarning, try countsTwice(compiled.stages.isEmpty ? table : nil, plan, reader, options) {
                found.append(warning)
            }
            if compiled.stages.isEmpty {
                let format = compiled.output.map(\.format) ?? session.settings.format
                found += try AnswerChecks(plan: plan, query: query, isDrawn: format.isPicture, reader: reader, options: options)
                    .findings(on: table)
            }
            if !found.isEmpty { meter.remove() }
            for finding in found { output.report(finding, in: source) }
            table.header.notes += notes(of: compiled.diagnostics + found)
            return Answer(table: table, plan: plan, rows: compiled.rows, output: compiled.output)
        }
        answer?.seconds = (ContinuousClock.now - started) / .seconds(1)
        return answer
    }

    private func emptyAnswer(_ query: Query, _ plan: Plan, _ reader: any SampleSource, _ options: EngineOptions) -> EmptyAnswer {
        EmptyAnswer(query: query, plan: plan, zone: plan.zone, units: session.settings.units, source: reader, options: options)
    }

    /// Whether the store has any sample of the metrics of `plan`; true for activity summaries.
    private func hasSamples(_ plan: Plan, _ reader: any SampleSource) throws -> Bool {
        guard case .statistics(let measures) = plan.subject else { return true }
        return try measures.contains { try reader.metricSummary(of: $0.metric) != nil }
    }

    private func notes(of findings: [Diagnostic]) -> [ResultNote] {
        findings.map { ResultNote(code: $0.code.rawValue, severity: $0.severity.rawValue, message: $0.message) }
    }

    /// Compiles `query`; again where its range depends on the clocks that samples were recorded with, or its rows on samples after now.
    func compile(_ query: Query, _ reader: any SampleSource) throws -> CompiledQuery {
        var context = try session.context(reading: reader)
        var compiled = QueryCompiler(context: context).compile(query)
        if let zone = compiled.plan?.zone, !compiled.wantsRecordedTimes.isEmpty {
            for metric in compiled.wantsRecordedTimes {
                context.contents.recordedTimes[metric] = try RecordedTimes.summary(of: metric, zone: zone, in: reader)
            }
            compiled = QueryCompiler(context: context).compile(query)
        }
        guard !compiled.hasErrors, !compiled.wantsLaterSamples.isEmpty else { return compiled }
        let options = EngineOptions(isCancelled: { output.isCancelled })
        for question in compiled.wantsLaterSamples {
            context.contents.laterSamples[question] = try QueryEngine.laterSamples(question, in: reader, options: options)
        }
        return QueryCompiler(context: context).compile(query)
    }

    /// Whether sums of all sources are other than merged ones.
    ///
    /// - Parameter table: the answer to `plan`, if it is known.
    private func countsTwice(
        _ table: ResultTable?, _ plan: Plan, _ reader: any SampleSource, _ options: EngineOptions
    ) throws -> Bool {
        let table = try table ?? QueryEngine.run(plan, over: reader, options: options)
        var merging = plan
        merging.sourceRule = .merged
        let merged = try QueryEngine.run(merging, over: reader, options: options)
        return zip(table.columns, merged.columns).contains { raw, merged in
            zip(raw.values, merged.values).contains { abs(($0 ?? 0) - ($1 ?? 0)) > 1e-9 * abs($0 ?? 0) }
        }
    }

    /// Prints an answer, or writes it where it is to go.
    ///
    /// - Returns: False after a report: there is no such picture of these rows, or no such path.
    func render(_ answer: inout Answer) throws -> Bool {
        let format = answer.output.map(\.format) ?? session.settings.format
        let isPicture = format.isPicture && answer.table.kind != .list
        let picture = isPicture ? drawing(of: answer, as: format) : nil
        guard !isPicture || picture != nil else { return false }
        guard let operand = answer.output?.path else {
            var options = renderOptions
            options.rowEvent = answer.event
            if options.isTerminal, let rows = session.settings.rows { options.maximumRows = rows == 0 ? nil : rows }
            // Results for people that follow each other stand apart.
            if session.hasShownTable, format.definition.isForPeople { output.write("\n") }
            session.hasShownTable = true
            if let picture {
                output.write(picture.text(for: options))
                return true
            }
            try show { write in try ResultRenderer.render(answer.table, as: format, options: options, write: write) }
            return true
        }
        guard let path = path(operand) else { return false }
        let file = ResultFile(path: path, mayReplace: answer.mayReplaceFile || mayReplace(path))
        let started = ContinuousClock.now
        let meter = QueryMeter(output, since: started)
        defer { meter.remove() }
        try file.write { write in
            if let picture {
                write(picture.text(forFile: path, options: fileOptions))
            } else {
                var lines = 0
                try ResultRenderer.render(answer.table, as: format, options: fileOptions) { text in
                    if output.isCancelled { throw EngineError.cancelled }
                    write(text)
                    lines += text.utf8.count { $0 == UInt8(ascii: "\n") }
                    meter.tell(lines, "rows written") { answer.table.rowCount }
                }
            }
        }
        answer.seconds += (ContinuousClock.now - started) / .seconds(1)
        meter.remove()
        output.note("wrote \(answer.table.rowCount) \(answer.table.rowCount == 1 ? "row" : "rows") to \(path)")
        if let format = picture?.formatOtherThan(nameOf: path) {
            output.note("its name says something else, but it is \(format), as asked for")
        }
        return true
    }

    /// Prints what `render` writes until it is interrupted, or nobody reads on: leaving a pager early is no error.
    private func show(_ render: ((String) throws -> Void) throws -> Void) throws {
        do {
            try render { text in
                output.write(text)
                if !output.takesMore { throw ReaderLeft() }
                if output.isCancelled { throw EngineError.cancelled }
            }
        } catch is ReaderLeft {}
    }

    /// Files are replaced where the settings allow it, or a person says so.
    func mayReplace(_ path: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path), !session.settings.overwrite else { return true }
        return output.confirm("\(path) exists. Replace it?") ?? false
    }

    /// Returns the path that `operand` names; nil after a report. Files that are read stand relative to the script.
    func path(_ operand: TextOperand, inFolder folder: String? = nil) -> String? {
        if let text = session.names.text(operand) { return ScriptFile.path(text, from: folder) }
        output.report(NameRules.pathExpected(operand, in: source), in: source)
        return nil
    }
}

/// Nobody reads the rest of a result.
private struct ReaderLeft: Error {}

extension Query {
    /// Whether it asks for rows that have no value, with `fill null` as a clause or as a stage.
    fileprivate var asksForNullRows: Bool {
        clauses.contains { if case .fill(.null) = $0.kind { true } else { false } }
            || stages.contains { if case .fill(.null) = $0.kind { true } else { false } }
    }
}

/// The rows of a query, what they were computed from, and where they go.
struct Answer {
    var table: ResultTable
    var plan: Plan?
    /// What further stages are bound to.
    var rows: BoundRows?
    var output: QuerySyntax.Output?
    /// Whether its file is one that an earlier answer of the same statement wrote.
    var mayReplaceFile = false
    /// What its rows are in a series of answers; nil where it is the only one.
    var event: RowEvent?
    /// How long it took to compile and to run the query, and to write it to a file.
    var seconds = 0.0
}
