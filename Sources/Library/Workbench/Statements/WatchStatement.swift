import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import Foundation
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import TallyKit

/// Runs `watch`, which prints the answer again each time the store or the clock changes it (S10.1).
extension StatementRunner {
    func watch(_ query: Query, until condition: Condition?, at range: SourceRange) throws -> Outcome {
        // Reports each finding only once, although the answer may be computed every second.
        try StatementRunner<UnrepeatedFindings>(session: session, source: source, output: UnrepeatedFindings(output))
            .repeatAnswer(to: query, until: condition, at: range)
    }
}

extension StatementRunner where Output == UnrepeatedFindings {
    /// The time between two checks of the store's change number, in seconds.
    private static var pollSeconds: Double { 0.1 }
    /// The shortest time between two checks of the clock, in seconds. A slow answer waits ten times as long as it took.
    private static var clockSeconds: Double { 1 }

    fileprivate func repeatAnswer(to query: Query, until condition: Condition?, at range: SourceRange) throws -> Outcome {
        var shown = try watched(query)
        if let condition, shown.answer.table.rowCount != 1 || shown.answer.table.columns.count != 1 {
            throw tell(
                Diagnostic(
                    .watchShape,
                    "`until` compares one value, but this result has \(WatchedRows.size(of: shown.answer.table))",
                    at: condition.literal.range, help: "remove `by` and use only one measure"))
        }
        try show(shown.answer, as: .all, of: query)
        while true {
            if let condition, try holds(condition, for: shown.answer.table) { return .fine }
            guard output.isInterruptible else { return condition == nil ? .fine : .failed }
            guard try waitUntilDue(after: shown, query) else {
                output.note("interrupted")
                return .interrupted
            }
            var next = try watched(query)
            let difference = next.rows.difference(from: shown.rows)
            // The first answer created or replaced the file, so later answers may replace it.
            next.answer.mayReplaceFile = true
            shown = next
            guard difference.isDifferent else { continue }
            if difference.count > 0 { output.note("\(difference.count) \(difference.count == 1 ? "row" : "rows") changed") }
            if showsChangesAlone(next.answer) {
                for (event, rows) in [(RowEvent.changed, difference.changed), (.removed, difference.removed)] where rows.rowCount > 0 {
                    var part = next.answer
                    part.table = rows
                    try show(part, as: event, of: query)
                }
            }
            try show(next.answer, as: .all, of: query)
        }
    }

    /// The answer at one moment, and the state that it was computed from.
    private struct Watched {
        var answer: StatementAnswer
        var rows: WatchedRows
        var changeNumber: Int64
        /// Nil if the query uses the last result, which does not depend on the time.
        var occasion: WatchOccasion?
    }

    private func watched(_ query: Query) throws -> Watched {
        // Read before the answer, so that a write in between triggers another answer instead of being missed.
        let (changeNumber, occasion) = try session.read { ($0.changeNumber, try self.occasion(of: query, $0)) }
        let answer = try answer(query, keepsEmptyRows: true)
        return Watched(
            answer: answer, rows: WatchedRows(answer.table, isMoving: occasion?.isMoving ?? false), changeNumber: changeNumber,
            occasion: occasion)
    }

    private func occasion(of query: Query, _ reader: any SampleSource) throws -> WatchOccasion? {
        try session.compiler(reading: reader).compile(query).pipeline.map { WatchOccasion($0) }
    }

    /// True if changed rows are shown before all rows: only in tables and in JSON Lines, where a reader can tell the two apart.
    private func showsChangesAlone(_ answer: StatementAnswer) -> Bool {
        let format = answer.output.map(\.format) ?? session.settings.format
        guard answer.output?.path == nil else { return false }
        // If there is only one row, the changed row is the whole answer.
        return format == .jsonl || ([.table, .wide].contains(format) && answer.table.rowCount > 1)
    }

    private func show(_ answer: StatementAnswer, as event: RowEvent, of query: Query) throws {
        session.keep(answer, of: query)
        var answer = answer
        answer.event = event
        try render(&answer)
    }

    /// Waits until a process writes to the store or until the time may change the answer.
    ///
    /// - Returns: False if the wait was cancelled.
    private func waitUntilDue(after shown: Watched, _ query: Query) throws -> Bool {
        let pause = Duration.seconds(max(Self.clockSeconds, 10 * shown.answer.seconds))
        var nextLook = ContinuousClock.now + pause
        while true {
            if output.isCancelled { return false }
            // If `now` is set, the time does not change.
            let looksAtClock = session.settings.now == nil && ContinuousClock.now >= nextLook
            let isDue = try session.read { reader in
                try reader.changeNumber != shown.changeNumber || (looksAtClock && occasion(of: query, reader) != shown.occasion)
            }
            if isDue { return true }
            if looksAtClock { nextLook = ContinuousClock.now + pause }
            Thread.sleep(forTimeInterval: Self.pollSeconds)
        }
    }

    /// Returns true if the value in `table` meets the condition. An empty value never does.
    private func holds(_ condition: Condition, for table: ResultTable) throws -> Bool {
        guard let column = table.columns.first else { return false }
        let expected = try amount(of: condition.literal, for: column, in: table)
        guard let value = column.values.first, var value else { return false }
        if column.isTime(condition.literal) { value = table.timeOfDay(row: 0, column, of: table.header.clockDay) ?? value }
        return condition.comparison.holds(value, expected, tolerance: 0)
    }
}

/// Forwards everything, but each warning or note only once.
private final class UnrepeatedFindings: SessionOutput {
    private let output: any SessionOutput
    private var reported: [Diagnostic] = []

    init(_ output: any SessionOutput) { self.output = output }

    var screen: Screen { output.screen }
    var isQuiet: Bool { output.isQuiet }
    var takesMore: Bool { output.takesMore }
    var isCancelled: Bool { output.isCancelled }
    var isInterruptible: Bool { output.isInterruptible }

    func write(_ text: String) { output.write(text) }
    func note(_ text: String) { output.note(text) }
    func progress(_ line: String) { output.progress(line) }
    func confirm(_ question: String) -> Bool? { output.confirm(question) }

    func report(_ finding: Finding) {
        guard finding.isError || !reported.contains(finding.diagnostic) else { return }
        reported.append(finding.diagnostic)
        output.report(finding)
    }
}
