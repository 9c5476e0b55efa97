/// Translates a question in plain English into the queries that it might mean.
///
/// The translation matches words for the time, the metric and the aggregate. It reports remaining words that could change the
/// meaning, so that Tally never answers a different question.
package struct QuestionTranslation {
    /// A query that the question might mean.
    package struct Guess: Hashable {
        package var query: String
        /// A short text that distinguishes the guess from others, or nil if there are no others.
        package var meaning: String?
    }

    /// The possible queries, most likely first. They are not checked, so some may not parse.
    package private(set) var guesses: [Guess] = []
    /// The words that the translation doesn't understand.
    package private(set) var unknown: [String] = []

    private static let openers: Set<String> = [
        "how", "what", "whats", "when", "which", "who", "where", "do", "does", "did", "am", "are", "was", "were", "can", "could", "please",
        "give", "tell", "is", "show", "why", "hows", "have", "has", "list", "plot", "graph", "chart", "draw", "compare", "my",
    ]
    /// Words that can start both a query and a question. A question also contains one of `plainMarks`.
    private static let sharedOpeners: Set<String> = ["average", "mean", "median", "typical", "total"]
    private static let plainMarks: Set<String> = [
        "per", "each", "every", "my", "the", "i", "did", "hourly", "daily", "nightly", "weekly", "monthly",
    ]
    /// Words for the keys of samples.
    private static let sampleKeyMarks: Set<String> = [
        "histogram", "distribution", "type", "kind", "activity", "stage", "stages", "phase", "zone", "zones",
    ]
    private static let superlatives: Set<String> = [
        "longest", "shortest", "highest", "lowest", "best", "worst", "most", "least", "biggest",
    ]

    /// Returns true if `words`, in lowercase, are a question. A metric or a `let` can also start like one.
    package static func isQuestion(_ words: [String]) -> Bool {
        guard words.count > 1, let first = words.first, let second = words[1].first, second.isLetter || second == "_" else { return false }
        if sampleKeyMarks.contains(first) || words.contains(where: sampleKeyMarks.contains), first != "show" {
            let translation = QuestionTranslation(words)
            if translation.sampleKey != nil, translation.unknown.isEmpty, !translation.guesses.isEmpty { return true }
        }
        let isPlain = sharedOpeners.contains(first) && (first == "total" && words.contains("in") || !plainMarks.isDisjoint(with: words))
        // "Heart rate now" asks for the latest value.
        let isOfMoment = words.last == "trend" || words.last == "now"
        if superlatives.contains(first) || isOfMoment || isPlain || first == "my" || first == "compare" {
            let translation = QuestionTranslation(words)
            if translation.unknown.isEmpty, !translation.guesses.isEmpty { return true }
        }
        // "Heart rate while asleep" has no word that only questions have.
        if QuestionWords.timesThatCount.contains(where: { Words(words).has($0.phrase) }) || words.contains("above") && words.contains("bpm")
        {
            let translation = QuestionTranslation(words)
            if translation.unknown.isEmpty, !translation.guesses.isEmpty { return true }
        }
        guard openers.contains(first), words.count > 2 else { return false }
        switch first {
        case "my": return false
        case "show", "give", "tell", "list", "plot", "graph", "chart", "draw", "compare": return ["me", "my"].contains(words[1])
        case "why": return ["do", "does", "did", "is", "are", "was", "were", "am", "my"].contains(words[1])
        default: return true
        }
    }

    private var words: Words
    let asked: Words
    private(set) var aggregate: Aggregate?
    private(set) var grouping: String?
    /// The set of times that count, as after `while`.
    private(set) var set: String?
    /// The requested unit.
    private(set) var unit: (symbol: String, isLength: Bool)?
    /// The aggregate of a question about the time of falling asleep or waking up.
    private(set) var clock: String?

    /// The key of samples that the question names.
    private(set) var sampleKey: SampleKey?

    enum SampleKey { case activities, stages, histogram, zones }
    enum Aggregate { case sum, average, least, greatest, count, latest, median, trend, direction }

    /// Translates a question.
    ///
    /// - Parameter typed: The words of the question, without punctuation.
    package init(_ typed: [String]) {
        // "Yesterday's" arrives without its apostrophe.
        words = Words(typed.map { QuestionWords.possessives[$0.lowercased()] ?? $0.lowercased() })
        _ = words.takeAny(QuestionWords.untilNow)
        if ["than", "compared", "vs", "versus", "compare"].contains(where: words.has) { _ = words.takeAny(QuestionWords.samePart) }
        words = Words(words.rest)
        asked = words
        let request = takeRequest()
        // Match metrics before aggregates: "VO2 max" contains an aggregate.
        clock = takeClock()
        var subjects = clock == nil ? takeSubjects() : [.time("sleep", where: nil)]
        if subjects.isEmpty, grouping == "workout" { subjects = [.workout(activity: nil)] }
        if let special = takeSpecialQueries(request, subjects) {
            guesses = special
            unknown = words.rest.filter { !QuestionWords.filler.contains($0) }
            return
        }
        takeAggregate()
        let hours = takeHours(of: subjects.first)
        if request.times == [.init()], let metric = subjects.first?.amountName, takeSources() {
            guesses = [Guess(query: "show \(asked.has("twice") || asked.has("double") ? "overlap" : "priority") of \(metric)")]
        }
        let isPlace = aggregate == .greatest || aggregate == .least || aggregate == .latest || request.limit != nil
        let understood = subjects.isEmpty ? [] : Self.wordsOf(subjects[0]).union(isPlace ? ["when"] : [])
        unknown = words.rest.filter { !QuestionWords.filler.contains($0) && !understood.contains($0) }
        if !guesses.isEmpty { return }
        if request.asksForProgress {
            guessProgress(of: subjects, in: request.times.first?.range)
        } else {
            guesses = subjects.flatMap { queries(about: $0, request, during: hours) }
        }
        tellApart()
    }

    /// The times and values of a question, apart from its subject.
    struct Request {
        var limit: (sign: String, number: Int)?
        /// True for questions about the time in which values are above or below the limit.
        var isTimeInZone = false
        /// True for questions about today or a daily goal.
        var asksForProgress = false
        /// True for questions about the most active hours.
        var isOfRhythm = false
        var isCompared = false
        var times: [QuestionTimes.Found] = []
        /// The second period of a comparison.
        var rival: QuestionTimes.Found?
    }

    /// Removes the words for times, limits, groups and units. The order matters, because later steps would take words of earlier ones.
    private mutating func takeRequest() -> Request {
        var request = Request()
        for (phrase, set) in QuestionWords.timesThatCount where words.take(phrase) { self.set = set }
        request.isTimeInZone = words.has("minutes") || words.has("time") || words.has("hours") || words.has("long")
        request.limit = takeLimit()
        request.asksForProgress = words.takeAny([
            "ahead", "behind", "on track", "on course", "more than usual", "less than usual", "than usual", "than normal",
        ])
        if words.takeAny(["goal", "goals", "daily goal"]) {
            request.asksForProgress = true
            _ = words.takeAny(["how far", "how close", "far", "close", "from", "reach", "reached", "hit", "meet", "met", "left"])
        }
        request.isOfRhythm = takeRhythm()
        let isOfWeekdays = takeWeekendComparison()
        request.isCompared = !isOfWeekdays && takeComparison()
        request.times = QuestionTimes.take(from: &words)
        // A comparison always uses the previous period. The question can name either period, or both.
        request.rival = request.isCompared ? QuestionTimes.take(from: &words).first : nil
        takeSampleKey()
        takeGrouping()
        if sampleKey == .zones { takeHoldingWords() }
        unit = words.takeAfter("in") { QuestionWords.units[$0] != nil }.flatMap { QuestionWords.units[$0] }
        return request
    }

    /// Returns the queries for questions that do not follow the pattern of a time, a metric and an aggregate; nil for other questions.
    private mutating func takeSpecialQueries(_ request: Request, _ subjects: [QuestionWords.Subject]) -> [Guess]? {
        if request.isTimeInZone, let limit = request.limit, subjects == [.reading("heartRate")] {
            // Heart rates have no duration, so each lasts until the next one, at most this long.
            takeHoldingWords()
            return request.times.map { time in
                let query = assemble(
                    "duration heartRate", grouping, time.range, nil,
                    [time.condition, "value \(limit.sign == "reach" ? ">=" : limit.sign) \(limit.number)"].compactMap { $0 },
                    holding: "2min")
                return Guess(query: query, meaning: time.meaning)
            }
        }
        if request.isOfRhythm || takeRegularity(of: subjects) {
            _ = words.takeAny(Array(QuestionWords.nights))
            let (rows, stages) =
                request.isOfRhythm ? ("sum steps by hour", "| fill zero | rhythm") : ("duration sleep by minute", "| regularity")
            return request.times.filter { $0.condition == nil }.map { time in
                Guess(query: "\(rows) \(time.range.isEmpty ? "last 14 full days" : time.range) \(stages)", meaning: time.meaning)
            }
        }
        return takeCorrelation().map { [Guess(query: $0)] }
    }

    /// Suggests `progress`, which is only about today.
    private mutating func guessProgress(of subjects: [QuestionWords.Subject], in range: String?) {
        if let range, !["", "today"].contains(range) { unknown.append(range) }
        let subjects = subjects.isEmpty ? [.amount("activeEnergy"), .amount("steps")] : subjects
        guesses = subjects.compactMap(Self.progress)
        if guesses.count == 1 { guesses[0].meaning = nil }
    }

    /// Gives guesses without a meaning the name of their metric if there are several.
    private mutating func tellApart() {
        guard guesses.count > 1 else { return }
        for index in guesses.indices where guesses[index].meaning == nil {
            guesses[index].meaning = guesses[index].query.split(separator: " ").first {
                !["sum", "average", "latest", "max", "min", "median", "count", "by"].contains($0)
            }
            .map(String.init)
        }
    }

    // MARK: Parts of the question

    /// Removes a limit such as `more than 10000` or `reach 10000` and returns it.
    private mutating func takeLimit() -> (sign: String, number: Int)? {
        for (phrase, sign) in [
            ("more than", ">"), ("greater than", ">"), ("higher than", ">"), ("at least", ">="), ("over", ">"), ("above", ">"),
            ("less than", "<"), ("fewer than", "<"), ("lower than", "<"), ("under", "<"), ("below", "<"), ("reach", "reach"),
            ("hit", "reach"), ("make", "reach"), ("get to", "reach"),
        ] {
            if let number = words.takeAfter(phrase, { Int($0) != nil }).flatMap({ Int($0) }) { return (sign, number) }
        }
        return nil
    }

    private mutating func takeComparison() -> Bool {
        let isCompared = words.has("than") || words.has("compared") || words.has("vs") || words.has("versus") || words.has("compare")
        guard isCompared else { return false }
        return words.takeAny([
            "compared to", "compared with", "compare", "than", "vs", "versus", "more", "less", "fewer", "better", "worse",
            "longer", "shorter", "higher", "lower", "farther", "further", "to", "with",
        ])
    }

    /// Handles "more on weekends than on weekdays", which needs an average for each weekday.
    private mutating func takeWeekendComparison() -> Bool {
        guard words.has("weekend") || words.has("weekends"), words.has("weekdays") || words.has("workdays") else { return false }
        _ = takeComparison()
        _ = words.takeAny(["weekend", "weekends", "weekdays", "workdays", "and", "or", "against"])
        (grouping, aggregate) = ("weekday", .average)
        return true
    }

    /// Removes words for hours of the day and returns the hours. For sleep, "night" has no extra meaning.
    private mutating func takeHours(of subject: QuestionWords.Subject?) -> QuestionTimes.Found? {
        if case .time(let metric, _)? = subject, QuestionWords.metricsOfNights.contains(metric) {
            _ = words.takeAny(Array(QuestionWords.nights))
            return nil
        }
        if asked.has("last night") {
            return .init(range: "last night")
        }
        return QuestionTimes.takeHours(from: &words)
    }

    /// Removes the words of a question about the most active hours. Returns false for other questions.
    private mutating func takeRhythm() -> Bool {
        if words.takeAny(["daily rhythm", "circadian rhythm", "rhythm"]) { return true }
        if words.has("regular"), words.takeAny(["day", "days", "routine"]) { return words.take("regular") }
        guard ["when", "what time", "which hours", "what hours"].contains(where: words.has),
            words.takeAny(["most active", "least active", "more active", "less active"])
        else { return false }
        _ = words.takeAny(["what time of day", "what time of the day", "what time", "when", "which hours", "what hours", "during the day"])
        return true
    }

    /// Removes the words of a question about the regularity of sleep. Returns false for other questions.
    private mutating func takeRegularity(of subjects: [QuestionWords.Subject]) -> Bool {
        guard case .time(let metric, nil)? = subjects.first, QuestionWords.metricsOfNights.contains(metric) else { return false }
        return words.takeAny(["regular", "regularly", "regularity", "irregular", "consistent", "consistently"])
    }

    /// Removes words about sources. Returns false if the question has none.
    private mutating func takeSources() -> Bool {
        guard words.has("source") || words.has("sources") || words.has("twice") || words.has("double") else { return false }
        return words.takeAny([
            "source", "sources", "counts", "counted", "counting", "wins", "used", "twice", "double", "come", "comes", "from", "first",
        ])
    }

    private mutating func takeGrouping() {
        for (word, period) in [
            "hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month", "yearly": "year",
        ]
        where words.take(word) { grouping = period }
        for (word, kind) in [("best", Aggregate.greatest), ("biggest", .greatest), ("longest", .greatest), ("worst", .least)] {
            guard let period = words.takeAfter(word, { QuestionTimes.period($0) != nil }) else { continue }
            (grouping, aggregate) = (QuestionTimes.period(period), kind)
        }
        for opener in ["per", "each", "every", "by", "which", "what", "a"] {
            guard opener != "a" || grouping == nil else { continue }
            if opener == "which" || opener == "what" {
                if words.take("\(opener) time of day") || words.take("\(opener) hour of the day")
                    || Self.superlatives.contains(where: asked.has) && words.take("\(opener) time")
                {
                    grouping = "hour of day"
                }
                if words.take("\(opener) weekday") || words.take("\(opener) day of the week") { grouping = "weekday" }
            }
            if opener != "what", opener != "which", words.take("\(opener) weekday") { grouping = "weekday" }
            if !["what", "which", "a"].contains(opener) {
                for event in ["night", "workout"] where words.takeAny(["\(opener) \(event)", "\(opener) \(event)s"]) { grouping = event }
            }
            if let word = words.takeAfter(opener, { QuestionTimes.period($0) != nil }) { grouping = QuestionTimes.period(word) }
        }
    }

    /// Removes words for the time of going to bed or waking up, and returns the aggregate that finds it.
    private mutating func takeClock() -> String? {
        let isAsked = asked.has("when") || asked.has("what time") || asked.has("bedtime") || asked.has("wake time")
        guard isAsked else { return nil }
        for (name, phrases) in [("first start", QuestionWords.bedtimes), ("last end", QuestionWords.wakingTimes)]
        where words.takeAny(phrases) {
            _ = words.takeAny(["when", "what time", "at night", "in the morning", "time"])
            return name
        }
        return nil
    }

    private mutating func takeSampleKey() {
        func phrases(_ words: [String]) -> [String] { ["by", "per", "for each"].flatMap { by in words.map { "\(by) \($0)" } } }
        if words.takeAny(["histogram", "distribution"]) { sampleKey = .histogram }
        if words.takeAny(phrases(["type of workout", "workout type", "type", "kind", "activity", "sport"])) { sampleKey = .activities }
        if words.takeAny(phrases(["sleep stage", "stage of sleep", "stage", "stages", "phase"])) {
            sampleKey = .stages
            if !asked.has("what time") { _ = words.take("time") }
        }
        // A zone alone is a time zone.
        if ["heart", "pulse"].contains(where: asked.has), QuestionWords.zones.contains(where: words.has) {
            _ = words.takeAny(["zone", "zones"])
            sampleKey = .zones
        }
    }

    private mutating func takeHoldingWords() {
        _ = words.takeAny(["minutes", "time", "hours", "long", "spend", "spent", "zone", "each", "by"])
    }

    private mutating func takeAggregate() {
        for (aggregate, phrases) in [
            (
                Aggregate.direction,
                [
                    "going up", "going down", "rising", "falling", "increasing", "decreasing", "improving", "getting higher",
                    "getting lower",
                    "getting better", "getting worse", "up or down", "losing", "gaining", "dropping", "worsening",
                ]
            ),
            (Aggregate.trend, ["trend", "trends", "over time", "changing", "changed", "developing"]),
            (.median, ["median"]),
            (.average, ["average", "mean", "avg", "typical", "usual", "usually", "normal", "averages", "on average"]),
            (
                .greatest,
                ["most", "highest", "longest", "best", "biggest", "greatest", "maximum", "max", "peak", "top", "fastest", "farthest"]
            ),
            (.least, ["least", "lowest", "shortest", "worst", "smallest", "minimum", "min", "fewest", "slowest"]),
            (.latest, ["latest", "current", "currently", "newest", "last", "right now"]),
            (.count, ["how often", "how many times", "how many days"]),
        ] where (self.aggregate ?? aggregate) == aggregate && words.takeAny(phrases) {
            // A second aggregate remains and is reported as unknown.
            self.aggregate = aggregate
        }
    }

    private mutating func takeSubjects() -> [QuestionWords.Subject] {
        // "How far did I walk" means a distance, in any order of words.
        if QuestionWords.distances.contains(where: words.has), words.takeAny(["walk", "walked", "go"]) {
            for word in QuestionWords.distances { _ = words.take(word) }
            return [.amount("distance")]
        }
        var found: [QuestionWords.Subject] = []
        for (phrase, meanings) in QuestionWords.subjects where words.take(phrase) {
            if found.isEmpty { found = meanings }
        }
        // Calories can be eaten or burned.
        if found.count > 1 {
            if asked.has("burn") || asked.has("burned") || asked.has("burnt") { return [found[0]] }
            if words.takeAny(["eat", "ate", "eaten", "consume", "consumed"]) { return [found[1]] }
        }
        return found
    }

    /// Returns further words that a question about this kind of subject can contain, such as "long" for a workout.
    private static func wordsOf(_ subject: QuestionWords.Subject) -> Set<String> {
        switch subject {
        case .amount, .reading, .events: []
        case .time: QuestionWords.lengths
        case .workout: QuestionWords.lengths.union(QuestionWords.distances)
        }
    }

    /// Removes a question such as "do I sleep better after long walks" or "does walking lower my resting heart rate", and returns the query
    /// that compares nights with the day before, or readings with the same day.
    private mutating func takeCorrelation() -> String? {
        guard Self.effects.contains(where: asked.has) else { return nil }
        let isOfSleep = ["sleep", "slept"].contains(where: asked.has)
        let reading = QuestionWords.subjects.compactMap { phrase, meanings -> (phrase: String, metric: String)? in
            let phrase = phrase.joined(separator: " ")
            guard case .reading(let metric)? = meanings.first, asked.has(phrase) else { return nil }
            return (phrase, metric)
        }.first
        // "My heart rate after workouts" asks about readings at that time.
        guard isOfSleep || reading != nil && !asked.has("after") else { return nil }
        let days: [(phrases: [String], query: String, name: String)] = [
            (["walks", "walk", "walking"], "sum distance", "walked"), (["steps", "active days", "busy days"], "sum steps", "walked"),
            (["workouts", "workout", "exercise", "exercising", "training"], "duration workouts", "trained"),
        ]
        guard let day = days.first(where: { $0.phrases.contains(where: asked.has) }) else { return nil }
        _ = words.takeAny(day.phrases)
        _ = words.takeAny([
            "after", "on", "sleep", "slept", "better", "worse", "longer", "shorter", "more", "less", "long", "short", "lower", "higher",
        ])
        _ = words.takeAny(Self.effects)
        if !isOfSleep, let reading {
            _ = words.take(reading.phrase)
            return "\(day.query) called \(day.name), average \(reading.metric) by day last 60 days "
                + "| correlate \(day.name) with \(reading.metric)"
        }
        return "duration sleep by night last 60 days | join (\(day.query) called \(day.name) by day) by day "
            + "| correlate \(day.name) with duration lag 1"
    }

    /// The words of questions about the effect of days.
    private static let effects = [
        "after", "affect", "affects", "depend", "depends", "lower", "lowers", "raise", "raises", "improve", "improves", "reduce", "reduces",
        "increase", "increases", "influence", "influences",
    ]
}
