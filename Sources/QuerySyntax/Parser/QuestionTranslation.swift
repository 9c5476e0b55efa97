/// Renders a question in plain words, as far as its words are those of a query.
enum QuestionTranslation {
    static let openers: Set<String> = [
        "how", "what", "whats", "when", "which", "who", "where", "do", "does", "did", "am", "are", "was", "were", "can", "could", "please",
        "give",
        "tell", "is", "show", "why",
    ]

    /// Whether words that begin like a question are one: a metric or a `let` may have such a name too.
    static func isQuestion(_ words: [String]) -> Bool {
        guard words.count > 2, Translation.isWord(words[1]) else { return false }
        switch words[0] {
        case "show": return words[1] == "me" || words[1] == "my"
        case "why": return ["do", "does", "did", "is", "are", "was", "were", "am", "my"].contains(words[1])
        default: return true
        }
    }

    private static let filler: Set<String> = [
        "how", "what", "whats", "when", "which", "who", "why", "do", "does", "did", "am", "are", "was", "were", "is", "can", "could",
        "please",
        "give", "tell", "show", "me", "my", "i", "you", "the", "a", "an", "have", "has", "had", "been", "be", "of", "for", "in", "take",
        "took",
        "make", "made", "get", "got", "burn", "burned", "walk", "walked", "run", "ran", "theres", "hows", "there", "so", "far", "during",
        "on", "'s", "number",
    ]

    private static let daily = [
        "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    ]

    static func query(_ words: [String]) -> String? {
        var asked: [String] = []
        var metric: [String] = []
        var clauses: [String] = []
        var position = 0
        let lowered = words.map { $0.lowercased() }
        while position < words.count {
            let word = lowered[position]
            position += 1
            // Apple's name of the metric has a word of the language in it.
            if word == "step", position < words.count, lowered[position] == "count" {
                metric.append("steps")
                position += 1
                continue
            }
            if let word = daily[word] {
                clauses += ["by", word]
            } else if ["per", "each", "every", "by"].contains(word), position < words.count {
                clauses += ["by", lowered[position]]
                position += 1
            } else if ["last", "this", "today", "yesterday", "since"].contains(word) {
                clauses.append(word)
                while position < words.count, !filler.contains(lowered[position]), isWordOrNumber(words[position]) {
                    clauses.append(words[position])
                    position += 1
                    if word == "today" || word == "yesterday" || Translation.periods.contains(clauses[clauses.count - 1]) { break }
                }
            } else if let word = Translation.aggregate(word) {
                if asked.isEmpty || asked == ["sum"] { asked = [word] }
            } else if ["sleep", "slept", "asleep"].contains(word) {
                metric = ["sleepAnalysis"]
            } else if !filler.contains(word), Translation.isWord(word) {
                metric.append(words[position - 1])
            }
        }
        guard !metric.isEmpty else { return nil }
        return (asked + metric + clauses).joined(separator: " ")
    }

    private static func isWordOrNumber(_ text: String) -> Bool { Translation.isWord(text) || text.first?.isNumber ?? false }
}
