import QueryCompiler
import TallyKit

/// Example queries for a metric. Their ranges end at the last samples, so each query has an answer.
struct MetricExamples {
    let queries: [String]

    init(_ metric: MetricInfo, _ summary: MetricSummary, zone: Zone, now: Instant, styles: StyleVersion) {
        let name = metric.shortName
        // `last 7 days` finds nothing if the samples end earlier.
        let daysAgo = (now.milliseconds - summary.lastStart.milliseconds) / millisecondsPerDay
        func range(_ phrase: String, days: Int64) -> String {
            if (0..<6).contains(daysAgo) { return phrase }
            let ends = [1 - days, 1].map { summary.lastStart.milliseconds + $0 * millisecondsPerDay }
            let dates = ends.map { ISO8601.text(of: zone.date(at: Instant(milliseconds: $0))) }
            return "from \(dates[0]) to \(dates[1])"
        }
        let days = range("last 7 days", days: 7)
        let weeks = range("last 8 weeks", days: 56)
        let newest = "samples of \(name) newest first limit 5"
        switch metric.kind {
        case .quantity(let type) where type.style(in: styles) == .cumulative:
            queries = [
                "sum \(name) by day \(days)", "sum \(name) by week \(weeks)", "sum \(name) by day \(weeks) | average by weekday",
                newest,
            ]
        case .quantity where metric.id == .labs:
            queries = ["latest \(name) by test and unit", "count \(name) by interpretation", "show labs", newest]
        case .quantity:
            queries = [
                "average, min, max \(name) by day \(days)", "average \(name) by week \(weeks)", "average \(name) by hour of day \(weeks)",
                newest,
            ]
        case .category(let type) where type.rawValues(named: "asleep") != nil:
            queries = [
                "duration \(name) by day anchor 18:00 assign by end \(days) where value is asleep",
                "duration \(name) by day anchor 18:00 assign by end \(weeks) where value is asleep | average by weekday", newest,
            ]
        case .category where metric.id == .medicationDoses:
            queries = [
                "adherence \(name) by week \(weeks)", "adherence \(name) by metadata \"medication\" \(weeks)",
                "count \(name) by value \(weeks)", newest,
            ]
        case .category where metric.id == .textsOfLabs:
            queries = ["count \(name) by test and value", "show labs", newest]
        case .category, .workouts:
            queries = ["duration \(name) by day \(days)", "count \(name) by week \(weeks)", newest]
        }
    }
}
