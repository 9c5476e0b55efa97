import RandomTesting

/// Generates queries whose answers have charts of every kind. Some of them are wrong or cannot be drawn.
struct ChartQuestion {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func next(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func pick(_ choices: [String]) -> String { choices[next(below: choices.count)] }

    mutating func query() -> String {
        let (query, fits) = subject()
        let rule = next(below: 4) == 0 ? pick([#"rule 100 called "goal""#, "rule average", "rule average rule 60", "rule at now"]) : ""
        let ends = next(below: 8) == 0 ? pick(["from 0 to 200", "from 20"]) : ""
        return [query, "as", pick(fits), ends, rule].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns a query without an output, and formats that suit it.
    private mutating func subject() -> (String, [String]) {
        switch next(below: 7) {
        case 0:
            return (
                pick([
                    "samples of heartRate last 2h", "samples of sleep last 2 days", "samples of steps last 6h",
                    "samples of workouts last 7 days",
                    "samples of bodyMass last 30 days",
                ]), ["chart", "chart", "bars", "line"]
            )
        case 1:
            return (
                pick([
                    "summaries last 5 days", "progress activeEnergy", "progress steps", "duration sleep by night last 9 days",
                    "first start, last end sleep by night last 9 days", "duration sleep by value last 5 days",
                    "average heartRate by bins of 10 yesterday", "count heartRate by bins of 5 last 3 days",
                    "average bodyMass by day last 30 days | trend per week", "sum steps by day last 30 days | trend per week",
                    "sum steps, average restingHeartRate by day last 30 days | correlate sum with average",
                    "sum steps, average restingHeartRate by day last 30 days | correlate sum with average lag 0 to 2",
                ]), ["chart", "svg"]
            )
        case 2:
            let keys = pick([
                "weekday and hour of day", "day and hour of day", "hour of day and weekday", "day and source", "hour", "day", "6h",
            ])
            return (
                "\(pick(Self.measures)) by \(keys) \(pick(["last 14 days", "last 3 days", "this week"]))", ["heatmap", "heatmap", "chart"]
            )
        default:
            let keys = pick([
                "hour", "day", "day", "6h", "week", "2 days", "month", "day and source", "source", "weekday", "hour of day", "part of day",
                "weekday and source",
            ])
            let anchor = pick(["", "", "", "anchor 03:00", "anchor sunday"])
            let zone = pick(["", "", "", "zone America/New_York", "zone utc", "zone sample"])
            let stage = next(below: 2) == 0 ? "" : "| " + self.stage()
            let range = pick(["last 7 days", "last 30 days", "yesterday", "last 48h", "this week", "on 2026-03-29", "last 3 weeks"])
            let words = ["\(pick(Self.measures)) by \(keys)", range, anchor, zone, stage].filter { !$0.isEmpty }
            return (words.joined(separator: " "), ["chart", "chart", "bars", "line", "spark", "html"])
        }
    }

    private static let measures = [
        "sum steps", "sum steps", "sum activeEnergy", "average heartRate", "average, min, max heartRate", "min, max heartRate",
        "count heartRate", "sum steps, sum flights", "average, max oxygenSaturation", "latest bodyMass", "duration sleep",
        "sum distance in km",
        "average restingHeartRate, sum steps", "duration workouts", "sum, count steps", "average environmentalAudioExposure",
    ]

    private mutating func stage() -> String {
        pick([
            "running total", "compare to previous week", "compare to previous", "change", "where value > 50", "smooth ewma 0.3",
            "rolling 3 days average", "average by weekday", "fill zero", "fill linear", "running total reset each week", "top 3",
            "partial drop",
        ])
    }
}
