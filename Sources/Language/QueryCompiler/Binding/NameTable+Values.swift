package import QueryDiagnostics
package import QuerySyntax

extension NameTable {
    /// Returns the text of `operand`, or of the name in it; nil if the name has no text.
    package func text(_ operand: TextOperand) -> String? {
        switch operand {
        case .text(let literal): literal.value
        case .name(let name):
            if case .literal(.texts(let texts))? = self[name]?.value, texts.count == 1 { texts[0].value } else { nil }
        }
    }

    /// Resolves a literal that is a name, and returns the source text of its value; nil if `literal` is the value itself.
    package func literal(_ literal: Literal) -> (literal: Literal, source: SourceText?) {
        guard case .name(let name) = literal, let entry = self[name] else { return (literal, nil) }
        switch entry.value {
        case .literal(let value): return (value, entry.source)
        case .unit(let unit): return (.name(unit.name), entry.source)
        case .when(let when): return (.when(when), entry.source)
        case .query(let query): return query.aliasedName.map { (.name($0), entry.source) } ?? (literal, nil)
        case .predicate, .intervals, .span, .anchor: return (literal, nil)
        }
    }
}

extension Literal {
    /// Returns the literal as it is written in `source`, without the quotes of a text.
    package func text(in source: SourceText) -> String {
        switch self {
        case .texts(let texts): texts.map(\.value).joined(separator: ", ")
        case .name(let name): name.text
        default: source[range]
        }
    }
}
