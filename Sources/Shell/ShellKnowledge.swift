import CalendarIntervals
package import Diagnostics
import HealthModel
package import QueryCompiler
package import QuerySyntax

/// What the shell knows of a session while a statement is typed; made anew between statements, never at a key.
package struct ShellKnowledge: Sendable {
    package var context: CompilationContext
    /// The names of saved queries, whose files are read only when a statement that says one runs.
    package var savedNames: [String]
    /// Metrics with samples, the most recorded ones first.
    let recorded: [MetricInfo]

    package init(context: CompilationContext, savedNames: [String] = []) {
        self.context = context
        self.savedNames = savedNames
        let counts = context.contents.metrics.mapValues(\.count)
        recorded = MetricCatalog.all.filter { counts[$0.id] != nil }.sorted {
            (counts[$1.id] ?? 0, $0.shortName) < (counts[$0.id] ?? 0, $1.shortName)
        }
    }

    /// Returns the errors in `text`, of its words and of what they mean; nothing of what only running it would tell.
    package func errors(in parsed: ParseResult) -> [Diagnostic] {
        let syntactic = parsed.diagnostics.filter { $0.severity == .error }
        // Names that the text itself gives, and those of saved queries, are not known here.
        let givesNames = parsed.statements.contains { if case .query = $0.kind { false } else { true } }
        let saved = Set(savedNames.map(Name.key))
        let saysSaved =
            !saved.isEmpty && parsed.tokens.contains { $0.kind == .word && saved.contains(Name.key(of: parsed.source[$0.range])) }
        guard syntactic.isEmpty, !saysSaved, !givesNames || parsed.statements.count == 1 else { return syntactic }
        let compiler = QueryCompiler(context: context)
        return parsed.statements.compactMap(\.kind.query).flatMap { compiler.compile($0).diagnostics }.filter { $0.severity == .error }
    }

    /// Returns the names of the columns that the rows have after the stages of the last query in `text`.
    func columns(of text: String) -> [String] {
        guard let query = Parser.parse(text).statements.last?.kind.query else { return [] }
        return QueryCompiler(context: context).compile(query).rows?.columnNames ?? []
    }
}

extension StatementKind {
    /// The query that is all of the statement, or that the statement is about; nil for others.
    var query: Query? {
        switch self {
        case .query(let query), .explain(_, let query), .watch(let query, _): query
        case .letBinding(let binding): if case .query(let query) = binding.value, query.aliasedName == nil { query } else { nil }
        default: nil
        }
    }
}
