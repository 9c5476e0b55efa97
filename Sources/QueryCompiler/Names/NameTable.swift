package import Diagnostics
package import QuerySyntax

/// The names that `let`, `def` and `param` gave, by their folded key: a name stands for a value or for a function.
package struct NameTable: Sendable {
    package struct Entry: Sendable {
        /// As it was written.
        package var name: String
        package var value: LetStatement.Value
        /// The text that the value's ranges refer to.
        package var source: SourceText

        package init(name: String, value: LetStatement.Value, source: SourceText) {
            self.name = name
            self.value = value
            self.source = source
        }
    }

    /// What a `def` gave.
    package struct Function: Sendable {
        package var definition: DefStatement
        package var source: SourceText

        package init(_ definition: DefStatement, source: SourceText) {
            self.definition = definition
            self.source = source
        }
    }

    /// What is kept outside of a session under a name.
    package enum Saved: Sendable {
        case value(Entry)
        case function(Function)
    }

    /// The values that statements named; not those of formals.
    package private(set) var entries: [String: Entry] = [:]
    package private(set) var functions: [String: Function] = [:]
    /// Looks a key up among the saved queries, which come after the names of the session.
    package var saved: (@Sendable (_ key: String) -> Saved?)?
    /// The values of formals, which no other text can name.
    private var scoped: [String: Entry] = [:]
    private var scopeCount = 0

    package init() {}

    package subscript(name: Name) -> Entry? {
        if name.scope != 0 { return scoped[name.key] }
        if let entry = entries[name.key] { return entry }
        guard functions[name.key] == nil, case .value(let entry)? = saved?(name.key) else { return nil }
        return entry
    }

    package func function(_ name: Name) -> Function? {
        if let function = functions[name.key] { return function }
        guard entries[name.key] == nil, case .function(let function)? = saved?(name.key) else { return nil }
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

    /// Removes a name and returns whether it was there.
    package mutating func remove(_ name: Name) -> Bool {
        let wasValue = entries.removeValue(forKey: name.key) != nil
        return functions.removeValue(forKey: name.key) != nil || wasValue
    }

    /// The names of a script that a session runs: none yet but the saved ones.
    package func ofScript(parameters: [Entry]) -> NameTable {
        var names = self
        names.entries = [:]
        names.functions = [:]
        for entry in parameters { names.set(entry) }
        return names
    }

    /// Takes over what a script named, but for its parameters, which go on to mean what they meant in the script.
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

    /// Gives formals their values, and returns the transplant that makes a text at `range` speak of them.
    package mutating func openScope(_ formals: [Entry], at range: SourceRange? = nil) -> Transplant {
        scopeCount += 1
        for entry in formals { scoped["\(Name.key(of: entry.name))#\(scopeCount)"] = entry }
        return Transplant(to: range, formals: Set(formals.map { Name.key(of: $0.name) }), scope: scopeCount)
    }
}
