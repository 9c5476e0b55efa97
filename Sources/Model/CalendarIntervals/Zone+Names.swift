import Foundation
import Synchronization

extension Zone {
    /// The zones in use so far, because reading the changes of a zone takes up to a millisecond.
    private static let cache = Mutex<[String: Zone]>([:])

    /// Returns the zone with that name, or `nil` if it does not exist.
    ///
    /// Names are IANA names in any case, `UTC`, `GMT`, `Z`, or a fixed offset such as `+05:45`, `-0330` or `UTC+2`. Abbreviations such as
    /// `CST` are rejected: China, Chicago and Cuba all use that one. A history such as `Europe/Berlin until 2026-10-15, America/New_York`
    /// is a zone, too, and so are offsets with the instants of their changes (`shifted(by:during:)`).
    package static func named(_ name: String) -> Zone? {
        if let known = cache.withLock({ $0[name] }) { return known }
        guard let zone = fixed(name) ?? named(inDatabase: name) ?? ZoneHistory(name)?.zone ?? withOffsets(name) else { return nil }
        cache.withLock { $0[name] = zone }
        return zone
    }

    /// The names of the zone database, sorted.
    package static let knownIdentifiers: [String] = {
        // Foundation lists India's zone only by its old name, and UTC as GMT.
        Set(TimeZone.knownTimeZoneIdentifiers).union(["Asia/Kolkata", "UTC"]).sorted()
    }()

    /// Returns the time zone of this machine, or UTC if it cannot be determined.
    ///
    /// Only sessions use this. In all other modules, answers depend only on the query and the store.
    package static func ofThisMachine() -> Zone { named(TimeZone.current.identifier) ?? .utc }

    static func fixed(_ name: String) -> Zone? {
        var text = Substring(name.uppercased())
        if ["Z", "UTC", "GMT", "ETC/UTC"].contains(text) { return .utc }
        if text.hasPrefix("UTC") || text.hasPrefix("GMT") { text = text.dropFirst(3) }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard digits.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let (hourText, minuteText): (Substring, Substring)
        switch (digits.count, digits[0].count) {
        case (1, 1...2): (hourText, minuteText) = (digits[0], "0")
        case (1, 4): (hourText, minuteText) = (digits[0].prefix(2), digits[0].suffix(2))
        case (2, 1...2) where digits[1].count == 2: (hourText, minuteText) = (digits[0], digits[1])
        default: return nil
        }
        guard let hours = Int(hourText), let minutes = Int(minuteText), hours <= 23, minutes <= 59 else { return nil }
        let seconds = (hours * 60 + minutes) * 60 * (sign == "-" ? -1 : 1)
        guard seconds != 0 else { return .utc }
        return Zone(identifier: ISO8601.text(offsetSeconds: seconds), offsetSeconds: seconds)
    }

    private static func named(inDatabase name: String) -> Zone? {
        if let zone = database(name) { return zone }
        let lowered = name.lowercased()
        return knownIdentifiers.first { $0.lowercased() == lowered }.flatMap(database)
    }

    /// The names of two and three letters that are zones of the database, not abbreviations.
    private static let shortNames: Set<String> = ["GB", "NZ", "CET", "EET", "EST", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "WET"]

    private static func database(_ identifier: String) -> Zone? {
        guard identifier.utf8.count > 3 || shortNames.contains(identifier) else { return nil }
        guard let timeZone = TimeZone(identifier: identifier) else { return nil }
        return Zone(identifier: identifier, recent: changes(of: timeZone, from: recentStart), from: recentStart * 1000) {
            // Offsets do not change before the first clock regulations.
            changes(of: timeZone, from: -5_000_000_000)
        }
    }

    /// 2010-01-01, in seconds: before the first samples of most people.
    private static let recentStart: Int64 = 1_262_304_000

    /// Reads the changes of a zone after `start`, which is in seconds.
    private static func changes(of timeZone: TimeZone, from start: Int64) -> ZoneTable {
        var date = Date(timeIntervalSince1970: Double(start))
        // Offsets do not change after the horizon.
        let horizon = Date(timeIntervalSince1970: 4_417_977_600)  // 2110-01-01
        var transitions: [Int64] = []
        var offsets = [Int64(timeZone.secondsFromGMT(for: date)) * 1000]
        while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date, next < horizon {
            let offset = Int64(timeZone.secondsFromGMT(for: next)) * 1000
            if offset != offsets[offsets.count - 1] {
                transitions.append(Int64((next.timeIntervalSince1970 * 1000).rounded()))
                offsets.append(offset)
            }
            date = next
        }
        return ZoneTable(transitions: transitions, offsets: offsets)
    }
}
