import QueryDiagnostics
import QueryHelp
import QuerySyntax
import RandomTesting
import Testing

/// Properties of every statement that is detected as another language.
@Suite("Random statements in another language")
struct RandomForeignTests {
    private static let words = [
        "select", "sum", "(", "value", ")", "from", "steps", "where", "group", "by", "day", "rate", "[", "5m", "]", "{", "source", "=",
        "\"Watch\"", "}", ".", "mean", "how", "many", "my", "heart rate", "last", "week", "per", "night", "did", "I", "walk", "more",
        "than",
        "10000", "in", "May", "longest", "run", "trend", "compare", "show", "me", "what", "is", "weight", "pounds", "?", "'", "`", "delete",
        "and", "|", "top", "3", "order", "limit", "topk", ",", "date_trunc", "'hour'", "calories", "sleep", "this", "average", "total",
    ]

    private static let openers = [
        "how many", "what was my", "show me my", "did I", "how long did I", "my", "average", "which day had most",
    ]
    private static let subjects = [
        "steps", "heart rate", "sleep", "weight", "calories", "running", "deep sleep", "water", "blood pressure",
    ]
    private static let times = [
        "last week", "yesterday", "in May", "this month?", "on weekends", "per day", "last night", "since monday", "",
    ]

    private static func statement(_ random: inout SplitMix64) -> String {
        if random.chance(50) { return (0...random.next() % 9).map { _ in random.pick(words) }.joined(separator: " ") }
        let parts = [random.pick(openers), random.pick(subjects), random.chance(30) ? random.pick(words) : "", random.pick(times)]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    @Test("The diagnostic covers the whole statement, and its fix is a valid query", arguments: [1, 2, 3] as [UInt64])
    func laws(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (found, fixed) = (0, 0)
        for _ in 0..<500 {
            let text = Self.statement(&random)
            let source = SourceText(text)
            for statement in Parser.parse(source).helped().statements {
                guard let finding = statement.diagnostics.first(where: \.code.isForeignLanguage) else { continue }
                found += 1
                #expect(statement.diagnostics.count == 1 && finding.range == statement.range, "seed \(seed): \(text)")
                guard finding.fix != nil else { continue }
                fixed += 1
                let query = finding.edits.applied(to: source)
                #expect(Parser.parse(query).helped().diagnostics.isEmpty, "seed \(seed): \(text) is fixed as \(query)")
            }
        }
        #expect(found > 100 && fixed > 50, "seed \(seed): \(found) found, \(fixed) with a fix")
    }
}
