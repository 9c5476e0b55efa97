/// Guesses which unit an invalid text means.
enum HealthUnitSuggestion {
    /// Returns a valid spelling of the whole unit, or nil if there is no likely one.
    static func suggestion(for text: String, after reason: UnitError.Reason) -> String? {
        guard text.utf8.count <= HealthUnitParser.longestText else { return nil }
        var candidate = text.filter { !$0.isWhitespace }
        switch reason {
        case .unknownSymbol(let symbol):
            if let whole = PeoplesUnits.symbol(for: candidate) { return whole }
            guard let range = text.firstRange(of: symbol), let better = spelling(of: symbol) else { break }
            candidate = text.replacingSubrange(range, with: better)
        case .twoSlashes:
            guard let slash = candidate.firstIndex(of: "/") else { break }
            let next = candidate.index(after: slash)
            candidate = candidate[..<next] + candidate[next...].map { $0 == "/" ? "·" : String($0) }.joined()
        default: break
        }
        return candidate == text ? nil : HealthUnit(candidate)?.symbol
    }

    /// Units that HealthKit does not have, with its equivalents.
    private static let replacements = ["Wh": "J", "kWh": "kJ", "MWh": "MJ"]

    private static func spelling(of symbol: String) -> String? { replacements[symbol] ?? sameUnit(as: symbol) }

    /// Returns the correct spelling of a unit without operators, which is the same unit. Nil if there is none.
    static func sameUnit(as symbol: String) -> String? {
        if let name = PeoplesUnits.symbol(for: symbol) { return name }
        if let first = symbol.first, "uμµ".contains(first), UnitSymbol.named("mc" + symbol.dropFirst()) != nil {
            return "mc" + symbol.dropFirst()
        }
        let folded = symbol.lowercased()
        let symbols = HealthUnit.sensible.map(\.symbol) + UnitSymbol.common
        return symbols.first { $0.lowercased() == folded } ?? symbols.first { $0.lowercased() + "s" == folded }
    }
}

extension String {
    fileprivate func replacingSubrange(_ range: Range<Index>, with replacement: String) -> String {
        self[..<range.lowerBound] + replacement + self[range.upperBound...]
    }
}
