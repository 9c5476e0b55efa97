package import CalendarIntervals
package import HealthModel
package import QueryPlan

/// Formats the times of a plan for people.
package struct TimeWords {
    private let zone: Zone?

    package init(_ plan: Plan) { zone = plan.usesSampleZones ? nil : plan.zone }

    /// Formats an instant as `2026-06-28 00:00 +02:00`. There is no offset if each sample has its own time zone.
    package func text(_ instant: Instant) -> String {
        guard let zone else { return Self.text(CivilDateTime(localMilliseconds: instant.milliseconds)) }
        return "\(Self.text(zone.civil(at: instant))) \(ISO8601.text(offsetSeconds: zone.offsetSeconds(at: instant)))"
    }

    /// `2026-06-28 00:00`
    package static func text(_ civil: CivilDateTime) -> String { "\(date(civil)) \(clock(civil))" }

    package static func date(_ civil: CivilDateTime) -> String { ISO8601.text(of: civil.date) }

    /// Formats a time of day as `03:00`. Seconds appear only if they are not zero.
    package static func clock(_ civil: CivilDateTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = civil.millisecond == 0 ? "" : ".\(String(1000 + civil.millisecond).dropFirst())"
        let seconds = civil.second == 0 && fraction.isEmpty ? "" : ":\(two(civil.second))\(fraction)"
        return "\(two(civil.hour)):\(two(civil.minute))\(seconds)"
    }

    /// Formats a length of time, such as `23 h`, `30 d`, `1 d 1 h` or `15 min`, with at most `count` parts. A day has 24 hours.
    package static func length(_ milliseconds: Int64, parts count: Int = 5) -> String {
        let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s"), (1, "ms")]
        // Days are shown in hours: 23, 24 or 25.
        var rest = milliseconds
        var parts: [String] = []
        for (size, name) in units where rest >= size && !(name == "d" && milliseconds < 2 * size) {
            parts.append("\(rest / size) \(name)")
            rest %= size
        }
        return parts.isEmpty ? "0 s" : parts.prefix(count).joined(separator: " ")
    }
}
