import HealthModel
import QueryDiagnostics
package import QueryVocabulary
import TerminalText

/// The pages of `help`, made from the tables of the language and from `Texts`.
package struct HelpBook: Sendable {
    /// The values of the settings that have a list of them.
    private let choices: @Sendable (SettingWord) -> [String]

    /// The settings of a session. Those that a store keeps are described with the statements that set them.
    private static let settings = SettingWord.allCases.filter { $0.definition.keeper == .session }

    package init(choices: @escaping @Sendable (SettingWord) -> [String]) { self.choices = choices }

    /// One screen about the whole language.
    package static let map = """
        A query names an aggregate and a metric, then a range, then other clauses:
            steps yesterday
            average, min, max heartRate by 15min yesterday
            sum activeEnergy by hour today | running total reset each day
        You can also ask in plain English: how many steps last week
        \(line("what", Aggregate.all.map(\.name) + ["samples of METRIC", "summaries", "progress METRIC"]))
        by       15min, day, month, weekday, source, value, bins of 10, (value > 9)
        when     today, last 30 days, last 8 full weeks, since -30d, on 2024-03-10
        \(line("clauses", clauses))
        stages   running total, rolling, compare to, change, where, top (help stages)
        as       \(formats { !$0.isPicture }), each with to "FILE",
                 \(formats { $0.isPicture && $0 != .chart })
        look     show metrics | sources | settings | …, describe heartRate
        explain  why 1, explain [buckets | plan | swift | sql | chart] QUERY
        name     let night = where hour of day between 0 and 5, def, save, run "a.tally"
        data     import "export.zip", export, add, load, delete, undo, watch, open
        set      set zone = Europe/Berlin, set units = us; help settings
        learn    learn lists the lessons; learn anchors starts one
        more     help sum, help typical day, help heartRate, help E120; quit leaves

        """

    /// The clauses of a statistic other than keys and ranges, with conditions first.
    private static var clauses: [String] {
        let others = ClauseWord.all.filter { $0.belongs(to: .statistics) && ![.by, .range, .condition].contains($0) }
        return ([.condition] + others).compactMap(\.definition.openers.first)
    }

    /// Returns a line of the map, or several if the words do not fit on one.
    private static func line(_ title: String, _ words: [String]) -> String {
        let listed = words.dropLast().map { $0 + "," } + words.suffix(1)
        return ScreenText.wrapped(listed, to: 80, first: ScreenText.padded(title, to: 9), indent: 9).joined(separator: "\n")
    }

    private static func formats(_ isWanted: (OutputFormat) -> Bool) -> String {
        OutputFormat.allCases.filter(isWanted).map(\.rawValue).joined(separator: " ")
    }

    /// The topics with a separate page.
    package static var topics: [String] {
        Grammar.Place.allCases.map { $0.rawValue + "s" } + Grammar.entries.map(\.phrase) + HelpConcept.all.flatMap(\.names)
            + (MetricCatalog.all + MetricCatalog.parts).map(\.name)
            + DiagnosticCode.allCases.map(\.rawValue)
            + settings.map(\.name)
    }

    /// Returns the page about `topic` or about its first words, or nil if help doesn't know the topic.
    package func page(for topic: String) -> String? {
        let topic = topic.lowercased()
        let all = topic.split(separator: " ").map(String.init)
        var words = all
        while !words.isEmpty {
            if let page = exactPage(for: words.joined(separator: " ")) { return page }
            words.removeLast()
        }
        return Self.pageOfForms(with: topic) ?? pageOfOtherForm(all)
    }

    /// Returns true if a page has exactly this topic.
    package func hasPage(exactlyAbout topic: String) -> Bool { exactPage(for: topic.lowercased()) != nil }

    /// Returns the page for a topic in another form: `--zone`, `joins`, `The day so far`, `Anchor, zone and grid`, or a name of HealthKit.
    private func pageOfOtherForm(_ words: [String]) -> String? {
        let plain = words.map { $0.trimmingPrefix { $0 == "-" }.filter { !",:;.?!`".contains($0) } }
            .drop { ["the", "a", "an", "other", "my", "all"].contains($0) }
        guard let first = plain.first, !first.isEmpty else { return nil }
        if Array(plain) != words { return page(for: plain.joined(separator: " ")) }
        if first.hasSuffix("s"), let page = exactPage(for: String(first.dropLast())) { return page }
        return first.hasPrefix("hk") && first.count > 4 ? exactPage(for: "names of healthkit") : nil
    }

    /// Returns the page of all forms that contain a keyword, such as `called` or `each`.
    private static func pageOfForms(with keyword: String) -> String? {
        let forms = Grammar.entries.filter { entry in
            entry.syntax.split { !$0.isLetter }.contains { $0 == keyword }
        }
        return forms.isEmpty ? nil : forms.map(page).joined(separator: "\n")
    }

    /// Returns the titles of pages whose text contains `word`, at most five.
    package static func titles(mentioning word: String) -> [String] {
        let word = word.lowercased()
        let mentions: (String) -> Bool = { text in text.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0 == word } }
        let entries = Grammar.entries.filter { mentions($0.summary) || mentions($0.syntax) }.map(\.phrase)
        let concepts = HelpConcept.all.filter { mentions($0.text) }.map { $0.names[0] }
        var seen: Set<String> = []
        return Array((concepts + entries).filter { seen.insert($0).inserted }.prefix(5))
    }

    private func exactPage(for topic: String) -> String? {
        let entries = Grammar.entries(about: topic)
        let named = entries.filter { $0.phrase == topic }
        // `help stages` and `help clauses` are lists. Some of these words are also words of the language, as in `sources raw`.
        if let place = Grammar.Place.allCases.first(where: { $0.rawValue + "s" == topic }) {
            let list = Grammar.entries(at: place).map { "\($0.syntax)\n    \($0.summary)\n" }.joined()
            if named.isEmpty { return list }
            return (named.map(Self.page) + ["A query starts with an aggregate and a metric, or with one of these:\n\n" + list]).joined(
                separator: "\n")
        }
        if topic == "settings" { return Self.settings.map(Self.line).joined() }
        let concept = HelpConcept.about(topic)
        // A concept's own page replaces entries that only share a prefix: `to` is not `today`.
        var pages = (concept == nil ? entries : named).map(Self.page)
        if let concept { pages.append(Self.page(concept)) }
        if case .known(let metric) = MetricCatalog.resolve(name: topic) { pages.append(Self.page(metric)) }
        if let setting = SettingWord(folded: foldedName(topic)), Self.settings.contains(setting) { pages.append(page(setting)) }
        if !pages.isEmpty { return pages.joined(separator: "\n") }
        return DiagnosticCatalog.page(for: topic)
    }

    private static func line(_ setting: SettingWord) -> String { "set \(setting.name) = …\n    \(setting.definition.summary)\n" }

    private static func page(_ concept: HelpConcept) -> String {
        var lines = concept.text.split(separator: "\n").map(String.init) + concept.examples.map { "    example: \($0)" }
        if let lesson = concept.lesson { lines.append("    lesson: learn \(lesson)") }
        return "\(concept.names[0])\n" + lines.map { $0.hasPrefix(" ") ? $0 : "    " + $0 }.map { $0 + "\n" }.joined()
    }

    private static func page(_ entry: Grammar.Entry) -> String {
        var text = "\(entry.syntax)\n    \(entry.summary)\n    example: \(entry.example)\n"
        if let aggregate = Aggregate.all.first(where: { $0.name == entry.phrase }) {
            let natures = MetricNature.allCases.filter(aggregate.isLegal).map(\.name)
            text += "    works on: \(natures.joined(separator: ", "))\n"
        }
        if entry.phrase == "where" { text += "    how to write a condition: help conditions\n" }
        return text
    }

    private func page(_ setting: SettingWord) -> String {
        let choices = choices(setting)
        let list = choices.isEmpty ? "" : "    one of: \(choices.joined(separator: ", "))\n"
        return Self.line(setting) + list
    }

    private static func page(_ metric: MetricInfo) -> String {
        let nature: MetricNature
        let how: String
        switch metric.kind {
        case .quantity(let type):
            nature = type.style == .cumulative ? .cumulative : .discrete
            how = "\(type.style.rawValue), in \(metric.id == .labs ? "the unit of each clinic" : type.usualUnit.symbol)"
        case .category, .workouts:
            nature = .interval
            how = metric.part.map { "part of \(metric.shortName): \(PartText.values(of: $0, metric))" } ?? "intervals with a value"
        }
        let aggregate = nature.standardAggregate.name
        let aliases = metric.aliases.isEmpty ? "" : "    also called \(metric.aliases.joined(separator: ", "))\n"
        return "\(metric.name)\n    \(how)\n\(aliases)    aggregates: \(nature.aggregateNames)\n"
            + "    example: \(aggregate) \(metric.name) by day last 7 days\n"
    }
}

extension MetricNature {
    /// The name of the kind of metric in help pages.
    var name: String {
        switch self {
        case .cumulative: "cumulative metrics"
        case .discrete: "discrete metrics"
        case .interval: "categories and workouts"
        case .workoutField: "workout energy and workout distance"
        }
    }
}
