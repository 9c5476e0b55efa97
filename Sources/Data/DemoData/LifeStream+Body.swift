internal import CalendarIntervals
import HealthModel

extension LifeStream {
    /// Manual measurements with a scale and a cuff, and measurements of the watch at night.
    static let body: [LifeStream] = [
        .quantity("BodyMass", decimals: 2, salt: 40) { plan, random, column in
            let kilograms = 74 + drift(plan.dayNumber) + 0.35 * random.deviate()
            let time = plan.night.upperBound + 300 + random.below(900)
            let draw = random.below(100)
            if draw < 72, !plan.isTrip { column.add(.scale, time, time, kilograms) }
            // Some weights are also typed in, in halves of a kilogram.
            if draw > 62, draw < 84 {
                column.add(.health, time + 1200, time + 1200, (kilograms * 2).rounded() / 2, metadata: LifeMetadata.handEntered)
            }
        },
        .quantity("BodyFatPercentage", decimals: 3, salt: 41) { plan, random, column in
            guard random.chance(0.6), !plan.isTrip else { return }
            let time = plan.night.upperBound + 1230
            column.add(.scale, time, time, 0.212 + 0.002 * drift(plan.dayNumber) + 0.003 * random.deviate())
        },
        .quantity("BloodPressureSystolic", decimals: 0, salt: 42) { plan, random, column in
            if let reading = BloodPressureReading(plan, &random) { column.add(.cuff, reading.time, reading.time, reading.systolic) }
        },
        .quantity("BloodPressureDiastolic", decimals: 0, salt: 42) { plan, random, column in
            if let reading = BloodPressureReading(plan, &random) { column.add(.cuff, reading.time, reading.time, reading.diastolic) }
        },
        .quantity("BloodGlucose", decimals: 0, salt: 43) { plan, random, column in
            var readings: [GlucoseReading] = []
            // The first numbers decide about the finger pricks, all later ones belong to the sensor.
            if random.chance(0.2) {
                let breakfast = plan.night.upperBound + 2400 + random.below(600)
                readings = [
                    GlucoseReading(.health, breakfast, 90 + 5 * random.deviate(), LifeMetadata.beforeMeal),
                    GlucoseReading(.health, breakfast + 5400, 122 + 10 * random.deviate(), LifeMetadata.afterMeal),
                ]
            }
            readings += GlucoseReading.ofSensor(plan, &random)
            for reading in readings.sorted(by: { ($0.time, $0.source.rawValue) < ($1.time, $1.source.rawValue) }) {
                column.add(reading.source, reading.time, reading.time, reading.value, metadata: reading.metadata)
            }
        },
        .quantity("DietaryCarbohydrates", decimals: 0, salt: 47) { plan, random, column in
            for meal in plan.meals where random.chance(0.85) {
                column.add(.foodLog, meal.time, meal.time, max(meal.carbohydrateGrams, 5), metadata: LifeMetadata.handEntered)
            }
        },
        .quantity("OxygenSaturation", decimals: 2, salt: 44) { plan, random, column in
            let (share, level) = plan.isInMountains ? (0.24, 0.88) : (0.06, 0.97)
            for (index, slot) in plan.slots.enumerated() where slot.wearsWatch && slot.steps < 5 && random.chance(share) {
                let time = plan.start(ofSlot: index) + random.below(285)
                column.add(.watch, time, time + 15, min(level + 0.012 * random.deviate(), 1))
            }
        },
        .quantity("RespiratoryRate", decimals: 1, salt: 45) { plan, random, column in
            guard plan.nightRecord == .stages else { return }
            for time in stride(from: plan.night.lowerBound + 1800, to: plan.night.upperBound - 900, by: 900) {
                column.add(.watch, time, time + 900, 14.5 + 0.8 * random.deviate(), metadata: plan.zoneMetadata)
            }
        },
        .quantity("AppleSleepingWristTemperature", decimals: 2, salt: 46) { plan, random, column in
            guard plan.nightRecord == .stages else { return }
            column.add(.watch, plan.night.lowerBound + 600, plan.night.upperBound - 60, 35.7 + 0.2 * random.deviate())
        },
    ]

    /// Returns a slow change of weight in kilograms, within ±1.5. It rises and falls in 120 days along a parabola.
    private static func drift(_ day: Int) -> Double {
        let phase = Double(day.flooredRemainder(by: 120)) / 60 - 1
        return 6 * phase * (1 - abs(phase))
    }
}

/// A blood pressure measurement, on about every third morning.
struct BloodPressureReading {
    let time: Int
    let systolic: Double
    let diastolic: Double

    init?(_ plan: DayPlan, _ random: inout LifeRandom) {
        guard random.chance(0.35) else { return nil }
        time = plan.night.upperBound + 1800 + random.below(900)
        systolic = (121 + 6 * random.deviate()).rounded()
        diastolic = (79 + 4 * random.deviate()).rounded()
    }
}

/// A reading of blood sugar in mg/dL.
private struct GlucoseReading {
    let source: LifeSource
    let time: Int
    let value: Double
    let metadata: Int32

    init(_ source: LifeSource, _ time: Int, _ value: Double, _ metadata: Int32 = LifeMetadata.empty) {
        (self.source, self.time, self.value, self.metadata) = (source, time, value, metadata)
    }

    /// Returns a reading every 15 minutes, except while a sensor is replaced every fortnight.
    static func ofSensor(_ plan: DayPlan, _ random: inout LifeRandom) -> [GlucoseReading] {
        let replaced = plan.night.upperBound..<plan.night.upperBound + 3600
        let isReplaced = plan.dayNumber.flooredRemainder(by: 14) == 3
        var drift = 0.0
        return stride(from: plan.start, to: plan.end, by: 900).compactMap { time in
            drift = 0.9 * drift + 2 * random.deviate()
            if isReplaced, replaced.contains(time) { return nil }
            let rise = plan.meals.reduce(0) { $0 + $1.glucoseRise(at: time) }
            return GlucoseReading(.glucoseSensor, time, 94 + drift + rise)
        }
    }
}
