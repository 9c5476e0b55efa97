package import HealthModel
package import QueryDiagnostics
package import QuerySyntax

/// The names defined by `let`, `def` and `param`, by their folded key. A name has a value or is a function.
package struct NameTable: Sendable {
    package struct Entry: Sendable {
        /// The name as written.
        package var name: String
        package var value: LetStatement.Value
        /// The text that the value's ranges refer to.
        package var source: SourceText

        package init(name: String, value: LetStatement.Value, source: SourceText) {
            self.name = name
            self.value = value
            self.source = source
        }

        /// Help that says where a name with such a value belongs; nil if many places take it.
        var use: String? {
            switch value {
            case .intervals: "write it after `while`, as in `sum steps while \(name)`"
            case .predicate: "write it after `where`, as in `sum steps where \(name)`"
            case .when: "write it after `since`, `from` or `until`"
            case .query, .span, .unit, .literal, .anchor: nil
            }
        }
    }

    /// A function defined by `def`.
    package struct Function: Sendable {
        package var definition: DefStatement
        package var source: SourceText

        package init(_ definition: DefStatement, source: SourceText) {
            self.definition = definition
            self.source = source
        }
    }

    private enum Saved: Sendable {
        case value(Entry)
        case function(Function)
    }

    /// The values defined by statements, without those of formals.
    package private(set) var entries: [String: Entry] = [:]
    package private(set) var functions: [String: Function] = [:]
    /// Queries of the library. Names of the session take precedence.
    private var saved: [String: Saved] = [:]
    /// The values of formals, which other texts can't refer to.
    private var scoped: [String: Entry] = [:]
    private var scopeCount = 0
    /// The metrics that people defined, as far as they are known.
    package var metricNames = MetricNames()

    package init() {}

    package subscript(name: Name) -> Entry? {
        let key = name.key
        if name.scope != nil { return scoped[key] }
        if let entry = entries[key] { return entry }
        guard functions[key] == nil, case .value(let entry)? = saved[key] else { return nil }
        return entry
    }

    package func function(_ name: Name) -> Function? {
        let key = name.key
        if let function = functions[key] { return function }
        guard entries[key] == nil, case .function(let function)? = saved[key] else { return nil }
        return function
    }

    package mutating func set(_ entry: Entry) {
        let key = Name.key(of: entry.name)
        functions[key] = nil
        entries[key] = entry
    }

    package mutating func set(_ function: Function) {
        let key = function.definition.name.key
        entries[key] = nil
        functions[key] = function
    }

    /// Returns true if no statement defines this name.
    package func isFree(_ key: String) -> Bool { entries[key] == nil && functions[key] == nil }

    /// Adds the last statement of a saved text under a name. Returns false if it isn't a query, `let` or `def`.
    ///
    /// - Parameter others: the statements before it, whose names are private.
    package mutating func save(_ last: Statement, after others: some Sequence<Statement>, as key: String, source: SourceText) -> Bool {
        var locals = NameTable()
        for statement in others {
            switch statement.kind {
            case .letBinding(let binding): locals.set(Entry(name: binding.name.text, value: binding.value, source: source))
            case .parameter(let parameter):
                guard let value = parameter.defaultValue else { break }
                locals.set(Entry(name: parameter.name.text, value: LetStatement.Value(value), source: source))
            // Functions have no scope. A function of a saved text is visible in the session, unless the session has one with that name.
            case .definition(let definition) where isFree(definition.name.key):
                saved[definition.name.key] = .function(Function(definition, source: source))
            default: break
            }
        }
        let transplant = openScope(Array(locals.entries.values))
        for (key, entry) in locals.entries {
            // One of these names can refer to another.
            scoped[Name.key(key, in: transplant.scope)]?.value = transplant(entry.value)
        }
        switch last.kind {
        case .query(let query): saved[key] = .value(Entry(name: key, value: .query(transplant(query)), source: source))
        case .letBinding(let binding):
            saved[key] = .value(Entry(name: binding.name.text, value: transplant(binding.value), source: source))
        case .definition(let definition):
            var moved = definition
            var body = transplant
            body.formals.subtract(definition.formals.map(\.name.key))
            moved.body = body(definition.body)
            saved[key] = .function(Function(moved, source: source))
        default: return false
        }
        return true
    }

    package mutating func removeSaved(_ name: Name) { saved[name.key] = nil }

    /// Removes all names of saved texts, because an app that asks next doesn't have them.
    package mutating func removeAllSaved() { saved = [:] }

    /// Removes a name. Returns true if it existed.
    package mutating func remove(_ name: Name) -> Bool {
        let wasValue = entries.removeValue(forKey: name.key) != nil
        return functions.removeValue(forKey: name.key) != nil || wasValue
    }

    /// Returns the names for a script that a session runs: the saved ones and the parameters.
    package func ofScript(parameters: [Entry]) -> NameTable {
        var names = self
        names.entries = [:]
        names.functions = [:]
        for entry in parameters { names.set(entry) }
        return names
    }

    /// Adds the names defined by a script, except its parameters. Uses of the parameters keep their values from the script.
    package mutating func adopt(_ names: NameTable, parameters: [Entry]) {
        scoped = names.scoped
        scopeCount = names.scopeCount
        let transplant = openScope(parameters)
        for (key, entry) in names.entries where !transplant.formals.contains(key) {
            set(Entry(name: entry.name, value: transplant(entry.value), source: entry.source))
        }
        for (_, function) in names.functions {
            var moved = function
            var body = transplant
            body.formals.subtract(function.definition.formals.map(\.name.key))
            moved.definition.body = body(function.definition.body)
            set(moved)
        }
    }

    /// Gives formals their values, and returns a transplant that makes a text at `range` refer to them.
    package mutating func openScope(_ formals: [Entry], at range: SourceRange? = nil) -> Transplant {
        scopeCount += 1
        for entry in formals { scoped[Name.key(Name.key(of: entry.name), in: scopeCount)] = entry }
        return Transplant(to: range, formals: Set(formals.map { Name.key(of: $0.name) }), scope: scopeCount)
    }
}
