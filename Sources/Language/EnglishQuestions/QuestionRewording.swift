/// Word orders and turns of phrase that say the same as plainer ones.
enum QuestionRewording {
    /// Returns the words of a question in plainer English.
    static func plain(_ words: [String]) -> [String] {
        described(shared(found(negatedLast(totalled(words)))))
    }

    private static let yesOrNo: Set<String> = ["did", "do", "does", "was", "were", "is", "are", "am", "have", "has"]

    /// Returns the words as typed, with `did` for "didn't" at the start: "didn't I sleep 8 hours" asks the same as "did I".
    static func affirmed(_ typed: [String]) -> [String] {
        let contrary: Set<String> = ["didnt", "dont", "doesnt", "isnt", "arent", "wasnt", "werent", "havent", "hasnt"]
        guard let first = typed.first, contrary.contains(first.lowercased()) else { return typed }
        return ["did"] + typed.dropFirst()
    }

    /// "All energy" is the total energy, and not only that of activity.
    private static func totalled(_ words: [String]) -> [String] {
        var words = words
        for index in words.indices.dropLast() where words[index] == "all" && ["energy", "calories", "kcal"].contains(words[index + 1]) {
            words[index] = "total"
        }
        return words
    }

    /// `not work out but walk` is `walk but not work out`, so that a limit before `not` keeps its sense.
    private static func negatedLast(_ words: [String]) -> [String] {
        let negations = ["not", "no", "without"]
        guard let but = words.firstIndex(of: "but"), let not = words[..<but].firstIndex(where: negations.contains),
            !words[but...].contains(where: negations.contains)
        else { return words }
        let end = words[but...].firstIndex { ["on", "which", "when", "in", "this", "last"].contains($0) } ?? words.endIndex
        var turned = Array(words[..<not])
        // "I didn't work out but walked" has the subject once.
        turned += words[(but + 1)..<end]
        turned.append("but")
        turned += words[not..<but]
        return turned + words[end...]
    }

    /// "Was there any week when I worked out" asks which week, "any time when" which readings.
    private static func found(_ words: [String]) -> [String] {
        guard words.count > 4, ["is", "was", "were", "are"].contains(words[0]), words[1] == "there", ["any", "a"].contains(words[2]) else {
            return words
        }
        var rest = Array(words[4...])
        let when = rest.firstIndex(where: ["when", "where", "that"].contains).flatMap { $0 < 2 ? $0 : nil }
        if let when { rest.remove(at: when) }
        if words[3] == "time", when != nil { return ["did", "readings"] + rest }
        guard isPeriod(words[3]) else { return words }
        return ["which", words[3]] + (when == nil && ["while", "on", "in"].contains(words[4]) ? rest.dropFirst() : rest[...])
    }

    /// "Were all readings below 140" and "do I always walk 5000 steps" ask for a share, which shows whether all are.
    private static func shared(_ words: [String]) -> [String] {
        guard yesOrNo.contains(words.first ?? ""), words.contains(where: { QuestionReader.number($0) != nil || $0 == "range" }) else {
            return words
        }
        var words = words
        for index in words.indices {
            let next = index + 1 < words.count ? words[index + 1] : ""
            switch words[index] {
            case "all" where next == "my" || next == "the" || next.hasSuffix("s"): words[index] = "share"
            case "always": words[index] = "share"
            case "every" where next == "time": words.replaceSubrange(index...(index + 1), with: ["share"])
            default: continue
            }
            return words
        }
        return words
    }

    /// "How old is my last weight" asks when it was, "how was my night" for my sleep, and "when did my workout start" for the workout.
    private static func described(_ words: [String]) -> [String] {
        var words = words
        if words.starts(with: ["how", "old", "is"]) { words.replaceSubrange(0...2, with: ["when", "was"]) }
        if words.count < 6, words.suffix(2) == ["my", "night"] {
            words.replaceSubrange((words.count - 1)..., with: ["sleep", "last", "night"])
        }
        let isOfWorkout = words.contains { ["workout", "run", "ride", "walk", "training"].contains($0) }
        if words.first == "when", isOfWorkout { words.removeAll { ["start", "begin", "end"].contains($0) } }
        // "How bad was my sleep" asks how it was.
        if words.first == "how", words.count > 3, ["good", "bad"].contains(words[1]), ["is", "was", "were", "are"].contains(words[2]) {
            words.remove(at: 1)
        }
        // "Which 3 days" has the number first.
        if words.count > 3, ["which", "what"].contains(words[0]), QuestionReader.number(words[1]) != nil,
            isPeriod(words[2]) || words[2] == "weekdays"
        {
            words.swapAt(1, 2)
        }
        return words
    }

    private static func isPeriod(_ word: String) -> Bool { QuestionReader.period(word) != nil || word.hasPrefix("night") }

    /// Polite words before a question, which carry nothing.
    private static let prefaces = """
        good morning; good evening; can you tell me; could you tell me; can you show me; can you check if; can you check whether; do you know; is it true that
        """.split { ";\n".contains($0) }.map { $0.split(separator: " ").map(String.init) }

    /// Returns the words of a question without polite words before it.
    static func withoutPreface(_ words: [String]) -> [String] {
        let found = prefaces.first { words.count > $0.count + 2 && words.starts(with: $0) }
        let rest = Array(words.dropFirst(found?.count ?? 0))
        // "Can you check if I walked" asks "did I walk".
        if let last = found?.last, ["if", "whether"].contains(last) { return ["did"] + rest }
        // "Can you tell me when I last ran" asks when I did.
        return found != nil && rest.starts(with: ["when", "i"]) ? ["when", "did"] + rest.dropFirst() : rest
    }

    /// Returns true for "were all my nights …", "was every night …" and "do I always …".
    static func asksForAll(_ words: [String]) -> Bool {
        guard ["did", "do", "does", "is", "are", "was", "were", "have"].contains(words.first) else { return false }
        return ["all", "every"].contains(words.dropFirst().first) || words.contains("always")
            || words.firstRange(of: ["every", "time"]) != nil
    }

    /// Returns the words without those that only say that a question asks for all.
    static func withoutAll(_ words: [String], _ asksForAll: Bool) -> [String] {
        guard asksForAll else { return words }
        var words = words.filter { $0 != "always" }
        if let time = words.firstRange(of: ["every", "time"]) { words.removeSubrange(time) }
        return words
    }

    /// Returns the words with one form of comparisons and of conditions: "as much as" is "more than" with the same answer.
    static func compared(_ words: [String]) -> [String] {
        var words = words
        let others = [
            "much": "more", "many": "more", "often": "more", "active": "more active", "high": "higher", "low": "lower", "long": "longer",
            "far": "farther", "heavy": "heavier", "well": "more", "good": "more",
        ]
        if ["did", "do", "does", "is", "are", "am", "was", "were", "have"].contains(words.first), let place = words.firstIndex(of: "as"),
            place + 1 < words.count, let more = others[words[place + 1]], let than = words.lastIndex(of: "as"), than > place + 1
        {
            words[than] = "than"
            words.replaceSubrange(place...place + 1, with: more.split(separator: " ").map(String.init))
        }
        // "HRV when I sleep less than 6 hours" follows such nights.
        if let place = words.firstRange(of: ["while", "i", "sleep"]) ?? words.firstRange(of: ["while", "i", "slept"]),
            let next = words[place.upperBound...].first, ["less", "more", "under", "over", "fewer", "longer"].contains(next),
            words[place.upperBound...].contains(where: { QuestionReader.number($0) != nil })
        {
            words.replaceSubrange(place, with: ["after", "nights"])
        }
        for index in words.indices.dropLast() where words[index] == "when" && index > 0 {
            if ["running", "cycling", "walking", "hiking", "swimming", "rowing"].contains(words[index + 1]) { words[index] = "while" }
        }
        return words
    }
}
