import HealthModel

extension LifeStream {
    /// Steps and related metrics. Watch and phone both count, but the phone is not always in a pocket.
    static let movement: [LifeStream] = [
        .quantity("StepCount", decimals: 0, salt: 10) { plan, random, column in
            strides(plan, &random, &column) { Double($0.steps) }
        },
        .quantity("DistanceWalkingRunning", decimals: 5, salt: 10) { plan, random, column in
            strides(plan, &random, &column) { Double($0.steps) * ($0.doing == .running ? 0.001_08 : 0.000_71) }
        },
        .quantity("DistanceCycling", decimals: 5, salt: 11) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.doing == .cycling && slot.wearsWatch {
                let time = plan.start(ofSlot: index)
                for part in stride(from: 0, to: DayPlan.slotSeconds, by: 30) {
                    column.add(.watch, time + part, time + part + 30, 0.18 * Double(slot.pace) / 100 * random.between(0.85, 1.15))
                }
            }
        },
        .quantity("RunningPower", decimals: 0, salt: 15) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.isWorkout && slot.doing == .running && slot.wearsWatch {
                let time = plan.start(ofSlot: index)
                for part in stride(from: 0, to: DayPlan.slotSeconds, by: 5) {
                    column.add(.watch, time + part, time + part + 5, 245 * Double(slot.pace) / 100 + 11 * random.deviate())
                }
            }
        },
        .quantity("FlightsClimbed", decimals: 0, salt: 12) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.doing == .walking && random.chance(0.25) {
                let time = plan.start(ofSlot: index) + random.below(90)
                let flights = Double(1 + random.below(3))
                if slot.wearsWatch { column.add(.watch, time, time + 12 + random.below(30), flights) }
                if slot.carriesPhone { column.add(.phone, time + 4, time + 20 + random.below(30), flights) }
            }
        },
        .quantity("WalkingSpeed", decimals: 3, salt: 13) { plan, random, column in
            gait(plan, &random, &column) { 4.9 * $0 }
        },
        .quantity("WalkingStepLength", decimals: 1, salt: 13) { plan, random, column in
            gait(plan, &random, &column) { 71 * $0 }
        },
        .quantity("WalkingDoubleSupportPercentage", decimals: 3, salt: 13) { plan, random, column in
            gait(plan, &random, &column) { 0.285 / $0 }
        },
        .quantity("WalkingAsymmetryPercentage", decimals: 2, salt: 14) { plan, random, column in
            gait(plan, &random, &column) { max(0, 0.6 * ($0 - 1)) }
        },
    ]

    /// Adds a sample of watch and phone for each slot with steps. Their times and values differ slightly.
    private static func strides(
        _ plan: DayPlan, _ random: inout LifeRandom, _ column: inout LifeColumn, _ amount: (DayPlan.Slot) -> Double
    ) {
        for (index, slot) in plan.slots.enumerated() where slot.steps > 0 {
            let time = plan.start(ofSlot: index)
            let watchStart = time + random.below(60)
            let watchEnd = watchStart + 150 + random.below(90)
            let phoneStart = time + 60 + random.below(60)
            let phoneEnd = phoneStart + 60 + random.below(300)
            let (watchCount, phoneCount) = (random.between(0.96, 1.04), random.between(0.86, 1.06))
            if slot.wearsWatch { column.add(.watch, watchStart, watchEnd, max(amount(slot) * watchCount, amount(slot) < 1 ? 0 : 1)) }
            if slot.carriesPhone { column.add(.phone, phoneStart, phoneEnd, max(amount(slot) * phoneCount, amount(slot) < 1 ? 0 : 1)) }
        }
    }

    /// Adds the phone's measurements of walks. `measure` receives the intensity of the walk, which is about 1.
    private static func gait(_ plan: DayPlan, _ random: inout LifeRandom, _ column: inout LifeColumn, _ measure: (Double) -> Double) {
        for (index, slot) in plan.slots.enumerated() where slot.doing == .walking && slot.carriesPhone {
            let time = plan.start(ofSlot: index) + random.below(100)
            let length = 20 + random.below(120)
            let vigour = Double(slot.pace) / 100 * random.between(0.94, 1.06)
            if random.chance(0.6) { column.add(.phone, time, time + length, measure(vigour)) }
        }
    }
}
