import CalendarIntervals
import HealthModel

/// The activities of a person on one civil day, in slots of five minutes. All recorded samples of the day follow from it.
struct DayPlan: Sendable {
    enum Doing: UInt8, Sendable {
        case sleeping, sitting, pottering, walking, running, cycling, lifting
    }

    struct Slot: Sendable {
        var doing = Doing.sitting
        /// The effort in percent of the usual one.
        var pace: UInt8 = 100
        /// The number of steps actually taken.
        var steps: UInt16 = 0
        var isWorkout = false
        var wearsWatch = false
        var carriesPhone = false
    }

    /// How a night is recorded.
    enum NightRecord: Sendable {
        /// The watch records the sleep stages.
        case stages
        /// An app only records that the person slept.
        case unspecified
        /// The phone only records that it was not moved.
        case inBedOnly
    }

    static let slotSeconds = 300

    let dayNumber: Int
    let date: CivilDate
    let zone: Zone
    let isTrip: Bool
    private(set) var isInMountains = false
    /// The first moments of this day and of the next day, in seconds since 1970. A day with a flight is longer or shorter.
    let start: Int
    let end: Int
    /// The night that ends on this day.
    let night: Range<Int>
    let nightRecord: NightRecord
    let workout: WorkoutPlan?
    /// The meals and snacks of the day, in time order.
    let meals: [Meal]
    private(set) var slots: [Slot] = []

    /// The start of slot `index` in seconds since 1970.
    func start(ofSlot index: Int) -> Int { start + index * DayPlan.slotSeconds }

    /// Returns the instant at which the clocks show this second of the day.
    func instant(atSecondOfDay second: Int) -> Int { LifeRhythm.instant(date, second, in: zone) }

    /// The hours of the day as start, hour and slots.
    var hours: [(start: Int, hour: Int, slots: Range<Int>)] {
        var hours: [(start: Int, hour: Int, slots: Range<Int>)] = []
        var index = 0
        while index < slots.count {
            let hour = clockHour(ofSlot: index)
            let first = index
            while index < slots.count, clockHour(ofSlot: index) == hour { index += 1 }
            if index - first == 3600 / DayPlan.slotSeconds { hours.append((start(ofSlot: first), hour, first..<index)) }
        }
        return hours
    }

    private func clockHour(ofSlot index: Int) -> Int {
        let instant = start(ofSlot: index)
        return (instant + zone.offsetSeconds(at: Instant(seconds: Int64(instant)))).flooredRemainder(by: 86_400) / 3600
    }
}

extension DayPlan {
    /// Creates the plan of a day. It is always the same for the same day.
    init(dayNumber: Int, rhythm: LifeRhythm) {
        self.dayNumber = dayNumber
        date = CivilDate(dayNumber: dayNumber)
        isTrip = rhythm.isTrip(dayNumber)
        zone = rhythm.zone(on: dayNumber)
        start = rhythm.start(of: dayNumber)
        end = rhythm.start(of: dayNumber + 1)
        night = rhythm.night(endingOn: dayNumber)
        nightRecord = rhythm.nightRecord(endingOn: dayNumber)
        var random = LifeRandom(seed: rhythm.seed, day: dayNumber, salt: 0)
        workout = WorkoutPlan(date: date, zone: zone, isTrip: isTrip, awake: night.upperBound..<max(end, night.upperBound), random: &random)
        var mealRandom = LifeRandom(seed: rhythm.seed, day: dayNumber, salt: 7)
        meals = Meal.meals(
            awake: night.upperBound..<max(end, night.upperBound), noon: LifeRhythm.instant(date, 43_200, in: zone), &mealRandom)
        fillSlots(rhythm, &random)
        if rhythm.habits.mountainDays > 0 {
            var chance = LifeRandom(seed: rhythm.seed, day: dayNumber, salt: 8)
            isInMountains = chance.chance(rhythm.habits.mountainDays)
        }
        if rhythm.habits.daysWithoutWatch > 0 {
            var chance = LifeRandom(seed: rhythm.seed, day: dayNumber, salt: 9)
            if chance.chance(rhythm.habits.daysWithoutWatch) { for index in slots.indices { slots[index].wearsWatch = false } }
        }
    }

    private mutating func fillSlots(_ rhythm: LifeRhythm, _ random: inout LifeRandom) {
        let bedtime = rhythm.night(endingOn: dayNumber + 1).lowerBound
        let isFree = date.weekday == .saturday || date.weekday == .sunday || isTrip
        let offWrist = self.offWrist(bedtime: bedtime, wornNextNight: rhythm.nightRecord(endingOn: dayNumber + 1) == .stages, &random)
        let morningOffset = zone.offsetSeconds(at: Instant(seconds: Int64(start)))
        let changesOffset = morningOffset != zone.offsetSeconds(at: Instant(seconds: Int64(end - 1)))
        var doing = Doing.sitting
        var carriesPhone = true
        slots = (0..<(end - start) / DayPlan.slotSeconds).map { index in
            let time = start(ofSlot: index)
            let offset = changesOffset ? zone.offsetSeconds(at: Instant(seconds: Int64(time))) : morningOffset
            let hour = (time + offset).flooredRemainder(by: 86_400) / 3600
            var slot = Slot()
            if let workout, workout.holds(time..<time + DayPlan.slotSeconds) {
                slot.isWorkout = true
                doing = workout.doing
                carriesPhone = workout.carriesPhone
            } else if night.contains(time) || time >= bedtime {
                doing = .sleeping
                carriesPhone = false
            } else if doing == .sleeping || !random.chance(0.4) {
                // Most activities end within ten minutes. The next one depends on the hour.
                doing = Doing.next(hour: hour, isFree: isFree, &random)
                carriesPhone = random.chance(hour < 8 || hour >= 20 ? 0.5 : 0.85)
            }
            slot.doing = doing
            slot.pace = UInt8(100 + 12 * random.deviate())
            let steps = random.between(doing.steps.lowerBound, doing.steps.upperBound) * Double(slot.pace) / 100
            slot.steps = UInt16(steps * rhythm.habits.activity)
            slot.carriesPhone = carriesPhone
            slot.wearsWatch = !offWrist.contains { $0.contains(time) }
            return slot
        }
    }

    /// Returns when the watch charges: during nights that it does not record, otherwise for a short time, and on a few days all day.
    private func offWrist(bedtime: Int, wornNextNight: Bool, _ random: inout LifeRandom) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        if nightRecord != .stages { ranges.append(start..<night.upperBound + 900) }
        if !wornNextNight { ranges.append(min(bedtime - 600, end)..<end) }
        let charging = random.chance(0.5) ? night.upperBound + 600 : instant(atSecondOfDay: 73_800)
        let length = 1800 + random.below(2400)
        if random.chance(0.015) {
            ranges.append(night.upperBound..<max(end, night.upperBound))
        } else if ranges.isEmpty {
            ranges.append(charging..<charging + length)
        }
        return ranges
    }
}

extension DayPlan.Doing {
    /// The number of steps in a slot.
    fileprivate var steps: ClosedRange<Double> {
        switch self {
        case .sleeping, .cycling: 0...0.9
        case .sitting: 0...4
        case .pottering: 10...64
        case .walking: 290...480
        case .running: 780...850
        case .lifting: 5...40
        }
    }

    /// The active energy in kilocalories per minute.
    var activeKilocalories: Double {
        switch self {
        case .sleeping: 0
        case .sitting: 0.13
        case .pottering: 0.75
        case .walking: 3.7
        case .running: 11.2
        case .cycling: 8.6
        case .lifting: 5.3
        }
    }

    /// The heart rate in beats per minute.
    var heartRate: Double {
        switch self {
        case .sleeping: 53
        case .sitting: 66
        case .pottering: 80
        case .walking: 101
        case .running: 154
        case .cycling: 139
        case .lifting: 118
        }
    }

    /// The percentage of time that a person walks, by hour of the day: to work, at lunch, home, and in the evening.
    private static let workdayWalking = [3, 2, 2, 2, 2, 3, 6, 10, 24, 5, 5, 6, 26, 10, 4, 6, 6, 24, 18, 10, 8, 4, 2, 2]
    private static let freeDayWalking = [3, 2, 2, 2, 2, 2, 3, 5, 8, 14, 20, 22, 14, 12, 20, 22, 18, 14, 10, 8, 8, 5, 3, 2]
    private static let potteringByHour = [10, 5, 5, 5, 5, 10, 50, 55, 30, 18, 20, 24, 30, 22, 18, 20, 24, 30, 50, 55, 40, 30, 25, 15]

    fileprivate static func next(hour: Int, isFree: Bool, _ random: inout LifeRandom) -> DayPlan.Doing {
        let walking = (isFree ? freeDayWalking : workdayWalking)[hour]
        let draw = random.below(100)
        if draw < walking { return .walking }
        return draw < walking + potteringByHour[hour] ? .pottering : .sitting
    }
}

/// A planned workout.
struct WorkoutPlan: Sendable {
    /// Apple's name of the activity.
    let activity: String
    let doing: DayPlan.Doing
    /// Seconds since 1970.
    let interval: Range<Int>
    let pause: Range<Int>?
    let isOutdoor: Bool
    let carriesPhone: Bool

    /// Creates the workout of a day. Nil on days of rest and if it does not fit into `awake`.
    init?(date: CivilDate, zone: Zone, isTrip: Bool, awake: Range<Int>, random: inout LifeRandom) {
        let isFree = date.weekday == .saturday || date.weekday == .sunday || isTrip
        let draw = isTrip ? 30 : random.below(100)
        let minutes: Int
        switch draw {
        case ..<15: (activity, doing, minutes, isOutdoor, carriesPhone) = ("HKWorkoutActivityTypeRunning", .running, 28, true, draw < 8)
        case ..<25: (activity, doing, minutes, isOutdoor, carriesPhone) = ("HKWorkoutActivityTypeCycling", .cycling, 50, true, true)
        case ..<37: (activity, doing, minutes, isOutdoor, carriesPhone) = ("HKWorkoutActivityTypeWalking", .walking, 40, true, true)
        case ..<48:
            (activity, doing, minutes, isOutdoor, carriesPhone) =
                ("HKWorkoutActivityTypeTraditionalStrengthTraining", .lifting, 35, false, false)
        default: return nil
        }
        let clock = isFree ? 10 * 3600 + random.below(7200) : 17 * 3600 + 2400 + random.below(4200)
        let start = LifeRhythm.instant(date, clock, in: zone)
        let length = minutes * 60 + random.below(1500)
        guard start > awake.lowerBound + 3600, start + length < awake.upperBound - 3600 else { return nil }
        interval = start..<start + length
        let pauseStart = start + 420 + random.below(length / 2)
        pause = random.chance(0.35) ? pauseStart..<pauseStart + 60 + random.below(180) : nil
    }

    /// Returns true if a slot is completely inside.
    func holds(_ slot: Range<Int>) -> Bool { slot.lowerBound >= interval.lowerBound && slot.upperBound <= interval.upperBound }
}
