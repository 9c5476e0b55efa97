package import HealthModel

/// A recurring part of the calendar that rows can be grouped by: every Monday, every 14:00–15:00.
///
/// A slot is a number from 0; it is a function of the wall clock reading alone.
package enum Profile: String, CaseIterable, Hashable, Sendable {
    case hourOfDay
    case weekday
    /// Hours from Monday 00:00.
    case hourOfWeek
    case dayOfMonth
    /// Weeks of `CivilWeek`: ISO 8601 when weeks start on Monday.
    case weekOfYear
    case monthOfYear

    /// As the language writes it: `hour of day`.
    package var phrase: String {
        var words = ""
        for letter in rawValue { words += letter.isUppercase ? " " + letter.lowercased() : String(letter) }
        return words
    }

    package init?(phrase: String) {
        guard let profile = Self.allCases.first(where: { $0.phrase == phrase }) else { return nil }
        self = profile
    }

    package var slotCount: Int {
        switch self {
        case .hourOfDay: 24
        case .weekday: 7
        case .hourOfWeek: 168
        case .dayOfMonth: 31
        case .weekOfYear: 53
        case .monthOfYear: 12
        }
    }

    /// The number that people give slot 0: hours count from 0, days, weeks and months from 1.
    package var firstNumber: Int {
        switch self {
        case .hourOfDay, .hourOfWeek: 0
        case .weekday, .dayOfMonth, .weekOfYear, .monthOfYear: 1
        }
    }

    /// Whether slots change within a day.
    var isHourly: Bool { self == .hourOfDay || self == .hourOfWeek }

    /// The slot of a date and hour.
    package func slot(of civil: CivilDateTime, weekStart: Weekday = .monday) -> Int {
        switch self {
        case .hourOfDay: civil.hour
        case .weekday: civil.date.weekday.rawValue - 1
        case .hourOfWeek: (civil.date.weekday.rawValue - 1) * 24 + civil.hour
        case .dayOfMonth: civil.date.day - 1
        case .weekOfYear: CivilWeek(holding: civil.date, weekStart: weekStart).week - 1
        case .monthOfYear: civil.date.month - 1
        }
    }

    /// Whether the slots follow each other from one end of a period to the other.
    package func runs(through period: CalendarPeriod) -> Bool {
        switch self {
        case .hourOfDay: period == .day
        case .weekday, .hourOfWeek: period == .week
        case .dayOfMonth: period == .month
        case .monthOfYear: period == .year
        case .weekOfYear: false
        }
    }

    /// `monday` … for weekdays, the number for all others.
    package func label(ofSlot slot: Int) -> String {
        self == .weekday ? Weekday.allCases[slot].name : String(slot + firstNumber)
    }
}

/// One or more profiles laid over a range: elementary buckets in time order, each with its slot.
///
/// Samples are shared between elementary buckets as between any buckets, and their shares added up by slot. Slots of several
/// profiles are numbered like digits, the first profile the most significant.
package struct ProfileGrid: Sendable {
    /// Strictly increasing milliseconds; the first and last are the range's ends.
    package let edges: [Int64]
    /// The slot of each elementary bucket, one fewer than `edges`; neighbours differ.
    package let slots: [Int32]
    /// The number of slots, those without a bucket in the range included.
    package let slotCount: Int

    /// Cuts `range` where a slot of one of `profiles` changes in `zone`, at the turns of the wall clock and at its changes.
    ///
    /// A repeated hour is one bucket of two hours; a skipped one has none.
    package init(_ profiles: [Profile], zone: Zone, range: Range<Instant>, weekStart: Weekday = .monday) {
        slotCount = profiles.reduce(1) { $0 * $1.slotCount }
        var edges: [Int64] = []
        var slots: [Int32] = []
        let unit = profiles.contains(where: \.isHourly) ? millisecondsPerHour : millisecondsPerDay
        let end = range.upperBound.milliseconds
        var instant = range.lowerBound.milliseconds
        var segment = zone.segment(at: instant)
        while instant < end {
            let offset = zone.offsets[segment]
            let segmentEnd = segment < zone.transitions.count ? min(zone.transitions[segment], end) : end
            while instant < segmentEnd {
                let civil = CivilDateTime(localMilliseconds: instant + offset)
                let slot = Int32(profiles.reduce(0) { $0 * $1.slotCount + $1.slot(of: civil, weekStart: weekStart) })
                if slots.last != slot {
                    edges.append(instant)
                    slots.append(slot)
                }
                let nextLocal = ((instant + offset).flooredQuotient(by: unit) + 1) * unit
                instant = min(nextLocal - offset, segmentEnd)
            }
            segment += 1
        }
        if !slots.isEmpty { edges.append(end) }
        self.edges = edges
        self.slots = slots
    }
}
