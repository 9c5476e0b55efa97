/// Says why a text is no unit, and what to write instead.
package struct UnitError: Error, Hashable, Sendable {
    package enum Reason: Error, Hashable {
        case empty
        case tooLong
        case unknownSymbol(String)
        case malformed
        case twoSlashes
        case powerTooLarge
        /// `mol` without its molar mass.
        case missingMolarMass
    }

    package var reason: Reason
    /// The whole unit in a spelling that parses, where one is likely meant.
    package var suggestion: String?

    package init(_ reason: Reason, suggestion: String? = nil) {
        self.reason = reason
        self.suggestion = suggestion
    }

    /// One sentence in the user's terms, without the suggestion.
    package var message: String {
        switch reason {
        case .empty: "a unit is missing"
        case .tooLong: "this is too long for a unit"
        case .unknownSymbol(let symbol): "“\(symbol)” is not a unit"
        case .malformed: "this is not a unit"
        case .twoSlashes: "a unit has at most one “/”; everything after it divides"
        case .powerTooLarge: "the power is too large"
        case .missingMolarMass: "“mol” needs the molar mass in grams, as in mol<180.15588000005408>"
        }
    }
}
