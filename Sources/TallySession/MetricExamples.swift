import CalendarIntervals
import HealthModel
import QueryCompiler

/// Queries to begin with that have an answer: over the last days with samples.
struct MetricExamples {
    let queries: [String]

    init(_ metric: MetricInfo, _ summary: MetricSummary, zone: Zone, now: Instant, settings: SessionSettings) {
        let name = metric.shortName
        let last = zone.date(at: summary.lastStart)
        // `last 7 days` finds nothing where the samples end before them.
        let daysAgo = (now.milliseconds - summary.lastStart.milliseconds) / millisecondsPerDay
        let isRecent = (0..<6).contains(daysAgo)
        let month = String(ISO8601.text(of: last).prefix(7))
        let days = isRecent ? "last 7 days" : "during \(month)"
        let weeks = isRecent ? "last 8 weeks" : "during \(month.prefix(4))"
        let newest = "samples of \(name) newest first limit 5"
        switch metric.kind {
        case .quantity(let type) where type.style(in: settings.styles) == .cumulative:
            queries = [
                "sum \(name) by day \(days)", "sum \(name) by week \(weeks)", "sum \(name) by day \(weeks) | average by weekday",
                newest,
            ]
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
        case .category, .workouts:
            queries = ["duration \(name) by day \(days)", "count \(name) by week \(weeks)", newest]
        }
    }
}
