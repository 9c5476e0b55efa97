import Foundation
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

extension StatementRunner {
    func run(_ query: Query) throws -> Outcome {
        var answer = try answer(query, sumsUp: true)
        session.keep(answer, of: query)
        try render(&answer)
        if session.settings.timing {
            output.note("\(answer.table.rowCount) \(answer.table.rowCount == 1 ? "row" : "rows") in \(ElapsedText.of(answer.seconds))")
        }
        return .fine
    }

    /// Returns the rows of `query` and their destination.
    ///
    /// - Parameters:
    ///   - sumsUp: updates the quarter-hour sums first if that saves time.
    ///   - keepsEmptyRows: keeps the rows of a metric without samples, because `watch` waits for samples to arrive.
    ///   - compared: the number that the answer is compared with, for the warning about a fraction.
    func answer(
        _ query: Query, sumsUp: Bool = false, keepsEmptyRows: Bool = false, comparedWith compared: Literal? = nil
    ) throws -> StatementAnswer {
        let started = ContinuousClock.now
        let meter = QueryMeter(output, since: started)
        defer { meter.remove() }
        let read: (any SampleSource) throws -> StatementAnswer = {
            try self.answer(query, $0, meter, keepsEmptyRows: keepsEmptyRows, compared)
        }
        var answer =
            if sumsUp {
                try session.store.answering(isCancelled: { output.isCancelled }, progress: output.progress(ofSummingUp:), read)
            } else {
                try session.store.readToAnswer(read)
            }
        answer.seconds = (ContinuousClock.now - started) / .seconds(1)
        return answer
    }

    private func answer(
        _ query: Query, _ reader: any SampleSource, _ meter: QueryMeter, keepsEmptyRows: Bool, _ compared: Literal?
    ) throws -> StatementAnswer {
        var run = queryRun(query, reader) { finding, isShown in
            meter.remove()
            if isShown { output.report(finding, in: source) } else { output.record(finding) }
        }
        run.keepsEmptyRows = keepsEmptyRows
        run.comparedWith = compared
        run.progress = { meter.tell($0, of: $1) }
        run.tick = { meter.tick(of: $0) }
        let compiled = try compiled(run)
        let rows: QueryRun.Rows
        // The run has already reported its findings.
        do { rows = try run.rows(of: compiled, after: session.last.rows) } catch is QueryRun.NoRows { throw tell() }
        return StatementAnswer(
            table: rows.table, plan: rows.plan, rows: rows.bound, output: compiled.output, lines: compiled.lines,
            axis: compiled.axis)
    }

    func queryRun(
        _ query: Query, _ reader: any SampleSource, report: @escaping (Diagnostic, Bool) -> Void = { _, _ in }
    ) -> QueryRun {
        var run = QueryRun(query, over: reader, report: report)
        run.units = session.settings.queries.units
        run.quarterHours = session.settings.quarterHours
        run.isDrawn = session.settings.format.isPicture
        run.isCancelled = { output.isCancelled }
        return run
    }

    /// Compiles a query, or reuses the result of checking its script if it is still valid.
    func compiled(_ run: QueryRun) throws -> CompiledQuery {
        // A script is checked for all people, so that its queries are compiled again for one of them.
        let found =
            session.settings.queries.person != nil
            ? nil : known.meaning?.compiled(at: run.reader.changeNumber, lastRows: session.last.knownRows)
        return try run.compiled(in: session.context(reading: run.reader), lastRows: session.last.knownRows, known: found)
    }

    func compile(_ query: Query, _ reader: any SampleSource) throws -> CompiledQuery { try compiled(queryRun(query, reader)) }

    /// Prints an answer, or writes it to its file.
    func render(_ answer: inout StatementAnswer) throws {
        let format = answer.output.map(\.format) ?? session.settings.format
        PipelineTrace.record(.render, "ResultTable → text")
        let isPicture = format.isPicture && answer.table.kind != .list
        let picture = isPicture ? try drawing(of: answer, as: format) : nil
        guard let operand = answer.output?.path else {
            if let collector = output.collector { return collector.add(answer.table, as: format, drawing: picture, options: fileOptions) }
            var options = renderOptions
            options.rowEvent = answer.event
            if options.isTerminal, let rows = session.settings.rows { options.maximumRows = rows == 0 ? nil : rows }
            // Separates consecutive results in formats for people with a blank line.
            if session.course.hasShownTable, format.definition.isForPeople { output.write("\n") }
            session.course.hasShownTable = true
            if let picture {
                output.write(picture.text(for: options))
            } else {
                try show { write in try ResultRenderer.render(answer.table, as: format, options: options, write: write) }
            }
            return
        }
        // A saved query can name a file, too.
        guard !session.storage.mayOnlyAsk else { throw CommandError(.unavailable, StatementKind.noFiles) }
        let path = try path(operand)
        let file = ResultFile(path: path, mayReplace: answer.mayReplaceFile || mayReplace(path))
        let started = ContinuousClock.now
        let meter = QueryMeter(output, since: started)
        defer { meter.remove() }
        try file.write { write in
            if let picture {
                write(picture.text(forFile: path, options: fileOptions))
            } else {
                var lines = 0
                try ResultRenderer.render(answer.table, as: format, options: fileOptions) { piece in
                    if output.isCancelled { throw UserInterruption() }
                    write(utf8: piece)
                    lines += piece.count { $0 == UInt8(ascii: "\n") }
                    meter.tell(lines, "rows written") { answer.table.rowCount }
                }
            }
        }
        answer.seconds += (ContinuousClock.now - started) / .seconds(1)
        meter.remove()
        output.note("wrote \(answer.table.rowCount) \(answer.table.rowCount == 1 ? "row" : "rows") to \(path)")
        if let format = picture?.formatOtherThan(nameOf: path) {
            output.note("the file contains \(format), although its name suggests another format")
        }
    }

    /// Prints what `render` writes, until it is interrupted or the user leaves the pager. Leaving the pager is not an error.
    private func show(_ render: ((ArraySlice<UInt8>) throws -> Void) throws -> Void) throws {
        do {
            try render { piece in
                output.write(utf8: piece)
                if !output.takesMore { throw ReaderLeft() }
                if output.isCancelled { throw UserInterruption() }
            }
        } catch is ReaderLeft {}
    }

    /// Returns true if the file does not exist, or if the settings or the user allow replacing it.
    func mayReplace(_ path: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path), !session.settings.overwrite else { return true }
        return output.confirm("\(path) already exists. Replace it?") ?? false
    }

    /// Returns the path that `operand` names. If `folder` is given, a relative path starts from it.
    func path(_ operand: TextOperand, inFolder folder: String? = nil) throws(ToldMistake) -> String {
        guard let text = session.names.text(operand) else { throw tell(NameRules.pathExpected(operand, in: source)) }
        return ScriptFile.path(text, from: folder)
    }
}

/// The user left the pager before the end of the result.
private struct ReaderLeft: Error {}
