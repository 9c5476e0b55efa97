/// Translates a question in plain English into the queries that it might mean.
///
/// The translation matches words for the time, the metric and the aggregate. It reports remaining words that could change the
/// meaning, so that Tally never answers a different question.
struct QuestionTranslation {
    struct Guess: Hashable {
        var query: String
        /// A short text that distinguishes the guess from others, or nil if there are no others.
        var meaning: String?
    }

    /// The possible queries, most likely first.
    private(set) var guesses: [Guess] = []
    /// The words that the translation doesn't understand.
    private(set) var unknown: [String] = []

    static let openers: Set<String> = [
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

    /// Returns true if `words` are a question. A metric or a `let` can also start like one.
    static func isQuestion(_ words: [String]) -> Bool {
        guard words.count > 1, let first = words.first, Translation.isWord(words[1]) else { return false }
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
    private let asked: Words
    private var aggregate: Aggregate?
    private var grouping: String?
    /// The set of times that count, as after `while`.
    private var set: String?
    /// The requested unit.
    private var unit: (symbol: String, isLength: Bool)?
    /// The aggregate of a question about the time of falling asleep or waking up.
    private var clock: String?

    /// The key of samples that the question names.
    private var sampleKey: SampleKey?

    private enum SampleKey { case activities, stages, histogram, zones }
    private enum Aggregate { case sum, average, least, greatest, count, latest, median, trend, direction }

    init(_ typed: [String]) {
        // "Yesterday's" arrives without its apostrophe.
        words = Words(typed.map { QuestionWords.possessives[$0.lowercased()] ?? $0.lowercased() })
        _ = words.takeAny(QuestionWords.untilNow)
        if ["than", "compared", "vs", "versus", "compare"].contains(where: words.has) { _ = words.takeAny(QuestionWords.samePart) }
        words = Words(words.rest)
        asked = words
        for (phrase, set) in QuestionWords.timesThatCount where words.take(phrase) { self.set = set }
        let isTimeInZone = words.has("minutes") || words.has("time") || words.has("hours") || words.has("long")
        let limit = takeLimit()
        let isToday = words.takeAny([
            "ahead", "behind", "on track", "on course", "more than usual", "less than usual", "than usual", "than normal",
        ])
        let isOfGoal = words.takeAny(["goal", "goals", "daily goal"])
        if isOfGoal {
            _ = words.takeAny(["how far", "how close", "far", "close", "from", "reach", "reached", "hit", "meet", "met", "left"])
        }
        let isOfRhythm = takeRhythm()
        let isOfWeekdays = takeWeekendComparison()
        let compared = !isOfWeekdays && takeComparison()
        let times = QuestionTimes.take(from: &words)
        // A comparison always uses the previous period. The question can name either period, or both.
        let rival = compared ? QuestionTimes.take(from: &words).first : nil
        takeSampleKey()
        takeGrouping()
        if sampleKey == .zones { takeHoldingWords() }
        unit = words.takeAfter("in") { QuestionWords.units[$0] != nil }.flatMap { QuestionWords.units[$0] }
        // Match metrics before aggregates: "VO2 max" contains an aggregate.
        clock = takeClock()
        var subjects = clock == nil ? takeSubjects() : [.time("sleep", where: nil)]
        if subjects.isEmpty, grouping == "workout" { subjects = [.workout(activity: nil)] }
        if isTimeInZone, let limit, subjects == [.reading("heartRate")] {
            // Heart rates have no duration, so each lasts until the next one, at most this long.
            takeHoldingWords()
            guesses = times.map { time in
                let query = assemble(
                    "duration heartRate", grouping, time.range, nil,
                    [time.condition, "value \(limit.sign == "reach" ? ">=" : limit.sign) \(limit.number)"].compactMap { $0 },
                    holding: "2min")
                return Guess(query: query, meaning: time.meaning)
            }
            unknown = words.rest.filter { !QuestionWords.filler.contains($0) }
            return
        }
        if isOfRhythm || takeRegularity(of: subjects) {
            _ = words.takeAny(Array(QuestionWords.nights))
            let (rows, stages) =
                isOfRhythm ? ("sum steps by hour", "| fill zero | rhythm") : ("duration sleep by minute", "| regularity")
            guesses = times.filter { $0.condition == nil }.map { time in
                Guess(query: "\(rows) \(time.range.isEmpty ? "last 14 full days" : time.range) \(stages)", meaning: time.meaning)
            }
            unknown = words.rest.filter { !QuestionWords.filler.contains($0) }
            return
        }
        if let correlated = takeCorrelation() {
            guesses = [Guess(query: correlated)]
            unknown = words.rest.filter { !QuestionWords.filler.contains($0) }
            return
        }
        takeAggregate()
        let hours = takeHours(of: subjects.first)
        if times == [.init()], let metric = subjects.first?.amountName, takeSources() {
            guesses = [Guess(query: "show \(asked.has("twice") || asked.has("double") ? "overlap" : "priority") of \(metric)")]
        }
        let isPlace = aggregate == .greatest || aggregate == .least || aggregate == .latest || limit != nil
        let understood = subjects.isEmpty ? [] : Self.wordsOf(subjects[0]).union(isPlace ? ["when"] : [])
        unknown = words.rest.filter { !QuestionWords.filler.contains($0) && !understood.contains($0) }
        if !guesses.isEmpty { return }
        if isToday || isOfGoal {
            // `progress` is only suggested for today.
            if let range = times.first?.range, !["", "today"].contains(range) { unknown.append(range) }
            if subjects.isEmpty { subjects = [.amount("activeEnergy"), .amount("steps")] }
            guesses = subjects.compactMap(Self.progress)
            if guesses.count == 1 { guesses[0].meaning = nil }
            tellApart()
            return
        }
        for subject in subjects {
            for time in times {
                var time = time
                if compared { time = Self.compared(time, with: rival ?? .init()) }
                let meaning = [time.meaning, hours?.meaning].compactMap { $0 }.joined(separator: ", ")
                if let range = hours?.range, !range.isEmpty { time.range = range }
                time.condition = [time.condition, hours?.condition].compactMap { $0 }.joined(separator: " and ")
                if let query = query(about: subject, time, limit: limit, isCompared: compared) {
                    guesses.append(Guess(query: query, meaning: meaning.isEmpty ? nil : meaning))
                }
            }
        }
        tellApart()
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

    /// Returns the query for a question about keys of samples; nil if the subject does not have them.
    private func query(about subject: QuestionWords.Subject, by key: SampleKey, _ time: QuestionTimes.Found) -> String? {
        let conditions = [time.condition].compactMap { $0 }.filter { !$0.isEmpty }
        switch (key, subject) {
        case (.activities, .workout(nil)): return assemble("count, duration workouts", "activity", time.range, nil, conditions)
        case (.stages, .time(let metric, nil)) where QuestionWords.metricsOfNights.contains(metric):
            return assemble("duration \(metric)", "value", time.range, nil, conditions)
        case (.histogram, .reading(let metric)):
            let width = metric == "weight" || metric == "glucose" ? 1 : 10
            return assemble("count \(metric)", "bins of \(width)", time.range, nil, conditions)
        case (.zones, .reading("heartRate")):
            let rows = [grouping, "bands 100, 120, 140"].compactMap { $0 }.joined(separator: " and ")
            return assemble("duration heartRate", rows, time.range, nil, conditions, holding: "2min")
        default: return nil
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

    // MARK: Queries

    private static func progress(_ subject: QuestionWords.Subject) -> Guess? {
        guard case .amount(let metric) = subject else { return nil }
        return Guess(query: "progress \(metric)", meaning: metric)
    }

    /// Returns the range to compare with the previous period.
    private static func compared(_ time: QuestionTimes.Found, with other: QuestionTimes.Found) -> QuestionTimes.Found {
        var time = time
        let rival = other.range
        // A month can only be compared with the previous month, not with May or a year.
        let period = { (range: String) in ["today", "yesterday"].contains(range) ? "day" : range.split(separator: " ").last ?? "" }
        guard time.meaning == nil, other.condition == nil, time.range.isEmpty || rival.isEmpty || period(time.range) == period(rival) else {
            time.range = ""
            return time
        }
        // "More than last month" means this month, as "more this month than last month" does. Use only the part of the period so far and
        // compare it with the same part of the previous period: half a month can't be compared with a whole one.
        let said =
            [time.range, rival].first { $0.hasPrefix("this ") || $0 == "today" } ?? ([time.range, rival].first { !$0.isEmpty } ?? "")
        let running = said == "yesterday" ? "today" : said.hasPrefix("last ") ? "this " + said.dropFirst(5) : said
        time.range = running == "today" || running.hasPrefix("this ") ? "since start of \(running)" : running
        return time
    }

    private func query(
        about subject: QuestionWords.Subject, _ time: QuestionTimes.Found, limit: (sign: String, number: Int)?, isCompared: Bool
    ) -> String? {
        if let sampleKey { return query(about: subject, by: sampleKey, time) }
        if let clock {
            guard unit == nil, limit == nil, !isCompared, time.condition == nil || time.condition == "" else { return nil }
            // "When do I go to bed" asks for the usual time.
            let isUsual = aggregate == .average || aggregate == nil && asked.has("do") && time.range.isEmpty
            guard isUsual || aggregate == nil || aggregate == .latest else { return nil }
            let rows = assemble("\(clock) sleep", "night", time.range.isEmpty ? "last 30 days" : time.range, nil, [])
            return isUsual ? rows + " | average" : rows
        }
        var plain: String
        var conditions: [String] = [time.condition].compactMap { $0 }.filter { !$0.isEmpty }
        var grouping = grouping
        var anchor: String?
        let inUnit = unit.map { " in \($0.symbol)" } ?? ""
        /// True for amounts and durations, which are compared as daily totals.
        var addsUp = true
        var column = "sum"
        switch subject {
        case .amount(let metric): plain = "sum \(metric)"
        case .reading(let metric):
            plain = "average \(metric)"
            addsUp = false
        case .time(let metric, let condition):
            plain = "duration \(metric)"
            column = "duration"
            if let condition { conditions.insert(condition, at: 0) }
            if QuestionWords.metricsOfNights.contains(metric) {
                if grouping == nil, asked.has("nights") { grouping = "night" }
                if grouping == nil, asked.has("last night") { grouping = "day" }
                // A night does not depend on when days start.
                anchor = grouping == "night" ? nil : "18:00"
            }
        case .events(let metric, let condition):
            plain = "count \(metric)"
            column = "count"
            conditions.insert(condition, at: 0)
        case .workout(let activity):
            if let activity { conditions.insert("activity = \(activity)", at: 0) }
            let isFar = QuestionWords.distances.contains(where: asked.has) || asked.has("farthest")
            plain = isFar || activity != nil && asked.has("longest") ? "sum workout distance" : "duration workouts"
            column = isFar ? "sum" : "duration"
            if aggregate == .latest {
                guard unit == nil else { return nil }
                return "samples of workouts" + assemble("", nil, time.range, nil, conditions) + " newest first limit 1"
            }
            let isLength = QuestionWords.lengths.union(QuestionWords.distances).contains(where: asked.has)
            let counts = !isLength && ["how often", "how many"].contains(where: asked.has)
            if counts || aggregate == .count, unit == nil { return assemble("count workouts", nil, time.range, nil, conditions) }
            if aggregate == .greatest, grouping == nil, !asked.has("when") {
                let what = activity == nil ? "workoutDuration" : "workout distance"
                return assemble("max \(what)\(inUnit)", nil, time.range, nil, conditions)
            }
        }
        if let unit {
            guard limit == nil, plain.hasSuffix(unit.isLength ? "distance" : " weight") else { return nil }
            plain += inUnit
        }
        if isCompared { return compared(plain, time, conditions) }
        if let limit { return limited(plain, by: grouping, limit, time, conditions, anchor, addsUp: addsUp, column: column) }
        let word = plain.prefix { $0 != " " }
        let metric = String(plain.dropFirst(word.count + 1))
        let day = grouping ?? "day"
        // The total until now is that of today.
        if addsUp, asked.has("now"), time.range.isEmpty, grouping == nil { return assemble(plain, nil, "today", anchor, conditions) }
        switch aggregate {
        case .average?, .median?:
            let name = aggregate == .median ? "median" : "average"
            if !addsUp { return assemble("\(name) \(metric)", grouping, time.range, anchor, conditions) }
            if asked.has("daily"), ["week", "month", "quarter", "year"].contains(day) {
                return assemble(plain, "day", time.range, anchor, conditions) + " | \(name) by \(day)"
            }
            return assemble(plain, day == "weekday" ? "day" : day, time.range, anchor, conditions) + " | \(name)"
                + (day == "weekday" ? " by weekday" : "")
        case .greatest?, .least?:
            let stage = aggregate == .greatest ? "top 1" : "bottom 1"
            let isPlace = grouping != nil || asked.has("when")
            if !addsUp {
                let extreme = assemble(
                    "\(aggregate == .greatest ? "max" : "min") \(metric)", isPlace ? day : nil, time.range, nil, conditions)
                return isPlace ? extreme + " | \(stage)" : extreme
            }
            if day == "weekday" { return assemble(plain, "day", time.range, anchor, conditions) + " | average by weekday | \(stage)" }
            return assemble(plain, day, time.range, anchor, conditions) + " | \(stage)"
        case .direction?:
            let rows = assemble(plain, grouping ?? "day", time.range.isEmpty ? "last 90 days" : time.range, anchor, conditions)
            return rows + (grouping == nil ? " | trend per week" : " | trend")
        case .trend?:
            return assemble(plain, "week", time.range.isEmpty ? "last 12 weeks" : time.range, anchor, conditions)
        case .count?:
            // Days and readings can be counted. Samples don't show how often someone walked.
            if asked.has("how many days") { return assemble(plain, "day", time.range, anchor, conditions) + " | count" }
            return addsUp ? nil : assemble("count \(metric)", grouping, time.range, nil, conditions)
        case .latest? where addsUp: return nil
        case .latest?: return assemble("latest \(metric)", grouping, time.range, nil, conditions)
        case .sum?, nil: break
        }
        // "What is my weight" means the latest value.
        if !addsUp, time.range.isEmpty, grouping == nil, conditions.isEmpty, set == nil, !asked.has("show") { return "latest \(metric)" }
        return assemble(plain, grouping ?? rows(of: time.range), time.range, anchor, conditions)
    }

    /// Returns the bucket for questions such as "show me", which need several rows.
    private func rows(of range: String) -> String? {
        guard ["show", "plot", "graph", "chart", "draw", "list"].contains(where: asked.has) else { return nil }
        if ["today", "yesterday"].contains(range) { return "hour" }
        return range.contains("year") || range.hasPrefix("during 2") && range.count == 11 ? "month" : "day"
    }

    private func compared(_ plain: String, _ time: QuestionTimes.Found, _ conditions: [String]) -> String? {
        guard time.range.hasPrefix("since start of "), let word = time.range.split(separator: " ").last else { return nil }
        let period = word == "today" ? "day" : word
        return assemble(plain, nil, time.range, nil, conditions) + " | compare to previous \(period)"
    }

    private func limited(
        _ plain: String, by grouping: String?, _ limit: (sign: String, number: Int), _ time: QuestionTimes.Found,
        _ conditions: [String], _ anchor: String?,
        addsUp: Bool, column: String
    ) -> String? {
        let sign = limit.sign == "reach" ? ">=" : limit.sign
        if !addsUp {
            let metric = plain.split(separator: " ").dropFirst().joined(separator: " ")
            return assemble("count \(metric)", grouping, time.range, nil, conditions + ["value \(sign) \(limit.number)"])
        }
        let isDays = asked.has("days") || asked.has("nights") || asked.has("how often") || asked.has("how many times")
        if isDays || grouping != nil || asked.has("when") || asked.has("which") {
            let rows = assemble(plain, grouping ?? "day", time.range, anchor, conditions) + " | where \(column) \(sign) \(limit.number)"
            return asked.has("how many") || asked.has("how often") ? rows + " | count" : rows
        }
        return "assert " + assemble(plain, nil, time.range, nil, conditions) + " \(sign) \(limit.number)"
    }

    /// Joins the parts of a query in the order of the formatter.
    private func assemble(
        _ what: String, _ by: String?, _ range: String, _ anchor: String?, _ conditions: [String], holding: String? = nil
    ) -> String {
        var parts = [what]
        if let by { parts.append("by \(by)") }
        if let anchor, by == "day" || range.contains("day") || range == "yesterday" { parts.append("anchor \(anchor)") }
        if !range.isEmpty { parts.append(range) }
        if !conditions.isEmpty { parts.append("where " + conditions.joined(separator: " and ")) }
        if let holding { parts.append("holding \(holding)") }
        if let set { parts.append("while \(set)") }
        return parts.joined(separator: " ")
    }
}
