import QueryCompiler
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// An error that ends a statement after its mistakes were reported.
///
/// Only `StatementRunner` creates one, after it has reported a mistake.
struct ToldMistake: Error {
    fileprivate init() {}
}

/// Runs one statement.
struct StatementRunner<Output: SessionOutput> {
    let session: Session
    let source: SourceText
    let output: Output
    /// The result of checking the statement with its script.
    var known = CheckedStatement()

    func run(_ statement: Statement) throws -> Outcome {
        do {
            return try carryOut(statement)
        } catch is ToldMistake {
            return .wrong
        }
    }

    private func carryOut(_ statement: Statement) throws -> Outcome {
        if case .undo(_, let query?) = statement.kind, session.names.statement(defining: "undo") != nil { return try run(query) }
        let word = statement.kind.word
        if session.storage.store.isWarehouse, let refusal = word.warehouseRefusal { throw refusal }
        if case .ownerOnly(let deed) = word.definition.access { try session.store.demandOwner(to: deed) }
        guard word.definition.demand.isChange else { return try perform(statement) }
        let words = source[statement.range].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return try session.storage.store.asOneChange(String(words.prefix(100))) { try perform(statement) }
    }

    private func perform(_ statement: Statement) throws -> Outcome {
        switch statement.kind {
        case .query(let query): return try run(query)
        case .letBinding(let binding): return try bind(binding)
        case .definition(let definition): return try define(definition)
        case .person(let person): return try run(person, at: statement.range)
        case .metric(let metric): return try run(metric, statement.kind)
        case .forget(let name, let isConfirmed): return try forget(name, isConfirmed: isConfirmed)
        case .save(let name): return try save(name)
        case .set(let set): return try run(set, statement.kind)
        case .show(let list, let metric, let clauses): return try show(list, of: metric, clauses: clauses)
        case .showOne(let list, let number, let output): return try showOne(of: list, number: number, output: output)
        case .changes(let changes): return try run(changes, at: statement.range)
        case .anchor(let metric): return try printAnchor(of: metric)
        case .actAs(let app): return try act(as: app, at: statement.range)
        case .decideAccess: return try decide(statement.kind)
        case .showAccess(let app): return try showAccess(of: app)
        case .why(let target): return try why(target, at: statement.range)
        case .explain(let mode, let query): return try explain(query, mode, at: statement.range)
        case .describe(let reference): return try describe(reference)
        case .help(let topic): return help(topic)
        case .add(let add): return try addSamples(statement.kind, for: add.person, at: add.metric.range)
        case .load(let load): return try addSamples(statement.kind, for: load.person, at: load.metric.range)
        case .addSummary(let add): return try addSummary(statement.kind, for: add.person, at: add.day.range)
        case .importFiles(let files): return try run(files, at: statement.range)
        case .assert(let assertion): return try run(assertion)
        case .expect(let expectation): return check(expectation, at: statement.range)
        case .quit:
            session.course.isEnded = true
            return .fine
        case .parameter(let parameter): return try run(parameter)
        case .run(let path, let arguments): return try run(script: path, arguments, at: statement.range)
        case .watch(let watch): return try self.watch(watch)
        case .stop(let name): return try stop(name)
        case .delete(let delete): return try run(delete, at: statement.range)
        case .undo(let isConfirmed, _): return try undo(isConfirmed: isConfirmed, at: statement.range)
        case .export(let export): return try run(export, at: statement.range)
        case .open(let path): return try open(path)
        case .reportLine(let word, let operand): return try printLine(word, operand)
        case .history: return try history()
        case .learn(let lesson): return try learn(lesson)
        case .edition: return .fine
        case .testCase:
            throw tell(
                Diagnostic(
                    .notAvailable, "`case` only works in test scripts", at: statement.range,
                    help: "run the script with `tally test FILE`"))
        case .invalid: return .wrong
        }
    }

    // MARK: Mistakes

    /// Reports mistakes and returns the error to throw, because the statement cannot continue.
    func tell(_ mistakes: Diagnostic...) -> ToldMistake { tell(mistakes) }

    func tell(_ mistakes: [Diagnostic]) -> ToldMistake {
        mistakes.forEach { output.report($0, in: source) }
        return ToldMistake()
    }

    /// Reports the findings about a part of the statement and returns its value. Throws if it has none.
    func told<Value>(_ part: Resolved<Value>) throws(ToldMistake) -> Value {
        let mistake = tell(part.diagnostics)
        guard case .value(let value, _) = part else { throw mistake }
        return value
    }

    // MARK: Settings

    private func run(_ set: SetStatement, _ statement: StatementKind) throws -> Outcome {
        if let refusal = set.refusalOfPerson { throw tell(refusal) }
        if set.word == .person { return try setPerson(set) }
        if case .setting(let kept)? = try session.read({ try change(by: statement, $0) }) { return try keep(kept, set) }
        let findings = try session.read { reader in
            SettingCatalog.apply(set, in: source, context: try session.context(reading: reader), to: &session.settings)
        }
        findings.forEach { output.report($0, in: source) }
        return findings.isEmpty ? .fine : .wrong
    }

    private func keep(_ setting: KeptSetting, _ set: SetStatement) throws -> Outcome {
        switch setting {
        case .goal, .priority:
            let stores = try stores(for: set.person)
            try session.waiting(output) { try stores.forEach { try $0.write(setting) } }
            if stores.count > 1 { output.note("set for all \(Wording.number(stores.count)) persons") }
        case .zone(let zone):
            let store = try set.person.map { try self.store(for: $0, "set store zone", at: set.setting.range) } ?? session.store
            _ = try session.waiting(output) { try store.write(setting) }
            let owner = set.person?.text ?? session.settings.queries.person
            output.note("\(owner.map { "the time zone of \($0)" } ?? "the store's time zone") is now \(zone.identifier)")
        case .keptDeletions(let count):
            _ = try session.waiting(output) { try session.store.write(setting) }
            output.note("the store keeps the last \(NumberText.rounded(Double(count), decimals: 0)) deletions")
        case .undoSteps(let count):
            _ = try session.waiting(output) { try session.store.write(setting) }
            output.note(
                count == 0
                    ? "the store keeps no changes to take back" : "the store can take back the last \(Wording.count(count, "change"))")
        case .deviceState(let state):
            let arrived = try session.waiting(output) { try session.store.write(setting) }
            output.note("the device is \(state.inWords)")
            if arrived > 0 { output.note("\(arrived) \(arrived == 1 ? "sample" : "samples") arrived that apps wrote while it was locked") }
        case .metrics: break
        }
        return .fine
    }

    /// Returns the metric of `reference`.
    func metric(_ reference: MetricReference) throws -> MetricInfo {
        try told(session.read { try session.compiler(reading: $0).metric(reference) })
    }
}
