package import QueryDiagnostics
import QuerySyntax
import Scripts

/// A word of a statement that refers to a definition.
package struct NameUse: Hashable {
    package var key: String
    package var range: SourceRange
    /// The key of the function whose parameter this is, as in `typical(n = 7)`; nil for other names.
    package var function: String?
}

/// Finds the names in a statement, by looking at each part of its tree.
///
/// This takes a microsecond for each part. So it is for statements that are known to mention a name.
struct NamesInTree {
    private(set) var uses: [NameUse] = []

    /// - Parameter piece: the piece with the statement. While it has mistakes, its tree lacks parts, so all of its words may be names.
    init(_ statement: Statement, in piece: ScriptPiece) {
        visit(statement.kind)
        if statement.hasErrors {
            let known = Set(uses.map(\.range))
            for token in piece.parsed.tokens
            where (token.kind == .word || token.kind == .quotedName) && statement.range.contains(token.range.start)
                && !known.contains(token.range)
            {
                uses.append(NameUse(key: Name.key(of: piece.source[token.range].filter { $0 != "`" }), range: token.range))
            }
        }
        // A name that a statement defines is not a use of it.
        if let own = statement.kind.givenName { uses.removeAll { $0.range == own.range } }
        uses.sort { $0.range.start < $1.range.start }
    }

    private mutating func visit(_ value: Any) {
        switch value {
        case let name as Name: uses.append(NameUse(key: name.key, range: name.range))
        case let unit as UnitText: uses.append(NameUse(key: Name.key(of: unit.text), range: unit.range))
        case let argument as Argument: visit(argument.value)
        case let reference as MetricReference:
            guard case .call(let function, let arguments, _) = reference else { return visitParts(of: value) }
            visit(function)
            for argument in arguments {
                if let name = argument.name { uses.append(NameUse(key: name.key, range: name.range, function: function.key)) }
                visit(argument.value)
            }
        case let measure as Measure:
            // The name of a column is new.
            var measure = measure
            measure.alias = nil
            visitParts(of: measure)
        case let definition as DefStatement:
            // Its formals are new names. Their defaults can use others.
            for formal in definition.formals { visitParts(of: formal.defaultValue as Any) }
            visit(definition.body)
        case is SourceRange, is String, is Int, is Double, is Bool: return
        default: visitParts(of: value)
        }
    }

    private mutating func visitParts(of value: Any) {
        for child in Mirror(reflecting: value).children { visit(child.value) }
    }
}
