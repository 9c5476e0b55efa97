import CalendarIntervals

/// Durations without spaces: `15min`, `1h30min`.
enum CompactDuration {
    typealias Part = (digits: String, unit: CalendarPeriod)

    /// Returns the parts of `text` as written, or nil if it isn't a sequence of numbers with units.
    static func parts(of text: String) -> [Part]? {
        var rest = Substring(text.lowercased())
        var parts: [Part] = []
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "_" }
            rest = rest.dropFirst(digits.count)
            let suffix = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(suffix.count)
            guard !digits.isEmpty, let unit = CalendarPeriod.allCases.first(where: { $0.suffix == suffix }) else { return nil }
            parts.append((String(digits), unit))
        }
        return parts.isEmpty ? nil : parts
    }

    /// Returns true if every unit is shorter than the one before.
    static func isDescending(_ parts: [Part]) -> Bool { zip(parts, parts.dropFirst()).allSatisfy { $0.unit > $1.unit } }

    /// Returns the parts with longer units first, and equal units added up.
    static func sorted(_ parts: [Part]) -> String? {
        var counts: [CalendarPeriod: Int] = [:]
        for part in parts {
            guard let count = Int(part.digits.filter { $0 != "_" }), count < 1_000_000_000 else { return nil }
            counts[part.unit, default: 0] += count
        }
        return counts.sorted { $0.key > $1.key }.map { "\($0.value)\($0.key.suffix)" }.joined()
    }
}
