import CalendarIntervals
import HealthModel

/// When a person sleeps and in which zone, for any day: pure functions of the seed.
struct LifeRhythm: Sendable {
    let seed: UInt64
    let home: Zone
    /// Where the person spends four days of every sixty.
    let away: Zone

    init(seed: UInt64, home: Zone) {
        self.seed = seed
        self.home = home
        let winter = Instant(seconds: 1_735_689_600)  // 2025-01-01
        // A flight of four to nine hours' difference: a farther one would leave a day without a morning.
        let zones = ["America/New_York", "Europe/Lisbon", "Asia/Dubai", "Asia/Tokyo"].compactMap(Zone.named)
        away = zones.first { (14_400...32_400).contains(abs($0.offsetSeconds(at: winter) - home.offsetSeconds(at: winter))) } ?? home
    }

    func isTrip(_ day: Int) -> Bool { (20..<24).contains(day.flooredRemainder(by: 60)) }

    func zone(on day: Int) -> Zone { isTrip(day) ? away : home }

    /// The first moment of a day in the zone that the person is in.
    func start(of day: Int) -> Int { Int(zone(on: day).start(of: CivilDate(dayNumber: day)).milliseconds / 1000) }

    /// The night that ends in the morning of a day. A flight makes it shorter or longer, within 5 to 9½ hours.
    func night(endingOn day: Int) -> Range<Int> {
        let wake = self.wake(day)
        return min(max(bedtime(day - 1), wake - 34_200), wake - 18_000)..<wake
    }

    /// How the night that ends on a day is recorded.
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

    /// The instant, in seconds since 1970, at which clocks in `zone` show this second of `date`; seconds beyond a day lead into the next.
    static func instant(_ date: CivilDate, _ secondOfDay: Int, in zone: Zone) -> Int {
        let local = Int64(date.dayNumber * 86_400 + secondOfDay) * 1000
        return Int(zone.instant(ofLocalMilliseconds: local).milliseconds / 1000)
    }
}
