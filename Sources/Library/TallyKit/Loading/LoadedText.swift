import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QueryPlan
import QuerySyntax
import QueryVocabulary
import SampleStore
import StorageModel

/// The statements of a text that fills a store, all compiled before the first one writes.
struct LoadedText {
    private struct Step {
        let change: StoreChange
        /// The id of the person that the statement names.
        let person: String?
    }

    private static let accepted =
        "use `add`, `load`, `allow`, `deny`, and `set` with `now`, `zone`, `app`, `device`, `device state`, `store zone` or `goal`"

    private let source: SourceText
    /// The context of the call, and the settings of the text so far, without a zone or a moment until the text sets one.
    private let base: CompilationContext
    private var settings: QueryContext
    private var context: CompilationContext
    private var steps: [Step] = []
    private var errors: [Diagnostic] = []

    /// Compiles `text`.
    ///
    /// - Parameters:
    ///   - settings: the settings that `context` was made from.
    /// - Throws: `.wrongQuery` with the errors of all statements.
    init(_ text: String, in context: CompilationContext, _ settings: QueryContext) throws(QueryError) {
        source = SourceText(text)
        base = context
        self.context = context
        self.settings = settings
        (self.settings.zone, self.settings.now) = (nil, nil)
        for statement in Parser.parse(source).helped().statements { compile(statement) }
        guard errors.isEmpty else {
            throw QueryError(.wrongQuery, diagnostics: errors.map { [source] in QueryDiagnostic($0, in: source) })
        }
    }

    /// Runs the statements in their order.
    func write(to storage: any SampleStorage) throws {
        for step in steps { try step.change.write(to: step.person.map(storage.scoped) ?? storage) }
    }

    // MARK: Statements

    private mutating func compile(_ statement: Statement) {
        guard !statement.hasErrors else {
            errors += statement.diagnostics.filter { $0.severity == .error }
            return
        }
        if case .edition = statement.kind { return }
        if case .set(let set) = statement.kind, let word = set.word, [.now, .zone, .app, .device].contains(word) {
            return apply(set, word)
        }
        if case .set(let set) = statement.kind, ![.goal, .deviceState, .storeZone].contains(set.word) {
            return refuse(
                .unknownSetting, "the setting `\(set.setting.text)` can't be loaded into a store", at: set.setting.range)
        }
        guard let change = StoreChange.compile(statement.kind, in: context, source: source) else {
            return refuse(.notAvailable, "this statement doesn't fill a store, so it can't be loaded", at: statement.range)
        }
        errors += change.diagnostics.filter { $0.severity == .error }
        guard case .value(let change, _) = change else { return }
        let person = statement.kind.filledPerson
        if let person, person.personID == nil { errors.append(.unusableID(person)) }
        steps.append(Step(change: change, person: person?.personID))
        if case .setting(.metrics(let metrics)) = change { context.contents.definedMetrics = metrics }
        guard case .samples(_, let extent) = change else { return }
        // Later statements can name a metric that only this text adds.
        context.contents.mayGrow = true
        if context.contents.metrics[extent.metric] == nil { context.contents.metrics[extent.metric] = extent }
    }

    private mutating func refuse(_ code: DiagnosticCode, _ message: String, at range: SourceRange) {
        errors.append(Diagnostic(code, message, at: range, help: Self.accepted))
    }

    private mutating func apply(_ set: SetStatement, _ word: SettingWord) {
        guard let entry = word.ofQueries else { return }
        errors += entry.apply(set, in: source, context, to: &settings, queries: \.self)
        (context.zone, context.now) = (base.zone, base.now)
        context.follow(settings)
    }
}

extension StatementKind {
    /// The person whose samples or settings a statement that fills a store names; nil if it names nobody.
    fileprivate var filledPerson: Name? {
        switch self {
        case .add(let add): add.person
        case .load(let load): load.person
        case .addSummary(let add): add.person
        case .set(let set): set.person
        default: nil
        }
    }
}
