/// The words of questions in plain English: what people call metrics, and which words say nothing.
enum QuestionWords {
    /// What a question is about, and how such a thing is asked for.
    enum Subject: Sendable, Hashable {
        /// An amount that adds up
        case amount(String)
        /// A reading
        case reading(String)
        /// Time that intervals cover, with the condition that chooses them
        case time(String, where: String?)
        /// Intervals of a value, which are counted
        case events(String, where: String)
        /// Workouts of an activity; nil for all
        case workout(activity: String?)

        /// The metric of an amount, nil for others
        var amountName: String? { if case .amount(let metric) = self { metric } else { nil } }
    }

    typealias Entry = (phrase: [String], meanings: [Subject])

    /// Phrases and what they mean, the longer ones first; several meanings where nobody can know which.
    static let subjects: [Entry] = {
        var entries: [Entry] = []
        for (phrases, meanings) in table {
            for phrase in phrases.split(separator: "|") { entries.append((phrase.split(separator: " ").map(String.init), meanings)) }
        }
        return entries.sorted { $0.phrase.count > $1.phrase.count }
    }()

    private static let table: [(phrases: String, meanings: [Subject])] = [
        ("heart rate variability|hrv", [.reading("hrv")]),
        ("resting heart rate|resting pulse|resting heartrate|rhr", [.reading("restingHeartRate")]),
        ("walking heart rate", [.reading("walkingHeartRateAverage")]),
        ("heart rate|heartrate|heart beat|heartbeat|pulse|bpm|heart", [.reading("heartRate")]),
        ("blood pressure", [.reading("bloodPressureSystolic"), .reading("bloodPressureDiastolic")]),
        ("body fat|body fat percentage", [.reading("bodyFatPercentage")]),
        ("weight|weigh|weighed|body mass|bodymass", [.reading("weight")]),
        ("bmi", [.reading("bmi")]),
        ("blood sugar|blood glucose|glucose", [.reading("glucose")]),
        ("blood oxygen|oxygen saturation|oxygen|spo2", [.reading("spo2")]),
        ("body temperature|temperature", [.reading("bodyTemperature")]),
        ("vo2 max|vo2max|cardio fitness", [.reading("vo2Max")]),
        ("respiratory rate|breathing rate|breaths", [.reading("respiratoryRate")]),
        ("walking speed", [.reading("walkingSpeed")]),
        ("noise|loud", [.reading("environmentalAudioExposure")]),
        ("active energy|active calories|active kcal", [.amount("activeEnergy")]),
        ("resting energy|resting calories|basal energy", [.amount("restingEnergy")]),
        ("calories|calorie|kcal|energy", [.amount("activeEnergy"), .amount("dietaryEnergyConsumed")]),
        ("step count|stepcount|steps|step|walk|walked|walking", [.amount("steps")]),
        ("far walk|distance walk|distance", [.amount("distance")]),
        ("flights|stairs|floors|climb|climbed", [.amount("flights")]),
        ("water|drink|drank", [.amount("dietaryWater")]),
        ("caffeine|coffee", [.amount("dietaryCaffeine")]),
        ("protein", [.amount("dietaryProtein")]),
        ("sugar", [.amount("dietarySugar")]),
        ("exercise minutes|minutes of exercise|exercise time|exercise", [.amount("appleExerciseTime")]),
        ("deep sleep", [.time("sleepAnalysis", where: "value = deep")]),
        ("rem sleep|rem", [.time("sleepAnalysis", where: "value = rem")]),
        ("core sleep", [.time("sleepAnalysis", where: "value = core")]),
        ("awake", [.time("sleepAnalysis", where: "value = awake")]),
        ("stand hours|hours of standing|stand|stood", [.events("standHours", where: "value = stood")]),
        ("in bed|time in bed", [.time("timeInBed", where: nil)]),
        ("sleep|slept|asleep|sleeping", [.time("sleep", where: nil)]),
        ("mindful minutes|mindfulness|meditate|meditated|meditation|mindful", [.time("mindfulSession", where: nil)]),
        ("workouts|workout|work out|worked out|train|trained|training", [.workout(activity: nil)]),
        ("running|run|ran|runs|jog|jogged|jogging", [.workout(activity: "running")]),
        ("cycling|cycle|cycled|bike|biked|biking|ride|rode|rides", [.workout(activity: "cycling")]),
        ("swimming|swim|swam|swims", [.workout(activity: "swimming")]),
        ("hiking|hike|hiked|hikes", [.workout(activity: "hiking")]),
        ("yoga", [.workout(activity: "yoga")]),
    ]

    /// What is asked of nights.
    static let metricsOfNights: Set<String> = ["sleepAnalysis", "sleep", "timeInBed"]

    /// Words that a question can lose without meaning something else. `when`, `where` and `why` are not among them: they ask for something.
    static let filler: Set<String> = [
        "how", "what", "whats", "which", "do", "does", "did", "am", "are", "was", "were", "is", "can", "could", "please", "give", "tell",
        "show",
        "list", "plot", "graph", "me", "my", "i", "you", "the", "a", "an", "have", "has", "had", "been", "be", "of", "for", "in", "on",
        "at",
        "take", "took", "taken", "make", "made", "get", "got", "done", "go", "went", "theres", "hows", "im", "there", "so", "during",
        "number",
        "much", "many", "total", "altogether", "and", "burn", "burned", "burnt", "record", "recorded", "count", "it", "this", "that", "to",
        "day", "days", "with", "look", "like", "see", "really", "actually", "again", "now", "up", "chart", "draw",
    ]

    /// Words that say how long something took, which only sleep, other categories and workouts tell.
    static let lengths: Set<String> = ["long", "minutes", "hours"]
    /// Words that say that a night is meant, which sleep needs not be told.
    static let nights: Set<String> = ["night", "nights"]
    /// Words that say until when, where a span that runs is meant anyway.
    static let untilNow = ["so far", "up to now", "until now", "till now", "to date"]
    /// Words that ask for the same part of the span before, which is what is compared anyway.
    static let samePart =
        [
            "to", "until", "by", "at", "on", "up to",
        ].flatMap { before in ["day", "time", "point", "date"].map { "\(before) the same \($0)" } } + [
            "at this point", "by this time", "at this time",
        ]

    /// `yesterday's` and `today's`, after their apostrophe is gone.
    static let possessives = ["yesterdays": "yesterday", "todays": "today"]

    /// Units that people ask for, and the metrics that have them.
    static let units: [String: (symbol: String, isLength: Bool)] = [
        "miles": ("mi", true), "mi": ("mi", true), "km": ("km", true), "kilometers": ("km", true), "kilometres": ("km", true),
        "meters": ("m", true), "metres": ("m", true), "feet": ("ft", true),
        "pounds": ("lb", false), "lbs": ("lb", false), "lb": ("lb", false), "kg": ("kg", false), "kilos": ("kg", false),
        "kilograms": ("kg", false),
    ]
    /// Words that say how far.
    static let distances: Set<String> = ["far", "miles", "kilometers", "kilometres", "km", "distance"]
}
