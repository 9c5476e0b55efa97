package import CalendarIntervals
package import QueryDiagnostics
import QueryEngine
package import HealthModel
package import QueryCompiler
import QueryHelp
package import QuerySyntax
package import QueryPlan
import SampleStore

/// One conversation with one store: its settings, the names it was given, the last result.
///
/// Statements run one after another; a session belongs to one thread at a time.
package final class Session {
    package private(set) var store: any SampleStorage
    /// Where the store is kept, for people: a path, or "memory".
    package private(set) var storeName: String
    /// Whether stores are opened for reading only.
    let isReadOnly: Bool
    /// Whether nothing is to be written, not even a saved query.
    package var forbidsWrites = false
    /// Where queries are saved; nil keeps none.
    package var library: QueryLibrary?
    /// What `save` keeps.
    private(set) var lastQuery: Query?
    package var settings: SessionSettings
    package internal(set) var names = NameTable()
    /// What `_` stands for.
    package internal(set) var lastResult: ResultTable? {
        didSet {
            given.table = lastResult
            answerCount += 1
        }
    }
    /// The plan that gave it; nil where it has none.
    var lastPlan: Plan?
    /// Its rows as stages are bound to them.
    var lastRows: BoundRows?
    /// The state of the store in which it was last seen whether quarter hours are worth making.
    var quarterHoursCheckedAt: Int64?
    /// Whether a result was printed before in this run.
    var hasShownTable = false
    /// What the last statement other than an expectation gave; `expect` speaks of it.
    var given = GivenAnswer()
    /// How often `lastResult` was set.
    private(set) var answerCount = 0
    /// The code that the next statement is expected to fail with.
    var expectedError: CodeReference?
    /// The clock: the only one below the command line.
    private let clock: @Sendable () -> Instant
    private let machineZone: @Sendable () -> Zone
    /// The folder that relative paths of statements start from; nil is the process's own.
    package var folder: String?
    /// The scripts that are running, the innermost last, each by what tells its file apart.
    var scripts: [String] = []
    /// The keys of the parameters that the caller of the script gave.
    var givenParameters: Set<String> = []
    /// The lesson that is being taken; what is typed goes to it.
    package internal(set) var lesson: LessonRun?
    /// Where it is remembered how far lessons are; nil remembers nothing.
    package var lessonProgress: LessonProgress?
    /// Whether `open` is refused, as a lesson's samples must not become anybody's.
    var keepsStore = false

    package init(
        store: any SampleStorage, storeName: String, settings: SessionSettings = SessionSettings(),
        clock: @escaping @Sendable () -> Instant, machineZone: @escaping @Sendable () -> Zone
    ) {
        self.store = store
        self.storeName = storeName
        isReadOnly = store.isReadOnly
        self.settings = settings
        self.clock = clock
        self.machineZone = machineZone
    }

    package var now: Instant { settings.now ?? clock() }

    /// Goes on with another store.
    func move(to store: any SampleStorage, named name: String) {
        self.store = store
        storeName = name
    }

    /// Makes `answer` what `_`, `why` and `save` speak of.
    func keep(_ answer: Answer, of query: Query) {
        lastResult = answer.table
        lastPlan = answer.plan
        lastRows = answer.rows
        lastQuery = query.continuing(lastQuery)
    }

    /// The statements that ran or were tried, as they were written.
    private(set) var statements: [String] = []
    /// The names of saved queries.
    package var savedNames: [String] { library?.names ?? [] }
    /// Returns the statements that the user typed in this and earlier sessions; nil where nobody types.
    package var earlierStatements: (() -> [String])?

    /// The zone of queries that name none: the session's, else the store's, else the machine's.
    package func zone(in source: any SampleSource) throws -> Zone {
        if let zone = settings.zone { return zone }
        if let kept = try source.setting(StoreSetting.zone), let zone = Zone.named(kept) { return zone }
        return machineZone()
    }

    /// What queries of this session depend on, beside their text.
    package func context(reading source: any SampleSource) throws -> CompilationContext {
        var context = CompilationContext(now: now, zone: try zone(in: source))
        context.follow(settings)
        context.contents = try StoreContents(reading: source)
        context.names = names
        return context
    }

    /// The rows that `_` stands for, as stages are bound to them.
    package var rowsOfLastResult: BoundRows? {
        guard let lastResult else { return nil }
        return lastRows?.keeping(columns: lastResult.columns.map(\.name), keys: lastResult.keys.map(\.name))
    }

    /// Returns what compiles the queries of this session.
    func compiler(reading source: any SampleSource) throws -> QueryCompiler {
        QueryCompiler(context: try context(reading: source), lastRows: rowsOfLastResult)
    }

    // MARK: Running text

    /// Runs every statement of `source` and stops at the first that fails. Nothing runs where any of them is wrong.
    package func run(_ source: SourceText, output: some SessionOutput) -> Outcome {
        hasShownTable = false
        enter(source.file)
        let parsed = Parser.parse(source)
        if let lesson = parsed.statements.first(where: \.kind.beginsLesson) {
            return run(source, withLessonBeforeOffset: lesson.range.end, output: output)
        }
        return run(parsed, output: output)
    }

    func run(_ parsed: ParseResult, output: some SessionOutput) -> Outcome {
        let errors = check(parsed).filter { $0.severity == .error }
        guard errors.isEmpty else {
            for error in errors { output.report(error, in: parsed.source) }
            return .wrong
        }
        return run(parsed.statements, in: parsed.source, output: output)
    }

    func run(_ statements: [Statement], in source: SourceText, output: some SessionOutput) -> Outcome {
        for statement in statements {
            let outcome = run(statement, in: source, output: output)
            guard outcome == .fine else { return outcome }
            if isEnded { break }
        }
        return .fine
    }

    /// Runs one statement that `source` holds; after `expect error CODE`, whether it fails as it is expected to.
    package func run(_ statement: Statement, in source: SourceText, output: some SessionOutput) -> Outcome {
        statements.append(source[statement.range])
        let isExpectation = statement.kind.isExpectation
        let code = expectedError
        expectedError = nil
        if !isExpectation { given = GivenAnswer() }
        let recorder = FindingRecorder(output, isSilent: code != nil)
        let outcome = carryOut(statement, in: source, output: recorder)
        recorder.finish { [self] in proved($0, of: statement, in: source) }
        if !isExpectation { given.findings = recorder.findings }
        guard let code else { return outcome }
        guard
            let failure = ExpectationCheck.failure(of: code, outcome: outcome, findings: recorder.findings, at: statement.range)
        else { return .fine }
        output.report(failure, in: source)
        return .failed
    }

    private func carryOut(_ statement: Statement, in source: SourceText, output: some SessionOutput) -> Outcome {
        let ofSaved = library?.fill(&names, for: statement, in: source) ?? []
        let statement = statement.helped(in: source, knowing: names.knows)
        for finding in statement.diagnostics + ofSaved { output.report(finding, in: source) }
        guard !statement.hasErrors, ofSaved.isEmpty else { return .wrong }
        do {
            return try StatementRunner(session: self, source: source, output: output).run(statement)
        } catch let error as SessionError {
            output.report(failure(error.message, at: statement), in: source)
            return error.outcome
        } catch EngineError.tooManyRows(let count) {
            output.report(
                Diagnostic(
                    .tooManyRows, "this would give \(count) rows; at most \(QueryEngine.greatestRowCount) are shown", at: statement.range,
                    help: "choose fewer keys or a longer interval"), in: source)
            return .wrong
        } catch EngineError.cancelled {
            output.note("interrupted")
            return .interrupted
        } catch {
            output.report(failure(Self.message(of: error), at: statement), in: source)
            return .unavailable
        }
    }

    /// Whether `quit` was said.
    package internal(set) var isEnded = false

    private func failure(_ message: String, at statement: Statement) -> Diagnostic {
        Diagnostic(.statementFailed, message, at: statement.range)
    }

    /// What `error` says to people.
    package static func message(of error: any Error) -> String {
        switch error {
        case let error as StoreError: error.description
        case let error as SessionError: error.message
        default: "\(error)"
        }
    }

    /// Returns everything that can be said about a script before any of it runs.
    ///
    /// - Parameter keepsQuestions: whether fixes that would ask another question are left out.
    package func findings(in source: SourceText, keepingQuestions keepsQuestions: Bool = false) -> [Diagnostic] {
        let parsed = Parser.parse(source)
        let callers = (folder, scripts)
        defer { (folder, scripts) = callers }
        enter(source.file)
        return check(parsed, limit: .max, keepingQuestions: keepsQuestions)
    }

    /// Makes paths relative to the script at `path`, which then is the first that runs.
    func enter(_ path: String) {
        folder = ScriptFile.folder(of: path)
        scripts = ScriptFile.identity(of: path).map { [$0] } ?? []
    }

    func check(
        _ parsed: ParseResult, limit: Int = ParseResult.maximumDiagnostics, keepingQuestions keepsQuestions: Bool = false
    ) -> [Diagnostic] {
        do {
            return try store.read { reader in
                var checker = try checker(of: parsed.source, reading: reader)
                checker.keepsQuestions = keepsQuestions
                return checker.check(parsed.statements, limit: limit)
            }
        } catch {
            // A store that cannot be read is reported by the statement that reads it.
            return parsed.helped(knowing: names).diagnostics
        }
    }

    private func checker(of source: SourceText, reading reader: any SampleSource) throws -> ScriptChecker {
        var checker = ScriptChecker(
            context: try context(reading: reader), settings: settings, source: source, folder: folder, chain: scripts)
        checker.library = library
        checker.lastQuery = lastQuery
        checker.lastRows = rowsOfLastResult
        return checker
    }

    /// Returns what running `statement` gave, and of the fixes those that work.
    private func proved(_ findings: [Diagnostic], of statement: Statement, in source: SourceText) -> [Diagnostic] {
        do {
            return try store.read { try checker(of: source, reading: $0).proved(findings, of: statement) }
        } catch {
            return findings.map(\.withoutFix)
        }
    }
}

extension Query {
    /// Returns the query as `save` keeps it: what `_` stands for is `last`.
    func continuing(_ last: Query?) -> Query {
        guard case .lastResult = source, var whole = last else { return self }
        whole.stages += stages
        whole.output = output ?? whole.output
        return whole
    }
}

extension CompilationContext {
    /// Takes over what the settings say of the meaning of queries.
    mutating func follow(_ settings: SessionSettings) {
        if let now = settings.now { self.now = now }
        if let zone = settings.zone { self.zone = zone }
        weekStart = settings.week
        rules = settings.rules
        units = settings.units
        styles = settings.styles
        app = settings.app
        device = settings.device
    }
}

/// The settings that are kept in a store.
package enum StoreSetting {
    package static let zone = "zone"
}

extension Session {
    /// Gives the `param` lines of a script their values.
    package func bindParameters(of source: SourceText, arguments: [String]) throws {
        let parsed = Parser.parse(source)
        // What is wrong with the script is told when it is checked.
        guard !parsed.statements.contains(where: \.hasErrors) else { return }
        let parameters = ScriptParameters(of: parsed)
        guard !parameters.parameters.isEmpty || !arguments.isEmpty else { return }
        let compiler = try store.read { try self.compiler(reading: $0) }
        let values = try parameters.bind(arguments, by: compiler)
        for entry in values.entries { names.set(entry) }
        givenParameters = values.given
    }
}

/// What can be told of a script from its text.
package enum ScriptText {
    /// Returns the script in its canonical form, or what is wrong with it.
    package static func formatted(_ source: SourceText) -> (text: String?, findings: [Diagnostic]) {
        let parsed = Parser.parse(source).helped()
        guard parsed.statements.contains(where: \.hasErrors) else { return (QueryFormatter.format(parsed), []) }
        // What the words mean is not looked at here.
        let errors = parsed.statements.lazy.flatMap { statement in
            FixTrial(of: statement.range, in: source) { text in
                let fixed = Parser.parse(text).helped().statements
                return fixed.count == 1 ? fixed[0].diagnostics.filter { $0.severity == .error } : nil
            }.proved(statement.diagnostics)
        }
        return (nil, Array(errors.filter { $0.severity == .error }.prefix(ParseResult.maximumDiagnostics)))
    }

    /// The names of the parameters that a script declares, as they are written.
    package static func parameterNames(in source: SourceText) -> Set<String> {
        Set(ScriptParameters(of: Parser.parse(source)).parameters.map(\.name.text))
    }

    /// Returns the help that a script's parameters make.
    package static func help(for source: SourceText) -> String {
        ScriptParameters(of: Parser.parse(source)).help(path: source.file)
    }

    /// Whether any statement of `source` writes, or of a script that it runs.
    package static func writes(_ source: SourceText) -> Bool {
        writes(Parser.parse(source), folder: ScriptFile.folder(of: source.file), chain: [])
    }

    private static func writes(_ parsed: ParseResult, folder: String?, chain: [String]) -> Bool {
        parsed.statements.contains { statement in
            switch statement.kind {
            case .add, .load, .delete, .importFiles: return true
            case .set(let set): return ["priority", "store zone"].contains(set.setting.text.lowercased())
            case .run(.text(let path), _):
                let opened = ScriptCall.open(path.value, from: folder, at: path.range, chain: chain)
                guard case .success(let call) = opened else { return false }
                return writes(call.parsed, folder: ScriptFile.folder(of: call.path), chain: call.chain)
            // Which script that is, only running tells.
            case .run(.name, _): return true
            default: return false
            }
        }
    }
}
