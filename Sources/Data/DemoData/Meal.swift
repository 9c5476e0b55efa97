/// A meal or a snack.
struct Meal: Sendable {
    /// Seconds since 1970.
    let time: Int
    let carbohydrateGrams: Double

    /// Returns breakfast, lunch and dinner, and on most days a snack, in time order.
    ///
    /// - Parameters:
    ///   - awake: the time from waking up to the end of the day, in seconds since 1970.
    ///   - noon: 12:00 of the day.
    static func meals(awake: Range<Int>, noon: Int, _ random: inout LifeRandom) -> [Meal] {
        let breakfast = Meal(time: awake.lowerBound + 2100 + random.below(1800), carbohydrateGrams: 48 + 9 * random.deviate())
        let lunch = Meal(time: noon + 1800 + random.below(3600), carbohydrateGrams: 72 + 12 * random.deviate())
        let snack = Meal(time: noon + 14_400 + random.below(3600), carbohydrateGrams: 15 + 3 * random.deviate())
        let dinner = Meal(time: noon + 24_000 + random.below(4800), carbohydrateGrams: 60 + 14 * random.deviate())
        let hasSnack = random.chance(0.7)
        let meals = hasSnack ? [breakfast, lunch, snack, dinner] : [breakfast, lunch, dinner]
        // After a flight, a day can begin in the afternoon or end early.
        var last = awake.lowerBound
        return meals.filter { meal in
            guard meal.time > last, meal.time < awake.upperBound else { return false }
            last = meal.time
            return true
        }
    }

    /// Returns how much the meal raises blood sugar at a time, in mg/dL. The rise takes 45 minutes, the fall two hours.
    func glucoseRise(at moment: Int) -> Double {
        let minutes = Double(moment - time) / 60
        if minutes <= 0 || minutes >= 165 { return 0 }
        let peak = 0.75 * carbohydrateGrams
        return minutes < 45 ? peak * minutes / 45 : peak * (165 - minutes) / 120
    }
}
