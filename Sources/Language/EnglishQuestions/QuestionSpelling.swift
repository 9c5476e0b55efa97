/// Words as people type and speak them, before phrases are matched.
enum QuestionSpelling {
    /// Words before a question that carry nothing, such as the name of an assistant.
    static let hails: Set<String> = [
        "hey", "hi", "hello", "ok", "okay", "yo", "siri", "alexa", "google", "cortana", "bixby", "so", "and", "well", "um", "uh", "hmm",
        "hm",
        "please", "pls", "quick", "question", "question:", "just", "right", "yeah", "oh", "also", "then", "but",
    ]

    /// Other words for single words: abbreviations, contractions and common slips.
    static let words = [
        "&": "and", "+": "and", "/": "vs", "wasnt": "not", "isnt": "not", "didnt": "not", "dont": "not", "w/o": "without", "w/": "with",
        "whens": "when", "wich": "which", "min/km": "min per km", "havent": "not", "hasnt": "not", "hadnt": "not", "doesnt": "not",
        "arent": "not", "werent": "not", "wknd": "weekend", "yday": "yesterday", "yest": "yesterday", "tue": "tuesday", "tues": "tuesday",
        "wed": "wednesday", "thu": "thursday", "thur": "thursday", "thurs": "thursday", "fri": "friday", "thru": "through",
        "2nite": "tonight", "tonite": "tonight", "rn": "right now", "atm": "at moment", "p.m": "pm", "a.m": "am", "mnay": "many",
        "amny": "many",
        "hwo": "how", "howd": "how did", "teh": "the", "waht": "what", "whta": "what", "wat": "what", "lsat": "last", "wk": "week",
        "wks": "weeks", "hrs": "hours",
        "mth": "month",
        "mths": "months", "yr": "year", "yrs": "years", "wkly": "weekly", "xmas": "christmas", "mon": "monday", "mcuh": "much",
        "muhc": "much", "wht": "what",
        "nite": "night", "nites": "nights", "wats": "what", "wuts": "what", "wut": "what", "wot": "what", "gonna": "going to",
        "abt": "about",
        "b4": "before", "cuz": "because", "bc": "because", "ur": "your", "2moro": "tomorrow", "hr's": "hours", "mos": "months",
        "dya": "day", "dyas": "days", "yesturday": "yesterday", "tday": "today", "wkends": "weekends", "wknds": "weekends",
        "wkend": "weekend", "sinse": "since", "howz": "hows", "btwn": "between", "2day": "today",
    ].merging(abbreviations) { word, _ in word }.merging(slips) { word, _ in word }

    /// Slips of metrics that the correction of words does not find in a question.
    static let slips = ["presure": "pressure", "slep": "sleep", "wieght": "weight"]

    /// Abbreviations of metrics that people type, which are not slips of other metrics.
    static let abbreviations = [
        "bg": "glucose", "bs": "glucose", "wt": "weight", "sys": "systolic", "dia": "diastolic", "bp": "bp",
    ]

    /// Words that turn a limit or divide what follows, in plainer words.
    static let turnedWords: [(turned: [String], plain: [String])] = """
        with and without = with vs without; with or without = with vs without; without and with = without vs with
        no more than = at most; no less than = at least; no fewer than = at least; without more than = at most; without over = at most
        without less than = at least; without fewer than = at least; without under = at least; without at least = under
        morning after a = morning day after a; morning after my = morning day after my; morning after the = morning day after the
        evening after a = evening day after a; evening after my = evening day after my; evening after the = evening day after the
        """.split(whereSeparator: { $0 == ";" || $0.isNewline }).map { line in
            let sides = line.split(separator: "=").map { $0.split(separator: " ").map(String.init) }
            return (sides[0], sides[1])
        }

    /// Several words that say a number, a time or a name. `{n}` is a number, which `$` stands for.
    private static let sequences: [(words: [String], other: String)] = [
        ("an hour and a half", "90 minutes"), ("hour and a half", "90 minutes"), ("half an hour", "30 minutes"),
        ("a half hour", "30 minutes"), ("a half an hour", "30 minutes"), ("quarter of an hour", "15 minutes"), ("a couple of", "2"),
        ("a couple", "2"), ("couple of", "2"), ("couple", "2"), ("a few", "3 few"), ("few", "3 few"), ("last fortnight", "last 14 days"),
        ("past fortnight", "last 14 days"), ("a thousand", "1000"), ("my cycle", "menstrual cycle"), ("my cycles", "menstrual cycle"),
        ("one and a half", "1.5"), ("run of the year", "run this year"), ("run of the month", "run this month"),
        ("run of the week", "run this week"),
    ].map { ($0.split(separator: " ").map(String.init), $1) }

    /// Polite words before a question, which carry nothing.
    private static let prefaces = """
        good morning; good evening; can you tell me; could you tell me; can you show me; can you check if; can you check whether; do you know; is it true that
        """.split { ";\n".contains($0) }.map { $0.split(separator: " ").map(String.init) }

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
        // "How bad was my sleep" asks how it was.
        if words.first == "how", words.count > 3, ["good", "bad"].contains(words[1]), ["is", "was", "were", "are"].contains(words[2]) {
            words.remove(at: 1)
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
        // "Was there any day when I …" asks which days.
        if words.count > 4, ["is", "was", "were", "are"].contains(words[0]), words[1] == "there", ["any", "a"].contains(words[2]),
            QuestionReader.period(words[3]) != nil || words[3].hasPrefix("night")
        {
            let skipped = ["when", "while", "where", "that", "on", "in"].contains(words[4]) ? 5 : 4
            words = ["which", words[3]] + words.dropFirst(skipped)
        }
        // "Which 3 days" has the number first.
        if words.count > 3, ["which", "what"].contains(words[0]), QuestionReader.number(words[1]) != nil,
            QuestionReader.period(words[2]) != nil || words[2].hasPrefix("night")
        {
            words.swapAt(1, 2)
        }
        return words
    }

    /// Returns the words with numbers and times of several words as one: `7 and a half hours` is `7.5 hours`.
    ///
    /// - Parameter guesses: Receives what is assumed, such as the number that "a few" means.
    static func joined(_ typed: [String], guesses: inout [String]) -> [String] {
        var words: [String] = []
        var index = 0
        while index < typed.count {
            if let (text, count) = number(typed, at: index) {
                words.append(text)
                index += count
            } else if let found = sequences.first(where: { typed[index...].starts(with: $0.words) }), isNumber(found.words, typed, index) {
                words += found.other.split(separator: " ").map(String.init)
                index += found.words.count
                if words.last == "few" {
                    words.removeLast()
                    guesses.append("a few are 3")
                }
            } else {
                words.append(typed[index])
                index += 1
            }
        }
        return words
    }

    /// Returns false for "a few" or "a couple" without a period after it.
    private static func isNumber(_ words: [String], _ typed: [String], _ index: Int) -> Bool {
        guard words.contains(where: { ["few", "couple"].contains($0) }) else { return true }
        let next = index + words.count < typed.count ? typed[index + words.count] : ""
        return QuestionReader.period(next) != nil || ["night", "nights", "minutes", "workouts", "runs"].contains(next)
    }

    /// Reads `7 and a half`, `10 thousand`, and `7 hours 30 minutes` in minutes.
    private static func number(_ words: [String], at index: Int) -> (text: String, count: Int)? {
        guard let number = QuestionReader.number(words[index]).flatMap(Double.init) else { return nil }
        let rest = words.dropFirst(index + 1).filter { $0 != "and" }.prefix(3)
        let skipped = words[index...].prefix(4).count { $0 == "and" }
        if rest.first == "thousand" { return (String(Int(number * 1000)), 2) }
        if rest.prefix(2) == ["a", "half"], skipped == 1 { return (String(number + 0.5), 4) }
        guard rest.count == 3, rest[0].hasPrefix("h"), ["minutes", "minute", "mins", "min"].contains(rest[2]),
            let more = QuestionReader.number(rest[1]).flatMap(Double.init), more < 60
        else { return nil }
        return ("\(Int(number * 60 + more)) minutes", 4 + skipped)
    }
}
