import TallyKit
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryCompiler
import QuerySyntax
import TerminalText
import QueryVocabulary

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
        let word = statement.kind.word
        if session.storage.store is EngineStore, let refusal = word.engineRefusal { throw refusal }
        if case .ownerOnly(let deed) = word.definition.access { try session.demandOwner(to: deed) }
        switch statement.kind {
        case .query(let query): return try run(query)
        case .letBinding(let binding): return try bind(binding)
        case .definition(let definition): return try define(definition)
        case .person(let person): return try run(person, at: statement.range)
        case .forget(let name, let isConfirmed): return try forget(name, isConfirmed: isConfirmed)
        case .save(let name): return try save(name)
        case .set(let set): return try run(set)
        case .show(let list, let metric, let clauses): return try show(list, of: metric, clauses: clauses)
        case .changes(let changes): return try run(changes, at: statement.range)
        case .anchor(let metric): return try printAnchor(of: metric)
        case .actAs(let app): return try act(as: app, at: statement.range)
        case .decideAccess(let decision): return try decide(decision, at: statement.range)
        case .showAccess(let app): return try showAccess(of: app)
        case .why(let target): return try why(target, at: statement.range)
        case .explain(let mode, let query): return try explain(query, mode, at: statement.range)
        case .describe(let reference): return try describe(reference)
        case .help(let topic): return help(topic)
        case .add(let add): return try run(add)
        case .addSummary(let add): return try run(add)
        case .load(let load): return try run(load)
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

    private func run(_ set: SetStatement) throws -> Outcome {
        let name = foldedName(set.setting.text)
        if let refusal = SettingCatalog.refusalOfPerson(in: set) { throw tell(refusal) }
        if name == "priority" { return try setPriority(set) }
        if name == "storezone" { return try setStoreZone(set) }
        if name == "goal" { return try setGoal(set) }
        if name == "keptdeletions" { return try setKeptDeletions(set) }
        if name == "devicestate" { return try setDeviceState(set) }
        if name == "person" { return try setPerson(set) }
        let findings = try session.read { reader in
            SettingCatalog.apply(set, in: source, context: try session.context(reading: reader), to: &session.settings)
        }
        findings.forEach { output.report($0, in: source) }
        return findings.isEmpty ? .fine : .wrong
    }

    private func setStoreZone(_ set: SetStatement) throws -> Outcome {
        let zone = try storeZone(set)
        let store = try set.person.map { try self.store(for: $0, "set store zone", at: set.setting.range) } ?? session.store
        try session.waiting(output) { try store.setSetting(StoreSetting.zone, to: zone.identifier) }
        let owner = set.person?.text ?? session.settings.person
        output.note("\(owner.map { "the time zone of \($0)" } ?? "the store's time zone") is now \(zone.identifier)")
        return .fine
    }

    private func storeZone(_ set: SetStatement) throws -> Zone {
        let value = session.names.literal(set.value)
        if case .zones = value.literal {
            return try session.read { try told(QueryCompiler(context: try session.context(reading: $0)).zone(of: set.value)) }
        }
        var checked = SessionSettings()
        let text = value.literal.text(in: value.source ?? source)
        guard SettingCatalog.entry(named: "zone")?.apply(text, &checked) == true, let zone = checked.zone else {
            throw tell(
                Diagnostic(
                    .unknownZone, "unknown time zone `\(text)`", at: set.value.range, help: ZoneSuggestion.help(for: text),
                    fix: .spelling(ZoneSuggestion.best(for: text), at: set.value.range)))
        }
        return zone
    }

    private func setGoal(_ set: SetStatement) throws -> Outcome {
        let goal = try told(session.read { try session.compiler(reading: $0).goal(of: set) })
        try forEachPerson(of: set) { try $0.setSetting(goal.setting, to: goal.text) }
        return .fine
    }

    /// Changes what the store keeps for each person, for the person of the statement or for all.
    private func forEachPerson(of set: SetStatement, _ change: (any SampleStorage) throws -> Void) throws {
        let stores = try stores(for: set.person)
        try session.waiting(output) { try stores.forEach(change) }
        if stores.count > 1 { output.note("set for all \(Wording.number(stores.count)) persons") }
    }

    private func setPriority(_ set: SetStatement) throws -> Outcome {
        if let finding = SettingCatalog.findingOfPriority(in: set, session.names, source) { throw tell(finding) }
        guard let reference = set.metric else { return .wrong }
        let metric = try metric(reference)
        var names: [String]?
        if case .texts(let texts) = session.names.literal(set.value).literal { names = texts.map(\.value) }
        try forEachPerson(of: set) { try $0.setPriority(of: metric.id, to: names?.map(Source.fold)) }
        return .fine
    }

    /// Returns the metric of `reference`.
    func metric(_ reference: MetricReference) throws -> MetricInfo {
        try told(session.read { try session.compiler(reading: $0).metric(reference) })
    }
}
