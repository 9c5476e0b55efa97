import Foundation
import RandomTesting

/// The seed of the random tests, which is printed: `TALLY_SEED`, or a fixed default so that results are reproducible.
enum Seed {
    static let value: UInt64 = {
        let given = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap { UInt64($0) }
        let seed = given ?? 20_261_121
        print("TALLY_SEED=\(seed)")
        return seed
    }()
}

extension Seed {
    /// The number of random cases: `TALLY_CASES`, or as many as run in a few seconds.
    static func cases(_ standard: Int) -> Int {
        ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? standard
    }
}

/// SplitMix64.
struct RandomBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Truncates the bytes, or repeats, inserts or replaces a part.
    mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let position = below(bytes.count)
        switch below(6) {
        case 0: bytes = Array(bytes.prefix(position))
        case 1: bytes = Array(bytes.dropFirst(position))
        case 2: bytes[position] = UInt8(below(256))
        case 3:
            bytes.insert(
                contentsOf: pick(["\n", "|", ",", "(", ")", "\"", " by ", " and ", " # ", "\n  ", ";", "m", "`", "\u{0}", "“", " last "])
                    .utf8, at: position)
        case 4: bytes.remove(at: position)
        default: bytes.insert(contentsOf: bytes.prefix(below(12)), at: position)
        }
    }
}

/// Generates random statements of the whole grammar.
struct StatementGenerator {
    var random: RandomBytes
    private var depth = 0

    init(seed: UInt64) { random = RandomBytes(seed: seed) }

    private mutating func maybe(_ text: String) -> String { random.below(2) == 0 ? "" : text }

    private mutating func list(_ separator: String, _ make: (inout StatementGenerator) -> String) -> String {
        (0...random.below(3)).map { _ in make(&self) }.joined(separator: separator)
    }

    private mutating func one(_ choices: String...) -> String { random.pick(choices) }

    // MARK: Statements

    mutating func statement() -> String {
        let statement = bareStatement()
        // A comment can be at the end of a line, before the statement, or between its stages.
        switch random.below(8) {
        case 0: return "\(statement)  # why"
        case 1: return "# why\n\n\(statement)"
        case 2: return statement.split(separator: "\n  |").joined(separator: "  # first\n  # then\n  |")
        default: return statement
        }
    }

    private mutating func bareStatement() -> String {
        switch random.below(24) {
        case 0: "let \(name()) = \(letValue())"
        case 1: "def \(name())(a: metric, b = \(value())) = \(query())"
        case 2: "param \(name())\(random.pick(["", ": metric", ": span"])) = \(value()) \"what\""
        case 3: "set \(one("weighting", "units", "priority of steps", "goal of steps", "discrete merge", "merging")) = \(value())"
        case 4: "assert \(query(output: false)) \(comparison()) \(value()) \(random.pick(["", "within 1%", "within 0.5"]))"
        case 5: "expect row \(when()) \(one("5", "5 6.5", "null core", "5kcal 7", "null partial"))"
        case 6: "explain \(one("", "plan", "words")) \(query(output: false))"
        case 7:
            "watch \(random.pick(["", "moving = "]))\(query(output: false)) \(random.pick(["", "every hour", "every 15min until > 5", "until = \"x\""]))"
        case 8:
            "add \(number()) \(one("", "count/min", "%", "min")) \(metric()) from 'a''b' at \(when()) for \(amount()) with \"k\" = \(value())"
        case 9: "delete samples of \(metric()) \(clauses()) \(one("", "confirmed"))"
        case 10 where random.below(2) == 0: "\(one("title", "section", "TEXT")) \(one("'a''b'", "\"# | c\"", "x_1"))"
        case 10:
            "export \(random.pick(["everything", metric()])) \(clauses()) \(one("", "pseudonymised with places", "pseudonymized using 'x.key'", "without places")) to \"x.csv\""
        case 11: "load \(metric()) from 'a' at \(when()) every \(amount()): \(one("100 _", "_x2 2x3", "5+5x4 -1-1e2x2", "core deepx2"))"
        case 12 where random.below(2) == 0: "set zone = 'Europe/Berlin' until 2026-10-15, Asia/Tokyo until 2026-11-01, America/New_York"
        case 12 where random.below(2) == 0:
            "add summary on \(when()) move \(number()) of \(number()) kcal, \(one("stand 8 of x_1", "EXERCISE 5 hr", "stand \(number())"))"
        case 12: "expect error E120: \(query())"
        case 13: "case \(one("\"a walk\"", "'it''s'"))"
        case 14: one("expect rows 3", "expect no data", "expect warning W301", "expect info i410", "expect error E120")
        case 15: "why \(one("3", when()))"
        case 16: "help \(one("", "running total", "E120"))"
        case 17: "show \(one("metrics", "sources of steps", "overlap of steps last week", "codes"))"
        case 18: "\(one("describe", "load heartRate at now every 1h: 1; describe")) \(metric())"
        case 19: "run \"a.tally\" \(one("", "--metric steps", "--n 5 --when -30d", "x = 5"))"
        case 20:
            one(
                "import 'a.zip', \"b.csv\"", "open \"x\"", "save \(name())", "forget \(name())", "history", "learn", "exit", "quit", "undo",
                "undo confirmed")
        default: query()
        }
    }

    private mutating func letValue() -> String {
        switch random.below(6) {
        case 0: "where \(predicate())"
        case 5: "while \(times())"
        case 1: when()
        case 2: span()
        case 3: value()
        default: query(output: false)
        }
    }

    mutating func query(output: Bool = true) -> String {
        let stages = (0..<random.below(4)).map { _ in " \(random.pick(["|", "\n  |", "|\n"])) \(stage())" }.joined()
        return
            "\(source()) \(clauses())\(stages)\(output ? maybe(" as \(random.pick(["csv", "bars", "json to \"x\"", "line from -1.5 to 40 to \"x\"", "chart from 0", "chart \(rules())"]))") : "")"
    }

    private mutating func rules() -> String {
        let rule = one("rule -5.5", "rule 70 kg", "RULE average", "rule at 08:00", "rule 8h", "rule 23:30", "rule x_1")
        return "\(rule)\(one("", " called 'it''s'"))\(one("", " rule average", " from 0 to 5", " to \"x\""))"
    }

    private mutating func source() -> String {
        switch random.below(10) {
        case 8:
            one(
                "gaps of (\(times()))", "gaps of heartRate > 100 Longer than 1h", "sessions of sleep gap 1h", "longest run",
                "Fastest 5 km", "longest 3 bike rides over 5 km by distance", "slowest run over 30 min by pace")
        case 0: "samples of \(metric())"
        case 1: "summaries"
        case 2: "_"
        case 3: "progress \(measure())\(one("", " goal 5", " goal none", " goal 8h", " GOAL 600 kcal"))"
        default: list(", ") { $0.random.below(4) == 0 ? $0.measureWithClauses() : $0.measure() }
        }
    }

    private mutating func measureWithClauses() -> String {
        let order = ([17] + Array(4...9)).map { ($0, random.below(1_000)) }.sorted { $0.1 < $1.1 }.prefix(random.below(4)).map(\.0)
        let own = order.map { " " + clause($0) }.joined()
        return "(\(measureWithUnit())\(own))\(random.pick(["", " called y"]))"
    }

    private mutating func measure() -> String { measureWithUnit() + random.pick(["", " called x"]) }

    private mutating func measureWithUnit() -> String {
        if random.below(6) == 0 {
            let words = [
                "share (\(predicate()))", "time in range", "Time in Range 3.9 to 10 mmol/L", "time below 70 mg/dL",
                "TIME above \(number())", "fastest 5 km", "Fastest 0.5 mi",
            ]
            return "\(random.pick(words)) of \(metric())\(random.pick(["", " in mg/dL"]))"
        }
        return
            "\(maybe(aggregates(["first start", "last END", "coverage", "rmssd"]) + " "))\(metric())\(random.pick(["", " in kcal", " in mL/min·kg", " in %", " in % at", " AT"]))"
    }

    private mutating func aggregates(_ ofSamples: [String] = []) -> String {
        let all = ["sum", "average", "MIN", "max", "latest", "count", "duration", "median", "p95", "p99.9", "stddev"] + ofSamples
        return list(", ") { $0.random.pick(all) }
    }

    private mutating func metric() -> String {
        one("steps", "active energy", "heartRate", "`time in daylight`", "f(steps, b = 3)", "distance walking running")
    }
    private mutating func name() -> String { one("goal", "x_1", "`my name`") }
    private mutating func number() -> String { one("5", "0.5", "1_000", "1e6", "-3") }
    private mutating func comparison() -> String { one("=", "!=", "<", "<=", ">", ">=") }

    // MARK: Clauses

    private mutating func clauses() -> String {
        var order = (0..<20).map { ($0, random.below(1_000)) }.sorted { $0.1 < $1.1 }.prefix(random.below(6)).map(\.0)
        // After `while`, `holding` belongs to the set.
        if let holding = order.firstIndex(of: 14) { order.insert(order.remove(at: holding), at: 0) }
        return order.map { clause($0) }.joined(separator: random.pick([" ", "\n    "]))
    }

    private mutating func clause(_ number: Int) -> String {
        switch number {
        case 0: "by " + keys()
        case 1: range()
        case 2: "anchor \(one("03:00", "monday", "friday 3:00", "day 15 04:30:05", "2024-01-01", "2024-01-01T03:00Z", "start1"))"
        case 3:
            "zone \(one("Europe/Berlin", "local", "UTC", "sample", "Etc/GMT+5", "'Asia/Tokyo'", "(Europe/Berlin until 2026-10-15, 'Asia/Tokyo')", "UTC until 2026-10-15, Asia/Tokyo"))"
        case 4: "where " + predicate()
        case 5: one("edges clip", "edges overlap", "strict", "strict start", "strict end")
        case 6: "assign by \(one("share", "start", "end"))"
        case 7: "sources \(one("merged", "raw", "separate"))"
        case 8: "prefer \"a\"\(maybe(", 'b'"))"
        case 9: "fill \(one("none", "null", "zero", "previous", "linear", "0.5", "-1", "x"))"
        case 10: "partial \(one("mark", "keep", "drop"))"
        case 11: "grid \(one("elapsed", "clock"))"
        case 12: "limit \(one("5", "n"))"
        case 13: "against \(span())"
        case 14: "holding \(amount())"
        case 15: "while " + times()
        case 16: versus()
        case 17: one("during my runs", "during not (walking or sleep)", "during (rides where distance > 5 km)", "during running and x")
        case 18: near()
        default: one("newest", "oldest first")
        }
    }

    private mutating func near() -> String {
        let event = one("workout", "night", "(dietaryCarbohydrates where value > 20 g)", "(sessions of x gap 1h)", "(running)")
        return "\(one("within \(amount()) after", "within 30min of", "within x before", "before", "AFTER")) each \(event)"
    }

    private mutating func keys() -> String {
        list(", ") { generator in
            let interval = generator.one(
                "hour", "15min", "2 weeks", "week starting sunday", "n days", "step", "quarter", "1h30min", "1min30s")
            let range = generator.one("bins of 10", "bins of 0.5 kg", "bands 100, 120", "bands -1, 5.6 mmol/L, x")
            let event = generator.one(
                "workout", "night", "each (sleep)", "each (within 2h after (steps where value > 5) or not x)",
                "km of workouts", "400 m of running", "mile of (workouts where activity = running)", "part of workouts")
            return generator.one(
                interval, interval, event, "source", "device", "metadata \"k\"", "hour of day", "weekday", "month of year", "part of day",
                "weekday or weekend", "weekend", "value",
                "product",
                "activity", range, "(\(generator.predicate()))\(generator.maybe(" called high"))")
        }
    }

    private mutating func range() -> String {
        switch random.below(8) {
        case 0: "since \(when()) \(maybe("until \(when())"))"
        case 1: "through \(when()) since \(when())"
        case 2: "between \(when()) and \(when())"
        case 3: "from \(when()) to \(when())"
        case 4: "on \(one("2024-03-10", "2024-Q1", "yesterday", "monday", "march 10", "10 mar 2024", "last friday", "october"))"
        case 5: "during \(one("2024", "2024-W10", "this month", "vacation", "october", "oct 2025", "last october", "this morning"))"
        default: span()
        }
    }

    private mutating func versus() -> String {
        let period = one("last month", "2024-02", "march", "vacation", "yesterday", "monday", "march 10")
        return one(
            "vs \(period)", "versus the same days of \(period)", "compared with the same part of \(period)",
            "vs from \(when()) to \(when())",
            "vs between \(when()) and \(when())", "vs the \(one("30 days", "3h", "n weeks", "month")) before",
            "before and after \(when())", "\(one("30 days", "48h")) before and after \(when())")
    }

    private mutating func span() -> String {
        one(
            "last night", "this evening", "last may", "last sunday", "last week", "last 30 days", "last 8 full weeks", "last n full months",
            "last 24h", "this quarter", "today", "yesterday",
            "all time", "last 1 day")
    }

    private mutating func when() -> String {
        let when = one(
            "2024-03-10", "2024-03-10 03:00", "2024-02-29T23:59:59.125-08:00", "2024-01-01T00:00Z", "2024", "2024-03", "2024-q4", "2024-W5",
            "now",
            "today", "yesterday 14:37:05", "monday", "sunday 9:00", "payday", "march 10", "10 march 2024 8:00", "october 2025", "january",
            "-1d12h", "-30d", "+2 hours", "3 weeks ago", "15min ago",
            "start of \(span())")
        return maybe("exactly ") + when
    }

    private mutating func amount() -> String { one("15min", "2 weeks", "1 day", "90s", "1Q", "1h30min", "1D2H3min") }

    private mutating func value() -> String {
        one(
            number(), "5 kcal", "150 bpm", "97%", "70kg", "\"te\"\"xt\"", "'x'", "15min", "30 minutes", "2024-03-10", "14:30", "monday",
            "yes", "core", "-7d")
    }

    // MARK: Predicates and stages

    private mutating func predicate() -> String {
        depth += 1
        defer { depth -= 1 }
        switch depth > 4 ? 9 : random.below(12) {
        case 0: return "(\(predicate()))"
        case 1: return "not \(predicate())"
        case 2, 3: return "\(predicate()) and \(predicate())"
        case 4, 5: return "\(predicate()) or \(predicate())"
        default: return test()
        }
    }

    private mutating func times() -> String {
        depth += 1
        defer { depth -= 1 }
        switch depth > 4 ? 11 : random.below(16) {
        case 0: return "(\(times()))"
        case 1: return "not \(times())"
        case 2, 3: return "\(times()) and \(times())"
        case 4, 5: return "\(times()) or \(times())"
        case 6, 7: return "within \(amount()) \(one("of", "before", "after")) \(one("sleep", "(\(times()))"))"
        case 8, 9: return "sessions of \(one("sleep", "(\(times()))"))\(random.pick(["", " gap 1h", " gap d"]))"
        case 15:
            let set = one("sleep", "(\(times()))", "heartRate > 100")
            return "gaps of \(set)\(random.pick(["", " longer than 1h", " Longer Than d"]))"
        case 10: return "(\(metric()) where \(predicate())\(maybe(" holding 5min")))"
        default:
            let test = one("", " > 90 bpm", " is core", " is not rem", " in (core, rem)", " between 1 and 5")
            return "\(metric())\(test)\(maybe(" holding 90s"))"
        }
    }

    private mutating func test() -> String {
        let field = one(
            "value", "source", "device", "start", "duration", "hour of day", "time of day", "weekday", "metadata \"k\"", "sum", "energy",
            "p95",
            "total energy")
        return one(
            "goodDays", "entered by user", "after 14:00", "before noon", "between 22:00 and 06:00", "in the morning", "at night",
            "\(field) \(comparison()) \(value())", "\(field) is \(value())", "\(field) is not missing",
            "\(field) between 1 and 5 kcal",
            "\(field) not in (core, 'x', 3 km)", "\(field) contains \"x\"", "\(field) starts with 'y'", "\(field) matches n",
            "\(field) = 'a', 'b'")
    }

    private mutating func stage() -> String {
        one(
            "running total", "running total reset each day", "rolling 7 days average at least 5", "rolling 7d sum, max",
            "compare to previous week aligned weekday",
            "compare to \(span())", "compare to 2023-Q1 aligned clock", "change", "change percent", "\(aggregates()) by \(keys())",
            "average",
            "where \(predicate())", "fill zero", "partial keep", "value at 14:37", "value at \(when())", "project", "rhythm", "regularity",
            "sort by sum descending", "sort x",
            "top 3 by p95", "bottom n", "limit 5", "derive y = \(expression())",
            "derive y = \(answer())", "select date, sum called kcal, weekday, partial",
            "trend", "trend per week linear", "smooth ewma 0.1", "smooth half-life 7 days", "smooth loess 30d",
            "outliers", "outliers 2.5 by x", "streaks where \(predicate())", "current streak skipping missing where \(predicate())",
            "longest streak where sum > 5", "usual", "usual of \(amount())", "share where \(predicate())",
            "share where \(predicate()) by \(keys())",
            "correlate x with y", "correlate sum with x lag 0 to n",
            "select week, metadata \"k\", start called x, total energy",
            "join (\(aggregates()) x by \(keys()))", "join (sum steps by day | \(depth > 3 ? "change" : nestedStage())) by day")
    }

    private mutating func nestedStage() -> String {
        depth += 1
        defer { depth -= 1 }
        return stage()
    }

    private mutating func answer() -> String {
        depth += 1
        defer { depth -= 1 }
        switch depth > 4 ? 9 : random.below(9) {
        case 0: return "(\(answer()))"
        case 1: return "not \(answer())"
        case 2: return "\(answer()) and \(answer())"
        case 3: return "\(answer()) or \(answer())"
        case 4: return one("partial", "busy", "weekday in (saturday, sunday)", "sum is missing", "x not between 1 and 5 kcal")
        default: return "\(expression()) \(comparison()) \(one(expression(), "100 bpm", "8h", "5 %"))"
        }
    }

    private mutating func expression() -> String {
        depth += 1
        defer { depth -= 1 }
        switch depth > 4 ? 9 : random.below(8) {
        case 0: return "(\(expression()))"
        case 1: return "-\(expression())"
        case 2, 3, 4: return "\(expression()) \(one("+", "-", "*", "/")) \(expression())"
        default: return one("sum", "x", "2", "0.5", "p95")
        }
    }
}
