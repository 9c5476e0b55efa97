import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QuerySyntax
import Testing

/// The context for queries in these tests: 2025-06-15 10:37 in New York, a Sunday.
enum Compilation {
    static let newYork = Zone.named("America/New_York") ?? .utc
    static let now = Instant(seconds: 1_749_998_220)

    static var context: CompilationContext { CompilationContext(now: now, zone: newYork) }

    /// A store with steps and heart rates of two sources that recorded in the same weeks.
    static var filled: CompilationContext {
        var context = context
        context.contents.sources = [1: Source(name: "Watch"), 2: Source(name: "iPhone")]
        let (first, last) = (Instant(seconds: 1_735_707_600), Instant(seconds: 1_751_342_400))
        for name in ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"] {
            let id = MetricID(name)
            context.contents.metrics[id] = MetricSummary(
                metric: id, count: 10, firstStart: first, lastStart: last, lastEnd: last,
                sources: [1, 2].map { .init(source: $0, count: 5, firstStart: first, lastEnd: last) })
        }
        return context
    }

    /// Compiles the last statement of `text`, using the `let` statements before it.
    static func compile(
        _ text: String, in context: CompilationContext = context, after lastRows: BoundRows? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CompiledQuery {
        let parsed = Parser.parse(text)
        try #require(parsed.diagnostics.isEmpty, "\(parsed.diagnostics.map(\.message))", sourceLocation: sourceLocation)
        var context = context
        for statement in parsed.statements {
            switch statement.kind {
            case .letBinding(let binding):
                context.names.set(NameTable.Entry(name: binding.name.text, value: binding.value, source: parsed.source))
            case .query(let query): return QueryCompiler(context: context, lastRows: lastRows).compile(query)
            default: break
            }
        }
        throw NoQuery()
    }

    struct NoQuery: Error {}

    /// Returns the codes of the findings in `text`, without the one for an empty store.
    static func codes(_ text: String, in context: CompilationContext = context, after lastRows: BoundRows? = nil) throws -> [String] {
        try compile(text, in: context, after: lastRows).diagnostics.map(\.code.rawValue).filter { $0 != "W201" }
    }
}
