// The time zones of a person who moved, as one zone.
//
//     Europe/Berlin until 2026-10-15, America/New_York
//
//     instants      ──── Berlin ────┊──── New York ────      the move is at 00:00 of its date in the new zone
//     local time    … 23:00 ┊ 00:00 … 05:59 ┊ 00:00 …        to the west, some clock times occur twice; to the east, some are skipped
//
// Everything that uses a zone, such as schedules, profiles, SQL and charts, uses a history without knowing it, because a history becomes
// one array of offset changes.
//
// Invariant: days tile. The day before a move ends where the new zone begins, with 30 hours or with 18.
//
// Decision 0042 (zone histories).

import HealthModel

/// The zones that someone lived in, one after the other (S3.10). Each move is at 00:00 of its date in the new zone.
package struct ZoneHistory: Hashable, Sendable {
    /// One zone, and the date on which the next one begins.
    package struct Stretch: Hashable, Sendable {
        package var zone: Zone
        package var until: CivilDate

        package init(zone: Zone, until: CivilDate) {
            self.zone = zone
            self.until = until
        }
    }

    package var stretches: [Stretch]
    package var last: Zone

    package init(stretches: [Stretch], last: Zone) {
        self.stretches = stretches
        self.last = last
    }

    /// The words between a zone and the date until which it applies.
    static let separator = " until "

    /// The history as it is written in a setting: `Europe/Berlin until 2026-10-15, America/New_York`.
    package var identifier: String {
        (stretches.map { "\($0.zone.identifier)\(Self.separator)\(ISO8601.text(of: $0.until))" } + [last.identifier]).joined(
            separator: ", ")
    }

    /// Returns the instants of the moves.
    private var moves: [Instant] {
        zip(stretches, stretches.dropFirst().map(\.zone) + [last]).map { $1.start(of: $0.until) }
    }

    /// The index of the first stretch that ends before it has begun; nil if all zones have some time.
    package var firstEmptyStretch: Int? {
        let moves = moves
        return (1..<max(1, moves.count)).first { moves[$0] <= moves[$0 - 1] }
    }

    /// The history as one zone. Returns nil if a stretch is empty.
    package var zone: Zone? {
        guard !stretches.isEmpty else { return last }
        guard firstEmptyStretch == nil else { return nil }
        var transitions: [Int64] = []
        var offsets: [Int64] = []
        var moved: Set<Int64> = []
        var start = Int64.min
        let ends = moves.map(\.milliseconds) + [Int64.max]
        for (zone, end) in zip(stretches.map(\.zone) + [last], ends) {
            let table = zone.complete
            let offset = start == .min ? table.offsets[0] : table.offset(at: start)
            if offsets.isEmpty {
                offsets = [offset]
            } else if offset != offsets[offsets.count - 1] {
                transitions.append(start)
                offsets.append(offset)
                moved.insert(start)
            }
            for (index, change) in table.transitions.enumerated() where change > start && change < end {
                transitions.append(change)
                offsets.append(table.offsets[index + 1])
            }
            start = end
        }
        return Zone(identifier: identifier, transitions: transitions, offsets: offsets, moves: moved, stretches: self)
    }
}

extension ZoneHistory {
    /// Reads a history such as `Europe/Berlin until 2026-10-15, America/New_York`, with or without quotes around its zones.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        guard parts.count > 1, let lastPart = parts.last, let last = Zone.named(Self.unquoted(lastPart)) else { return nil }
        var stretches: [Stretch] = []
        for part in parts.dropLast() {
            guard let range = part.firstRange(of: Self.separator), let zone = Zone.named(Self.unquoted(String(part[..<range.lowerBound]))),
                let reading = ISO8601.read(Self.trimmed(part[range.upperBound...])), reading.millisecondOfDay == nil
            else { return nil }
            stretches.append(Stretch(zone: zone, until: reading.date))
        }
        self.init(stretches: stretches, last: last)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func unquoted(_ text: String) -> String {
        let text = trimmed(text)
        return text.count > 1 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    }
}
