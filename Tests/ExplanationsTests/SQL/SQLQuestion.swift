import HealthModel
import RandomTesting
import ReferenceEngine

/// Generates random samples around a clock change, and random queries about them.
struct SQLQuestion {
    private var random: SplitMix64
    let zone: String
    let now: String
    /// The days that contain the samples and the ranges of the queries.
    private let firstDay: Int

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        // The clocks change on 9 March and 30 March 2025; on 6 April in Lord Howe, by half an hour.
        zone = random.pick(["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
        firstDay = random.pick([20_152, 20_173, 20_180])
        // Some of the samples may be after now.
        let last = firstDay + random.pick([9, 40, 5])
        now = "exactly \(Self.date(last)) 14:37"
    }

    /// Returns a day of March or April 2025 by its number since 1970.
    private static func date(_ day: Int) -> String {
        let since = day - 20_148  // 1 March 2025
        let months: [(length: Int, name: String)] = [(31, "2025-03"), (30, "2025-04"), (31, "2025-05"), (30, "2025-06")]
        var left = since
        for month in months {
            if left < month.length { return "\(month.name)-\(left + 1 < 10 ? "0" : "")\(left + 1)" }
            left -= month.length
        }
        return "2025-07-01"
    }

    static let sources = ["Ann's \"Watch\"", "iPhone", "Scale; DROP TABLE samples", "Ring\nof\tgold"]
    private static let metrics = [
        MetricID("HKQuantityTypeIdentifierStepCount"), MetricID("HKQuantityTypeIdentifierDistanceWalkingRunning"),
        MetricID("HKQuantityTypeIdentifierHeartRate"), MetricID("HKQuantityTypeIdentifierBodyMass"),
        MetricID("HKQuantityTypeIdentifierEnvironmentalAudioExposure"), MetricID("HKCategoryTypeIdentifierSleepAnalysis"),
    ]

    /// Returns up to 40 samples of each metric within nine days.
    mutating func samples() -> ImportBatch {
        var batch = ImportBatch()
        let minute: Int64 = 60_000
        let start = Int64(firstDay) * 1440 * minute
        for metric in Self.metrics {
            // For a metric without any sample, Tally prints no rows, but SQL cannot know what the table holds of other metrics.
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let grain: Int64 = random.pick([60 * minute, minute, 1])
                let from = (start + Int64.random(in: 0..<9 * 1440 * minute, using: &random)) / grain * grain
                let length = random.pick([0, 0, 500, 15 * minute, Int64.random(in: 1...300, using: &random) * minute])
                let isSleep = metric.identifier.hasPrefix("HKCategory")
                let value = isSleep ? Double(random.pick(0...5)) : Double.random(in: 40...120, using: &random)
                batch.add(metric, from: from, to: from + length, value, source: random.pick(Self.sources))
            }
        }
        return batch
    }

    /// Returns a query. Some are invalid, such as a test whether sleep is above 80.
    mutating func query() -> String {
        if random.chance(8) { return listing() }
        var clauses = [measures(), range()]
        if random.chance(80) { clauses.append("by \(keys())") }
        if random.chance(20) { clauses.append("anchor \(random.pick(["monday 03:00", "sunday", "friday 18:00", "03:00"]))") }
        if random.chance(30) { clauses.append("where \(condition())") }
        if random.chance(20) { clauses.append(random.pick(["edges overlap", "strict", "strict start", "strict end"])) }
        if random.chance(20) { clauses.append(random.pick(["assign by start", "assign by end"])) }
        if random.chance(25) { clauses.append(random.pick(["sources raw", "sources separate", "prefer \"iPhone\""])) }
        if random.chance(25) { clauses.append(random.pick(["fill zero", "fill previous", "fill linear", "fill 0.5"])) }
        if random.chance(20) { clauses.append("partial drop") }
        let query = clauses.filter { !$0.isEmpty }.joined(separator: " ")
        let stageCount = random.chance(40) ? random.pick(1...3) : 0
        return ([query] + (0..<stageCount).map { _ in stage() }).joined(separator: " | ")
    }

    private mutating func stage() -> String {
        random.pick([
            "where \(random.pick(["sum", "average", "count", "latest"])) > \(random.pick([0, 50, 80]))", "where not (sum > 60)",
            "where weekday in (monday, sunday)", "where hour of day < 12", "where between 22:30 and 06:00", "where source = \"iphone\"",
            "where partial",
            "where average is missing",
            "sort \(random.pick(["sum", "average", "count", "start", "source", "weekday"])) \(random.pick(["", "descending"]))",
            "top 3 by sum", "top 4", "bottom 2", "limit \(random.pick(0...5))", "derive twice = sum * 2 + 1",
            "where firstStart > 06:00", "where not (lastEnd < 12:00)", "sort lastEnd", "top 2 by firstStart",
            "derive length = lastEnd - firstStart", "min, max", "stddev by week",
            "derive part = average / (count - 1)", "derive high = average > 60",
            "derive both = sum > 50 and not (count > 2 or sum is missing)",
            "select date, \(random.pick(["sum", "average", "count"])) called x, week",
            "select start, partial, \(random.pick(["sum", "latest"]))",
            "select weekday, time, month, end called finish", "derive busy = sum > 100 | average by busy", "derive late = hour of day > 11",
            "derive late = after 18:00",
            "join (count steps by day)", "join (average heartRate called pulse by day) by day", "join (sum steps by hour | top 5 by sum)",
            "join (sum steps, average heartRate | derive x = sum * 2)", "join (count heartRate by weekday)",
            "join (sum steps by day and source)",
            "change", "change percent", "running total", "running total reset each day", "running total reset each week", "fill zero",
            "fill linear", "fill 7", "partial drop", "partial keep", "rolling 3 days average", "rolling 2 days sum at least 2",
            "rolling 36h max", "rolling 1 week median", "rolling 5h count", "rolling 2 days stddev", "rolling 3 days latest",
            "average by week", "sum by month", "average, max by weekday", "average by part of day", "max by weekday or weekend",
            "median by hour of day", "count by month and source",
            "stddev, first, latest by 2 days", "p90 by day", "sum",
            "share where average > 60 or sum > 50 by 2 days",
            "share where not count > 1", "streaks where average > 60 or sum > 50", "longest streak where count > 1",
            "current streak skipping missing where sum > 50 or average > 60", "streaks where sum > 50 | max by 2 days",
            "streaks where weekday in (monday, sunday) | top 2 by length",
            "derive high = average > 60 or sum > 50 | select high | average, count by 2 days",
            "share where weekday in (monday, sunday) or sum is missing by source", "average by source", "duration by week",
            "max by weekday and source",
        ])
    }

    private mutating func listing() -> String {
        var clauses = ["samples of \(random.pick(["steps", "heartRate", "weight", "sleep"]))", range()]
        if random.chance(50) { clauses.append("where \(condition())") }
        if random.chance(50) { clauses.append("limit \(random.pick(0...9))") }
        if random.chance(50) { clauses.append("newest first") }
        return clauses.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func measures() -> String {
        let choices = [
            "sum steps", "sum steps, count steps", "steps, average heartRate", "sum distance in miles, duration distance in s",
            "average heartRate", "average, min, max heartRate", "median, p95, p10, stddev heartRate", "latest, first, count heartRate",
            "average weight in lb, stddev weight in g", "latest weight", "average environmentalAudioExposure", "duration sleep",
            "count sleep, duration sleep in min", "max environmentalAudioExposure, sum steps called walked, latest steps",
            "first start, last end steps", "last end sleep, duration sleep", "first start sleep, last end sleep, count sleep",
            "first start heartRate", "last end weight, latest weight", "coverage steps", "coverage heartRate, count heartRate",
            "coverage sleep, duration sleep", "(sum steps sources raw) called raw, sum steps called merged",
            "(average heartRate where value > 80) called high, average heartRate called all",
            "(count steps strict) called inner, count steps",
            "(sum steps fill zero) called filled, sum steps",
            "(sum steps edges overlap assign by end) called ended, (sum steps assign by start) called started",
            "(duration sleep sources raw) called raw, duration sleep", "(sum steps prefer \"iPhone\") called phone, sum steps",
        ]
        return random.pick(choices)
    }

    private mutating func range() -> String {
        let day = firstDay + random.pick(0...7)
        let (from, to) = (Self.date(day), Self.date(day + random.pick(1...3)))
        return random.pick([
            "", "", "from \(from) to \(to)", "between \(from) and \(to)", "since \(from) 02:30", "since \(from) 13:07 until \(to) 04:44",
            "last 5 days", "last 2 full weeks", "on \(from)", "through \(to)", "since \(from) 02:30 through \(to) 05:00",
            "between \(from) 06:00 and \(from) 18:00", "this week", "this month", "since \(from)",
        ])
    }

    private mutating func keys() -> String {
        let time = random.pick(["day", "day", "hour", "3h", "6 hours", "week", "month", "30min", "2 days", "7 days", "14 days", "168h"])
        let profile = random.pick(["hour of day", "weekday", "month of year", "day of month", "part of day", "weekend"])
        return random.pick([
            time, time, time, time, profile, "\(time) and source", "\(profile) and source", "day and hour of day", "source",
        ])
    }

    private mutating func condition() -> String {
        let day = Self.date(firstDay + random.pick(0...7))
        let one = random.pick([
            "value > 80", "value between 60 and 100", "source = \"iphone\"", "source contains \"watch\"", "source is not \"iPhone\"",
            "duration > 10min", "start >= \(day) 03:15", "end < \(day)", "hour of day between 22 and 5", "weekday in (sunday, monday)",
            "between 22:30 and 06:15", "after 13:45", "before noon", "in the evening", "time of day = 08:15",
            "part of day in (morning, night)",
            "week of year = 11", "day of month < 12", "month of year = 3", "hour of week >= 100", "source matches \"^R\"",
        ])
        return random.chance(30) ? "not (\(one)) or value < 50" : one
    }
}
