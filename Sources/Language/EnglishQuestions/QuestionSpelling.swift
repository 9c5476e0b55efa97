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
