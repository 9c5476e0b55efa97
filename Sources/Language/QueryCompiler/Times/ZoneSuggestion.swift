import CalendarIntervals
import HealthModel
import QueryDiagnostics

/// Suggests time zones for names that aren't zones.
package enum ZoneSuggestion {
    /// Returns a known zone with this city, abbreviation or a similar name.
    package static func best(for name: String) -> String? {
        if let zone = abbreviations[name.uppercased()] { return zone }
        // People also write `Berlin/Europe`.
        for part in name.split(separator: "/").reversed() {
            let key = foldedName(String(part))
            if let known = cities.first(where: { $0.key == key }) { return known.zone }
        }
        return Suggestion.best(for: name, among: Zone.knownIdentifiers)
            ?? near(name, limit: 1) { $0.lettersShared >= 2 * $0.distance }.first
    }

    /// Returns help for a name that isn't a zone: how to write one, and the zones whose names are the most similar.
    package static func help(for name: String) -> String {
        let zones = near(name, limit: 3) { _ in true }.map { "`\($0)`" }
        let similar = zones.isEmpty ? "" : "; the most similar names are " + zones.joined(separator: ", ")
        return "write the area and city, as in `Europe/Berlin`, or see `show zones`" + similar
    }

    private struct City {
        let zone: String
        let area: Substring
        let key: String
        let letters: [Unicode.Scalar]
    }

    private static let cities: [City] = Zone.knownIdentifiers.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.map { zone in
        let parts = zone.split(separator: "/")
        return City(
            zone: zone, area: parts[0], key: foldedName(String(parts[parts.count - 1])),
            letters: Array(parts[parts.count - 1].lowercased().unicodeScalars))
    }

    /// The zones of areas that people call by their abbreviation.
    private static let abbreviations = [
        "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "MDT": "America/Denver", "CST": "America/Chicago",
        "CDT": "America/Chicago", "EDT": "America/New_York", "AKST": "America/Anchorage", "BST": "Europe/London", "CEST": "Europe/Berlin",
        "MESZ": "Europe/Berlin", "MEZ": "Europe/Berlin", "EEST": "Europe/Helsinki", "MSK": "Europe/Moscow", "IST": "Asia/Kolkata",
        "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "SGT": "Asia/Singapore", "HKT": "Asia/Hong_Kong", "AEST": "Australia/Sydney",
        "AEDT": "Australia/Sydney", "NZST": "Pacific/Auckland", "NZDT": "Pacific/Auckland", "BRT": "America/Sao_Paulo",
    ]

    /// A zone, the number of letters in which its city differs, and of those that both have.
    private struct Candidate {
        let city: City
        let distance: Int
        let lettersShared: Int
    }

    /// Returns the zones with the most similar cities, nearest first. Those in the area of the name come first.
    private static func near(_ name: String, limit: Int, isNear: (Candidate) -> Bool) -> [String] {
        let parts = name.split(separator: "/")
        guard let last = parts.last else { return [] }
        let written = Array(last.lowercased().unicodeScalars.prefix(32))
        let area = parts.count > 1 ? parts[0].lowercased() : nil
        let hasArea = area != nil && cities.contains { $0.area.lowercased() == area }
        let found = cities.compactMap { city -> Candidate? in
            guard !hasArea || city.area.lowercased() == area else { return nil }
            let length = max(written.count, city.letters.count)
            return Suggestion.distance(written, city.letters, bound: length).map {
                Candidate(city: city, distance: $0, lettersShared: length - $0)
            }
        }
        return found.filter(isNear).sorted { ($0.distance, $0.city.zone) < ($1.distance, $1.city.zone) }.prefix(limit).map(\.city.zone)
    }
}
