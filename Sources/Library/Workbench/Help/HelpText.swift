import QueryVocabulary
import QueryDiagnostics
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax

/// The pages of `help`: everything comes from the tables of the language.
package enum HelpText {
    /// One screen: what can be said.
    static let map = """
        A query says what, of which metric, by what and when, then any other clause:
            steps yesterday
            average, min, max heartRate by 15min yesterday
            sum activeEnergy by hour today | running total reset each day
        Plain English gets the query that it may mean: how many steps last week
        what     \(Aggregate.all.map(\.name).joined(separator: " ")),
                 samples of METRIC, summaries, progress METRIC
        by       hour, 15min, day, week, month, year, hour of day, weekday, source
        when     today, last 30 days, last 8 full weeks, since -30d, on 2024-03-10
        clauses  \(clauses)
        stages   running total, rolling, compare to, change, where, top, … (help stages)
        as       \(formats { !$0.isPicture }), each with to "FILE",
                 \(formats { $0.isPicture && $0 != .chart })
        look     show metrics | sources | settings | …, describe heartRate
        closer   why 1, explain, explain buckets | plan | swift | sql before a query
        name     let night = where hour of day between 0 and 5, def, save, run "a.tally"
        data     import "export.zip", export, add, load, delete, watch, open, history
        set      set zone = Europe/Berlin, set units = us; help settings
        learn    twelve lessons; learn anchors begins
        more     help sum, help anchor, help typical day, help heartRate, help E120
        leave    quit, or Ctrl-D

        """

    /// The clauses of a statistic beside keys and ranges, conditions first.
    private static var clauses: String {
        let others = ClauseWord.all.filter { $0.belongs(to: .statistics) && ![.by, .range, .condition].contains($0) }
        return ([.condition] + others).flatMap(\.definition.openers).joined(separator: " ")
    }

    private static func formats(_ isWanted: (OutputFormat) -> Bool) -> String {
        OutputFormat.allCases.filter(isWanted).map(\.rawValue).joined(separator: " ")
    }

    /// Every topic that has a page.
    package static var topics: [String] {
        Grammar.Place.allCases.map { $0.rawValue + "s" } + Grammar.entries.map(\.phrase) + HelpConcept.all.flatMap(\.names)
            + (MetricCatalog.all + MetricCatalog.parts).map(\.name)
            + DiagnosticCode.allCases.map(\.rawValue)
            + SettingCatalog.all.map(\.name)
    }

    /// Returns the page about `topic`, or about its first words; nil where there is none.
    package static func page(for topic: String) -> String? {
        var words = topic.lowercased().split(separator: " ").map(String.init)
        while !words.isEmpty {
            if let page = exactPage(for: words.joined(separator: " ")) { return page }
            words.removeLast()
        }
        return nil
    }

    private static func exactPage(for topic: String) -> String? {
        let entries = Grammar.entries(about: topic)
        let named = entries.filter { $0.phrase == topic }
        // `help stages`, `help clauses`; some of these words are also words of the language: `sources raw`.
        if let place = Grammar.Place.allCases.first(where: { $0.rawValue + "s" == topic }) {
            let list = Grammar.entries(at: place).map { "\($0.syntax)\n    \($0.summary)\n" }.joined()
            if named.isEmpty { return list }
            return (named.map(page) + ["What a query can begin with, besides an aggregate:\n\n" + list]).joined(separator: "\n")
        }
        if topic == "settings" { return SettingCatalog.all.map { "set \($0.name) = …\n    \($0.summary)\n" }.joined() }
        let concept = HelpConcept.about(topic)
        // An idea's own page comes before words that only begin alike: `to` is not `today`.
        var pages = (concept == nil ? entries : named).map(page)
        if let concept { pages.append(page(concept)) }
        if case .known(let metric) = MetricCatalog.resolve(name: topic) { pages.append(page(metric)) }
        if let setting = SettingCatalog.entry(named: topic) { pages.append(page(setting)) }
        if !pages.isEmpty { return pages.joined(separator: "\n") }
        return DiagnosticCatalog.page(for: topic)
    }

    private static func page(_ concept: HelpConcept) -> String {
        var lines = concept.text.split(separator: "\n").map(String.init) + concept.examples.map { "    example: \($0)" }
        if let lesson = concept.lesson { lines.append("    lesson: learn \(lesson)") }
        return "\(concept.names[0])\n" + lines.map { $0.hasPrefix(" ") ? $0 : "    " + $0 }.map { $0 + "\n" }.joined()
    }

    private static func page(_ entry: Grammar.Entry) -> String {
        var text = "\(entry.syntax)\n    \(entry.summary)\n    example: \(entry.example)\n"
        if let aggregate = Aggregate.all.first(where: { $0.name == entry.phrase }) {
            let natures = MetricNature.allCases.filter(aggregate.isLegal).map(\.name)
            text += "    for \(natures.joined(separator: ", "))\n"
        }
        if entry.phrase == "where" { text += "    what a condition may say: help conditions\n" }
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
            how = metric.part.map { "part of \(metric.shortName): \(DescribeText.values(of: $0, metric))" } ?? "intervals with a value"
        }
        let aggregate = nature.standardAggregate.name
        let aliases = metric.aliases.isEmpty ? "" : "    also called \(metric.aliases.joined(separator: ", "))\n"
        return "\(metric.name)\n    \(how)\n\(aliases)    aggregates: \(nature.aggregateNames)\n"
            + "    example: \(aggregate) \(metric.name) by day last 7 days\n"
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
