import LineHelp
package import QueryDiagnostics
import QuerySyntax
import Scripts

/// A part of a script with a meaning that editors color.
package struct ColoredPart {
    package enum Kind: Int, CaseIterable { case keyword, metric, number, string, comment, value, function, parameter }

    package var range: SourceRange
    package var kind: Kind
    package var isDefinition = false
}

extension ScriptHelp {
    /// Returns the colored parts that overlap a range, in order and without overlap.
    package func colors(in range: SourceRange) -> [ColoredPart] {
        let names = namesOfScript
        if colorsOfPieces.names != names { colorsOfPieces = (names, [:]) }
        let words = script.numbers(of: names.keys)
        // With the pieces, because a new piece can get the place in memory of one that is gone.
        var known: [ObjectIdentifier: (piece: ScriptPiece, parts: [ColoredPart])] = [:]
        var found: [ColoredPart] = []
        for (piece, start) in zip(script.pieces, script.starts) {
            let id = ObjectIdentifier(piece)
            let isWanted = start < range.end && start + piece.length > range.start
            let parts = colorsOfPieces.parts[id]?.parts ?? (isWanted ? colors(of: piece, names, words) : nil)
            known[id] = parts.map { (piece, $0) }
            guard isWanted, let parts else { continue }
            found += parts.map { ColoredPart(range: $0.range.moved(by: start), kind: $0.kind, isDefinition: $0.isDefinition) }
        }
        colorsOfPieces.parts = known
        return found
    }

    /// The kind of each name that the script defines.
    private var namesOfScript: [String: ColoredPart.Kind] {
        var names: [String: ColoredPart.Kind] = [:]
        for piece in script.pieces {
            for statement in piece.statements {
                switch statement.kind {
                case .letBinding(let binding): names[binding.name.key] = .value
                case .definition(let definition): names[definition.name.key] = .function
                case .parameter(let parameter): names[parameter.name.key] = .parameter
                default: break
                }
            }
        }
        return names
    }

    private func colors(of piece: ScriptPiece, _ names: [String: ColoredPart.Kind], _ words: Set<Int>) -> [ColoredPart] {
        var parts: [SourceRange: ColoredPart] = [:]
        for span in SyntaxHighlighter.spans(of: piece.parsed, marksErrors: false) {
            let range = SourceRange(span.range.lowerBound, span.range.upperBound)
            guard let kind = ColoredPart.Kind(span.style) else { continue }
            parts[range] = ColoredPart(range: range, kind: kind)
        }
        for statement in piece.statements {
            var own = names
            if case .definition(let definition) = statement.kind {
                for formal in definition.formals {
                    own[formal.name.key] = .parameter
                    parts[formal.name.range] = ColoredPart(range: formal.name.range, kind: .parameter, isDefinition: true)
                }
            }
            if let name = statement.kind.givenName, let kind = own[name.key] {
                parts[name.range] = ColoredPart(range: name.range, kind: kind, isDefinition: true)
            }
            guard own.count > names.count || piece.mentionsAny(of: words) else { continue }
            for use in NamesInTree(statement, in: piece).uses {
                guard let kind = use.function == nil ? own[use.key] : .parameter else { continue }
                parts[use.range] = ColoredPart(range: use.range, kind: kind)
            }
        }
        // A name of two words covers the parts of its words.
        var end = 0
        return parts.values.sorted { ($0.range.start, $1.range.end) < ($1.range.start, $0.range.end) }.filter { part in
            guard part.range.start >= end, !part.range.isEmpty else { return false }
            end = part.range.end
            return true
        }
    }
}

extension ColoredPart.Kind {
    fileprivate init?(_ style: HighlightSpan.Style) {
        switch style {
        case .keyword: self = .keyword
        case .metric: self = .metric
        case .number: self = .number
        case .string: self = .string
        case .comment: self = .comment
        case .error: return nil
        }
    }
}
