package import HealthModel

/// A recurring part of the calendar for grouping rows, such as every Monday or every 14:00–15:00.
///
/// Slots are numbered from 0. A slot depends only on local time.
package enum Profile: String, CaseIterable, Hashable, Sendable {
    case hourOfDay
    case weekday
    /// The hours from Monday 00:00.
    case hourOfWeek
    case dayOfMonth
    /// The weeks of `CivilWeek`: ISO 8601 weeks if weeks start on Monday.
    case weekOfYear
    case monthOfYear
    /// The parts of `DayParts`, from the night on.
    case partOfDay
    /// Monday to Friday, or Saturday and Sunday.
    case weekdayOrWeekend

    /// The profile as written in queries: `hour of day`.
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
        case .partOfDay: 4
        case .weekdayOrWeekend: 2
        }
    }

    /// The displayed number of slot 0. Hours count from 0. Days, weeks and months count from 1.
    package var firstNumber: Int {
        switch self {
        case .hourOfDay, .hourOfWeek, .partOfDay, .weekdayOrWeekend: 0
        case .weekday, .dayOfMonth, .weekOfYear, .monthOfYear: 1
        }
    }

    /// True if slots change within a day.
    var isHourly: Bool { self == .hourOfDay || self == .hourOfWeek }

    /// The names of the slots; nil if they have numbers.
    package var slotNames: [String]? {
        switch self {
        case .weekday: Self.weekdayNames
        case .partOfDay: Self.partNames
        case .weekdayOrWeekend: Self.weekendNames
        case .hourOfDay, .hourOfWeek, .dayOfMonth, .weekOfYear, .monthOfYear: nil
        }
    }

    private static let weekdayNames = Weekday.allCases.map(\.name)
    private static let partNames = DayPart.inOrderOfDay.map(\.rawValue)
    private static let weekendNames = ["weekday", "weekend"]

    /// Returns the slot of a local time.
    package func slot(of civil: CivilDateTime, weekStart: Weekday = .monday, dayParts: DayParts = .usual) -> Int {
        switch self {
        case .hourOfDay: civil.hour
        case .weekday: civil.date.weekday.rawValue - 1
        case .hourOfWeek: (civil.date.weekday.rawValue - 1) * 24 + civil.hour
        case .dayOfMonth: civil.date.day - 1
        case .weekOfYear: CivilWeek(holding: civil.date, weekStart: weekStart).week - 1
        case .monthOfYear: civil.date.month - 1
        case .partOfDay: dayParts.slot(of: civil.millisecondOfDay)
        case .weekdayOrWeekend: civil.date.weekday.rawValue > Weekday.friday.rawValue ? 1 : 0
        }
    }

    /// True if the slots divide a day, so that a night belongs to the slot in which it starts, and not to that of its date.
    package var dividesDays: Bool {
        switch self {
        case .hourOfDay, .hourOfWeek, .partOfDay: true
        case .weekday, .dayOfMonth, .weekOfYear, .monthOfYear, .weekdayOrWeekend: false
        }
    }

    /// Returns true if the slots run consecutively through a period.
    package func runs(through period: CalendarPeriod) -> Bool {
        switch self {
        case .hourOfDay, .partOfDay: period == .day
        case .weekday, .hourOfWeek: period == .week
        case .dayOfMonth: period == .month
        case .monthOfYear: period == .year
        case .weekOfYear, .weekdayOrWeekend: false
        }
    }

    /// Returns the label of a slot: its name, such as `monday`, or its number.
    package func label(ofSlot slot: Int) -> String { slotNames?[slot] ?? String(slot + firstNumber) }
}

/// One or more profiles over a range: elementary buckets in time order, each with its slot.
///
/// Samples are divided among elementary buckets as among any buckets, and their shares are added up by slot. Slots of several profiles are
/// numbered like digits. The first profile is the most significant.
package struct ProfileGrid: Sendable {
    /// The edges in strictly increasing milliseconds. The first and last are the ends of the range.
    package let edges: [Int64]
    /// The slot of each elementary bucket, one fewer than `edges`. Adjacent slots differ.
    package let slots: [Int32]
    /// The number of slots, including those without a bucket in the range.
    package let slotCount: Int

    /// Divides `range` wherever a slot of one of `profiles` changes in `zone`, including at clock changes.
    ///
    /// A repeated hour is one bucket of two hours. A skipped hour has no bucket.
    package init(
        _ profiles: [Profile], zone: Zone, range: Range<Instant>, weekStart: Weekday = .monday, dayParts: DayParts = .usual
    ) {
        slotCount = profiles.reduce(1) { $0 * $1.slotCount }
        var edges: [Int64] = []
        var slots: [Int32] = []
        let parts = profiles.contains(.partOfDay) ? dayParts : nil
        let unit = profiles.contains(where: \.isHourly) ? millisecondsPerHour : millisecondsPerDay
        let end = range.upperBound.milliseconds
        var instant = range.lowerBound.milliseconds
        let table = zone.table(from: instant)
        var segment = table.segment(at: instant)
        while instant < end {
            let offset = table.offsets[segment]
            let segmentEnd = segment < table.transitions.count ? min(table.transitions[segment], end) : end
            while instant < segmentEnd {
                let civil = CivilDateTime(localMilliseconds: instant + offset)
                let slot = Int32(profiles.reduce(0) { $0 * $1.slotCount + $1.slot(of: civil, weekStart: weekStart, dayParts: dayParts) })
                if slots.last != slot {
                    edges.append(instant)
                    slots.append(slot)
                }
                var nextLocal = ((instant + offset).flooredQuotient(by: unit) + 1) * unit
                if let next = parts?.nextStart(after: civil.millisecondOfDay) {
                    nextLocal = min(nextLocal, instant + offset + Int64(next - civil.millisecondOfDay))
                }
                instant = min(nextLocal - offset, segmentEnd)
            }
            segment += 1
        }
        if !slots.isEmpty { edges.append(end) }
        self.edges = edges
        self.slots = slots
    }
}
