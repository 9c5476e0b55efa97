import CalendarIntervals
import HealthModel
import QueryDiagnostics

/// A guess at the time zone that a name was meant to be.
package enum ZoneSuggestion {
    /// Returns a known zone that is spelt alike, or whose city is.
    package static func best(for name: String) -> String? {
        let known = Zone.knownIdentifiers
        let key = foldedName(name)
        if let city = known.first(where: { foldedName($0.split(separator: "/").last ?? "") == key }) { return city }
        return Suggestion.best(for: name, among: known)
    }
}
