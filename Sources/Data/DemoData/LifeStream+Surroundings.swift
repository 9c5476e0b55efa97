import HealthModel

extension LifeStream {
    /// Sound levels.
    static let surroundings: [LifeStream] = [
        .quantity("EnvironmentalAudioExposure", decimals: 4, salt: 60) { plan, random, column in
            for index in stride(from: 0, to: plan.slots.count - 5, by: 6) where plan.slots[index].wearsWatch {
                let slot = plan.slots[index]
                let level = slot.doing == .sleeping ? 36 : slot.steps > 60 ? 71 : 58.0
                column.add(.watch, plan.start(ofSlot: index), plan.start(ofSlot: index + 6), level + 6 * random.deviate())
            }
        },
        .quantity("HeadphoneAudioExposure", decimals: 4, salt: 61) { plan, random, column in
            var listens = false
            for (index, slot) in plan.slots.enumerated() where slot.doing != .sleeping {
                listens = listens ? !random.chance(0.15) : slot.doing == .walking && slot.carriesPhone && random.chance(0.25)
                guard listens else { continue }
                let time = plan.start(ofSlot: index)
                column.add(.phone, time, time + 200 + random.below(100), 74 + 4 * random.deviate())
            }
        },
    ]

    /// Stand hours, sleep and mindful minutes.
    static let category: [LifeStream] = [
        .category("AppleStandHour", salt: 70) { plan, _, column in
            for hour in plan.hours where hour.slots.allSatisfy({ plan.slots[$0].doing != .sleeping }) {
                let worn = hour.slots.filter { plan.slots[$0].wearsWatch }
                guard worn.count > 6 else { continue }
                let stood = worn.contains { plan.slots[$0].steps > 20 }
                column.add(.watch, hour.start, hour.start + 3600, stood ? 0 : 1)
            }
        },
        .category("SleepAnalysis", salt: 71, nights),
        .category("MindfulSession", salt: 72) { plan, random, column in
            guard random.chance(0.45) else { return }
            let start = plan.instant(atSecondOfDay: 77_400 + random.below(1800))
            guard start > plan.night.upperBound, start < plan.end else { return }
            column.add(.breathing, start, start + 300 + 60 * random.below(8), 0)
        },
    ]

    /// A night: time in bed by the phone, stages by the watch in cycles of about ninety minutes, or only "asleep" by an app.
    private static let nights: Fill = { plan, random, column in
        let (lights, wake) = (plan.night.lowerBound, plan.night.upperBound)
        let zone = plan.zoneMetadata
        if plan.nightRecord == .inBedOnly || random.chance(0.85) { column.add(.clock, lights, wake, 0, metadata: zone) }
        let asleep = lights + 600 + 30 * random.below(30)
        switch plan.nightRecord {
        case .inBedOnly: break
        case .unspecified: column.add(.diary, asleep, wake - 60 * random.below(10), 1, metadata: zone)
        case .stages:
            var time = asleep
            for cycle in 0... {
                // Deep sleep is early in the night, REM sleep late.
                let deepMinutes = max(34 - 9 * cycle, 0)
                let stages = [(3, 30), (4, deepMinutes), (3, 24), (5, 8 + 6 * cycle), (2, random.chance(0.6) ? 3 : 0)]
                for (stage, minutes) in stages where minutes > 0 {
                    guard time < wake else { return }
                    let end = min(time + minutes * 60 + 30 * random.below(2 + minutes / 3), wake)
                    column.add(.watch, time, end, Double(stage), metadata: zone)
                    time = end
                }
            }
        }
    }
}

extension DayPlan {
    /// The metadata set with the time zone of the day.
    var zoneMetadata: Int32 { isTrip ? LifeMetadata.tripZone : LifeMetadata.homeZone }
}
