import CalendarIntervals
import HealthModel
import QueryDiagnostics

/// Suggests time zones for misspelled names.
package enum ZoneSuggestion {
    /// Returns a known zone with this city or a similar name.
    package static func best(for name: String) -> String? {
        let known = Zone.knownIdentifiers
        let key = foldedName(name)
        if let city = known.first(where: { foldedName($0.split(separator: "/").last ?? "") == key }) { return city }
        return Suggestion.best(for: name, among: known)
    }
}
