import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `watch`, which gives the answer again each time the store or the clock changes it (S10.1).
extension StatementRunner {
    func watch(_ watch: WatchStatement) throws -> Outcome {
        if watch.name != nil { return try start(watch) }
        // Reports each finding only once, although the answer may be computed every second.
        return try StatementRunner<WatchOutput>(session: session, source: source, output: WatchOutput(output)).repeatAnswer(to: watch)
    }

    /// Returns the periods of `every hour`.
    func rate(of watch: WatchStatement) throws -> BucketSchedule? {
        try watch.rate.map { rate in try told(session.read { try session.compiler(reading: $0).rate(rate) }) }
    }

    /// Throws an error if `until` would compare anything but one value.
    func demandOneValue(of answer: StatementAnswer, for condition: Condition?) throws {
        guard let condition, answer.table.rowCount != 1 || answer.table.columns.count != 1 else { return }
        throw tell(
            Diagnostic(
                .watchShape, "`until` compares one value, but this result has \(WatchedRows.size(of: answer.table))",
                at: condition.literal.range, help: "remove `by` and use only one measure"))
    }

    /// Returns true if the value in `table` meets the condition. An empty value never does.
    func holds(_ condition: Condition, for table: ResultTable) throws -> Bool {
        guard let column = table.columns.first else { return false }
        let expected = try amount(of: condition.literal, for: column, in: table)
        guard let value = column.values.first, var value else { return false }
        if column.isTime(condition.literal) { value = table.timeOfDay(row: 0, column, of: table.header.clockDay) ?? value }
        return condition.comparison.holds(value, expected, tolerance: 0)
    }

    /// True if changed rows are shown before all rows: only in tables and in JSON Lines, where a reader can tell the two apart.
    func showsChangesAlone(_ answer: StatementAnswer) -> Bool {
        answer.output?.path == nil && [.jsonl, .table, .wide].contains(format(of: answer))
    }

    func format(of answer: StatementAnswer) -> OutputFormat { answer.output.map(\.format) ?? session.settings.format }

    /// Prints the changed rows, then the rows that are gone.
    func show(_ difference: WatchedRows.Difference, of answer: StatementAnswer, named watch: Name? = nil) throws {
        let parts: [(kind: RowEvent.Kind, rows: ResultTable)] = [(.changed, difference.changed), (.removed, difference.removed)]
        for (kind, rows) in parts where rows.rowCount > 0 {
            var part = answer
            part.table = rows
            // The total of some rows would look like that of all.
            for index in part.table.columns.indices { part.table.columns[index].isAdditive = false }
            part.event = RowEvent(kind, of: watch?.text)
            try render(&part)
        }
    }
}

extension StatementRunner where Output == WatchOutput {
    fileprivate func repeatAnswer(to watch: WatchStatement) throws -> Outcome {
        let query = watch.query
        let rate = try self.rate(of: watch)
        // Begins before the first answer, so that no write is missed.
        var writes = session.store.waitForWrites()
        var shown = try watched(query, until: watch.condition)
        try demandOneValue(of: shown.answer, for: watch.condition)
        output.drawsInPlace = drawsInPlace(shown.answer)
        let hadShownTable = session.course.hasShownTable
        var status = "watching"
        func showAnswer() throws {
            session.keep(shown.answer, of: query)
            shown.answer.event = RowEvent(.all)
            if output.drawsInPlace { session.course.hasShownTable = hadShownTable }
            try render(&shown.answer)
            output.draw(status: "\(status); Ctrl-C stops")
        }
        try showAnswer()
        if !output.drawsInPlace, output.screen.isTerminal, output.isInterruptible, output.collector == nil {
            output.note("watching; Ctrl-C stops")
        }
        while true {
            if let condition = watch.condition, try holds(condition, for: shown.answer.table) { return .fine }
            guard output.isInterruptible else { return watch.condition == nil ? .fine : .failed }
            switch try wait(for: &writes, after: shown, query, rate) {
            case .cancelled:
                output.note("interrupted")
                return .interrupted
            case .resized: try showAnswer()
            case .due:
                var next = try watched(query)
                let difference = next.rows.difference(from: shown.rows)
                // The first answer created or replaced the file, so later answers may replace it.
                next.answer.mayReplaceFile = true
                // The period of a rate starts with the answer that was shown.
                if rate != nil, !difference.isDifferent { next.moment = shown.moment }
                shown = next
                guard difference.isDifferent else { continue }
                let changes = difference.count > 0 ? "\(difference.inWords) changed" : "updated"
                if output.drawsInPlace {
                    status = "\(changes) at \(try timeOfDay(next.moment))"
                } else {
                    if difference.count > 0 { output.note(changes) }
                    // If there is only one row, the changed row is the whole answer.
                    if showsChangesAlone(next.answer), next.answer.table.rowCount > 1 || format(of: next.answer) == .jsonl {
                        try show(difference, of: next.answer)
                    }
                }
                try showAnswer()
            }
        }
    }

    /// True if a new answer replaces the one before: on a terminal, in formats for people.
    private func drawsInPlace(_ answer: StatementAnswer) -> Bool {
        output.screen.isTerminal && output.isInterruptible && output.collector == nil && answer.output?.path == nil
            && format(of: answer).definition.isForPeople
    }

    private func timeOfDay(_ moment: Instant) throws -> String {
        let zone = try session.read { try session.zone(in: $0) }
        return String(ISO8601.text(of: zone.civil(at: moment)).dropFirst(11).prefix(8))
    }

    private enum WaitEnd { case due, resized, cancelled }

    /// Waits until a process writes to the store or until the time may change the answer, but at least for the rest of the rate's period.
    private func wait(
        for writes: inout StoreWait, after shown: WatchedAnswer, _ query: Query, _ rate: BucketSchedule?
    ) throws -> WaitEnd {
        // A slow answer waits ten times as long as it took.
        let rested = shown.end + .seconds(min(10 * shown.answer.seconds, 60))
        let size = output.screen
        // If `now` is set, the time does not change.
        var look = session.settings.queries.moment == nil ? try nextLook(at: query, after: shown, from: shown.moment) : nil
        while true {
            let rest = (rested - ContinuousClock.now) / .seconds(1)
            let untilLook = look.map { Double($0.milliseconds - session.now.milliseconds) / 1000 }
            writes.wait(atMost: rest > 0 ? rest : untilLook ?? 60)
            if output.isCancelled { return .cancelled }
            if output.drawsInPlace, (output.screen.width, output.screen.height) != (size.width, size.height) { return .resized }
            let now = session.now
            if ContinuousClock.now < rested { continue }
            if let rate, rate.index(of: now) == rate.index(of: shown.moment) { continue }
            if try session.store.changeMark() != shown.mark { return .due }
            guard let due = look, now >= due || now < shown.moment else { continue }
            if try session.read({ try occasion(of: query, $0) }) != shown.occasion { return .due }
            look = try nextLook(at: query, after: shown, from: now)
        }
    }
}

/// Forwards everything, but each warning or note only once. Holds text back that is drawn in place.
final class WatchOutput: SessionOutput {
    private let output: any SessionOutput
    private var reported: [Diagnostic] = []
    private var held = ""
    /// True if an answer replaces the one before on the screen.
    var drawsInPlace = false

    init(_ output: any SessionOutput) { self.output = output }

    var screen: Screen { output.screen }
    var isQuiet: Bool { output.isQuiet }
    var takesMore: Bool { output.takesMore }
    var isCancelled: Bool { output.isCancelled }
    var isInterruptible: Bool { output.isInterruptible }
    var collector: ReportCollector? { output.collector }

    func write(_ text: String) { if drawsInPlace { held += text } else { output.write(text) } }
    func note(_ text: String) { output.note(text) }
    func progress(_ line: String) { output.progress(line) }
    func confirm(_ question: String) -> Bool? { output.confirm(question) }
    func record(_ diagnostic: Diagnostic) { output.record(diagnostic) }

    func report(_ finding: Finding) {
        guard finding.isError || !reported.contains(finding.diagnostic) else { return }
        reported.append(finding.diagnostic)
        output.report(finding)
    }

    /// Draws the text that was held back, with a status line below it.
    func draw(status: String) {
        guard drawsInPlace else { return }
        let line = ScreenText.styled(status, .dim, usesColor: screen.usesColor) + "\n"
        output.redraw(held + (isQuiet ? "" : line))
        held = ""
    }
}
