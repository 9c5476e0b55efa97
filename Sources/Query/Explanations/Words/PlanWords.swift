import QueryVocabulary
import CalendarIntervals
package import HealthModel
package import QueryPlan

/// A query in words that a beginner understands: what is computed, of what, over which buckets, and by which rules.
package struct PlanWords: Sendable {
    private let pipeline: Pipeline
    /// Printed names of the sources of each metric, best first.
    private let sources: [MetricID: [String]]
    private var plan: Plan { pipeline.plan }

    package init(_ pipeline: Pipeline, sources: [MetricID: [String]]) {
        self.pipeline = pipeline
        self.sources = sources
    }

    /// One paragraph, without line breaks.
    package var paragraph: String { sentences.joined(separator: " ") }

    private var sentences: [String] {
        let stages = StageWords(pipeline).sentences
        switch plan.subject {
        case .statistics(let measures):
            return [computation(of: measures)] + parts + styles(of: measures) + condition + [rows, range] + uneven
                + [edges] + sharing(measures) + merging(measures) + partialRows + emptyRows(measures) + settings(measures) + stages
        case .samples(let listing):
            let order = listing.isNewestFirst ? "the newest first" : "the oldest first"
            let limit = plan.limit.map { ", at most \($0)" } ?? ""
            return ["Lists the samples of \(Self.name(listing.metric, listing.part))\(unit(listing.unit)), one a row, \(order)\(limit)."]
                + parts + condition
                + [range, edges] + stages
        case .summaries: return ["Lists the activity summaries, one row a day, as they were recorded.", range] + stages
        }
    }

    private func unit(_ unit: HealthUnit?) -> String { unit.map { " in \($0.symbol)" } ?? "" }

    // MARK: What

    private func computation(of measures: [Measure]) -> String {
        var phrases: [String] = []
        for group in measures.map({ [Self.name($0)] }).uniqued {
            let own = measures.filter { [Self.name($0)] == group }
            if own.count > 1, Set(own.map(\.unit)).count == 1 {
                let nouns = own.map { noun(of: $0.aggregate) + alias(of: $0) }
                phrases.append("computes \(Self.list(nouns)) of \(group[0])\(unit(own[0].unit))")
            } else {
                phrases += own.map { phrase(of: $0) + unit($0.unit) + alias(of: $0) }
            }
        }
        return Self.list(phrases).capitalizedFirst + "."
    }

    private func alias(of measure: Measure) -> String {
        measure.name.hasPrefix(measure.aggregate.name) ? "" : ", called \(measure.name)"
    }

    private func noun(of aggregate: Aggregate) -> String {
        if case .percentile(let percent) = aggregate { return "the \(Self.ordinal(percent)) percentile" }
        return aggregate.definition.noun
    }

    private func phrase(of measure: Measure) -> String {
        let name = Self.name(measure)
        return switch measure.aggregate {
        case .sum: "adds up \(name)"
        case .average: "averages \(name)"
        case .count: "counts the samples of \(name), those of every source"
        case .duration: "measures the time that samples of \(name) cover"
        case .percentile(let percent): "takes the \(name) that \(PredicateWords.number(percent)) % of the samples do not exceed"
        default: "takes \(noun(of: measure.aggregate)) \(name)"
        }
    }

    private static func name(_ measure: Measure) -> String { name(measure.metric, measure.part) }

    private static func name(_ metric: MetricID, _ part: MetricPart?) -> String { part?.title ?? metric.shortName }

    /// What the words for parts of metrics mean: `sleep is sleepAnalysis where the value is …`.
    private var parts: [String] {
        let parts: [(MetricID, MetricPart)] =
            switch plan.subject {
            case .statistics(let measures): measures.compactMap { measure in measure.part.map { (measure.metric, $0) } }
            case .samples(let listing): listing.part.map { [(listing.metric, $0)] } ?? []
            case .summaries: []
            }
        return parts.map { metric, part in
            guard case .category(let type)? = MetricCatalog.metric(metric)?.kind, let values = part.values else {
                return "\(part.title.capitalizedFirst) is \(metric.shortName) with any value."
            }
            return "\(part.title.capitalizedFirst) is \(metric.shortName) where the value is \(type.choice(of: values))."
        }.uniqued
    }

    private func styles(of measures: [Measure]) -> [String] {
        measures.map(\.metric).uniqued.compactMap { metric in
            let own = measures.filter { $0.metric == metric }
            let isAveraged = own.contains { $0.aggregate == .average }
            switch own[0].style {
            case .cumulative?: return "\(metric.shortName) is cumulative: its samples are amounts, which add up."
            case .discreteTemporallyWeighted? where isAveraged:
                return
                    "\(metric.shortName) is discrete: its samples are readings, each weighted by the time that it covers; those without length count alike."
            case .discreteEquivalentContinuousLevel? where isAveraged:
                return "\(metric.shortName) is a sound level: it is averaged by its energy over time, not by its decibels."
            case .discreteArithmetic? where isAveraged:
                return "\(metric.shortName) is discrete: its samples are readings, and every one counts alike."
            case nil: return "\(metric.shortName) is a matter of intervals: what counts is how long, and how often."
            default: return "\(metric.shortName) is discrete: its samples are readings."
            }
        }
    }

    private var condition: [String] {
        plan.predicate.map { ["Only samples take part for which \(PredicateWords(plan).phrase($0))."] } ?? []
    }

    // MARK: When

    private var keys: [String] { plan.grid.profiles.map(\.phrase) + plan.splits.map(\.name) }

    private var rows: String {
        let grid = plan.grid
        guard let interval = grid.intervalText else {
            guard !keys.isEmpty else { return "There is one row, for the whole range." }
            let slots =
                grid.profiles.isEmpty ? "" : ": \(Self.count(grid.groupCount, "row")) in all, each for every time of its kind in the range"
            let splits = plan.splits.isEmpty || grid.profiles.isEmpty ? "" : ", and as many for each \(Self.list(plan.splits.map(\.name)))"
            return "There is one row for each \(Self.list(grid.profiles.isEmpty ? keys : grid.profiles.map(\.phrase)))\(slots)\(splits)."
        }
        let anchor = grid.schedule.map(begin) ?? ""
        let beside = keys.isEmpty ? "" : ", and for each \(Self.list(keys))"
        return "There is one row for each \(interval)\(anchor)\(beside)\(expected)."
    }

    /// `, 3 rows in all`, `, 3 rows for each source`.
    private var expected: String {
        guard !plan.range.isUnknown else { return "" }
        let each = plan.splits.isEmpty ? "in all" : "for each \(Self.list(plan.splits.map(\.name)))"
        return ", \(Self.count(plan.grid.groupCount, "row")) \(each)"
    }

    /// The rule that edges follow: ` that begins at 03:00`.
    private func begin(_ schedule: BucketSchedule) -> String {
        let clock = TimeWords.clock(schedule.anchor)
        switch schedule.interval.period {
        case .second, .minute, .hour: return ", counted from \(TimeWords.date(schedule.anchor)) \(clock)"
        case .day where schedule.interval.count == 1: return clock == "00:00" ? "" : ", which begins at \(clock)"
        case .week where schedule.interval.count == 1:
            return ", which begins on \(schedule.anchor.date.weekday.name.capitalizedFirst)\(clock == "00:00" ? "" : " at \(clock)")"
        case .month where schedule.interval.count == 1:
            return schedule.anchor.date.day == 1 && clock == "00:00" ? "" : ", which begins on day \(schedule.anchor.date.day) at \(clock)"
        case .day where schedule.interval.isWholeWeeks, .week:
            return ", counted from \(schedule.anchor.date.weekday.name.capitalizedFirst) \(TimeWords.date(schedule.anchor)) \(clock)"
        case .day, .month, .quarter, .year: return ", counted from \(TimeWords.date(schedule.anchor)) \(clock)"
        }
    }

    private var range: String {
        guard !plan.range.isUnknown else { return "Nothing is recorded yet, so there is no range." }
        let times = TimeWords(plan)
        let zone = plan.usesSampleZones ? "on the clock of the zone that each sample was recorded in" : "in \(plan.zone.identifier)"
        let last = plan.range.includesEnd ? "and including " : "but not including "
        return "The range is from \(times.text(plan.range.start)) to \(last)\(times.text(plan.range.end)), \(zone)."
    }

    /// The days that are not 24 hours long, or whatever else has more than one length though its rule has one.
    private var uneven: [String] {
        guard let period = plan.grid.schedule?.interval.period, period <= .week, plan.grid.profiles.isEmpty else { return [] }
        let lengths = zip(plan.grid.groupStarts, plan.grid.groupEnds).map { $1 - $0 }
        let usual = plan.grid.schedule?.interval.approximateMilliseconds
        let odd = lengths.indices.filter { lengths[$0] != usual }
        guard let first = odd.first else { return [] }
        let times = TimeWords(plan)
        let begin = times.text(Instant(milliseconds: plan.grid.groupStarts[first]))
        let length = TimeWords.length(lengths[first])
        let others = odd.count > 1 ? ", and \(Self.count(odd.count - 1, "other")) too" : ""
        return ["The clocks change: the row of \(begin) is \(length) long\(others)."]
    }

    // MARK: By which rules

    private var edges: String {
        switch plan.edges {
        case .clip: "Of a sample that crosses an end of the range only the part inside counts."
        case .overlap: "A sample that touches the range counts whole, as in HealthKit without options."
        case .strictStart: "Samples that start inside the range count, and count whole."
        case .strictEnd: "Samples that end inside the range count, and count whole."
        case .strict: "Only samples that lie wholly inside the range count."
        }
    }

    private func sharing(_ measures: [Measure]) -> [String] {
        guard plan.grid.bucketCount > 1 else { return [] }
        switch plan.assignment {
        case .start: return ["A sample belongs whole to the row in which it starts."]
        case .end: return ["A sample belongs whole to the row in which it ends."]
        case .share:
            let hasSum = measures.contains { $0.aggregate == .sum }
            return hasSum ? ["A sample that lies in several rows gives each its share by time."] : []
        }
    }

    private func merging(_ measures: [Measure]) -> [String] {
        let sums = measures.filter { $0.aggregate == .sum && $0.style == .cumulative }.map(\.metric).uniqued
        guard !sums.isEmpty else { return deciding(measures) }
        switch plan.sourceRule {
        case .raw: return ["Everything that every source recorded is added, also where two recorded the same."]
        case .separate: return ["Each source stands alone; nothing is merged."]
        case .merged:
            let orders = sums.compactMap { metric in sources[metric].flatMap { $0.count > 1 ? (metric, $0) : nil } }
            guard let first = orders.first else { return [] }
            let rule = "Sources are merged so that nothing counts twice: at each moment only the best one that records counts"
            if orders.allSatisfy({ $0.1 == first.1 }) { return ["\(rule), \(first.1.joined(separator: " before "))."] }
            return ["\(rule): \(orders.map { "for \($0.0.shortName) \($0.1.joined(separator: " before "))" }.joined(separator: "; "))."]
        }
    }

    /// Who decides between values that exclude each other (S6.6).
    private func deciding(_ measures: [Measure]) -> [String] {
        guard let measure = measures.first(where: { $0.exclusiveValues(in: plan) != nil }), let order = sources[measure.metric],
            order.count > 1
        else { return [] }
        return [
            "Where sources contradict each other, asleep or awake, the best one that has such a value decides at each moment, "
                + "\(order.joined(separator: " before ")); a condition on the value applies after that."
        ]
    }

    private var partialRows: [String] {
        guard !plan.range.isUnknown, plan.grid.schedule != nil, plan.grid.profiles.isEmpty else { return [] }
        let partial = zip(plan.grid.groupStarts.indices, plan.partialGroups).filter(\.1).map(\.0)
        guard !partial.isEmpty else { return ["Every row is whole."] }
        let last = plan.grid.groupCount - 1
        let which =
            last == 0
            ? "The row is"
            : partial == [0]
                ? "The first row is"
                : partial == [last]
                    ? "The last row is" : partial == [0, last] ? "The first and the last row are" : "\(partial.count) rows are"
        let fate =
            switch plan.partial {
            case .mark: "and marked so"
            case .keep: "and treated like any other"
            case .drop: "and left out"
            }
        return [
            "\(which) partial, not wholly inside the range or not over at \(TimeWords(plan).text(Instant(milliseconds: plan.nowOfRows))), \(fate)."
        ]
    }

    private func emptyRows(_ measures: [Measure]) -> [String] {
        switch plan.fill {
        case .zero: return ["A row without samples shows 0."]
        case .number(let number): return ["A row without samples shows \(PredicateWords.number(number))."]
        case .previous: return ["A row without samples shows what the row before it shows."]
        case .linear: return ["A row without samples lies on the line between its neighbours."]
        case .omit: return ["Rows without samples are left out."]
        case .none, .null:
            guard measures.contains(where: { $0.aggregate != .count }) else { return [] }
            return [
                plan.grid.groupCount == 1
                    ? "Without samples it shows null, which is not 0." : "A row without samples shows null, which is not 0."
            ]
        }
    }

    /// The settings that have a say in these measures, where nobody authoritative knows what is right.
    private func settings(_ measures: [Measure]) -> [String] {
        var names: [String] = []
        let rules = plan.rules
        if measures.contains(where: { $0.aggregate == .average && $0.style != .discreteArithmetic }) {
            names.append("weighting = \(rules.weighting.rawValue)")
        }
        if measures.contains(where: { $0.style != .cumulative && $0.style != nil }) {
            names += ["span = \(rules.span.rawValue)", "discrete merge = \(rules.discreteMerge.rawValue)"]
        }
        if measures.contains(where: { $0.aggregate == .duration }) { names.append("duration = \(rules.duration.rawValue)") }
        if measures.contains(where: \.aggregate.definition.isRank) { names.append("percentile = \(rules.percentile.rawValue)") }
        if measures.contains(where: { $0.aggregate == .count }) { names.append("count = \(rules.count.rawValue)") }
        guard !names.isEmpty else { return [] }
        return ["\(names.count == 1 ? "A setting has" : "Settings have") a say: \(Self.list(names))."]
    }

    // MARK: Language

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ parts: [String]) -> String {
        parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
    }

    /// `1st`, `2nd`, `11th`, `99.9th`.
    static func ordinal(_ number: Double) -> String {
        let text = PredicateWords.number(number)
        let ending =
            switch Int(exactly: number).map({ ($0 % 10, $0 % 100) }) {
            case (1, let last)? where last != 11: "st"
            case (2, let last)? where last != 12: "nd"
            case (3, let last)? where last != 13: "rd"
            default: "th"
            }
        return text + ending
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
