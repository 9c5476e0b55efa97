import HealthModel

/// The activities that files name in words.
enum SportName {
    /// Returns Apple's name of an activity, without its prefix, for a word such as `Biking` or `trail_running`. Returns `Other` for an
    /// unknown word.
    static func activity(_ text: String) -> String { known(text) ?? "Other" }

    /// Returns Apple's name of an activity, without its prefix. Nil for an unknown word.
    static func known(_ text: String) -> String? {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let joined = words.joined()
        if let number = numbers[joined] { return number }
        if let known = named(joined) { return known }
        // A motorcycle ride is not a bicycle ride, so these words come first.
        for word in words + [joined] {
            if vehicles.contains(word) { return "Other" }
            if let found = decidingStems.first(where: { word.hasPrefix($0.stem) }) { return found.activity }
        }
        for word in words.reversed() {
            if let known = named(word) { return known }
        }
        for word in words.reversed() {
            if let found = stems.first(where: { word.hasPrefix($0.stem) }) { return found.activity }
        }
        return words.contains(where: general.contains) ? "Other" : nil
    }

    private static func named(_ word: String) -> String? {
        WorkoutActivityType.named(word).map { String($0.exportName.dropFirst("HKWorkoutActivityType".count)) }
    }

    /// The numbers of Strava.
    private static let numbers = ["1": "Cycling", "9": "Running"]

    /// Words that fit any activity.
    private static let general: Set<String> = [
        "activity", "equipment", "exercise", "fitness", "generic", "other", "sport", "training", "uncategorized", "unknown", "workout",
    ]

    private static let vehicles: Set<String> = [
        "atv", "bus", "car", "ferry", "flight", "flying", "jet", "plane", "taxi", "train", "truck", "van",
    ]

    /// The starts of words that decide against all other words.
    private static let decidingStems: [(stem: String, activity: String)] = [
        ("motor", "Other"), ("driv", "Other"), ("boat", "Other"), ("jetski", "Other"), ("snowmobil", "Other"), ("kart", "Other"),
        ("gokart", "Other"), ("moped", "Other"), ("scooter", "Other"), ("aircraft", "Other"), ("airplane", "Other"),
        ("helicopter", "Other"), ("glid", "Other"), ("hangglid", "Other"), ("paraglid", "Other"), ("parachut", "Other"),
        ("skydiv", "Other"), ("horse", "EquestrianSports"), ("equest", "EquestrianSports"), ("kite", "WaterSports"),
        ("windsurf", "WaterSports"), ("wakeboard", "WaterSports"), ("wakesurf", "WaterSports"), ("waterski", "WaterSports"),
        ("wheelchair", "WheelchairWalkPace"),
    ]

    /// The starts of words.
    private static let stems: [(stem: String, activity: String)] = [
        ("run", "Running"), ("jog", "Running"), ("treadmill", "Running"), ("bik", "Cycling"), ("cycl", "Cycling"), ("bicycl", "Cycling"),
        ("rid", "Cycling"), ("mtb", "Cycling"), ("walk", "Walking"), ("hik", "Hiking"), ("swim", "Swimming"), ("row", "Rowing"),
        ("kayak", "PaddleSports"), ("canoe", "PaddleSports"), ("paddl", "PaddleSports"), ("snowboard", "Snowboarding"),
        ("nordic", "CrossCountrySkiing"), ("alpine", "DownhillSkiing"), ("ski", "DownhillSkiing"), ("skat", "SkatingSports"),
        ("sail", "Sailing"), ("surf", "SurfingSports"), ("climb", "Climbing"), ("strength", "TraditionalStrengthTraining"),
        ("yoga", "Yoga"), ("multisport", "SwimBikeRun"), ("triathlon", "SwimBikeRun"), ("transition", "Transition"),
    ]
}
