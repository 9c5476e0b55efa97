import Foundation
import QuerySyntax
import QueryVocabulary
import RandomTesting

/// Generates wrong statements from valid ones.
struct WrongStatements {
    private var random: SplitMix64
    private let right: [String]

    /// - Parameter right: the valid statements.
    init(seed: UInt64, right: [String]) {
        random = SplitMix64(seed: seed)
        self.right = right
    }

    /// Statements from the grammar, documents, examples and script tests that have no effects outside the session.
    static func corpus() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        var lines = Grammar.entries.map(\.example)
        for (folder, ending) in [("Documentation", "md"), ("Examples", "tally"), ("Tests/Scripts", "tally")] {
            let folder = root.appending(path: folder)
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".\(ending)") {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                let scripts =
                    ending == "md" ? text.components(separatedBy: "```tally\n").dropFirst().map { $0.prefix(before: "```") } : [text]
                lines += scripts.flatMap { $0.split(separator: "\n").map(String.init) }
            }
        }
        let plain = lines.map { $0.prefix(before: "#").trimmingCharacters(in: .whitespaces) }
        return Set(plain).filter { line in
            let parsed = Parser.parse(line)
            guard line.utf8.count > 4, parsed.statements.count == 1, !parsed.isIncomplete, parsed.diagnostics.isEmpty else { return false }
            return isHarmless(line) && !line.contains(" to \"")
        }.sorted()
    }

    /// Returns true if a statement does not use files, does not run forever and needs no running watch, even if it is wrong.
    static func isHarmless(_ line: String) -> Bool {
        let verb = line.prefix { $0.isLetter }.lowercased()
        return ![
            "import", "export", "open", "run", "save", "learn", "quit", "exit", "watch", "history", "delete", "case", "expect", "forget",
            "why", "stop",
        ].contains(verb)
    }

    /// Returns a statement with one mistake, or sometimes two.
    mutating func next() -> String {
        while true {
            if random.chance(6) { return foreign() }
            let statement = random.pick(right)
            var broken = mistaken(statement)
            if random.chance(30) { broken = mistaken(broken) }
            if broken != statement, !broken.allSatisfy(\.isWhitespace), Self.isHarmless(broken) { return broken }
        }
    }

    private mutating func foreign() -> String {
        let metric = random.pick(["steps", "heartRate", "heart rate", "hartRate", "weight", "activeEnergy", "sleepAnalysis"])
        let statement = random.pick([
            "select avg(value) from METRIC where start > now() - 7d group by day", "SELECT sum(value) FROM METRIC",
            "select count(*) from METRIC group by source", "select max(value) from METRIC where value > 100 limit 3", "rate(METRIC[5m])",
            "sum by (source) (METRIC)", "avg_over_time(METRIC[1h])", "topk(5, METRIC)", "METRIC.mean()", "METRIC{source=\"Watch\"}",
            "from(bucket: \"h\") |> range(start: -7d) |> filter(fn: (r) => r._measurement == \"METRIC\") |> mean()",
            "mean(\"METRIC\") group by time(1h)", "how many METRIC last week", "what was my average METRIC this month",
            "show me my METRIC today",
        ])
        let asked = statement.replacing("METRIC", with: metric)
        return random.chance(30) ? mistaken(asked) : asked
    }

    private mutating func mistaken(_ statement: String) -> String {
        var parts = statement.wordsAndSigns
        let words = parts.indices.filter { parts[$0].count > 1 && parts[$0].allSatisfy(\.isLetter) }
        guard let place = words.randomElement(using: &random) else { return statement + " " + random.pick(Self.intruders) }
        switch Int.random(in: 0..<15, using: &random) {
        case 0...4: parts[place] = misspelt(parts[place])
        case 5: parts[place] = ""
        case 6: parts[place] += " " + parts[place]
        case 7:
            guard let other = words.first(where: { $0 > place }) else { break }
            parts.swapAt(place, other)
        case 8, 9: parts[place] += " \(random.pick(Self.intruders)) "
        case 10: parts[place] = "\(random.pick(Self.intruders)) \(parts[place])"
        case 11:
            let numbers = parts.indices.filter { parts[$0].first?.isNumber == true }
            if let number = numbers.randomElement(using: &random) {
                parts[number] = random.pick(Self.times)
            } else {
                parts.append(" since \(random.pick(Self.times))")
            }
        case 12:
            let signs = parts.indices.filter { parts[$0].allSatisfy { "|,()\"=<>".contains($0) } }
            if let sign = signs.randomElement(using: &random) {
                parts[sign] = ""
            } else {
                parts.append(random.pick(["|", ",", "(", ")", "\""]))
            }
        case 13: parts[place] += " in \(random.pick(["km/hr/s", "ug/dL", "bananas", "kcal", "count/min", "mles", "%"]))"
        default: parts.append(" " + random.pick(Self.intruders))
        }
        return parts.joined()
    }

    private mutating func misspelt(_ word: String) -> String {
        var letters = Array(word)
        let place = Int.random(in: 0..<letters.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        case 2: letters[place] = random.pick("aeionrstlm")
        default: letters.swapAt(place, (place + 1) % letters.count)
        }
        return String(letters)
    }

    private static let intruders = [
        "GROUP BY day", "order by sum desc", "[5m]", "{source=\"Watch\"}", "where", "select", "rate(", "having sum > 5", "limit 5",
        "offset 1d",
        "and", "or", "> 100", "by", "per day", "each week", "daily", "in", "for the last week", "today", "as plot", "$", "!", "5", "( ",
        ")",
        "\"", "'", "“x”", "–", "=", "count", "mean", "avg", "the", "of", "|", "| |", ", ,", "| sort by sum", "| where", "in km/hr/s",
        "until",
        "since", "from", "on 10/15/2026", "2026-13-01", "jan 5", "3pm", "1.5h", "30m", "last", "last 7", "last 7 dys", "next week", "| top",
        "| average by", "as csv", "zone Berlin", "where sorce = \"Watch\"", "fill zeor", "| derive x = sum > 5", "| derive goal = 10 count",
    ]

    private static let times = [
        "10/15/2026", "2026-13-01", "2026-02-30", "2026/01/05", "1.2.2026", "3/4/2026", "2026-1-5", "january 5", "2026", "25:00", "3pm",
        "14:60",
        "2026-W60", "30m", "1.5h", "-30", "yesterday", "14:00", "7 days", "last week",
    ]
}

extension String {
    fileprivate func prefix(before mark: String) -> String { firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self }

    /// Splits the text into words, spaces and single characters.
    fileprivate var wordsAndSigns: [String] {
        var parts: [String] = []
        for character in self {
            let isPart = { (other: Character) in other.isLetter || other.isNumber || other == "_" || other == "." }
            if isPart(character), let last = parts.last?.last, isPart(last) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
        }
        return parts
    }
}
