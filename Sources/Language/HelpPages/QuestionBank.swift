import HealthModel
import QueryVocabulary

/// Questions as people ask them, each with its query. `help` shows those that are nearest to a question.
///
/// `Texts/questions.txt` has a line for each question, and its query after a tab. A test makes it from `Tests/Questions/learned.tsv`.
package struct QuestionBank: Sendable {
    package struct Entry: Hashable, Sendable {
        package var question: String
        package var query: String

        package init(question: String, query: String) { (self.question, self.query) = (question, query) }
    }

    /// The questions of a topic.
    package struct Topic: Sendable {
        package var title: String
        package var entries: [Entry]

        package init(title: String, entries: [Entry] = []) { (self.title, self.entries) = (title, entries) }
    }

    package static let topics: [Topic] = topics(in: String(decoding: PackageResources.questions_txt, as: UTF8.self))

    /// Returns the topics of a text.
    package static func topics(in text: String) -> [Topic] {
        var topics: [Topic] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            if line.hasPrefix("# ") {
                topics.append(Topic(title: String(line.dropFirst(2))))
            } else if parts.count == 2, let last = topics.indices.last {
                topics[last].entries.append(Entry(question: String(parts[0]), query: String(parts[1])))
            }
        }
        return topics
    }

    // MARK: Search

    /// Returns the questions that share most words with a text, best first. Words that say what is measured count most.
    package static func nearest(to text: String, atMost limit: Int) -> [Entry] {
        let entries = topics.flatMap(\.entries).map { (entry: $0, words: Words($0.question)) }
        var counts: [String: Int] = [:]
        for entry in entries { for word in entry.words.all { counts[word, default: 0] += 1 } }
        // Words that no question has say nothing about which one is near.
        let wanted = Words(text).all.filter { counts[$0] != nil }
        let subjects = Words(text).subjects
        /// Rare words count more.
        func weight(_ words: Set<String>) -> Double { words.reduce(0) { $0 + 1 / Double(2 + (counts[$1] ?? 0)).squareRoot() } }
        let scored = entries.compactMap { entry, words -> (entry: Entry, score: Double)? in
            let shared = words.subjects.union(Words(query: entry.query).subjects).intersection(subjects)
            let common = wanted.intersection(words.all).union(shared)
            guard !shared.isEmpty || common.contains(where: { (counts[$0] ?? 0) <= Self.mostRare }) else { return nil }
            return (entry, weight(common) / (weight(wanted) + weight(words.all)))
        }
        // Sorting is stable only with the place.
        let best = scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
        var seen: Set<String> = []
        return Array(best.filter { $0.score > 0.15 && seen.insert($0.entry.query).inserted }.prefix(limit).map(\.entry))
    }

    /// The words of a question in one form each: `walked` is `walk`, `pulse` is `heartrate`.
    private struct Words {
        private(set) var all: Set<String> = []
        /// The metrics and activities.
        private(set) var subjects: Set<String> = []

        init(_ text: String) {
            let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            var index = 0
            while index < words.count {
                // The longest name: "resting heart rate" is not "heart rate".
                let length = [4, 3, 2, 1].first { index + $0 <= words.count && addSubject(words[index..<index + $0]) } ?? 0
                if length == 0 { add(words[index]) }
                index += max(length, 1)
            }
        }

        /// Reads only the names of a query.
        init(query: String) {
            for word in query.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) { _ = addSubject([String(word)]) }
        }

        private mutating func addSubject(_ words: ArraySlice<String>) -> Bool {
            let name = words.joined(separator: " ")
            guard !QuestionBank.dull.contains(name), words.allSatisfy({ Double($0) == nil }) else { return false }
            let subject: String
            if let synonym = QuestionBank.subjects[name] {
                subject = synonym
            } else if case .known(let metric) = MetricCatalog.resolve(name: name) {
                subject = metric.name
            } else if let activity = WorkoutActivityType.meant(by: name) {
                subject = "activity \(activity.exportName)"
            } else {
                return false
            }
            subjects.insert(subject)
            all.insert(subject)
            return true
        }

        private mutating func add(_ word: String) {
            guard !QuestionBank.dull.contains(word) else { return }
            let aggregate = Aggregate.called(word)?.name
            all.insert(aggregate ?? QuestionBank.synonyms[word] ?? (word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word))
        }
    }

    /// A word that at most as many questions have is enough to find them, if they share no metric.
    private static let mostRare = 5

    /// Words that most questions have.
    private static let dull: Set<String> = [
        "a", "an", "the", "my", "i", "me", "we", "did", "do", "does", "is", "was", "were", "are", "am", "have", "has", "had", "of", "in",
        "on", "at", "for", "to", "and", "how", "what", "whats", "much", "many", "show", "give", "tell", "list", "get", "take", "please",
        "with", "it", "that", "s", "so", "far", "been", "be", "by",
    ]

    /// Words of questions for what is measured, which are not names of metrics.
    private static let subjects = [
        "walk": "stepCount", "walked": "stepCount", "walking": "stepCount", "move": "stepCount", "moved": "stepCount",
        "slept": "sleep", "asleep": "sleep", "sleeping": "sleep", "bedtime": "sleep", "nap": "sleep", "naps": "sleep",
        "weigh": "bodyMass", "weighed": "bodyMass", "ran": "activity HKWorkoutActivityTypeRunning",
        "swam": "activity HKWorkoutActivityTypeSwimming", "cycled": "activity HKWorkoutActivityTypeCycling",
        "biked": "activity HKWorkoutActivityTypeCycling", "trained": "workouts", "training": "workouts", "exercise": "workouts",
        "meditate": "mindfulSession", "meditated": "mindfulSession", "meditation": "mindfulSession",
        "drank": "dietaryWater", "drink": "dietaryWater", "ate": "dietaryEnergyConsumed", "eaten": "dietaryEnergyConsumed",
    ]

    private static let synonyms = [
        "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "hourly": "hour", "nightly": "night",
        "avg": "average", "highest": "max", "lowest": "min", "most": "max", "least": "min", "biggest": "max", "best": "max",
        "versus": "vs", "compared": "vs", "compare": "vs", "total": "sum", "minutes": "min",
    ]
}
