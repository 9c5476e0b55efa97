import HealthModel
import QueryCompiler
package import QueryDiagnostics
import QuerySyntax
import Scripts
import Workbench

/// A name under the cursor, and what it refers to.
package struct FoundName {
    package var text: String
    package var range: SourceRange
    /// The place of its definition; nil if the script does not define it.
    package var definition: SourceRange?
    /// The statement of its definition.
    package var statement: SourceRange?
    /// The key, and for a parameter of a function the key of the function.
    var key: String
    var function: String?
}

extension ScriptHelp {
    /// A name that a statement defines.
    private struct Definition {
        var key: String
        /// The function whose formal it is.
        var function: String?
        var range: SourceRange
        var statement: SourceRange
    }

    /// Returns the name at an offset; nil if there is none.
    package func name(at offset: Int) -> FoundName? {
        guard let index = script.index(at: offset) else { return nil }
        let (piece, start) = (script.pieces[index], script.starts[index])
        for statement in piece.statements {
            let placed = PlacedStatement(statement, at: start)
            let own = definitions(of: placed)
            if let definition = own.first(where: { $0.range.touches(offset) }) {
                return found(definition.key, definition.function, at: definition.range, definition)
            }
            let uses = NamesInTree(statement, in: piece).uses.filter { $0.range.moved(by: start).touches(offset) }
            let names = uses.map { use in
                let formal = use.function == nil ? own.first { $0.function != nil && $0.key == use.key } : nil
                return found(
                    use.key, formal?.function ?? use.function, at: use.range.moved(by: start),
                    formal ?? definition(of: use.key, use.function, before: index))
            }
            if let name = names.first(where: { $0.definition != nil }) ?? word(at: offset, in: index) ?? names.first { return name }
        }
        return nil
    }

    /// Returns the word at an offset if it alone is a name: with a slip after it, both are read as one unknown name.
    private func word(at offset: Int, in index: Int) -> FoundName? {
        let (piece, start) = (script.pieces[index], script.starts[index])
        guard let token = piece.parsed.tokens.first(where: { $0.kind == .word && $0.range.moved(by: start).touches(offset) }) else {
            return nil
        }
        let key = Name.key(of: piece.source[token.range])
        return definition(of: key, nil, before: index).map { found(key, nil, at: token.range.moved(by: start), $0) }
    }

    private func found(_ key: String, _ function: String?, at range: SourceRange, _ definition: Definition?) -> FoundName {
        FoundName(
            text: script.source[range].filter { $0 != "`" }, range: range, definition: definition?.range, statement: definition?.statement,
            key: key, function: function)
    }

    /// Returns the last definition before a piece or in it; without one, the first definition after it.
    private func definition(of key: String, _ function: String?, before index: Int) -> Definition? {
        let all = definitions(of: key, function)
        let limit = script.starts[index] + script.pieces[index].length
        return all.last { $0.range.start < limit } ?? all.first
    }

    private func definitions(of key: String, _ function: String?) -> [Definition] {
        let mentioned = function ?? key
        return zip(script.pieces, script.starts).filter { $0.0.givesNames && $0.0.mentions(mentioned) }.flatMap { piece, start in
            piece.statements.flatMap { definitions(of: PlacedStatement($0, at: start)) }
        }.filter { $0.key == key && $0.function == function }
    }

    /// The names that a statement defines: its own name, and the formals of a function.
    private func definitions(of placed: PlacedStatement) -> [Definition] {
        let kind = placed.statement.kind
        guard let name = kind.givenName else { return [] }
        if case .save = kind { return [] }
        let own = Definition(key: name.key, range: name.range.moved(by: placed.offset), statement: placed.range)
        guard case .definition(let definition) = kind else { return [own] }
        return [own]
            + definition.formals.map {
                Definition(key: $0.name.key, function: name.key, range: $0.name.range.moved(by: placed.offset), statement: placed.range)
            }
    }

    /// Returns all places of a name: its definitions and its uses.
    package func places(of name: FoundName) -> [SourceRange] {
        let mentioned = name.function ?? name.key
        var places: [SourceRange] = []
        for (piece, start) in zip(script.pieces, script.starts) where piece.mentions(mentioned) {
            for statement in piece.statements {
                let own = definitions(of: PlacedStatement(statement, at: start))
                places += own.filter { $0.key == name.key && $0.function == name.function }.map(\.range)
                let formals = own.filter { $0.function != nil }
                let isOwnFunction = name.function != nil && formals.contains { $0.function == name.function }
                let uses = NamesInTree(statement, in: piece).uses.filter { use in
                    guard use.key == name.key else { return false }
                    if use.function != nil || name.function == nil {
                        return use.function == name.function && !formals.contains { $0.key == use.key && use.function == nil }
                    }
                    return isOwnFunction
                }
                places += uses.map { $0.range.moved(by: start) }
            }
        }
        return Set(places).sorted { $0.start < $1.start }
    }

    /// The reason why a name can't be changed.
    package struct RenameRefusal: Error {
        package var message: String
    }

    /// Returns the edits that give a name another text everywhere. Throws if the new name would mean something else.
    package func rename(_ name: FoundName, to text: String) throws(RenameRefusal) -> [Diagnostic.Edit] {
        guard name.definition != nil else {
            throw RenameRefusal(message: "`\(name.text)` is not defined in this script, so it keeps its name")
        }
        let parsed = Parser.parse("let \(text) = 1")
        guard parsed.diagnostics.isEmpty, case .letBinding(let binding)? = parsed.statements.first?.kind else {
            throw RenameRefusal(message: parsed.diagnostics.first?.message ?? "`\(text)` can't be a name")
        }
        let key = binding.name.key
        let isTaken =
            !definitions(of: key, name.function).isEmpty
            || (name.function == nil && session.savedNames.contains { Name.key(of: $0) == key })
        if key != name.key, isTaken { throw RenameRefusal(message: "`\(text)` is already defined") }
        if case .known = MetricCatalog.resolve(name: binding.name.text), name.function == nil {
            throw RenameRefusal(message: "`\(text)` is a metric; choose another name")
        }
        let written = text.contains(" ") && !text.hasPrefix("`") ? "`\(text)`" : text
        let edits = places(of: name).map { Diagnostic.Edit($0, written) }
        let other = ScriptHelp(SourceText(edits.applied(to: script.source), file: script.source.file), as: script.form, with: session)
        let before = findings.filter { $0.severity == .error }.map(\.code)
        guard other.findings.filter({ $0.severity == .error }).map(\.code) == before else {
            throw RenameRefusal(message: "with the name `\(text)`, the script would have another meaning")
        }
        return edits
    }
}

extension SourceRange {
    /// True if an offset is in the range or at its end, as a cursor behind a word.
    func touches(_ offset: Int) -> Bool { start <= offset && offset <= end }
}
