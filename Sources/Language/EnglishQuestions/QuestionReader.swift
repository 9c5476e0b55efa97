import CalendarIntervals
import HealthModel
import QueryDiagnostics

/// A part of a question with one meaning, such as `last week` or `more than 10000`.
struct Slot {
    var kind: SlotKind
    var value: String
    /// The words as typed, in lower case.
    var words: [String]
    /// True for a subject with a name from the catalog of metrics.
    var isNamed = false
    /// True if `and` stands before it.
    var followsAnd = false

    /// The words without those that carry nothing.
    var meaningfulText: String {
        let meaningful = kind == .range ? words : words.filter { $0 != "how" && !QuestionGrammar.empty.contains($0) }
        return (meaningful.isEmpty ? words : meaningful).joined(separator: " ")
    }
}

/// The kinds of slots, as the tables of the grammar write them.
enum SlotKind: String {
    case sum, read, night, span, event, workout, clock, either, verb
    case range, condition, during, near, unit, hours, part, weekends, workdays
    case per, by, which, days, profile, writers, writes
    case average, extreme, latest, newest, first, total
    case many, long, far, when, show, list, readings, untilNow
    case limit, amount, number, inRange, ofTime
    case than, more, versus, yearAgo, usual, usualTime, delta, progress, goal, goalNumber, rolling, running, trend, history, weeks, change,
        percent
    case asleepOrAwake, paceUnit, velocity, csv, bins, state, weekendOf, unsupported, overnight, streaks, before, need, device, baseline,
        shift, streak, share, attain, judged, office, nextDay, gaps, lately, tool, nightOn, nightPair, weeknight, nearLast, differ,
        afterwards,
        nodata, gap, with, outliers, histogram, zones, rhythm, regular, twice, priority, effect, incl, formula
    case typicalDay, kinds, alerts, coverage, place, speed, pace, over, nightOf, earlier, perWeight, left, typicalPer, atHour, goalWeight,
        firstAndLast, reaction, zone, aside, judgement, pressure, startOf, taken, enough, moved, around, sinceLast, mealtime, ring, record,
        longestOf, rank, endOf, excluding, spread, stages, hourSpan, split

    static let subjects: Set<SlotKind> = [.sum, .read, .night, .span, .event, .workout, .clock]
    static let clauses: Set<SlotKind> = [.range, .condition, .during, .near, .unit, .nightOf]
    /// Slots that a question can have twice, since they say the same again.
    static let repeatable: Set<SlotKind> = [.show, .list, .many, .total, .than, .more, .untilNow, .writes, .readings, .nodata, .csv]
}

/// Divides a question into slots, and keeps the words that belong to none.
struct QuestionReader {
    private(set) var slots: [Slot] = []
    private(set) var unknown: [String] = []
    /// The words that start a question and are left out before phrases are matched, such as `did`.
    let opener: String
    /// True for "when do I …", which asks for the usual time.
    let asksForHabit: Bool
    /// True for "how much", "how many", "how far" and "how long".
    let asksHowMuch: Bool
    /// True for "was I" and "did I", which ask for what happened.
    let isPast: Bool
    /// True for "were all my nights" and "do I always".
    let asksForAll: Bool
    /// True for "how is my …".
    let asksForState: Bool
    /// The meanings that are assumed for words with several.
    private(set) var guesses: [String] = []
    let words: [String]
    private let metrics: MetricNames

    /// The words that were read as others, such as "wieght as weight".
    private(set) var corrections: [String] = []

    init(_ typed: [String], metrics: MetricNames) {
        self.init(words: typed, metrics: metrics)
        let slips = Dictionary(unknown.compactMap { word in Self.likely(word).map { (word, $0) } }, uniquingKeysWith: { first, _ in first })
        guard !slips.isEmpty else { return }
        let others = typed.map { word in Self.parts(of: word).first.flatMap { slips[$0] } ?? word }
        let corrected = QuestionReader(words: others, metrics: metrics)
        guard corrected.unknown.isEmpty else { return }
        self = corrected
        corrections = slips.map { "\($0.key) read as \($0.value)" }.sorted()
    }

    private init(words typed: [String], metrics: MetricNames) {
        self.metrics = metrics
        var split = QuestionSpelling.joined(QuestionRewording.affirmed(typed).flatMap(Self.parts), guesses: &guesses).flatMap {
            $0.split(separator: " ").map(String.init)
        }
        split = QuestionRewording.withoutPreface(Array(split.drop(while: QuestionSpelling.hails.contains)))
        split = QuestionRewording.plain(split)
        if let last = split.last, ["no", "not"].contains(last), split.dropLast().last == "or" { split.removeLast(2) }
        split = Self.reworded(Self.limited(split))
        asksForState =
            split.first == "hows"
            || split.first == "how" && split.count > 1 && ["is", "was", "are", "were", "has", "have", "did", "does"].contains(split[1])
        opener = split.first ?? ""
        asksForHabit = split.contains { ["do", "does"].contains($0) }
        asksHowMuch = split.first == "how" && split.count > 1 && ["much", "many", "far", "long"].contains(split[1])
        isPast = split.contains { ["was", "were", "did", "had"].contains($0) }
        asksForAll = QuestionRewording.asksForAll(split)
        words = QuestionRewording.withoutAll(split, asksForAll).filter { !$0.isEmpty && !QuestionGrammar.articles.contains($0) }
        var index = 0
        var unmatched: [(word: String, index: Int)] = []
        var slotEnds: [Int] = []
        while index < words.count {
            guard var slot = slot(at: index) else {
                unmatched.append((words[index], index))
                index += 1
                continue
            }
            // "Over the last week": the word belongs to the range.
            if [.range, .latest, .extreme].contains(slot.kind), let last = unmatched.last, last.index == index - 1,
                Self.prepositions.contains(last.word)
            {
                unmatched.removeLast()
                if slot.kind == .range, last.word != "during", last.word != "within" {
                    slots.append(Slot(kind: .over, value: "", words: [last.word]))
                }
            }
            // "The top 5 days by active energy"
            if let last = unmatched.last, last.word == "by", last.index == index - 1,
                SlotKind.subjects.union([.either, .average]).contains(slot.kind),
                slots.contains(where: { [.extreme, .rank].contains($0.kind) })
            {
                unmatched.removeLast()
            }
            if let last = unmatched.last, last.word == "and" || last.word == "plus", last.index >= (slotEnds.last ?? 0) {
                slot.followsAnd = true
            }
            index += slot.words.count
            slotEnds.append(index)
            settleNumber(&slot, endingAt: index)
            slots.append(slot)
        }
        unknown = unmatched.map(\.word).filter { !QuestionGrammar.empty.contains($0) }
    }

    /// Reads "30 days" as a range or as a number, by what follows.
    private func settleNumber(_ slot: inout Slot, endingAt index: Int) {
        // "Glucose, 30 days" has a range, "the 3 days with the most steps" does not.
        if slot.kind == .range, slot.words.count == 2, let number = Self.number(slot.words[0]) {
            let isHours = slot.words[1].hasPrefix("hour")
            if isHours {
                (slot.kind, slot.value) = (.amount, "\(number) hr")
            } else if index < words.count {
                (slot.kind, slot.value) = (.number, number)
                if words[index] == "with" { slot.words.append("with") }
            }
        }
    }

    /// Returns the words with limits in one order: `7 hours or more` is `at least 7 hours`.
    private static func limited(_ words: [String]) -> [String] {
        var words = words
        for index in words.indices.dropFirst().dropLast() where words[index] == "or" && index + 1 < words.count {
            let isMore = ["more", "longer", "higher", "greater", "above", "over", "farther", "further", "better"].contains(words[index + 1])
            let isLess = ["less", "fewer", "lower", "shorter", "below", "under"].contains(words[index + 1])
            let next = index + 2 < words.count ? words[index + 2] : ""
            // "10000 steps or more", but not "more than 5 days or less than 2", nor "5 days or more in a row".
            guard isMore || isLess, next != "than", number(next) == nil,
                let place = words.indices[max(0, index - 4)..<index].last(where: { number(words[$0]) != nil }),
                !words[place..<index].contains(where: { period($0) != nil && !$0.hasPrefix("hour") || $0.hasPrefix("night") })
            else { continue }
            words.replaceSubrange(place..<index + 2, with: ["at", isMore ? "least" : "most"] + words[place..<index])
        }
        return words
    }

    /// Returns the words with one word for those that say something only together.
    private static func reworded(_ words: [String]) -> [String] {
        var split = words
        for (turned, plain) in QuestionSpelling.turnedWords {
            while let place = split.firstRange(of: turned) { split.replaceSubrange(place, with: plain) }
        }
        // "How many of the last 30 days did I run" counts days.
        if split.starts(with: ["how", "many", "of"]), let rows = split.prefix(7).first(where: { ["days", "nights", "weeks"].contains($0) })
        {
            split[2] = rows
        }
        // "All activities but walking" leaves one out, which no query does.
        if let but = split.firstIndex(of: "but"), split[..<but].contains(where: ["all", "any", "every", "everything", "anything"].contains)
        {
            split[but] = "except"
        }
        // "Which of my runs was the longest" asks for one of my runs.
        if split.starts(with: ["which", "of"]) { split[0...1] = [""] }
        // "When I sleep" is a time, "when did I sleep" asks for one.
        for index in split.indices.dropFirst() where ["i", "im"].contains(split[index]) && split[index - 1] == "when" {
            // "When I last exercised" asks for a time.
            if index == 1, index + 1 < split.count, ["last", "first"].contains(split[index + 1]) { continue }
            split[index - 1] = "while"
        }
        for index in split.indices.dropFirst() where ["am", "pm"].contains(split[index]) && split[index - 1].first?.isNumber == true {
            split[index - 1] += split[index]
            split[index] = ""
        }
        // "How high is my pulse" asks for its value, "how high was it" for the greatest one.
        for index in split.indices.dropFirst().dropLast() where split[index - 1] == "how" {
            guard let extreme = ["low": "lowest", "high": "highest"][split[index]] else { continue }
            if ["is", "are"].contains(split[index + 1]) || split.contains("average") {
                split[index] = "much"
            } else if ["was", "were"].contains(split[index + 1]) {
                split[index] = extreme
            }
        }
        split = QuestionRewording.compared(split)
        // "How low did it get" is the least value, "how low is it" the latest.
        if split.contains(where: ["get", "got", "go", "went", "drop", "rise"].contains) {
            for index in split.indices.dropFirst() where split[index - 1] == "how" {
                if let extreme = ["low": "lowest", "high": "highest"][split[index]] { split[index] = extreme }
            }
        }
        return split
    }

    /// Returns the word of a question that was probably meant; nil for a short word, and for one that is right.
    private static func likely(_ word: String) -> String? {
        let isWord = word.count > 4 || word.count == 4 && !word.contains(where: "aeiouy".contains)
        guard isWord, word.allSatisfy(\.isLetter), !vocabulary.contains(word) else { return nil }
        return Suggestion.best(for: word, among: sortedVocabulary).flatMap { $0.first == word.first ? $0 : nil }
    }

    /// Returns true if a word of questions is near.
    static func isSlip(_ word: String) -> Bool { Suggestion.best(for: word, among: vocabulary) != nil }

    /// The longer words of phrases, and those of the names of common metrics.
    private static let vocabulary: Set<String> = {
        let phrases = QuestionGrammar.phrasesByWord.values.joined().flatMap { phrase in
            phrase.parts.flatMap { part in if case .words(let words) = part { words } else { [String]() } }
        }
        let common = """
            activity calories carbs cycling distance glucose heart oxygen minutes protein resting running steps
            swimming vo2max walking water weight workout workouts
            """
        return Set(phrases + common.split(whereSeparator: \.isWhitespace).map(String.init)).filter { $0.count > 3 }
    }()

    /// The vocabulary in a fixed order, longer words first, since several can be equally near.
    private static let sortedVocabulary = vocabulary.sorted { ($0.count, $1) > ($1.count, $0) }

    private static let prepositions: Set<String> = ["during", "over", "throughout", "within", "across", "through"]

    /// Returns the words in a word as typed: `10k` is 10000, `7-day` is two words, `70-180` is three.
    private static func parts(of typed: String) -> [String] {
        let word = typed.lowercased().trimmed(of: "():;*…[]=\"'.")
        guard !word.isEmpty else { return [] }
        if let other = QuestionSpelling.words[word] { return other.split(separator: " ").map(String.init) }
        if ISO8601.read(word) != nil || Int(word) != nil { return [word] }
        let pieces = word.split(separator: "-").map(String.init)
        let isMonth = pieces.count == 2 && year(pieces[0]) != nil && pieces[1].count == 2
        if pieces.count > 1, !isMonth, !word.hasPrefix("-") {
            let isRange = pieces.count == 2 && pieces.allSatisfy { Double($0) != nil }
            return isRange ? [pieces[0], "to", pieces[1]] : pieces.flatMap { parts(of: $0) }
        }
        if let sign = word.first, "<>".contains(sign), let number = number(String(word.dropFirst())) {
            return [sign == "<" ? "under" : "over", number]
        }
        if word.hasSuffix("+"), let number = number(String(word.dropLast())) { return [number, "or", "more"] }
        // `8h` and `5km` are a number and a unit, `10k` is a number, `9am` a time.
        let digits = word.prefix { $0.isNumber || $0 == "." }
        let rest = String(word.dropFirst(digits.count))
        if Double(digits) != nil, !["k", "am", "pm", "th", "st", "nd", "rd", "x"].contains(rest),
            rest.allSatisfy({ $0.isLetter || $0 == "%" || $0 == "/" })
        {
            return rest.isEmpty ? [word] : [String(digits), rest]
        }
        return [word]
    }

    // MARK: Slots

    /// Returns the longest slot that starts at a word.
    private func slot(at start: Int) -> Slot? {
        for count in stride(from: min(4, words.count - start), to: 0, by: -1) {
            let name = Array(words[start..<start + count])
            if let own = metrics.own(named: name.joined(separator: " ")).first {
                return Slot(kind: Self.kind(of: own.info), value: own.name, words: name, isNamed: true)
            }
        }
        var best: Slot?
        func consider(_ phrase: QuestionGrammar.Phrase) {
            guard let found = match(phrase, at: start), found.words.count > best?.words.count ?? 0 else { return }
            // "Which day last week" has a range, "which day last" asks for the latest one.
            let next = start + found.words.count
            if found.kind == .sinceLast, found.words.last == "last", next < words.count, Self.period(words[next]) != nil { return }
            best = found
        }
        for phrase in QuestionGrammar.phrasesByWord[words[start], default: []] { consider(phrase) }
        var isFound: [String: Bool] = [:]
        for (name, phrase) in QuestionGrammar.phrasesByCapture {
            let found = isFound[name] ?? (capture(name, at: start) != nil)
            isFound[name] = found
            if found { consider(phrase) }
        }
        if let found = best, SlotKind.subjects.contains(found.kind),
            case .known = MetricCatalog.resolve(name: found.words.joined(separator: " "))
        {
            best?.isNamed = true
        }
        let length = best?.words.count ?? 0
        for count in stride(from: min(5, words.count - start), to: length, by: -1) {
            if let slot = named(Array(words[start..<start + count])) { return slot }
        }
        return best
    }

    private func match(_ phrase: QuestionGrammar.Phrase, at start: Int) -> Slot? {
        var (index, values) = (start, [String]())
        for part in phrase.parts {
            guard index < words.count else { return nil }
            switch part {
            case .words(let allowed):
                guard allowed.contains(words[index]) else { return nil }
                index += 1
            case .capture(let name):
                guard let found = capture(name, at: index) else { return nil }
                values.append(found.value)
                index += found.count
            }
        }
        var value = phrase.value
        for (number, text) in values.enumerated() { value.replace("$\(number + 1)", with: text) }
        let trimmed = value.split(separator: " ").filter { !$0.hasPrefix("$") }.joined(separator: " ")
        return Slot(kind: phrase.kind, value: trimmed, words: Array(words[start..<index]))
    }

    /// Returns the metric or the activity of this name.
    private func named(_ words: [String]) -> Slot? {
        let name = words.joined(separator: " ")
        guard words.count > 1 || name.count > 2 || name == "hr", !Self.otherMeanings.contains(name) else { return nil }
        if case .known(let metric) = MetricCatalog.resolve(name: name) {
            return Slot(
                kind: Self.kind(of: metric), value: metric.isWorkouts ? "" : Self.queryName(metric, words), words: words, isNamed: true)
        }
        return Self.activity(words).map { Slot(kind: .workout, value: $0, words: words) }
    }

    /// Names of metrics that are other words in a sentence.
    private static let otherMeanings: Set<String> = [
        "period", "periods", "time", "depth", "sugar", "running distance", "run distance", "fall", "falls", "other", "play", "rest",
        "effort",
        "drink", "sleep change", "sleep changes",
    ]

    private static func kind(of metric: MetricInfo) -> SlotKind {
        switch metric.kind {
        case .quantity(let type): type.style == .cumulative ? .sum : .read
        case .category(let type) where type.id.shortName == "sleepAnalysis": .night
        case .category(let type): type.id.shortName == "mindfulSession" ? .span : .event
        case .workouts: .workout
        }
    }

    /// Returns the shortest everyday name of a metric, or the typed one if it is as good.
    private static func queryName(_ metric: MetricInfo, _ words: [String]) -> String {
        let names = metric.aliases.filter { $0.count > 2 }
        guard let first = names.first, metric.part == nil else { return metric.name }
        return ["steps", "distance", "flights", "activeEnergy", "hrv", "glucose", "spo2", "bmi", "weight"].contains(first)
            || names.contains("weight")
            ? first : metric.shortName
    }

    /// Returns the activity that a noun or a verb names: `running` for `runs`, `hiking` for `hike`.
    static func activity(_ words: [String]) -> String? {
        let name = words.joined(separator: " ")
        if let other = otherActivities[name] { return other }
        if let phrase = QuestionGrammar.phrasesByWord[words[0], default: []].first(where: { $0.kind == .workout && $0.spells(words) }) {
            return phrase.value.isEmpty ? nil : phrase.value
        }
        return WorkoutActivityType.meant(by: name).map(\.shortName).flatMap { otherMeanings.contains($0) ? nil : $0 }
    }

    private static let otherActivities = [
        "swam": "swimming", "swum": "swimming", "strength": "traditionalStrengthTraining, functionalStrengthTraining",
        "weights": "traditionalStrengthTraining",
        "strength training": "traditionalStrengthTraining, functionalStrengthTraining", "skiing": "downhillSkiing",
    ]
}

extension MetricInfo {
    fileprivate var isWorkouts: Bool { kind == .workouts }
}

extension String {
    fileprivate func trimmed(of characters: String) -> String {
        var text = self[...]
        while let first = text.first, characters.contains(first) { text = text.dropFirst() }
        while let last = text.last, characters.contains(last) { text = text.dropLast() }
        return String(text)
    }
}
