import Diagnostics
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax

/// The pages of `help`: everything comes from the tables of the language.
package enum HelpText {
    /// One screen: what can be said.
    static let map = """
        Ask:      sum steps by day last 7 days
                  average, min, max heartRate by 15min yesterday
                  duration sleepAnalysis by day anchor 18:00 last 14 days where value is asleep
                  samples of bodyMass newest first limit 10
        A query:  WHAT of which METRIC  by WHAT  WHEN  then any other clause, in any order
          what    sum average min max latest first count duration median p95 stddev
          by      hour, 15min, day, week, month, quarter, year, hour of day, weekday, source, device
          when    today, yesterday, last 30 days, last 8 full weeks, since -30d, on 2024-03-10, during 2024-Q1
          clauses where, anchor, zone, edges, strict, assign by, sources, prefer, fill, partial, grid
          as      table, wide, csv, tsv, json, jsonl, markdown, each with to "file"
        Look:     show metrics | sources | priority | settings | units | zones | codes, describe heartRate
        Name:     let night = where hour of day between 0 and 5, def daily(m: metric, n = 7) = sum m by day last n days
                  save resting, show saved, run "report.tally" --what steps
        Set:      set zone = Europe/Berlin, set week = sunday, set units = us, set priority of steps = "Watch"
        Data:     import "export.zip", export steps to "steps.csv", add 500 count steps at 08:00 for 10min
                  delete samples of steps on 2024-03-10, watch sum steps today, open "other.tally"
        More:     help sum, help anchor, help where, help heartRate, help E120
        Leave:    quit, or Ctrl-D

        """

    /// Every topic that has a page.
    package static var topics: [String] {
        Grammar.Place.allCases.map { $0.rawValue + "s" } + Grammar.entries.map(\.phrase) + MetricCatalog.all.map(\.shortName)
            + DiagnosticCode.allCases.map(\.rawValue)
            + SettingCatalog.all.map(\.name)
    }

    /// Returns the page about `topic`; nil where there is none.
    package static func page(for topic: String) -> String? {
        // `help stages`, `help clauses`
        if let place = Grammar.Place.allCases.first(where: { $0.rawValue + "s" == topic.lowercased() }) {
            return Grammar.entries(at: place).map { "\($0.syntax)\n    \($0.summary)\n" }.joined()
        }
        let entries = Grammar.entries(about: topic)
        if !entries.isEmpty { return entries.map(page).joined(separator: "\n") }
        if let page = DiagnosticCatalog.page(for: topic) { return page }
        if let setting = SettingCatalog.entry(named: topic) { return page(setting) }
        if case .known(let metric) = MetricCatalog.resolve(name: topic) { return page(metric) }
        return nil
    }

    private static func page(_ entry: Grammar.Entry) -> String {
        var text = "\(entry.syntax)\n    \(entry.summary)\n    example: \(entry.example)\n"
        if let aggregate = AggregateCatalog.all.first(where: { $0.name == entry.phrase }) {
            let natures = MetricNature.allCases.filter(aggregate.natures.contains).map(\.name)
            text += "    for \(natures.joined(separator: ", "))\n"
        }
        return text
    }

    private static func page(_ setting: SettingEntry) -> String {
        let choices = setting.choices.isEmpty ? "" : "    one of: \(setting.choices.joined(separator: ", "))\n"
        return "set \(setting.name) = …\n    \(setting.summary)\n\(choices)"
    }

    private static func page(_ metric: MetricInfo) -> String {
        let nature: MetricNature
        let how: String
        switch metric.kind {
        case .quantity(let type):
            nature = type.style == .cumulative ? .cumulative : .discrete
            how = "\(type.style.rawValue), in \(type.usualUnit.symbol)"
        case .category, .workouts:
            nature = .interval
            how = "intervals with a value"
        }
        let aggregate = AggregateCatalog.standard(for: nature).name
        let aliases = metric.aliases.isEmpty ? "" : "    also called \(metric.aliases.joined(separator: ", "))\n"
        return "\(metric.shortName)\n    \(how)\n\(aliases)    aggregates: \(AggregateCatalog.names(for: nature))\n"
            + "    example: \(aggregate) \(metric.shortName) by day last 7 days\n"
    }
}

extension MetricNature {
    /// How people call such metrics.
    var name: String {
        switch self {
        case .cumulative: "cumulative metrics"
        case .discrete: "discrete metrics"
        case .interval: "categories and workouts"
        case .workoutField: "numbers of workouts"
        }
    }
}
