import HealthModel

/// The vocabulary of questions in plain English: names of metrics, and filler words.
enum QuestionWords {
    /// The subject of a question, which decides the aggregate.
    enum Subject: Sendable, Hashable {
        /// An amount, which is summed.
        case amount(String)
        /// A reading, which is averaged.
        case reading(String)
        /// The duration of intervals that match a condition.
        case time(String, where: String?)
        /// Intervals that match a condition, which are counted.
        case events(String, where: String)
        /// Workouts of an activity, or all workouts if it is nil.
        case workout(activity: String?)

        /// The metric of an amount, or nil for other subjects.
        var amountName: String? { if case .amount(let metric) = self { metric } else { nil } }
    }

    typealias Entry = (phrase: [String], meanings: [Subject])

    /// Phrases with their meanings, longest first. An ambiguous phrase has several meanings.
    static let subjects: [Entry] = {
        let entries = table.flatMap { meaning in meaning.phrases.map { (phrase: $0, meanings: meaning.subjects) } }
        return entries.sorted { $0.phrase.count > $1.phrase.count }
    }()

    /// The meanings of a set of phrases.
    private struct Meaning {
        let subjects: [Subject]
        let phrases: [[String]]

        private init(_ subjects: [Subject], _ names: [String] = [], called phrases: String) {
            self.subjects = subjects
            self.phrases = (phrases.split(separator: "|").map(String.init) + names).map { $0.split(separator: " ").map(String.init) }
        }

        /// Returns a metric with its names in the catalog and additional phrases.
        static func metric(_ name: String, also phrases: String = "") -> Meaning {
            let metric = known(name)
            // Names of two letters, such as `hr`, are ambiguous in a sentence.
            let names = ([metric.name] + metric.aliases).filter { $0.count > 2 }.flatMap { [$0.lowercased(), words(of: $0)] }
            return Meaning([subject(name, metric)], names, called: phrases)
        }

        /// Returns an ambiguous meaning with several metrics.
        static func oneOf(_ metrics: [String], called phrases: String) -> Meaning {
            Meaning(metrics.map { subject($0, known($0)) }, called: phrases)
        }

        static func only(_ subject: Subject, called phrases: String) -> Meaning { Meaning([subject], called: phrases) }

        /// Returns the subject for a metric, with the name to write in the query.
        private static func subject(_ name: String, _ metric: MetricInfo) -> Subject {
            switch metric.kind {
            case .quantity(let type): type.style == .cumulative ? .amount(name) : .reading(name)
            case .category: .time(name, where: nil)
            case .workouts: .workout(activity: nil)
            }
        }

        private static func known(_ name: String) -> MetricInfo {
            guard case .known(let metric) = MetricCatalog.resolve(name: name) else { preconditionFailure("no metric \(name)") }
            return metric
        }

        /// Splits a name into words: `bodyMass` becomes "body mass".
        private static func words(of name: String) -> String {
            name.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
        }
    }

    private static let table: [Meaning] = [
        .metric("hrv"), .metric("restingHeartRate", also: "resting pulse|resting heartrate"),
        .metric("walkingHeartRateAverage", also: "walking heart rate"),
        .metric("heartRate", also: "heart beat|heartbeat|bpm|heart"),
        .oneOf(["bloodPressureSystolic", "bloodPressureDiastolic"], called: "blood pressure"),
        .metric("bodyFatPercentage"), .metric("weight", also: "weigh|weighed"), .metric("bmi"), .metric("glucose"), .metric("spo2"),
        .metric("bodyTemperature", also: "temperature"), .metric("vo2Max"), .metric("respiratoryRate", also: "breathing rate|breaths"),
        .metric("walkingSpeed"), .metric("environmentalAudioExposure", also: "loud"),
        .metric("activeEnergy", also: "active kcal"), .metric("restingEnergy"),
        .oneOf(["activeEnergy", "dietaryEnergyConsumed"], called: "calories|calorie|kcal|energy"),
        .only(.workout(activity: "running"), called: "running distance"),
        .metric("steps", also: "step|walk|walked|walking"), .metric("distance", also: "far walk|distance walk"),
        .metric("flights", also: "stairs|climb|climbed"), .metric("dietaryWater", also: "drink|drank"),
        .metric("dietaryCaffeine", also: "coffee"), .metric("dietaryProtein"), .metric("dietarySugar"),
        .metric("appleExerciseTime", also: "minutes of exercise"),
        .only(.time("sleepAnalysis", where: "value = deep"), called: "deep sleep"),
        .only(.time("sleepAnalysis", where: "value = rem"), called: "rem sleep|rem"),
        .only(.time("sleepAnalysis", where: "value = core"), called: "core sleep"),
        .only(.time("sleepAnalysis", where: "value = awake"), called: "awake"),
        .only(.events("standHours", where: "value = stood"), called: "stand hours|hours of standing|stand|stood"),
        .metric("timeInBed"), .metric("sleep", also: "slept|asleep"), .metric("mindfulSession", also: "meditate|meditated"),
        .metric("workouts", also: "work out|worked out|train|trained|training"),
        .only(.workout(activity: "running"), called: "running|run|ran|runs|jog|jogged|jogging"),
        .only(.workout(activity: "cycling"), called: "cycling|cycle|cycled|bike|biked|biking|ride|rode|rides"),
        .only(.workout(activity: "swimming"), called: "swimming|swim|swam|swims"),
        .only(.workout(activity: "hiking"), called: "hiking|hike|hiked|hikes"), .only(.workout(activity: "yoga"), called: "yoga"),
    ]

    /// Phrases for a set of times, with the set after `while`. Longer phrases come first.
    static let timesThatCount: [(phrase: String, set: String)] =
        [
            ("while i am asleep", "sleep"), ("while im asleep", "sleep"), ("when i sleep", "sleep"), ("while i sleep", "sleep"),
            ("while asleep", "sleep"), ("while sleeping", "sleep"), ("when asleep", "sleep"), ("when sleeping", "sleep"),
            ("during sleep", "sleep"), ("in my sleep", "sleep"), ("during my sleep", "sleep"),
            ("not during workouts", "not workouts"), ("outside of workouts", "not workouts"), ("outside workouts", "not workouts"),
            ("outside of my workouts", "not workouts"), ("without workouts", "not workouts"), ("excluding workouts", "not workouts"),
            ("during workouts", "workouts"), ("during my workouts", "workouts"), ("while working out", "workouts"),
            ("while exercising", "workouts"), ("while training", "workouts"), ("while running", "workouts is running"),
            ("while cycling", "workouts is cycling"), ("while walking", "workouts is walking"), ("while awake", "sleepAnalysis is awake"),
        ] + timesNearby

    /// Phrases for the time before or after something. The lengths are the usual ones for meals, workouts and bedtime.
    private static let timesNearby: [(phrase: String, set: String)] = [
        ("2h after dietaryCarbohydrates", "after meals|after a meal|after my meals|after eating|after i eat|after i ate"),
        ("1h before dietaryCarbohydrates", "before meals|before a meal|before my meals|before eating|before i eat"),
        ("1h after workouts", "after workouts|after a workout|after my workouts|after working out|after exercising"),
        ("1h before workouts", "before workouts|before a workout|before my workouts|before working out"),
        ("1h before sleep", "before bed|before sleep|before i sleep|before sleeping|before i go to bed|before going to bed"),
    ].flatMap { set, phrases in phrases.split(separator: "|").map { (phrase: String($0), set: "within \(set)") } }

    /// Phrases for the zones of the heart rate.
    static let zones = ["rate zone", "rate zones", "pulse zone", "pulse zones", "each zone", "by zone", "zones"]

    /// The metrics that are counted by night.
    static let metricsOfNights: Set<String> = ["sleepAnalysis", "sleep", "timeInBed"]

    /// Words that don't change the meaning of a question. `when`, `where` and `why` do, so they are not in this set.
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

    /// Phrases for the start and the end of sleep.
    static let bedtimes = [
        "go to bed", "went to bed", "get to bed", "got to bed", "going to bed", "go to sleep", "went to sleep", "fall asleep",
        "fell asleep",
        "bedtime", "bed time", "start sleeping", "started sleeping",
    ]
    static let wakingTimes = [
        "wake up", "woke up", "waking up", "get up", "got up", "wake", "woke", "wake time", "stop sleeping", "stopped sleeping",
    ]

    /// Words for a duration, which only categories and workouts have.
    static let lengths: Set<String> = ["long", "minutes", "hours"]
    /// Words for a night, which sleep doesn't need.
    static let nights: Set<String> = ["night", "nights"]
    /// Phrases that mean "until now", which is the default for a current period.
    static let untilNow = ["so far", "up to now", "until now", "till now", "to date"]
    /// Phrases that mean the same part of the previous period, which is the default for a comparison.
    static let samePart =
        [
            "to", "until", "by", "at", "on", "up to",
        ].flatMap { before in ["day", "time", "point", "date"].map { "\(before) the same \($0)" } } + [
            "at this point", "by this time", "at this time",
        ]

    /// `yesterday's` and `today's` without their apostrophe.
    static let possessives = ["yesterdays": "yesterday", "todays": "today"]

    /// The units of a question. `isLength` is true for distances and false for weights.
    static let units: [String: (symbol: String, isLength: Bool)] = [
        "miles": ("mi", true), "mi": ("mi", true), "km": ("km", true), "kilometers": ("km", true), "kilometres": ("km", true),
        "meters": ("m", true), "metres": ("m", true), "feet": ("ft", true),
        "pounds": ("lb", false), "lbs": ("lb", false), "lb": ("lb", false), "kg": ("kg", false), "kilos": ("kg", false),
        "kilograms": ("kg", false),
    ]
    /// Words for a distance.
    static let distances: Set<String> = ["far", "miles", "kilometers", "kilometres", "km", "distance"]
}
