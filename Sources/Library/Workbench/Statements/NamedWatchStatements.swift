import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `watch NAME = …`, `stop` and `show watches`, and tells the changes of named watches (S10.1).
extension StatementRunner {
    func start(_ watch: WatchStatement) throws -> Outcome {
        guard let name = watch.name else { return .fine }
        let rate = try rate(of: watch)
        // Begins before the first answer, so that no write is missed.
        session.course.watches.writes = session.course.watches.writes ?? session.store.waitForWrites()
        // A finding about the first answer is not reported again for later ones.
        let recorder = FindingRecorder(output, isSilent: false)
        defer { recorder.finish { $0 } }
        var shown = try StatementRunner<FindingRecorder>(session: session, source: source, output: recorder, known: known)
            .watched(watch.query, until: watch.condition)
        try demandOneValue(of: shown.answer, for: watch.condition)
        let started = NamedWatch(
            name: name, statement: watch, source: source, actor: session.actor, rate: rate, shown: shown, looked: shown,
            reported: Set(recorder.findings.map(\.code)))
        guard session.course.watches.add(started) else {
            throw CommandError(.failed, "a session has at most \(NamedWatches.greatestCount) watches; end one with `stop NAME`")
        }
        session.keep(shown.answer, of: watch.query)
        shown.answer.event = RowEvent(.all, of: name.text)
        try render(&shown.answer)
        if try isOver(started, with: shown.answer) { session.course.watches.remove(name) }
        return .fine
    }

    /// Returns true if the condition of `until` holds, so that the watch ends.
    private func isOver(_ watch: NamedWatch, with answer: StatementAnswer) throws -> Bool {
        guard let condition = watch.statement.condition, try holds(condition, for: answer.table) else { return false }
        output.note("\(watch.name.text): the condition holds, so this watch ends")
        return true
    }

    func stop(_ name: Name?) throws -> Outcome {
        guard let name else {
            session.stopWatches(output)
            return .fine
        }
        guard session.course.watches[name] != nil else { throw tell(NameRules.unknownWatch(name, among: session.watchNames)) }
        session.course.watches.remove(name)
        return .fine
    }

    func showWatches() {
        let watches = session.course.watches.watches
        let queries = watches.map { watch in
            var statement = watch.statement
            statement.name = nil
            return String(QueryFormatter.text(of: Statement(.watch(statement), range: statement.query.range)).dropFirst("watch ".count))
        }
        let names = watches.map(\.name.text)
        if watches.contains(where: { $0.actor != nil }) {
            let actors = watches.map { $0.actor.map { ScreenText.visible($0) } ?? "owner" }
            list(["watch": .texts(names), "query": .texts(queries), "asks": .texts(actors)])
        } else {
            list(["watch": .texts(names), "query": .texts(queries)])
        }
    }

    /// Tells what changed in the answer of `watch`, and returns the watch with its new answer.
    fileprivate func tellChanges(of watch: NamedWatch, mustLook: Bool) throws -> NamedWatch {
        var watch = watch
        let now = session.now
        if let rate = watch.rate, rate.index(of: now) == rate.index(of: watch.shown.moment) { return watch }
        guard try mustLook || isDue(watch) else { return watch }
        var next = try watched(watch.statement.query)
        next.answer.mayReplaceFile = true
        if watch.failure != nil { output.note("\(watch.name.text) has an answer again") }
        watch.failure = nil
        watch.nextLook = nil
        watch.looked = next
        let difference = next.rows.difference(from: watch.shown.rows)
        guard difference.isDifferent else { return watch }
        watch.shown = next
        if difference.count > 0 { output.note("\(watch.name.text): \(difference.inWords) changed") }
        if showsChangesAlone(next.answer) {
            try show(difference, of: next.answer, named: watch.name)
        } else {
            next.answer.event = RowEvent(.all, of: watch.name.text)
            try render(&next.answer)
        }
        watch.isOver = try isOver(watch, with: next.answer)
        return watch
    }

    /// Returns true if data or time may have changed the answer since the last look.
    private func isDue(_ watch: NamedWatch) throws -> Bool {
        if try session.store.changeMark() != watch.looked.mark { return true }
        guard session.now != watch.looked.moment else { return false }
        return try session.read { try occasion(of: watch.statement.query, $0) } != watch.looked.occasion
    }
}

extension Session {
    /// The names of the running watches.
    package var watchNames: [String] { course.watches.watches.map(\.name.text) }

    /// Ends all named watches.
    func stopWatches(_ output: some SessionOutput) {
        let count = course.watches.watches.count
        course.watches = NamedWatches()
        output.note("stopped \(Wording.count(count, "watch", plural: "watches"))")
    }

    /// Tells what changed in the answers of the named watches.
    ///
    /// - Parameter mustLook: true to compute each answer, because settings or names may have changed.
    /// - Returns: The changes since `before` for each watch, and the findings.
    func tellChanges(
        since before: NamedWatches, mustLook: Bool, output: some SessionOutput
    ) -> (changes: [String: WatchedRows.Difference], findings: [Diagnostic]) {
        var (changes, findings): ([String: WatchedRows.Difference], [Diagnostic]) = ([:], [])
        for watch in course.watches.watches {
            let own = WatchFindings(output, known: watch.reported)
            var next = watch
            var failure: String?
            let asked = actor
            actor = watch.actor
            defer { actor = asked }
            do {
                let runner = StatementRunner(session: self, source: watch.source, output: own)
                next = try runner.tellChanges(of: watch, mustLook: mustLook || watch.failure != nil)
            } catch is ToldMistake {
                failure = own.mistake
            } catch {
                failure = Self.message(of: error)
            }
            if let failure, !own.isCancelled {
                next.failure = failure
                if failure != watch.failure {
                    let finding = Diagnostic(
                        .watchWithoutAnswer, "\(watch.name.text) has no answer now: \(failure)", at: watch.statement.query.range,
                        help: "correct the cause, or end it with `stop \(watch.name.text)`")
                    output.report(finding, in: watch.source)
                    findings.append(finding)
                }
            }
            findings += own.findings
            next.reported = own.known
            let old = before.watches.first { $0.key == watch.key }?.shown ?? watch.shown
            changes[watch.key] = next.shown.rows.difference(from: old.rows)
            if next.isOver { course.watches.remove(watch.name) } else { _ = course.watches.add(next) }
        }
        return (changes, findings)
    }
}

/// The changes of named watches that other processes and the time cause while no statement runs.
extension Session {
    /// True if a look at the store or the clock shows that an answer may have changed. Looks cost little, so that they can be frequent.
    package func mayTellChanges() -> Bool {
        let now = self.now
        course.watches.writes?.takeEvents()
        for index in course.watches.watches.indices {
            let watch = course.watches.watches[index]
            if let rate = watch.rate, rate.index(of: now) == rate.index(of: watch.shown.moment) { continue }
            if ContinuousClock.now < watch.restEnd { continue }
            if let mark = try? store.changeMark(), mark != watch.looked.mark { return true }
            if settings.queries.moment != nil { continue }
            guard let next = watch.nextLook, now >= watch.looked.moment else {
                course.watches.watches[index].nextLook = nextLook(of: watch, from: now)
                continue
            }
            if now >= next {
                course.watches.watches[index].nextLook = nil
                return true
            }
        }
        return false
    }

    /// The longest time in seconds until `mayTellChanges` must be asked again; nil without named watches.
    package var watchSeconds: Double? {
        guard let writes = course.watches.writes, !course.watches.watches.isEmpty else { return nil }
        let looks =
            settings.queries.moment != nil
            ? []
            : course.watches.watches.map { watch in
                watch.nextLook.map { Double($0.milliseconds - now.milliseconds) / 1000 } ?? 0
            }
        let rests = course.watches.watches.map { watch in watch.restEnd > .now ? (watch.restEnd - .now) / .seconds(1) : 60 }
        return max(0.1, (looks + rests + [writes.seconds]).min() ?? 60)
    }

    /// Becomes readable when a process writes to the store; nil without named watches, and if the store can't tell.
    package var watchDescriptor: Int32? { course.watches.watches.isEmpty ? nil : course.watches.writes?.descriptor }

    private func nextLook(of watch: NamedWatch, from moment: Instant) -> Instant {
        let runner = StatementRunner(session: self, source: watch.source, output: WatchFindings(nil, known: []))
        let next = try? runner.nextLook(at: watch.statement.query, after: watch.looked, from: moment)
        return next ?? moment.advanced(byMilliseconds: 60_000)
    }

    /// Tells the changes since the last look.
    package func tellChanges(output: some SessionOutput) {
        let before = course.watches
        let given = course.given.table
        _ = tellChanges(since: before, mustLook: false, output: output)
        course.given.table = given
    }
}

/// Forwards the output of a named watch. Reports no errors, which become one warning, and each other finding once.
private final class WatchFindings: SessionOutput {
    private let output: (any SessionOutput)?
    private(set) var known: Set<DiagnosticCode>
    private(set) var findings: [Diagnostic] = []
    /// The message of the first error.
    private(set) var mistake: String?

    init(_ output: (any SessionOutput)?, known: Set<DiagnosticCode>) {
        self.output = output
        self.known = known
    }

    var screen: Screen { output?.screen ?? Screen() }
    var isQuiet: Bool { output?.isQuiet ?? true }
    var takesMore: Bool { output?.takesMore ?? true }
    var isCancelled: Bool { output?.isCancelled ?? false }
    var isInterruptible: Bool { output?.isInterruptible ?? false }
    var collector: ReportCollector? { output?.collector }

    func write(_ text: String) { output?.write(text) }
    func note(_ text: String) { output?.note(text) }
    func progress(_ line: String) { output?.progress(line) }

    func report(_ finding: Finding) {
        if finding.isError {
            mistake = mistake ?? finding.diagnostic.message
        } else if known.insert(finding.diagnostic.code).inserted {
            findings.append(finding.diagnostic)
            output?.report(finding)
        }
    }
}
