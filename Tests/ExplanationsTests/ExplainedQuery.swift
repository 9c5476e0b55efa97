import CalendarIntervals
import Explanations
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import RandomTesting

/// Compiles queries as on 2026-06-30 18:00 in Berlin. In the store, a watch and a phone recorded everything for two months.
enum ExplainedQuery {
    static let berlin = Zone.named("Europe/Berlin") ?? .utc
    static let now = Instant(seconds: 1_782_835_200)
    static let sources = Dictionary(uniqueKeysWithValues: MetricCatalog.all.map { ($0.id, ["Watch", "iPhone"]) })
    static let ranks = sources.mapValues { names in
        [SourceRank(source: "Health", isHandEntered: true)] + names.map { SourceRank(source: $0, isHandEntered: false) }
    }

    /// Returns the plan of a query, or nil if the query is wrong.
    static func plan(_ text: String, isEmptyStore: Bool = false) -> Plan? {
        var context = CompilationContext(now: now, zone: berlin)
        context.contents.sources = [1: Source(name: "Watch"), 2: Source(name: "iPhone")]
        let (first, last) = (Instant(seconds: 1_777_651_200), Instant(seconds: 1_782_835_000))
        for metric in isEmptyStore ? [] : MetricCatalog.all {
            context.contents.metrics[metric.id] = MetricSummary(
                metric: metric.id, count: 10, firstStart: first, lastStart: last, lastEnd: last,
                sources: [1, 2].map { .init(source: $0, count: 5, firstStart: first, lastEnd: last) })
        }
        guard case .query(let query)? = Parser.parse(text).statements.first?.kind else { return nil }
        guard case .plan(let rows) = QueryCompiler(context: context).compile(query).outcome else { return nil }
        var plan = rows.pipeline.plan
        plan.text = QueryFormatter.text(of: query)
        return plan
    }
}

/// Generates queries from every clause, with ordinary and with hostile names and values.
struct QueryGenerator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func next(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func pick(_ choices: String...) -> String { choices[next(below: choices.count)] }

    mutating func query() -> String {
        let kind = next(below: 6)
        let what =
            switch kind {
            case 0:
                pick(
                    "sum steps", "sum distance in miles, duration distance", "latest steps, first steps called `let`",
                    "sum activeEnergy in kJ", "sum flights", "coverage steps, sum steps", "(sum steps strict) called inner")
            case 1:
                pick(
                    "average heartRate", "min, max heartRate", "p95 heartRate called part, median heartRate",
                    "stddev bodyTemperature in degF", "average, latest weight in lb", "average, max environmentalAudioExposure",
                    "first start, last end heartRate, count heartRate", "(average heartRate where value > 80) called high",
                    "min, max, latest bloodGlucose in mmol<180.15588000005408>/L", "average restingHeartRate, duration restingHeartRate")
            case 2:
                pick("sum steps, average, count heartRate", "average environmentalAudioExposure", "steps called `\"); x(`, weight in lb")
            case 3:
                pick(
                    "duration sleep", "count, duration standHours called `1 a`", "duration, count headache",
                    "first start, last end sleep, coverage sleep", "duration mindfulSession")
            case 4:
                pick(
                    "duration workouts", "sum workout energy", "average workout distance in mi", "count workouts called self",
                    "max, min workouts averageHeartRate", "duration workouts in h")
            default: pick("samples of heartRate", "samples of sleep", "samples of workouts", "summaries")
            }
        let isListing = kind == 5
        let clauses = [
            isListing ? "" : pick("", "by \(keys(kind))", "by \(keys(kind))"), range(),
            pick("", "", "anchor 03:00", "anchor monday 03:00", "anchor 2024-01-31"),
            pick("", "", "zone America/New_York", "zone utc", "zone sample"), pick("", "where \(condition(kind))"),
            pick("", "", "strict start", "strict end", "strict", "edges overlap", "edges outward"),
            isListing
                ? pick("", "limit 5", "newest first")
                : pick("", "", "sources raw", "prefer \"iPhone\"", "assign by start", "assign by end"),
            isListing ? "" : pick("", "", "fill zero", "fill previous", "fill linear", "partial drop", "grid clock"),
        ]
        return ([what] + clauses.filter { !$0.isEmpty }).joined(separator: " ")
    }

    private mutating func keys(_ kind: Int) -> String {
        let time = pick("15min", "hour", "6h", "day", "3 days", "week", "2 weeks", "month", "quarter", "year")
        let other = pick(
            "source", "device", "metadata \"a\\\"b\"", "hour of day", "weekday", "hour of week", "week of year", "month of year",
            "part of day", "weekday or weekend",
            "product", "metadata \"HKTimeZone\"", kind == 4 ? "activity" : kind == 3 ? "value" : "bins of 20",
            kind < 3 ? "bands 5, 60.5, 100" : "(duration > 10min) called `is long`")
        return pick(time, time, time, other, "\(time), \(other)", "\(other), day of month")
    }

    private mutating func range() -> String {
        pick(
            "", "since -3d", "yesterday", "last 7 days", "last 2 full weeks", "on 2026-03-29", "during 2025-10", "since 2027",
            "from 2026-06-29 08:00 to 2026-06-30T09:30:00.5+01:00", "until 2026-06-01")
    }

    private mutating func condition(_ kind: Int) -> String {
        let common = pick(
            "source contains \"Watch\"", "source = \"a\"\"b\\(c)\" or not entered by user", "device is missing", "device = \"*/ }\"",
            "product starts with \"Watch\"", "metadata \"k\" > 5", "metadata \"\\\" ) // \" is missing", "metadata \"k\" contains \"\\n\"",
            "hour of day between 22 and 5", "between 22:30 and 06:15", "in the morning",
            "weekday in (saturday, sunday) and week of year > 3", "duration between 1min and 2h",
            "start >= 2026-06-01 and end < 2026-06-15", "start > yesterday", "created > -3d", "source matches \"^[a-z\\\\]\"")
        let own =
            switch kind {
            case 0, 1: pick("value > 5", "value between 1 and 5", "value in (1, 2.5)", "not (value = 0 or value != 3)")
            case 3: pick("value = 1", "value in (1, 2)", "not value = 0")
            case 4: pick("activity is running", "activity contains \"run\"", "energy > 100 kcal", "distance > 5 km and duration > 10min")
            default: "not entered by user"
            }
        return pick(common, own, "\(own) and \(common)", "\(common) or \(own)")
    }
}
