// Checks a whole script before its first line runs, so that a mistake in the last line is found before the others have changed anything.
//
//     statement ─ help for other languages ─ names so far ─ compile ─ findings ─ fixes that were tried
//         └ run "other.tally" ─ the same checker, with the parameters as its names
//
// It follows the effects of each statement on later ones: names, the last result, settings, the app that asks, and changes of the store.
// Compiled queries are kept, and running the script uses them unless an earlier statement could change their meaning. Checking takes one
// pass. Only wrong statements cost more, because each fix is tried on a copy of the checker.
//
// Invariant: the query that was checked is the query that runs.
//
// Decisions 0028 (fixes), 0034 (checked scripts), 0106 (twenty errors).

package import HealthModel
import Lessons
package import QueryCompiler
package import QueryDiagnostics
import QueryHelp
package import QuerySyntax
import QueryVocabulary
import StoreCommands
import SystemBridges
import TallyKit

/// Checks a whole script, and the scripts that it runs. Compiles every query with the names that earlier lines define.
package struct ScriptChecker {
    package private(set) var context: CompilationContext
    package private(set) var settings: SessionSettings
    package var source: SourceText
    /// True if a script whose path is not known before running may have defined names and run queries.
    private var mayKnowMore = false
    /// The compiled queries of the statements, for those that do not depend on running earlier statements.
    private var meanings: [SourceRange: Meaning] = [:]
    /// The scripts that the statements call.
    private var calls: [SourceRange: CheckedCall] = [:]
    /// The change number of the store that the script is checked against; nil without a store.
    private let changeNumber: Int64?
    /// True if an earlier line waits, so that the current time may change.
    private var waits = false
    /// True if an earlier line saves a query, which `forget` may then remove.
    private var hasSaved = false
    /// The names whose definition has an error that was reported.
    private var wrongNames: Set<String> = []
    /// The state before the first case, from which each case starts; empty before it.
    private var beforeCases: [ScriptChecker] = []
    package var library: QueryLibrary?
    /// Returns the names of values of a metric in the store that are not in the tables. Nil without a store.
    package var storedNames: ((MetricID) -> Set<String>)?
    /// The query that `save` would write.
    package var lastQuery: Query?
    /// The rows of `_`.
    package var lastRows: BoundRows?
    /// True to omit fixes that change the meaning of a query.
    package var keepsQuestions = false
    /// The folder for relative paths.
    private let folder: String?
    /// The identities of the calling scripts, outermost first, with this script last.
    private let chain: [String]
    /// The number of scripts that were called so far. Scripts that call the next one twice double it.
    private var callCount = 0
    private static let mostCalls = 1_000

    package init(
        context: CompilationContext, changeNumber: Int64? = nil, settings: SessionSettings, source: SourceText, folder: String?,
        chain: [String]
    ) {
        self.context = context
        self.changeNumber = changeNumber
        self.settings = settings
        self.source = source
        self.folder = folder
        self.chain = chain
    }

    /// A compiled query, and the column names of the last result that it was compiled with.
    package struct Meaning {
        var compiled: CompiledQuery
        var lastNames: [String]?
    }

    /// Returns a script with the results of checking it.
    package mutating func checked(_ script: ParseResult, limit: Int = ShownErrors.forPeople) -> CheckedScript {
        let findings = check(script.statements, limit: limit)
        return CheckedScript(parsed: script, findings: findings, meanings: meanings, calls: calls, changeNumber: changeNumber)
    }

    /// Returns the findings in order, with at most `limit` errors and the number of the statements with others.
    package mutating func check(_ statements: [Statement], limit: Int = ShownErrors.forPeople) -> [Diagnostic] {
        var report = CheckReport(of: statements.map { PlacedStatement($0) }, in: context, limit: limit)
        for statement in statements { report.add(PlacedStatement(statement)) { check(statement, within: $0).findings } }
        return report.findings
    }

    /// A statement with help in its errors, and the findings about it.
    package struct Checked {
        package var statement: Statement
        package var findings: [Diagnostic]
        /// True if the findings have errors or fixes, which depend on all names. True even if the fixes were left out.
        package var hasFixes = false
    }

    /// Checks the next statement of a script, which changes what is known about later ones.
    package mutating func check(_ read: Statement, within effort: CheckReport.Effort) -> Checked {
        if case .testCase = read.kind {
            var start = beforeCases.first ?? self
            start.beforeCases = []
            start.source = source
            // The store of a case is empty.
            start.context.contents.mayGrow = true
            self = start
            beforeCases = [start]
        }
        context.explainsErrors = effort.explains
        // A wrong statement whose errors are not shown is only counted.
        let statement = effort.explains ? helped(read, in: source) : read
        // The statement after `expect error` is wrong on purpose.
        if case .expect(.error) = statement.kind {
            return Checked(statement: statement, findings: statement.diagnostics, hasFixes: statement.hasErrors)
        }
        let before = (lastRows, lastQuery)
        var own = statement.diagnostics + (statement.hasErrors ? [] : check(statement))
        // Reports an error in a definition only there, not again at each use of the name.
        own.removeAll { $0.reachedBy.map { wrongNames.contains(Name.key(of: $0)) } ?? false }
        if let name = statement.kind.givenName {
            let isWrong = own.contains { $0.severity == .error }
            if isWrong { wrongNames.insert(name.key) } else { wrongNames.remove(name.key) }
        }
        let hasFixes = own.contains { $0.severity == .error || $0.fix != nil }
        // No edit of this line mends another script, and trying one would check that script again, and in it the next one twice.
        let isElsewhere = own.allSatisfy { [.wrongScript, .scriptRunsItself, .unreadableScript].contains($0.code) }
        if effort.explains, hasFixes, !isElsewhere {
            // The copy keeps the names that the statement defines; trying its fixes defines them again.
            var known = self
            (known.lastRows, known.lastQuery) = before
            own = known.proved(own, of: statement, fixes: effort.fixes)
        }
        return Checked(statement: statement, findings: own, hasFixes: hasFixes)
    }

    private func helped(_ statement: Statement, in source: SourceText) -> Statement {
        statement.helped(in: source, on: context.today, metrics: context.names.metricNames, knowing: context.names.knows)
    }

    /// Returns the findings about `statement` with only those fixes that work in the current state, or the queries that it asks for.
    package func proved(_ findings: [Diagnostic], of statement: Statement, fixes: CheckReport.Fixes = .all) -> [Diagnostic] {
        guard fixes != .none else { return findings.map(\.withoutFix) }
        let names: ((String) -> Bool)? = fixes == .all ? { context.names.knows($0) } : nil
        let proved = FixTrial(of: statement.range, in: source, keepingQuestion: keepsQuestions, isName: names) { text in
            let parsed = Parser.parse(text)
            guard parsed.statements.count == 1 else { return nil }
            let fixed = helped(parsed.statements[0], in: text)
            var trial = self
            trial.source = text
            return (fixed.diagnostics + (fixed.hasErrors ? [] : trial.check(fixed))).filter { $0.severity == .error }
        }.proved(findings)
        return statement.question(insteadOf: proved, in: source, metrics: context.names.metricNames).map { [$0] }
            ?? statement.doubted(proved, in: source)
    }

    private var compiler: QueryCompiler { QueryCompiler(context: context, lastRows: lastRows) }

    /// Compiles a query. Reads the names of values in the store if the query has a name that is not in the tables.
    private mutating func compiled(_ query: Query, comparedWith compared: Literal? = nil) -> CompiledQuery {
        let compiled = compiler.compile(query, comparedWith: compared)
        guard let storedNames, !compiled.wantsStoredNames.isEmpty else { return compiled }
        for metric in compiled.wantsStoredNames { context.contents.storedNames[metric] = storedNames(metric) }
        return compiler.compile(query, comparedWith: compared)
    }

    private mutating func check(_ statement: Statement) -> [Diagnostic] {
        // Saved queries belong to the owner.
        if context.actor == nil, let findings = library?.fill(&context.names, for: statement, in: source), !findings.isEmpty {
            return findings
        }
        return checkKind(of: statement)
    }

    private mutating func checkKind(of statement: Statement) -> [Diagnostic] {
        switch statement.kind {
        case .query(let query): return check(query, of: statement)
        case .undo(_, let query?) where context.names.statement(defining: "undo") != nil: return check(query, of: statement)
        case .undo:
            (context.contents.mayGrow, context.contents.mayGainNames) = (true, true)
            return []
        case .watch(let watch): return check(watch, of: statement)
        case .save(let name): return checkSave(as: name)
        case .explain(_, let query): return findings(of: compiled(query, keptFor: statement))
        case .assert(let assertion): return check(assertion, of: statement)
        case .delete(let statement): return compile(samplesOf: statement.metric, statement.clauses)
        case .export(let statement): return check(statement)
        case .changes(let changes):
            let numbers = [changes.anchor, changes.limit].compactMap(\.self)
            return compile(samplesOf: changes.metric, []) + numbers.flatMap { compiler.integer($0).diagnostics }
        case .anchor(let reference): return compiler.metric(reference).diagnostics
        case .letBinding(let binding): return check(binding)
        case .definition(let definition):
            context.names.set(NameTable.Function(definition, source: source))
            return compiler.check(definition, in: source)
        case .parameter(let parameter): return check(parameter)
        case .add, .load:
            context.contents.mayGrow = true
            return change(by: statement)?.diagnostics ?? []
        case .addSummary: return change(by: statement)?.diagnostics ?? []
        case .metric(let metric): return check(metric, of: statement)
        case .importFiles(let statement): return check(filesToRead: statement.paths)
        case .open(let path): return check(filesToRead: [path])
        case .show(let list, of: let reference?, let clauses) where list.word == .overlap:
            return compiler.compile(sumOf: reference, clauses: clauses).diagnostics
        case .describe(.name(let name)) where context.names.statement(defining: name.key) != nil: return []
        case .describe(let reference), .show(_, of: let reference?, clauses: _): return compiler.metric(reference).diagnostics
        case .show(let list, of: nil, clauses: _): return list.needsMetric(nil).map { [$0] } ?? []
        case .showOne(let list, let number, let output):
            return compiler.integer(number).diagnostics + (list.refusal(of: output).map { [$0] } ?? [])
        case .why(let target): return NameRules.findings(in: target, context)
        case .help(let topic?):
            let finding = NameRules.unknownTopic(
                topic, in: context.names, mayKnowMore: mayKnowMore, explainsErrors: context.explainsErrors)
            return finding.map { [$0] } ?? []
        case .learn(let words?): return LessonCatalog.unknownLesson(words).map { [$0] } ?? []
        case .person(.rename(_, let other)):
            context.contents.mayGrow = true
            return other.text.isEmpty ? [.unusableID(other)] : []
        case .forget(let name, _): return checkForget(name)
        case .set(let set): return check(set, of: statement)
        case .actAs(let app): return check(actingAs: app, at: statement.range)
        case .decideAccess(let decision): return check(decision)
        case .reportLine(let word, let operand):
            guard !mayKnowMore, case .name(let name) = operand, context.names[name] == nil else { return [] }
            return [.unquotedText(after: word.rawValue, at: operand.range, in: source)]
        case .run(let path, let arguments): return check(script: path, arguments, at: statement.range)
        default: return []
        }
    }

    /// Compiles the query of a statement and keeps the result, so that running the statement can use it.
    private mutating func compiled(_ query: Query, keptFor statement: Statement, comparedWith compared: Literal? = nil) -> CompiledQuery {
        let compiled = compiled(query, comparedWith: compared)
        keep(compiled, of: statement)
        return compiled
    }

    private mutating func check(_ query: Query, of statement: Statement) -> [Diagnostic] {
        let compiled = compiled(query, keptFor: statement)
        lastRows = compiled.rows
        lastQuery = query.continuing(lastQuery)
        return findings(of: compiled)
    }

    private mutating func check(_ assertion: AssertStatement, of statement: Statement) -> [Diagnostic] {
        let compiled = compiled(assertion.query, keptFor: statement, comparedWith: assertion.condition.literal)
        if let count = compiled.rows?.columnCount, count != 1 {
            let message = "an assertion compares one value, but this result has \(count) columns"
            return findings(of: compiled) + [
                Diagnostic(.assertionShape, message, at: assertion.query.range, help: "use only one measure")
            ]
        }
        return findings(of: compiled) + compiler.check(assertion.condition.literal, against: compiled)
            + (assertion.tolerance.map { compiler.check($0, against: compiled) } ?? [])
    }

    private mutating func checkSave(as name: Name) -> [Diagnostic] {
        if let finding = NameRules.unsavable(name, in: context.names, hasQuery: lastQuery != nil || mayKnowMore) { return [finding] }
        hasSaved = true
        // Later lines may use the saved query by its name.
        if let lastQuery, context.names[name] == nil, context.names.functions[name.key] == nil {
            context.names.set(NameTable.Entry(name: name.text, value: .query(lastQuery), source: source))
        }
        return []
    }

    private mutating func checkForget(_ name: Name) -> [Diagnostic] {
        guard !context.names.remove(name), context.actor == nil, !mayKnowMore, !hasSaved, library?.path(of: name) == nil else {
            return []
        }
        return [NameRules.unknownName(name)]
    }

    private mutating func check(_ binding: LetStatement) -> [Diagnostic] {
        var entry = NameTable.Entry(name: binding.name.text, value: binding.value, source: source)
        if case .anchor = binding.value { entry = entry.withAnchor(0) }
        context.names.set(entry)
        return compiler.check(binding)
    }

    /// Checks the paths of files with samples and names that are only known after the statement has run.
    private mutating func check(filesToRead paths: [TextOperand]) -> [Diagnostic] {
        (context.contents.mayGrow, context.contents.mayGainNames) = (true, true)
        return paths.compactMap(findingOfPath)
    }

    private mutating func check(actingAs app: TextOperand?, at range: SourceRange) -> [Diagnostic] {
        let name = app.flatMap { context.names.text($0) }
        if let app, name == nil {
            // The name of the app may only be known when the statement runs.
            return mayKnowMore ? [] : AccessCompiler(context: context).app(app, or: ["owner"]).diagnostics
        }
        if let refusal = AccessCompiler.refusal(toAskAs: name, since: context.asker, at: range) { return [refusal] }
        // Only running the statement shows what the app sees.
        context.actor = name
        context.contents.mayGrow = true
        if name != nil {
            context.names.removeAllSaved()
            (lastRows, lastQuery) = (nil, nil)
        }
        return []
    }

    private func check(_ decision: AccessStatement) -> [Diagnostic] {
        decision.grants.flatMap { grant -> [Diagnostic] in
            guard case .metric(let reference) = grant.subject else { return [] }
            return compiler.metric(reference).diagnostics
        }
    }

    /// Compiles a statement that writes to a store; nil if it is another one.
    private func change(by statement: Statement) -> Resolved<StoreChange>? {
        StoreChange.compile(statement.kind, in: context, source: source)
    }

    private mutating func check(_ set: SetStatement, of statement: Statement) -> [Diagnostic] {
        if let refusal = set.refusalOfPerson { return [refusal] }
        // The meaning of a name may only be known when the statement runs.
        if mayKnowMore, [.priority, .storeZone].contains(set.word) { return set.metric.map { compiler.metric($0).diagnostics } ?? [] }
        if let kept = change(by: statement) { return kept.diagnostics }
        guard set.metric == nil else { return [] }
        let findings = SettingCatalog.apply(set, in: source, context: context, to: &settings)
        context.follow(settings.queries)
        return findings
    }

    private mutating func check(_ metric: MetricStatement, of statement: Statement) -> [Diagnostic] {
        // Only running the statements before shows which metrics there are then, and which have samples.
        if case .forget = metric, context.contents.mayGrow || mayKnowMore { return [] }
        let change = change(by: statement)
        if case .value(.setting(.metrics(let metrics)), _)? = change {
            context.contents.definedMetrics = metrics
            context.names.metricNames = context.contents.metricNames
        }
        return change?.diagnostics ?? []
    }

    private mutating func check(_ watch: WatchStatement, of statement: Statement) -> [Diagnostic] {
        let compiler = compiler
        let compiled = compiler.compile(watch.query, comparedWith: watch.condition?.literal)
        keep(compiled, of: statement)
        lastRows = compiled.rows
        waits = waits || watch.name == nil
        var findings = findings(of: compiled)
        if let name = watch.name, case .lastResult(let range) = watch.query.source {
            findings.append(
                Diagnostic(
                    .watchOfLastResult, "a named watch can't use `_`, because every query changes the last result", at: range,
                    help: "write the whole query after `watch \(name.text) =`"))
        }
        findings += watch.rate.map { compiler.rate($0).diagnostics } ?? []
        return findings + (watch.condition.map { compiler.check($0.literal, against: compiled) } ?? [])
    }

    /// True if the meaning of the next statement depends on running the statements before it.
    private var dependsOnRunning: Bool { context.contents.mayGrow || mayKnowMore || waits }

    /// Stores the compiled query of a statement, unless it depends on running the statements before it.
    private mutating func keep(_ compiled: CompiledQuery, of statement: Statement) {
        // A script with so many errors does not run.
        guard !dependsOnRunning, context.explainsErrors else { return }
        meanings[statement.range] = Meaning(compiled: compiled, lastNames: lastRows?.columnNames)
    }

    /// Returns an error for a path without quotes that is not a name either.
    private func findingOfPath(_ operand: TextOperand) -> Diagnostic? {
        guard !mayKnowMore, case .name(let name) = operand, context.names[name] == nil else { return nil }
        return NameRules.pathExpected(operand, in: source)
    }

    private func compile(_ query: Query) -> [Diagnostic] { findings(of: compiler.compile(query)) }

    private func compile(samplesOf metric: MetricReference, _ clauses: [Clause]) -> [Diagnostic] {
        compile(Query(source: .samples(metric), clauses: clauses, stages: [], output: nil, range: metric.range))
    }

    private func check(_ statement: ExportStatement) -> [Diagnostic] {
        var paths = [statement.path]
        if case .pseudonyms(let key?) = statement.names { paths.append(key) }
        return compile(subjectOf: statement) + paths.compactMap(findingOfPath)
    }

    private func compile(subjectOf statement: ExportStatement) -> [Diagnostic] {
        switch statement.subject {
        case .metric(let metric): return compile(samplesOf: metric, statement.clauses)
        case .everything(let range):
            // The clauses must make sense for any metric, such as the first one. Which metrics there are is only known when it runs.
            guard !context.contents.mayGrow, let first = context.contents.metrics.keys.min(by: { $0.identifier < $1.identifier }) else {
                return []
            }
            return compile(samplesOf: .name(Name(first.identifier, range: range)), statement.clauses).filter { $0.severity == .error }
        }
    }

    private func findings(of compiled: CompiledQuery) -> [Diagnostic] {
        let findings = compiled.diagnostics
        return context.contents.mayGrow ? findings.filter { $0.code != .metricWithoutSamples && $0.code != .unknownSource } : findings
    }

    private mutating func check(_ parameter: ParamStatement) -> [Diagnostic] {
        let isFree = context.names[parameter.name] == nil
        if isFree, let entry = ScriptParameters.standIn(for: parameter, in: source) { context.names.set(entry) }
        guard let mistake = compiler.check(Formal(parameter)) else { return [] }
        // The lines that use the parameter are not wrong because its default is. Any metric could be wrong for them, so it keeps its
        // default: errors about that are not repeated.
        if isFree, parameter.type?.kind != .metric, let entry = ScriptParameters.standIn(ofType: parameter, in: source) {
            context.names.set(entry)
        }
        return [mistake]
    }

    /// Checks the script of a `run` statement, and adds the names that it defines.
    private mutating func check(script operand: TextOperand, _ arguments: [Argument], at range: SourceRange) -> [Diagnostic] {
        // A path that depends on a parameter is checked when its value is known.
        guard let text = context.names.text(operand) else {
            if let finding = findingOfPath(operand) { return [finding] }
            lastRows = nil
            mayKnowMore = true
            return []
        }
        callCount += 1
        guard callCount <= Self.mostCalls else {
            let message = "this script runs more than \(Self.mostCalls) scripts, counting those that its scripts run"
            return [Diagnostic(.unreadableScript, message, at: range, help: "run some of them as separate commands")]
        }
        switch ScriptCall.open(text, from: folder, at: operand.range, chain: chain) {
        case .failure(let failure): return [failure.diagnostic]
        case .success(let call):
            let bound = call.parameters.bind(arguments, at: range, in: source, by: compiler)
            guard case .value(let values, _) = bound else { return bound.diagnostics }
            let isSure = !dependsOnRunning
            var inner = ScriptChecker(
                context: context, changeNumber: changeNumber, settings: settings, source: call.parsed.source,
                folder: ScriptFile.folder(of: call.path),
                chain: call.chain)
            inner.library = library
            inner.storedNames = storedNames
            inner.callCount = callCount
            defer { callCount = inner.callCount }
            inner.lastQuery = lastQuery
            inner.lastRows = lastRows
            inner.context.names = context.names.ofScript(parameters: values.entries)
            inner.context.asker = context.actor
            let script = inner.checked(call.parsed)
            let error = script.findings.first { $0.severity == .error }
            calls[range] = CheckedCall(call: call, check: error == nil && isSure ? (values, script) : nil)
            lastRows = inner.lastRows
            lastQuery = inner.lastQuery
            mayKnowMore = mayKnowMore || inner.mayKnowMore
            hasSaved = hasSaved || inner.hasSaved
            waits = waits || inner.waits
            context.contents.mayGrow = context.contents.mayGrow || inner.context.contents.mayGrow
            context.contents.mayGainNames = context.contents.mayGainNames || inner.context.contents.mayGainNames
            context.names.adopt(inner.context.names, parameters: values.entries)
            return error.map { [call.report($0, at: operand.range)] } ?? []
        }
    }
}

// MARK: Checking again

extension ScriptChecker {
    /// The changes by a statement, other than those of settings.
    struct Effect {
        var flags: Flags
        /// True if the statement has the last result.
        var changesLast: Bool
        var lastRows: BoundRows?
        var lastQuery: Query?
        /// True if the statement gave a value or a function a name. Both are nil if it had errors.
        var givesName = false
        var key = ""
        var value: NameTable.Entry?
        var function: NameTable.Function?
        var isWrongName = false
    }

    /// Facts about running the statements so far.
    struct Flags: Hashable {
        var mayGrow, mayGainNames, mayKnowMore, waits, hasSaved: Bool
    }

    var flags: Flags {
        get {
            Flags(
                mayGrow: context.contents.mayGrow, mayGainNames: context.contents.mayGainNames, mayKnowMore: mayKnowMore, waits: waits,
                hasSaved: hasSaved)
        }
        set {
            (context.contents.mayGrow, context.contents.mayGainNames) = (newValue.mayGrow, newValue.mayGainNames)
            (mayKnowMore, waits, hasSaved) = (newValue.mayKnowMore, newValue.waits, newValue.hasSaved)
        }
    }

    /// Returns what the statement that was checked last changed.
    func effect(of statement: Statement) -> Effect {
        var effect = Effect(flags: flags, changesLast: statement.kind.changesLastResult)
        if effect.changesLast { (effect.lastRows, effect.lastQuery) = (lastRows, lastQuery) }
        guard let key = statement.kind.givenName?.key, [.let, .def].contains(statement.kind.word) else { return effect }
        (effect.givesName, effect.key, effect.isWrongName) = (true, key, wrongNames.contains(key))
        (effect.value, effect.function) = (context.names.entries[key], context.names.functions[key])
        return effect
    }

    /// Takes the last result of an equal statement in the same state.
    mutating func takeLast(_ effect: Effect) { (lastRows, lastQuery) = (effect.lastRows, effect.lastQuery) }

    /// Takes the name of an equal statement in the same state.
    mutating func takeName(_ effect: Effect) {
        if let value = effect.value { context.names.set(value) }
        if let function = effect.function { context.names.set(function) }
        if effect.isWrongName { wrongNames.insert(effect.key) } else { wrongNames.remove(effect.key) }
    }

    /// Returns a number that tells versions of the script apart that a statement runs; 0 for other statements.
    func identity(ofFileIn statement: Statement) -> Int {
        guard case .run(let path, _) = statement.kind, let text = context.names.text(path) else { return 0 }
        let whole = text.hasPrefix("/") ? text : (folder.map { $0 + "/" } ?? "") + text
        guard let status = try? FilePath.status(of: whole) else { return 0 }
        return status.size ^ status.modified
    }
}

extension StatementKind {
    fileprivate var changesLastResult: Bool {
        switch self {
        case .query, .assert, .watch, .undo: true
        default: false
        }
    }
}
