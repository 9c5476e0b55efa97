/// The reason why a text is not a unit, with a suggestion.
package struct UnitError: Error, Hashable, Sendable {
    package enum Reason: Error, Hashable {
        case empty
        case tooLong
        case unknownSymbol(String)
        case malformed
        case twoSlashes
        case powerTooLarge
        /// `mol` without a molar mass.
        case missingMolarMass
    }

    package var reason: Reason
    /// A valid spelling of the whole unit, if there is a likely one.
    package var suggestion: String?

    package init(_ reason: Reason, suggestion: String? = nil) {
        self.reason = reason
        self.suggestion = suggestion
    }

    /// The message in one sentence, without the suggestion.
    package var message: String {
        switch reason {
        case .empty: "a unit is missing"
        case .tooLong: "this is too long for a unit"
        case .unknownSymbol(let symbol): "`\(symbol)` is not a unit"
        case .malformed: "this is not a unit"
        case .twoSlashes: "a unit has at most one `/`, and everything after it divides"
        case .powerTooLarge: "the power is too large"
        case .missingMolarMass: "`mol` needs the molar mass in grams, as in `mol<180.15588000005408>`"
        }
    }
}
