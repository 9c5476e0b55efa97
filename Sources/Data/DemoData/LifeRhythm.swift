import CalendarIntervals
import HealthModel

/// How one person differs from others.
package struct LifeHabits: Hashable, Sendable {
    /// The number of steps, compared with the usual one.
    package var activity = 1.0
    /// The share of days on which the watch stays in a drawer, in addition to the usual few.
    package var daysWithoutWatch = 0.0
    /// The share of days high in the mountains. The watch measures the blood oxygen more often on them, and it is lower.
    package var mountainDays = 0.0

    package init() {}
}

/// The time zone and the nights of a person for any day. They depend only on the seed.
struct LifeRhythm: Sendable {
    let seed: UInt64
    let habits: LifeHabits
    let home: Zone
    /// The time zone where the person spends four days out of sixty.
    let away: Zone

    init(seed: UInt64, home: Zone, habits: LifeHabits = LifeHabits()) {
        self.seed = seed
        self.habits = habits
        self.home = home
        let winter = Instant(seconds: 1_735_689_600)  // 2025-01-01
        // The time difference of a flight is four to nine hours. After a longer one, a day would have no morning.
        let zones = ["America/New_York", "Europe/Lisbon", "Asia/Dubai", "Asia/Tokyo"].compactMap(Zone.named)
        away = zones.first { (14_400...32_400).contains(abs($0.offsetSeconds(at: winter) - home.offsetSeconds(at: winter))) } ?? home
    }

    func isTrip(_ day: Int) -> Bool { (20..<24).contains(day.flooredRemainder(by: 60)) }

    func zone(on day: Int) -> Zone { isTrip(day) ? away : home }

    /// Returns the first moment of a day in the zone where the person is.
    func start(of day: Int) -> Int { Int(zone(on: day).start(of: CivilDate(dayNumber: day)).milliseconds / 1000) }

    /// Returns the night that ends in the morning of a day. A flight makes it shorter or longer, within 5 to 9½ hours.
    func night(endingOn day: Int) -> Range<Int> {
        let wake = self.wake(day)
        return min(max(bedtime(day - 1), wake - 34_200), wake - 18_000)..<wake
    }

    /// Returns how the night that ends on a day is recorded.
    func nightRecord(endingOn day: Int) -> DayPlan.NightRecord {
        var random = LifeRandom(seed: seed, day: day, salt: 3)
        switch random.below(100) {
        case ..<70: return .stages
        case ..<86: return .unspecified
        default: return .inBedOnly
        }
    }

    private func bedtime(_ day: Int) -> Int {
        var random = LifeRandom(seed: seed, day: day, salt: 1)
        let weekday = CivilDate(dayNumber: day).weekday
        let late = weekday == .friday || weekday == .saturday ? 3000.0 : 0
        return LifeRhythm.instant(CivilDate(dayNumber: day), Int(81_900 + late + 1500 * random.deviate()), in: zone(on: day))
    }

    private func wake(_ day: Int) -> Int {
        var random = LifeRandom(seed: seed, day: day, salt: 2)
        let weekday = CivilDate(dayNumber: day).weekday
        let late = weekday == .saturday || weekday == .sunday ? 4800.0 : 0
        return LifeRhythm.instant(CivilDate(dayNumber: day), Int(24_000 + late + 900 * random.deviate()), in: zone(on: day))
    }

    /// Returns the instant, in seconds since 1970, at which clocks in `zone` show this second of `date`. Larger seconds belong to the next
    /// day.
    static func instant(_ date: CivilDate, _ secondOfDay: Int, in zone: Zone) -> Int {
        let local = Int64(date.dayNumber * 86_400 + secondOfDay) * 1000
        return Int(zone.instant(ofLocalMilliseconds: local).milliseconds / 1000)
    }
}
