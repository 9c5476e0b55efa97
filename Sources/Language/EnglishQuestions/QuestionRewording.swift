/// Word orders and turns of phrase that say the same as plainer ones.
enum QuestionRewording {
    /// Returns the words of a question in plainer English.
    static func plain(_ words: [String]) -> [String] {
        described(shared(found(negatedLast(words))))
    }

    private static let yesOrNo: Set<String> = ["did", "do", "does", "was", "were", "is", "are", "am", "have", "has"]

    /// Returns the words as typed, with `did` for "didn't" at the start: "didn't I sleep 8 hours" asks the same as "did I".
    static func affirmed(_ typed: [String]) -> [String] {
        let contrary: Set<String> = ["didnt", "dont", "doesnt", "isnt", "arent", "wasnt", "werent", "havent", "hasnt"]
        guard let first = typed.first, contrary.contains(first.lowercased()) else { return typed }
        return ["did"] + typed.dropFirst()
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
        guard words.count > 5, ["is", "was", "were", "are"].contains(words[0]), words[1] == "there", ["any", "a"].contains(words[2]),
            let when = words.firstIndex(where: ["when", "where", "that"].contains), when < 6
        else { return words }
        let between = words[4..<when]
        if words[3] == "time" { return ["did", "readings"] + between + words[(when + 1)...] }
        guard QuestionReader.period(words[3]) != nil || words[3].hasPrefix("night") else { return words }
        return ["which", words[3]] + between + words[(when + 1)...]
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
        // "Which two weekdays" has the number first.
        if words.count > 3, words[0] == "which", QuestionReader.number(words[1]) != nil, words[2] == "weekdays" { words.swapAt(1, 2) }
        return words
    }
}
