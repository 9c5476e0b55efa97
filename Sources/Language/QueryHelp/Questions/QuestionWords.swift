import HealthModel

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
        let entries = table.flatMap { meaning in meaning.phrases.map { (phrase: $0, meanings: meaning.subjects) } }
        return entries.sorted { $0.phrase.count > $1.phrase.count }
    }()

    /// What some phrases mean.
    private struct Meaning {
        let subjects: [Subject]
        let phrases: [[String]]

        private init(_ subjects: [Subject], _ names: [String] = [], called phrases: String) {
            self.subjects = subjects
            self.phrases = (phrases.split(separator: "|").map(String.init) + names).map { $0.split(separator: " ").map(String.init) }
        }

        /// A metric, by the names of the catalogue and by phrases that only questions have.
        static func metric(_ name: String, also phrases: String = "") -> Meaning {
            let metric = known(name)
            // Two letters, as `hr`, may mean anything in a sentence.
            let names = ([metric.name] + metric.aliases).filter { $0.count > 2 }.flatMap { [$0.lowercased(), words(of: $0)] }
            return Meaning([subject(name, metric)], names, called: phrases)
        }

        /// Metrics among which nobody can tell.
        static func oneOf(_ metrics: [String], called phrases: String) -> Meaning {
            Meaning(metrics.map { subject($0, known($0)) }, called: phrases)
        }

        static func only(_ subject: Subject, called phrases: String) -> Meaning { Meaning([subject], called: phrases) }

        /// How a metric is asked for, under the name that people give it.
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

        /// Returns `bodyMass` as "body mass".
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
