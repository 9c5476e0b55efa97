import Diagnostics
import HealthModel
import QueryCompiler
import QuerySyntax

/// Checks a script whole before its first line runs: it binds every query, with the names that earlier lines give.
struct ScriptChecker {
    private var context: CompilationContext
    private var settings: SessionSettings
    private let source: SourceText
    /// The script fills the store, so that what it holds now says nothing of what queries will find.
    private var bringsSamples = false

    init(context: CompilationContext, settings: SessionSettings, source: SourceText) {
        self.context = context
        self.settings = settings
        self.source = source
    }

    /// Returns what is wrong, in order; where that is more than anybody reads, the rest is not looked at.
    func check(_ statements: [Statement], limit: Int = ParseResult.maximumDiagnostics) -> [Diagnostic] {
        var checker = self
        var findings = ExpectationRules.findings(in: statements)
        var expectsError = false
        var subjectStart = 0
        // Each case starts from what stands before the first one.
        var beforeCases: ScriptChecker?
        for statement in statements {
            if case .testCase = statement.kind {
                checker = beforeCases ?? checker
                // The store of a case is empty.
                checker.bringsSamples = true
                beforeCases = checker
            }
            // What is expected needs not be told.
            if case .expect(.warning(let code)) = statement.kind { forget(code, in: &findings, since: subjectStart) }
            if case .expect(.info(let code)) = statement.kind { forget(code, in: &findings, since: subjectStart) }
            if !statement.kind.isExpectation { subjectStart = statement.range.start }
            // What `expect error` speaks of is wrong on purpose.
            if case .expect(.error(_, let inner)) = statement.kind {
                findings += statement.diagnostics
                expectsError = inner == nil
                continue
            }
            let own = statement.diagnostics + (statement.hasErrors ? [] : checker.check(statement))
            if expectsError {
                expectsError = false
            } else {
                findings += own
            }
            if findings.count >= limit, findings.contains(where: { $0.severity == .error }) { break }
        }
        return findings.sortedByPlace
    }

    private func forget(_ code: CodeReference, in findings: inout [Diagnostic], since start: Int) {
        findings.removeAll { $0.code.rawValue == code.text.uppercased() && $0.range.start >= start }
    }

    private mutating func check(_ statement: Statement) -> [Diagnostic] {
        switch statement.kind {
        case .query(let query):
            let compiled = QueryCompiler(context: context).compile(query)
            context.lastRows = compiled.rows
            return findings(of: compiled)
        case .run:
            context.lastRows = nil
            return []
        case .explain(_, let query), .watch(let query, _): return compile(query)
        case .assert(let assertion): return compile(assertion.query)
        case .letBinding(let binding):
            let findings = QueryCompiler(context: context).check(binding)
            context.names.set(NameTable.Entry(name: binding.name.text, value: binding.value, source: source))
            return findings
        case .parameter(let parameter):
            if context.names[parameter.name] == nil, let entry = ScriptParameters.standIn(for: parameter, in: source) {
                context.names.set(entry)
            }
            return []
        case .add(let statement):
            bringsSamples = true
            return AddCompiler(context: context).compile(statement).diagnostics
        case .load(let statement):
            bringsSamples = true
            return AddCompiler(context: context).compile(statement).diagnostics
        case .importFiles:
            bringsSamples = true
            return []
        case .describe(let reference), .show(_, of: let reference?, clauses: _):
            return QueryCompiler(context: context).metric(reference).diagnostics
        case .forget(let name):
            _ = context.names.remove(name)
            return []
        case .set(let set) where set.metric == nil && foldedName(set.setting.text) != "storezone":
            let findings = SettingCatalog.apply(set, in: source, context: context, to: &settings)
            context.follow(settings)
            return findings
        default: return []
        }
    }

    private func compile(_ query: Query) -> [Diagnostic] { findings(of: QueryCompiler(context: context).compile(query)) }

    private func findings(of compiled: CompiledQuery) -> [Diagnostic] {
        let findings = compiled.diagnostics
        return bringsSamples ? findings.filter { $0.code != .metricWithoutSamples && $0.code != .unknownSource } : findings
    }
}
