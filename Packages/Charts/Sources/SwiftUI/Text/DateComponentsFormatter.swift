import Foundation

/// Writes durations, such as `1h 30m`. Foundation on Linux names it, and does not have it. Words are English.
public final class DateComponentsFormatter {
    /// How units are written.
    public enum UnitsStyle: Int, Hashable, Sendable {
        case positional
        case abbreviated
        case short
        case full
        case spellOut
        case brief
    }

    /// Which units with a value of zero are left out.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: UInt

        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The usual ones of a style.
        public static let `default` = ZeroFormattingBehavior(rawValue: 1)
        /// Those before the first value.
        public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)
        /// Those between values.
        public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)
        /// Those after the last value.
        public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)
        /// All.
        public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
        /// None.
        public static let pad = ZeroFormattingBehavior(rawValue: 65_536)
    }

    /// The units, of which seconds, minutes, hours, days and weeks are written.
    public var allowedUnits: NSCalendar.Unit = []
    /// How units are written.
    public var unitsStyle = UnitsStyle.positional
    /// Which units with a value of zero are left out.
    public var zeroFormattingBehavior: ZeroFormattingBehavior = .default
    /// The greatest number of units. With 0, all are written.
    public var maximumUnitCount = 0

    /// Creates a formatter.
    public init() {}

    private static let units: [(unit: NSCalendar.Unit, seconds: Double, letter: String, short: String, name: String)] = [
        (.weekOfMonth, 604_800, "w", "wk", "week"), (.day, 86_400, "d", "day", "day"), (.hour, 3600, "h", "hr", "hour"),
        (.minute, 60, "m", "min", "minute"), (.second, 1, "s", "sec", "second"),
    ]

    /// Returns a duration in words or with colons.
    public func string(from interval: TimeInterval) -> String? {
        guard interval.isFinite, abs(interval) < 1e12 else { return nil }
        let usual: NSCalendar.Unit = [.day, .hour, .minute, .second]
        let units = Self.units.filter { (allowedUnits.isEmpty ? usual : allowedUnits).contains($0.unit) }
        guard let smallest = units.last else { return "" }
        var rest = (abs(interval) / smallest.seconds).rounded() * smallest.seconds
        var parts = units.map { unit in
            let count = Int(rest / unit.seconds)
            rest -= Double(count) * unit.seconds
            return (unit: unit, count: count)
        }
        // With colons, minutes and seconds stay between and after others.
        let drop = zeroFormattingBehavior
        if drop.contains(.dropAll) || drop.contains(.default) && unitsStyle != .positional {
            parts = parts.filter { $0.count != 0 }
        } else if !drop.contains(.pad) {
            parts = Array(parts.drop { $0.count == 0 })
        }
        if parts.isEmpty { parts = [(smallest, 0)] }
        if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
        let sign = interval < 0 ? "-" : ""
        if unitsStyle == .positional {
            let texts = parts.enumerated().map { $0 > 0 && $1.count < 10 ? "0\($1.count)" : "\($1.count)" }
            return sign + texts.joined(separator: ":")
        }
        return sign + parts.map { text($0.count, $0.unit.letter, $0.unit.short, $0.unit.name) }.joined(separator: separator)
    }

    /// Returns the duration between two moments.
    public func string(from start: Date, to end: Date) -> String? { string(from: end.timeIntervalSince(start)) }

    private var separator: String { unitsStyle == .short || unitsStyle == .full || unitsStyle == .spellOut ? ", " : " " }

    private func text(_ count: Int, _ letter: String, _ short: String, _ name: String) -> String {
        switch unitsStyle {
        case .positional: "\(count)"
        case .abbreviated: "\(count)\(letter)"
        case .brief: "\(count)\(short)"
        case .short: "\(count) \(short == "day" && count != 1 ? "days" : short)"
        case .full, .spellOut: "\(count) \(name)\(count == 1 ? "" : "s")"
        }
    }
}
