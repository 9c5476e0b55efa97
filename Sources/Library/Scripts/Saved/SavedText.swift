package import QueryCompiler
import QueryDiagnostics
package import QuerySyntax

/// The file of a saved query: the names that the query needs, then the query.
package struct SavedText {
    private let names: NameTable
    private var lines: [String] = []
    private var written: Set<String> = []

    package init(names: NameTable) { self.names = names }

    /// Returns the file for the `let` or `def` with that name; nil if the name is not defined.
    package static func definition(of name: Name, in names: NameTable) -> String? {
        guard let statement = names.statement(defining: name.key) else { return nil }
        var text = SavedText(names: names)
        text.append(statement, as: name.key)
        return text.lines.joined()
    }

    /// Returns the file for a query.
    package static func query(_ query: String, in names: NameTable) -> String {
        var text = SavedText(names: names)
        text.append(query)
        return text.lines.joined()
    }

    private mutating func append(_ statement: String, as key: String = "") {
        guard written.insert(key).inserted || key.isEmpty else { return }
        for word in SourceText(statement).words where !written.contains(word.key) {
            if let needed = names.statement(defining: word.key) { append(needed, as: word.key) }
        }
        lines.append(statement + "\n")
    }
}

extension NameTable {
    /// Returns the `let` or `def` that defines a name, on one line; nil if the session does not define it.
    package func statement(defining key: String) -> String? {
        if let entry = entries[key] {
            let name = Name(entry.name, range: SourceRange(at: 0))
            return QueryFormatter.text(of: Statement(.letBinding(LetStatement(name: name, value: entry.value)), range: SourceRange(at: 0)))
        }
        return functions[key].map { QueryFormatter.text(of: Statement(.definition($0.definition), range: SourceRange(at: 0))) }
    }
}

extension NameTable.Entry {
    /// Returns an entry with the number of an anchor, because the name stands for this moment, and not for a later one.
    package func withAnchor(_ anchor: Int64) -> NameTable.Entry {
        let text = "\(anchor)"
        let number = NumberLiteral(value: Double(anchor), text: text, range: SourceRange(0, text.utf8.count))
        return NameTable.Entry(name: name, value: .literal(.number(number, nil)), source: SourceText(text))
    }
}

extension Query {
    /// Returns the query with `_` replaced by `last`, so that it can be saved.
    package func continuing(_ last: Query?) -> Query {
        guard case .lastResult = source, var whole = last else { return self }
        whole.stages += stages
        whole.output = output ?? whole.output
        return whole
    }
}
