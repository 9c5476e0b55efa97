import HealthModel
package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax

extension Statement {
    /// Returns the statement as people are to hear of it: where all of it is in another language, that is the one thing wrong with it.
    ///
    /// Most questions read like a query of a metric with a long name. So nothing is a guess where what is asked of has its name.
    ///
    /// - Parameter isName: whether a word is a name that is known.
    package func helped(in source: SourceText, knowing isName: (String) -> Bool) -> Statement {
        guard !diagnostics.isEmpty || mayBeForeign(in: source, isName), let foreign = ForeignStatement(at: range, in: source) else {
            return self
        }
        var helped = self
        helped.diagnostics = [foreign.finding]
        return helped
    }

    private func mayBeForeign(in source: SourceText, _ isName: (String) -> Bool) -> Bool {
        if source.asks(in: range) { return true }
        guard case .query(let query) = kind else { return false }
        return query.source.metrics.contains { metric in
            switch metric {
            case .name(let name), .call(let name, _, _): !isName(name.text)
            }
        }
    }
}

extension QuerySource {
    fileprivate var metrics: [MetricReference] {
        switch self {
        case .measures(let measures): measures.map(\.metric)
        case .samples(let metric): [metric]
        case .progress(let measure, _): [measure.metric]
        case .summaries, .lastResult: []
        }
    }
}

extension ParseResult {
    /// Returns the text with its statements as people are to hear of them, where no more is known than the text says.
    package func helped(knowing names: NameTable = NameTable()) -> ParseResult {
        var given: Set<String> = []
        var helped = self
        helped.statements = statements.map { statement in
            if let name = statement.kind.givenName { given.insert(name.key) }
            return statement.helped(in: source) { given.contains(Name.key(of: $0)) || names.knows($0) }
        }
        return helped
    }
}

extension ParseResult {
    /// Whether the text ends within a statement in another language.
    package var endsInForeignStatement: Bool {
        guard let last = statements.last, last.diagnostics.contains(where: \.code.isForeignLanguage) else { return false }
        return !tokens.contains { $0.range.start >= last.range.end && ($0.kind == .semicolon || $0.kind == .newline) }
    }
}

extension StatementKind {
    /// The name that the statement defines.
    package var givenName: Name? {
        switch self {
        case .letBinding(let binding): binding.name
        case .definition(let definition): definition.name
        case .parameter(let parameter): parameter.name
        case .save(let name): name
        default: nil
        }
    }
}

extension NameTable {
    /// Whether `word` is a name that was given, or that of a metric.
    package func knows(_ word: String) -> Bool {
        let name = Name(word, range: SourceRange(at: 0))
        if self[name] != nil || function(name) != nil { return true }
        return if case .unknown = MetricCatalog.resolve(name: word) { false } else { true }
    }
}
