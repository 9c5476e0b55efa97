package import QueryVocabulary

extension StatementKind {
    /// The word of the statement, which has its rights, needs and other properties.
    package var word: StatementWord { parts.word }

    /// Returns true if statements of this kind have the trait.
    package func has(_ trait: StatementTraits) -> Bool { word.definition.traits.contains(trait) }

    /// The query in a query, `explain`, `watch` or `assert`.
    package var query: Query? { parts.query }

    /// The name that the statement defines.
    package var givenName: Name? { parts.name }

    /// The word, and the parts that many readers need.
    private var parts: (word: StatementWord, query: Query?, name: Name?) {
        switch self {
        case .query(let query): (.query, query, nil)
        case .letBinding(let binding): (.let, nil, binding.name)
        case .definition(let definition): (.def, nil, definition.name)
        case .parameter(let parameter): (.param, nil, parameter.name)
        case .set(let set): (.set(set.word), nil, nil)
        case .assert(let assertion): (.assert, assertion.query, nil)
        case .expect: (.expect, nil, nil)
        case .explain(_, let query): (.explain, query, nil)
        case .watch(let watch): (watch.name == nil ? .watch : .namedWatch, watch.query, nil)
        case .stop: (.stop, nil, nil)
        case .changes: (.changes, nil, nil)
        case .anchor: (.anchor, nil, nil)
        case .actAs: (.actAs, nil, nil)
        case .decideAccess(let decision): (decision.isAllowed ? .allow : .deny, nil, nil)
        case .showAccess: (.show(.access), nil, nil)
        case .why: (.why, nil, nil)
        case .add: (.add, nil, nil)
        case .addSummary: (.addSummary, nil, nil)
        case .load: (.load, nil, nil)
        case .delete: (.delete, nil, nil)
        case .importFiles: (.import, nil, nil)
        case .undo: (.undo, nil, nil)
        case .export(let export): (export.names.areKept ? .export : .exportPseudonyms, nil, nil)
        case .person(.describe): (.describePerson, nil, nil)
        case .person(.forget): (.forgetPerson, nil, nil)
        case .person(.rename): (.renamePerson, nil, nil)
        case .metric(.define(let definition)): (.defineMetric, nil, definition.name)
        case .metric(.forget): (.forgetMetric, nil, nil)
        case .forget: (.forget, nil, nil)
        case .testCase: (.testCase, nil, nil)
        case .help: (.help, nil, nil)
        case .show(let list, _, _), .showOne(let list, _, _): (.show(list.word), nil, nil)
        case .describe: (.describe, nil, nil)
        case .learn: (.learn, nil, nil)
        case .run: (.run, nil, nil)
        case .reportLine(let word, _): (.report(word), nil, nil)
        case .save(let name): (.save, nil, name)
        case .history: (.history, nil, nil)
        case .open: (.open, nil, nil)
        case .quit: (.quit, nil, nil)
        case .edition: (.edition, nil, nil)
        case .invalid: (.invalid, nil, nil)
        }
    }
}

extension SetStatement {
    /// The setting; nil if there is none with this name.
    package var word: SettingWord? { SettingWord(folded: setting.key) }
}

extension ExportStatement.Names {
    fileprivate var areKept: Bool { if case .kept = self { true } else { false } }
}

extension StatementKind {
    /// The files that the statement reads or writes.
    package var files: [TextOperand] {
        switch self {
        case .importFiles(let statement): return statement.paths
        case .export(let statement):
            if case .pseudonyms(let key?) = statement.names { return [statement.path, key] }
            return [statement.path]
        case .changes(let statement): return [statement.output?.path].compactMap(\.self)
        case .showOne(_, _, let output): return [output?.path].compactMap(\.self)
        case .open(let path), .run(let path, _): return [path]
        case .expect(.error(_, let inner?)): return inner.kind.files
        default: return [query?.output?.path, definedOutput?.path].compactMap(\.self)
        }
    }

    /// The output of a query that the statement names.
    private var definedOutput: Output? {
        switch self {
        case .letBinding(let binding): if case .query(let query) = binding.value { query.output } else { nil }
        case .definition(let definition): definition.body.output
        default: nil
        }
    }
}
