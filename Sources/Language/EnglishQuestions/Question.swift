import CalendarIntervals
package import HealthModel

/// A question in plain English, and the queries that it may mean.
package struct Question {
    /// A query that the question might mean.
    package struct Reading: Hashable {
        package var query: String
        /// The assumption of the query, or what distinguishes it from others. Nil if it says exactly what was asked.
        package var meaning: String?
    }

    /// The possible queries, most likely first. If there are unknown words, the queries leave them out. They are not checked, so some may
    /// not parse.
    package private(set) var readings: [Reading] = []
    /// The words and phrases that no query uses.
    package private(set) var unknown: [String] = []
    /// True if a misspelled word was read as another one.
    package let isCorrected: Bool
    private let slots: [Slot]
    private let typed: Set<String>

    /// - Parameters:
    ///   - typed: The words of the question, without punctuation.
    ///   - metrics: The metrics that people defined.
    package init(_ typed: [String], metrics: MetricNames) {
        let reader = QuestionReader(typed, metrics: metrics)
        isCorrected = !reader.corrections.isEmpty
        (unknown, slots, self.typed) = (reader.unknown, reader.slots, Set(typed.map { $0.lowercased() }))
        var forms = QuestionForm(reader).inZones
        for index in forms.indices { forms[index].settle() }
        // Calories can be eaten or burned.
        if let either = forms[0].first(.either), forms[0].all(.either).count == 1 {
            forms = either.value.replacing(", ", with: "\n").split(separator: "\n").map { forms[0].deciding(String($0)) }
        }
        let outcomes = forms.flatMap(\.onEitherDay).compactMap(\.best)
        let shown = Set(slots.filter { $0.kind == .show }.flatMap(\.words))
        let isChart = !shown.isDisjoint(with: ["chart", "graph", "plot", "draw"])
        let chart = shown.contains("bar") ? " as bars" : shown.contains("line") ? " as line" : " as chart"
        let hasTotalEnergy = !metrics.own(named: OwnMetric.totalEnergyBurned.name).isEmpty
        let isUnderstood = outcomes.contains { $0.leftover.isEmpty }
        for outcome in outcomes where outcome.leftover.isEmpty || !isUnderstood {
            readings += outcome.readings.map { reading in
                let charted = isChart && reading.query.contains(" by ") ? chart : ""
                let query = hasTotalEnergy ? Self.withTotalEnergy(reading.query) : reading.query
                return Reading(query: query + charted, meaning: reading.meaning)
            }
            let texts = outcome.leftover.map { $0.words.isEmpty ? $0.value : $0.meaningfulText }
            for text in texts where !text.isEmpty && !unknown.contains(text) { unknown.append(text) }
        }
        tellApart()
    }

    /// Returns the query with the metric of total energy, which Android has, instead of the sum of active energy and that at rest.
    private static func withTotalEnergy(_ query: String) -> String {
        let (start, end) = ("sum activeEnergy called active, sum restingEnergy called resting", " | derive total = active + resting")
        guard query.hasPrefix(start), query.hasSuffix(end) else { return query }
        return "sum totalEnergyBurned" + query.dropFirst(start.count).dropLast(end.count)
    }

    /// Gives readings without a meaning the name of their metric if there are several.
    private mutating func tellApart() {
        guard readings.count > 1 else { return }
        for index in readings.indices where readings[index].meaning == nil {
            let words = readings[index].query.split(separator: " ").map(String.init)
            // `sum workout distance` is a distance, `duration workouts` a duration.
            let place = ["workout": 2, "workouts": 0][words.dropFirst().first ?? ""] ?? 1
            readings[index].meaning = words.dropFirst(place).first
        }
    }

    // MARK: Recognition

    private static let openers: Set<String> = [
        "how", "what", "whats", "when", "which", "who", "where", "do", "does", "did", "am", "are", "was", "were", "can", "could", "please",
        "give", "tell", "is", "show", "why", "hows", "howd", "have", "has", "list", "plot", "graph", "chart", "draw", "will", "my", "i",
        "didnt", "dont", "doesnt", "isnt", "arent", "wasnt", "werent", "havent", "hasnt",
    ]

    /// Returns true if the words, in lower case, start like a question.
    package static func opens(_ all: [String]) -> Bool {
        let words = QuestionRewording.withoutPreface(Array(all.drop(while: QuestionSpelling.hails.contains)))
        guard words.count > 2, let first = words.first else { return false }
        // "At what time", "in how many hours"
        let isPreposition = ["at", "in", "on", "for", "by", "during"].contains(first) && ["how", "what", "which"].contains(words[1])
        guard openers.contains(first) || isPreposition else { return false }
        switch first {
        case "show", "give", "tell", "list", "plot", "graph", "chart", "draw": return ["me", "my"].contains(words[1])
        case "why": return ["do", "does", "did", "is", "are", "was", "were", "am", "my"].contains(words[1])
        default: return true
        }
    }

    /// Returns true if the words, in lower case, may be a question: an aggregate at the wrong place is a slip of a query, unless another
    /// word is plain English.
    ///
    /// - Parameters:
    ///   - isOurs: Returns true for a word of the language and for the name of a metric.
    ///   - isAggregate: Returns true for an aggregate or a synonym of one.
    package static func mayAsk(_ words: [String], where isOurs: (String) -> Bool, isAggregate: (String) -> Bool) -> Bool {
        !words.contains(where: isAggregate) || words[0].first?.isNumber == true || words.contains(where: doubtful.contains)
            || words.count { word in DayPart(rawValue: word) != nil || Weekday.allCases.contains { $0.name == word } } > 1
            || words.contains { !isOurs($0) && Double($0) == nil }
    }

    /// Returns true for a word that carries nothing in a question, such as `my`, which is never a slip of a word of the language.
    package static func isFiller(_ word: String) -> Bool { QuestionGrammar.articles.contains(word.lowercased()) }

    /// Returns true for text that no query has and that is not a slip: a filler, a short form such as `wt`, or words with `only`.
    package static func isPlain(_ text: some StringProtocol) -> Bool {
        let word = text.lowercased()
        return isFiller(word) || word.count < 4 && QuestionSpelling.words[word] != nil || word.split(separator: " ").contains("only")
    }

    /// True for a total of what has a duration, such as "total sleep last week", and for an average duration.
    package var totalsTime: Bool {
        let kinds = Set(slots.map(\.kind))
        return kinds.contains(.total) && !kinds.isDisjoint(with: [.night, .span])
            || kinds.isSuperset(of: [.average, .long]) && !kinds.isDisjoint(with: [.night, .span, .workout])
    }

    /// Returns true if a word is English that no query has, and not a slip of another word.
    package func saysMore(where isOurs: (String) -> Bool) -> Bool {
        unknown.contains { $0.count > 2 && !$0.contains(" ") && !isOurs($0) && !QuestionReader.isSlip($0) }
    }

    /// True if a word is a known slip of a metric, which a fix mends in a query.
    package var hasSlip: Bool { !typed.isDisjoint(with: QuestionSpelling.slips.keys) }

    /// True if every word is used.
    package var isUnderstood: Bool { unknown.isEmpty && !readings.isEmpty }

    /// Returns true if it says something in a way that no query does, so that it is not a query with a slip.
    package func isPlain(where isOurs: (String) -> Bool, isAggregate: (String) -> Bool) -> Bool {
        if hasSlip || !Self.spoken.isDisjoint(with: typed) || !typed.isDisjoint(with: QuestionSpelling.abbreviations.keys) { return true }
        let adds = slots.contains { [.sum, .night, .span, .event, .workout, .either].contains($0.kind) }
        let hasAggregate = typed.contains(where: isAggregate)
        return slots.contains { slot in
            switch slot.kind {
            case .range:
                // "The first week of June", but not "the 3rd of March", which is a date in other words
                slot.words.last == "nights" || slot.words.contains("of") && !slot.words.contains { $0.first?.isNumber == true }
            case .unit, .show, .number, .amount, .either: false
            case .regular, .rhythm, .outliers: slot.words.contains { !isOurs($0) }
            case .total: slot.words == ["total"] && slots.contains { $0.kind == .unit }
            case .per: slot.words.count > 2 || slot.value.hasPrefix("workout ")
            case .by: !["by", "per", "each", "every"].contains(slot.words.first)
            case .far: slot.words != ["distance"]
            // A query averages rows of amounts, and does not say "best".
            case .extreme: adds || slot.words.contains { !["max", "min", "maximum", "minimum"].contains($0) }
            case .average, .latest, .first:
                adds && (slot.kind != .first || slots.contains { $0.kind == .workout })
                    || slot.words.contains { ["now", "current"].contains($0) || !isOurs($0) && !isAggregate($0) }
            // "Mindful minutes" is a name that the language can't read, "blood pressure" none that it has.
            case .workout where !hasAggregate: true
            case .sum, .read, .night, .span, .event, .workout:
                slot.isNamed ? slot.words.count > 1 && slot.words.contains("minutes") : !hasAggregate || slot.words.count > 1
            default: true
            }
        }
    }

    /// Words that queries do not have.
    private static let spoken: Set<String> = ["my", "i", "me", "did", "do", "does", "is", "was", "were", "am", "please"]

    /// Words of the language that have another meaning in questions.
    private static let doubtful: Set<String> = [
        "days", "hours", "minutes", "weeks", "months", "history", "trend", "time", "on", "last", "now",
    ]
}
