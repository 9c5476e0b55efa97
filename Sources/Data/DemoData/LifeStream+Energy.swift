import HealthModel

extension LifeStream {
    /// Energy as estimated by the watch, in many short samples while the wrist moves.
    static let energy: [LifeStream] = [
        .quantity("ActiveEnergyBurned", decimals: 3, salt: 20) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch && slot.doing != .sleeping {
                let pieces = slot.isWorkout ? 30 : slot.doing.piecesOfEnergy
                let length = DayPlan.slotSeconds / pieces
                let perMinute = slot.doing.activeKilocalories * Double(slot.pace) / 100
                for piece in 0..<pieces {
                    let start = plan.start(ofSlot: index) + piece * length
                    let kilocalories = perMinute * Double(length) / 60 * random.between(0.7, 1.3)
                    // When the wrist does not move, samples are rare and short.
                    if slot.doing == .sitting, random.chance(0.3) { continue }
                    column.add(.watch, start, start + length - (slot.isWorkout ? 0 : random.below(length / 4)), kilocalories)
                }
            }
        },
        .quantity("BasalEnergyBurned", decimals: 3, salt: 21) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch {
                let start = plan.start(ofSlot: index)
                let kilocalories = (slot.doing == .sleeping ? 5.3 : 5.9) * random.between(0.97, 1.03)
                column.add(.watch, start, start + DayPlan.slotSeconds, kilocalories)
            }
        },
        .quantity("PhysicalEffort", decimals: 1, salt: 22) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch && slot.doing != .sleeping {
                let start = plan.start(ofSlot: index)
                let effort = 1.2 + slot.doing.activeKilocalories * 0.72 * Double(slot.pace) / 100 * random.between(0.9, 1.1)
                column.add(.watch, start, start + DayPlan.slotSeconds, effort)
            }
        },
    ]

    /// Minutes of exercise, standing and daylight.
    static let time: [LifeStream] = [
        .quantity("AppleExerciseTime", decimals: 0, salt: 30) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch {
                // Only brisk walking counts as exercise.
                guard slot.isWorkout || slot.doing == .walking && slot.pace > 112 else { continue }
                for minute in 0..<(slot.isWorkout ? 5 : 1 + random.below(3)) {
                    let start = plan.start(ofSlot: index) + minute * 60
                    column.add(.watch, start, start + 60, 1)
                }
            }
        },
        .quantity("AppleStandTime", decimals: 0, salt: 31) { plan, random, column in
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch && slot.steps > 9 {
                let start = plan.start(ofSlot: index)
                column.add(.watch, start, start + DayPlan.slotSeconds, slot.doing == .pottering ? Double(1 + random.below(4)) : 5)
            }
        },
        .quantity("TimeInDaylight", decimals: 0, salt: 32) { plan, random, column in
            for hour in plan.hours where (8..<19).contains(hour.hour) {
                for index in hour.slots where plan.slots[index].wearsWatch && plan.slots[index].doing == .walking {
                    column.add(.watch, plan.start(ofSlot: index), plan.start(ofSlot: index + 1), Double(2 + random.below(4)))
                }
            }
        },
    ]
}

extension DayPlan.Doing {
    /// The number of energy samples in a slot outside workouts.
    fileprivate var piecesOfEnergy: Int {
        switch self {
        case .sleeping, .sitting: 1
        case .pottering: 3
        case .walking, .running, .cycling, .lifting: 5
        }
    }
}
