import CalendarIntervals
import HealthModel
package import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import QueryVocabulary

/// The facts about a session that editing needs. Rebuilt between statements, never at a key.
package struct EditingKnowledge: Sendable {
    package var context: CompilationContext
    /// The rows of `_`.
    let lastRows: BoundRows?
    /// The names of saved queries. Their files are read only when a statement that uses them runs.
    package var savedNames: [String]
    /// The names of running watches.
    let watchNames: [String]
    /// Metrics with samples, those with the most samples first.
    let recorded: [MetricInfo]

    package init(context: CompilationContext, lastRows: BoundRows? = nil, savedNames: [String] = [], watchNames: [String] = []) {
        self.context = context
        self.lastRows = lastRows
        self.savedNames = savedNames
        self.watchNames = watchNames
        let counts = context.contents.metrics.mapValues(\.count)
        let defined = context.contents.metricNames.all.map(\.info)
        recorded = (MetricCatalog.all.filter { counts[$0.id] != nil } + defined).sorted {
            (counts[$1.id] ?? 0, $0.shortName) < (counts[$0.id] ?? 0, $1.shortName)
        }.flatMap { metric in
            // The usual meaning of sleep comes before Apple's metric, which also includes time in bed.
            let parts = MetricCatalog.parts.filter { $0.id == metric.id }
            return parts.prefix(1) + [metric] + parts.dropFirst()
        }
    }

    /// Returns the texts of an attribute of people, without duplicates.
    func values(ofAttribute name: String) -> [String] {
        let key = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        guard let attribute = context.contents.attributes.first(where: { $0.lowercased() == key }) else { return [] }
        let texts = context.contents.persons.compactMap { person -> String? in
            if case .text(let text)? = person.attributes[attribute] { text } else { nil }
        }
        return Set(texts).sorted().filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } }
    }

    /// Returns the errors in a text that can be found without running it.
    ///
    /// - Parameter isQuick: true to check each query with the range `today`, because a million buckets would take too long at every key.
    func errors(in parsed: ParseResult, isQuick: Bool) -> [Diagnostic] {
        let parsed = parsed.helped(knowing: context.names, on: context.today)
        let syntactic = parsed.diagnostics.filter { $0.severity == .error }
        // Names that the text itself defines, and names of saved queries, are not known here.
        let givesNames = parsed.statements.contains { if case .query = $0.kind { false } else { true } }
        let saved = Set(savedNames.map(Name.key))
        let saysSaved =
            !saved.isEmpty && parsed.tokens.contains { $0.kind == .word && saved.contains(Name.key(of: parsed.source[$0.range])) }
        guard syntactic.isEmpty, !saysSaved, !givesNames || parsed.statements.count == 1 else { return syntactic }
        let compiler = QueryCompiler(context: context, lastRows: lastRows)
        let queries = parsed.statements.compactMap(\.kind.typedQuery).map { isQuick ? $0.ofToday : $0 }
        return queries.flatMap { compiler.compile($0).diagnostics }.filter { $0.severity == .error }
    }

    /// Returns the names of the columns after the last stage of the last query in `text`.
    func columns(of text: String) -> [String] {
        guard let query = Parser.parse(text).statements.last?.kind.typedQuery else { return [] }
        return QueryCompiler(context: context, lastRows: lastRows).compile(query.ofToday).rows?.columnNames ?? []
    }
}

extension StatementKind {
    /// The query whose errors are shown while the statement is typed; nil if it has none.
    var typedQuery: Query? {
        if case .letBinding(let binding) = self, case .query(let query) = binding.value { return query.aliasedName == nil ? query : nil }
        return word == .assert ? nil : query
    }
}

extension Query {
    private static let today = Parser.parse("sum steps today").statements.first?.kind.query?.clauses ?? []

    /// The same query with the range `today`.
    fileprivate var ofToday: Query {
        guard case .measures = source else { return self }
        var query = self
        query.clauses = clauses.filter { if case .range = $0.kind { false } else { true } } + Self.today
        return query
    }
}
