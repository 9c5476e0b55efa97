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
        return Suggestion.best(for: name, among: known) ?? near(name, limit: 1, share: 3).first
    }

    /// Returns help for a name that isn't a zone: how to write one, and the zones whose names are the most similar.
    package static func help(for name: String) -> String {
        let zones = near(name, limit: 3, share: 1).map { "`\($0)`" }
        return "write the area and city, as in `Europe/Berlin`, or see `show zones`; the most similar names are "
            + zones.joined(separator: ", ")
    }

    /// Returns the zones with the most similar cities, nearest first.
    ///
    /// - Parameter share: One letter of this many may differ.
    private static func near(_ name: String, limit: Int, share: Int) -> [String] {
        let city = Array((name.split(separator: "/").last ?? "").lowercased().unicodeScalars.prefix(32))
        let found = Zone.knownIdentifiers.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.compactMap { zone -> (String, Int)? in
            let other = Array((zone.split(separator: "/").last ?? "").lowercased().unicodeScalars)
            let bound = max(1, max(city.count, other.count) / share)
            return Suggestion.distance(city, other, bound: bound).map { (zone, $0) }
        }
        return found.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(limit).map(\.0)
    }
}
