import QueryDiagnostics
import QueryHelp
import QuerySyntax
import Testing

/// Every word of a question counts: it changes the query, or the question is not understood.
@Suite("Words of questions")
struct QuestionWordTests {
    /// Questions whose words all say something, but for those in `silent`.
    private static let questions = [
        "how many steps did I take last week", "what was my average heart rate during workouts last month",
        "what was my longest workout this year",
        "how many days with more than 10000 steps by month", "average bedtime last 30 days",
        "caffeine consumed after 14:00 by day last 7 days",
        "how long did I sleep last night", "how much deep sleep did I get last week", "what was my highest heart rate yesterday",
        "average steps per day this month vs last month", "which days did I take less than 5000 steps this month",
        "7 day average of steps", "how far did I run in 2025", "blood sugar after meals", "what is my weight in pounds",
        "days without heart rate data last 30 days", "resting heart rate trend", "how many heart rate readings above 150 last week",
        "steps with iphone only yesterday", "when did I wake up last week", "how many workouts this month",
        "average heart rate for each workout this month", "my median glucose by week", "my best week of steps",
    ]

    /// Words that may be left out without another query: they carry nothing, or say again what the question says anyway.
    private static let silent: Set<String> = [
        "how", "many", "much", "did", "i", "take", "what", "was", "my", "get", "is", "with", "of", "data", "in", "for", "only", "consumed",
        "days", "which", "rate", "readings", "last", "long", "sleep", "average", "when", "up",
    ]

    /// Texts that leave out a word and still say the same.
    private static let same: Set<String> = ["average steps per day this vs last month", "average steps per day this month vs last"]

    /// Words that change each question to which they are added.
    private static let meaningful = [
        "not", "without", "except", "before", "during sleep", "vs", "mornings", "longest", "than usual", "goal", "streak", "weekends",
        "median",
        "lowest", "cycling", "rem", "500", "kg", "iphone", "mondays", "hourly", "tomorrow", "wife", "normal", "why", "should", "percent",
        "may", "2019", "yesterday", "by source", "trend", "zones", "Berlin",
    ]

    /// Returns the query that a question gets with a key, and all queries that it shows.
    private func answer(_ question: String) -> (fix: String?, offers: String) {
        let source = SourceText(question)
        let findings = Parser.parse(source).helped().diagnostics
        guard let finding = findings.first(where: { $0.code == .typedQuestion }) else { return (nil, "") }
        // A fix that assumes something is another answer than one that keeps the question.
        let fix = finding.fix.map { finding.edits.applied(to: source) + ($0.keepsQuestion ? "" : " (assumed)") }
        return (fix, finding.help ?? "")
    }

    @Test("A word left out changes the query", arguments: questions)
    func removal(question: String) {
        let words = question.split(separator: " ").map(String.init)
        let whole = answer(question)
        #expect(whole.fix != nil, "\(question): \(whole.offers)")
        for index in words.indices where !Self.silent.contains(words[index].lowercased()) {
            var fewer = words
            fewer.remove(at: index)
            let rest = fewer.joined(separator: " ")
            guard !Self.same.contains(rest) else { continue }
            #expect(answer(rest).fix != whole.fix, "\(rest) is answered as \(question)")
        }
    }

    @Test("A word added changes the query, or is not understood", arguments: questions)
    func addition(question: String) {
        let words = question.split(separator: " ").map(String.init)
        let whole = answer(question)
        for word in Self.meaningful where !question.contains(word) {
            for index in [0, words.count / 2, words.count] {
                var more = words
                more.insert(word, at: index)
                let text = more.joined(separator: " ")
                #expect(answer(text).fix != whole.fix, "\(text) is answered as \(question)")
            }
        }
    }
}
