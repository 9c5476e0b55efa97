import CalendarIntervals
import HealthModel

extension LifeStream {
    /// The watch's measurements of the heart.
    static let heart: [LifeStream] = [
        .quantity("HeartRate", decimals: 0, salt: 50) { plan, random, column in
            var rate = 60.0
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch {
                let time = plan.start(ofSlot: index)
                let aim = slot.doing.heartRate * (0.8 + Double(slot.pace) / 500)
                // About every five minutes, and every five seconds in a workout.
                let step = slot.isWorkout ? 5 : DayPlan.slotSeconds
                let motion = slot.steps > 60 || slot.isWorkout ? LifeMetadata.moving : LifeMetadata.resting
                for part in stride(from: 0, to: DayPlan.slotSeconds, by: step) {
                    rate += (aim - rate) * (slot.isWorkout ? 0.04 : 0.7)
                    let moment = time + part + (slot.isWorkout ? 0 : random.below(290))
                    column.add(.watch, moment, moment, rate + 2.2 * random.deviate(), metadata: motion)
                }
            }
        },
        .quantity("RestingHeartRate", decimals: 0, salt: 51) { plan, random, column in
            let evening = plan.instant(atSecondOfDay: 79_200)
            guard evening > plan.night.upperBound, evening < plan.end else { return }
            column.add(.watch, plan.start, evening, 57 + 1.8 * random.deviate())
        },
        .quantity("WalkingHeartRateAverage", decimals: 1, salt: 52) { plan, random, column in
            let evening = plan.instant(atSecondOfDay: 79_200)
            guard evening > plan.night.upperBound, evening < plan.end else { return }
            column.add(.watch, plan.start + 60, evening, 101 + 3 * random.deviate())
        },
        .quantity("HeartRateVariabilitySDNN", decimals: 4, salt: 53) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch && slot.steps < 5 && random.chance(0.025) {
                let time = plan.start(ofSlot: index) + random.below(200)
                let deviation = 46 + 9 * random.deviate()
                let beats = column.intern(beats(at: time, rate: slot.doing.heartRate, in: plan.zone, &random))
                column.add(.watch, time, time + 60, deviation, metadata: beats)
            }
        },
        .quantity("VO2Max", decimals: 2, salt: 54) { plan, random, column in
            guard let workout = plan.workout, workout.doing == .running || workout.doing == .walking else { return }
            let end = workout.interval.upperBound
            column.add(.watch, end, end, 43.5 + 0.6 * random.deviate())
        },
    ]

    /// Returns a list of about thirty beats, each with its rate and its local time to a hundredth of a second.
    private static func beats(at time: Int, rate: Double, in zone: Zone, _ random: inout LifeRandom) -> MetadataSet {
        let local = time + zone.offsetSeconds(at: Instant(seconds: Int64(time)))
        var hundredths = local.flooredRemainder(by: 86_400) * 100
        var text: [UInt8] = []
        for beat in 0..<28 + random.below(8) {
            let bpm = Int(rate + 4 * random.deviate())
            hundredths = (hundredths + 6000 / bpm + random.below(5)) % 8_640_000
            if beat > 0 { text.append(UInt8(ascii: " ")) }
            text.append(decimal: bpm)
            text.append(UInt8(ascii: "@"))
            text.append(clock: hundredths / 100)
            text.append(UInt8(ascii: "."))
            text.append(twoDigits: hundredths % 100)
        }
        return MetadataSet([.init(key: MetadataKey.beats, value: String(decoding: text, as: UTF8.self))])
    }
}
