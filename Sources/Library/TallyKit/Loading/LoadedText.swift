import CalendarIntervals
import HealthModel
import StorageModel
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import SampleStore
import QueryVocabulary

/// The statements of a text that fills a store, all compiled before the first one writes.
struct LoadedText {
    private enum Step {
        case write(ImportBatch)
        case decide([AccessDecision])
        case set(KeptSetting)
    }

    private static let accepted =
        "use `add`, `load`, `allow`, `deny`, and `set` with `now`, `zone`, `app`, `device`, `device state`, `store zone` or `goal`"

    private let source: SourceText
    private let base: CompilationContext
    private var context: CompilationContext
    private var steps: [Step] = []
    private var errors: [Diagnostic] = []

    /// Compiles `text`.
    ///
    /// - Throws: `.wrongQuery` with the errors of all statements.
    init(_ text: String, in context: CompilationContext) throws(QueryError) {
        source = SourceText(text)
        base = context
        self.context = context
        for statement in Parser.parse(source).helped().statements { compile(statement) }
        guard errors.isEmpty else {
            throw QueryError(.wrongQuery, diagnostics: errors.map { [source] in QueryDiagnostic($0, in: source) })
        }
    }

    /// Runs the statements in their order.
    func write(to storage: any SampleStorage) throws {
        for step in steps {
            switch step {
            case .write(let batch): _ = try storage.write(batch)
            case .decide(let decisions): try storage.decide(decisions)
            case .set(let setting): try setting.write(to: storage)
            }
        }
    }

    // MARK: Statements

    private mutating func compile(_ statement: Statement) {
        guard !statement.hasErrors else {
            errors += statement.diagnostics.filter { $0.severity == .error }
            return
        }
        switch statement.kind {
        case .add(let add): append(samples: AddCompiler(context: context).compile(add))
        case .load(let load): append(samples: AddCompiler(context: context).compile(load))
        case .addSummary(let add):
            guard let summary = value(AddCompiler(context: context).compile(add)) else { return }
            var batch = ImportBatch()
            batch.summaries = [summary]
            steps.append(.write(batch))
        case .decideAccess(let decision):
            if let decisions = value(AccessCompiler(context: context).compile(decision)) { steps.append(.decide(decisions)) }
        case .set(let set): compile(set)
        case .edition: return
        default:
            errors.append(
                Diagnostic(
                    .notAvailable, "this statement doesn't fill a store, so it can't be loaded", at: statement.range, help: Self.accepted))
        }
    }

    private mutating func append(samples: Resolved<[AddCompiler.Sample]>) {
        guard let samples = value(samples), let first = samples.first, let last = samples.last else { return }
        steps.append(.write(BatchBuilder(samples).batch))
        // Later statements can name a metric that only this text adds.
        context.contents.mayGrow = true
        if context.contents.metrics[first.metric] == nil {
            context.contents.metrics[first.metric] = MetricSummary(
                metric: first.metric, count: samples.count, firstStart: first.start, lastStart: last.start, lastEnd: last.end, sources: [])
        }
    }

    /// Returns the value; nil if it has errors, which are kept.
    private mutating func value<Value>(_ part: Resolved<Value>) -> Value? {
        errors += part.diagnostics.filter { $0.severity == .error }
        guard case .value(let value, _) = part else { return nil }
        return value
    }

    // MARK: Settings

    private mutating func compile(_ set: SetStatement) {
        let compiler = KeptSettingCompiler(context: context, source: source)
        let text = set.value.text(in: source)
        switch set.word {
        case .now?: if let now = value(moment(set.value, text)) { context.now = now }
        case .zone?:
            let isLocal = text.lowercased() == "local"
            if let zone = isLocal ? base.zone : value(compiler.zone(set)) { context.zone = zone }
        case .app? where !text.isEmpty: context.app = text
        case .device?: context.device = text.isEmpty || text.lowercased() == "none" ? nil : text
        case .goal?, .deviceState?, .storeZone?:
            if let setting = compiler.compile(set), let setting = value(setting) { steps.append(.set(setting)) }
        default:
            errors.append(
                Diagnostic(
                    .unknownSetting, "the setting `\(set.setting.text)` can't be loaded into a store", at: set.setting.range,
                    help: Self.accepted))
        }
    }

    private func moment(_ literal: Literal, _ text: String) -> Resolved<Instant> {
        if case .when(let when) = literal {
            if case .instant(.now) = when.kind { return .value(base.now, []) }
            return QueryCompiler(context: context).instant(of: when)
        }
        if text.lowercased() == "now" { return .value(base.now, []) }
        if let reading = ISO8601.read(text) { return .value(reading.instant(in: context.zone), []) }
        return .failed([
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `now`", at: literal.range,
                help: "write for example `set now = 2025-06-01 10:00`")
        ])
    }

}
