import CalendarIntervals
package import HealthModel
package import QueryPlan
import QueryVocabulary
import TerminalText

/// Describes a query in words that a beginner understands: the computation, the metric, the buckets and the rules that apply.
package struct PlanWords: Sendable {
    private let pipeline: Pipeline
    /// The displayed names of each metric's sources, best first.
    private let sources: [MetricID: [String]]
    private var plan: Plan { pipeline.plan }

    package init(_ pipeline: Pipeline, sources: [MetricID: [String]]) {
        self.pipeline = pipeline
        self.sources = sources
    }

    /// One paragraph, without line breaks.
    package var paragraph: String { sentences.joined(separator: " ") }

    private var sentences: [String] {
        let stages = StageWords(pipeline).sentences + consensus
        switch plan.subject {
        case .statistics where plan.hasOwnRules: return sentencesOfParts + stages
        case .statistics(let measures):
            return [computation(of: measures)] + parts + styles(of: measures) + condition + [rows] + EventWords(plan).window(of: measures)
                + keys + [range] + uneven
                + [edges] + sharing(measures) + merging(measures) + partialRows + emptyRows(measures) + persons + settings(measures)
                + stages
        case .samples(let listing):
            let order = listing.isNewestFirst ? "the newest first" : "the oldest first"
            let limit = plan.limit.map { ", at most \($0)" } ?? ""
            return ["Lists the samples of \(Self.name(listing.metric, listing.part))\(unit(listing.unit)), one per row, \(order)\(limit)."]
                + parts + condition
                + [range, edges] + persons + stages
        case .summaries: return ["Lists the activity summaries, one row per day, as recorded.", range] + persons + stages
        }
    }

    /// Names the sources of `glucose ranges`.
    private var consensus: [String] {
        guard plan.asksForConsensus else { return [] }
        return [
            "The ranges are those of the international consensus (Battelino et al. 2019, Diabetes Care 42:1593): below 54 mg/dL, 54–69, "
                + "70–180, 181–250 and above 250 mg/dL.",
            "GMI is 3.31 % + 0.02392 % for each mg/dL of the average (Bergenstal et al. 2018, Diabetes Care 41:2275).",
        ]
    }

    /// The sentences of each set of rules. Sentences that all share come last.
    private var sentencesOfParts: [String] {
        let parts = plan.parts.map { part -> [String] in
            var plan = part.plan
            plan.asksForConsensus = false
            return PlanWords(Pipeline(plan: plan), sources: sources.mapValues { $0.preferring(plan.preferredSources) }).sentences
        }
        let shared = parts[0].filter { sentence in parts.allSatisfy { $0.contains(sentence) } }
        return parts.flatMap { $0.filter { !shared.contains($0) } } + shared
    }

    /// Says how many people the query concerns, and how they are combined.
    private var persons: [String] {
        guard let cohort = plan.cohort else { return [] }
        let count = Self.count(plan.askedMembers.count, "person")
        let days = cohort.hasOwnDays ? ", and days are those of each person's own time zone (\(cohort.plans.count) time zones)" : ""
        let own = "The query concerns \(count). Sources are merged within each person only\(days)."
        guard case .statistics = plan.subject, plan.events == nil else { return [own, "Each row is of one person."] }
        if plan.splits.contains(.person(.id)) { return [own, "Each person with a sample in the range has its own rows."] }
        return [
            own,
            "A row combines its persons: sums, counts and durations of the persons add up, and all other numbers are over all samples of all"
                + " persons.",
        ]
    }

    private func unit(_ unit: HealthUnit?) -> String { unit.map { " in \(HealthUnit.shown($0.symbol))" } ?? "" }

    // MARK: Measures

    private func computation(of measures: [Measure]) -> String {
        var phrases: [String] = []
        for group in measures.map({ [Self.name($0)] }).uniqued {
            let own = measures.filter { [Self.name($0)] == group }
            if own.count > 1, Set(own.map(\.unit)).count == 1, own.allSatisfy({ $0.result != .clock && $0.isPlain }) {
                let nouns = own.map { noun(of: $0.aggregate) + alias(of: $0) }
                phrases.append("computes \(nouns.listed(with: "and")) of \(group[0])\(unit(own[0].unit))")
            } else {
                phrases += own.map { phrase(of: $0) + unit([.count, .share].contains($0.result) ? nil : $0.unit) + alias(of: $0) }
            }
        }
        return phrases.listed(with: "and").capitalizedFirst + "."
    }

    private func alias(of measure: Measure) -> String {
        let usual =
            switch measure.form {
            case .fastest, .fastestStart: MeasureWord.fastest.columnName
            case .splitSpeed: measure.aggregateName
            case .value where measure.countsSchedule: MeasureWord.adherence.columnName
            case .value, .moment, .rowLength: measure.condition == nil ? measure.aggregate.columnName : MeasureWord.share.columnName
            }
        return measure.name.hasPrefix(usual) ? "" : ", called \(measure.name)"
    }

    private func noun(of aggregate: Aggregate) -> String {
        if case .percentile(let percent) = aggregate { return "the \(Self.ordinal(percent)) percentile" }
        return aggregate.definition.noun
    }

    private func phrase(of measure: Measure) -> String {
        let name = Self.name(measure)
        if measure.countsSchedule { return "finds the share of the scheduled doses of \(name) that were taken" }
        if let condition = measure.condition {
            let whole = measure.aggregate == .count ? "samples of \(name)" : measure.aggregate == .duration ? "time of \(name)" : name
            return "finds the share of the \(whole) for which \(PredicateWords(plan).phrase(condition))"
        }
        switch measure.form {
        case .value: break
        case .moment: return "finds the start of the sample with \(noun(of: measure.aggregate)) \(name) value"
        case .rowLength: return "measures the length of each row"
        case .splitSpeed: return "divides the distance of each split by its time without pauses"
        case .fastest(let amount): return "finds the shortest time in which \(name) adds up to \(self.amount(amount, of: measure))"
        case .fastestStart(let amount):
            return "finds the start of the shortest time in which \(name) adds up to \(self.amount(amount, of: measure))"
        }
        return switch measure.aggregate {
        case .sum: "adds up \(name)"
        case .average: "averages \(name)"
        case .count: "counts the samples of \(name) from all sources"
        case .duration where measure.countsActiveTime: "measures the time of \(name) without pauses"
        case .duration: "measures the time that samples of \(name) cover"
        case .rmssd, .sdnn, .pnn50:
            "averages \(noun(of: measure.aggregate)) in each sample of \(name) that has heartbeats"
        case .coverage: "finds the share of quarter hours in which \(name) has samples"
        case .firstStart: "finds the time at which the first sample of \(name) starts in each row"
        case .lastEnd: "finds the time at which the last sample of \(name) ends in each row"
        case .percentile(let percent): "finds the \(name) value that \(PredicateWords.number(percent)) % of the samples don't exceed"
        // A deviation isn't one of the values.
        case let aggregate where aggregate.definition.result == .difference: "computes \(noun(of: aggregate)) of \(name)"
        default: "finds \(noun(of: measure.aggregate)) \(name) value"
        }
    }

    /// Returns an amount in the storage unit as text.
    private func amount(_ amount: Double, of measure: Measure) -> String {
        PredicateWords.number(amount) + (measure.storageUnit.map { " \(HealthUnit.shown($0.symbol))" } ?? "")
    }

    private static func name(_ measure: Measure) -> String { name(measure.metric, measure.part) }

    private static func name(_ metric: MetricID, _ part: MetricPart?) -> String { part?.title ?? metric.shortName }

    /// Explains the words for parts of metrics: `Sleep is sleepAnalysis with the value …`.
    private var parts: [String] {
        let parts: [(MetricID, MetricPart)] =
            switch plan.subject {
            case .statistics(let measures): measures.compactMap { measure in measure.part.map { (measure.metric, $0) } }
            case .samples(let listing): listing.part.map { [(listing.metric, $0)] } ?? []
            case .summaries: []
            }
        return parts.compactMap { metric, part -> String? in
            if part.isImplied {
                guard case .category(let type)? = MetricCatalog.metric(metric)?.kind, plan.condition(of: part) != nil else { return nil }
                let names = type.shortNames(of: part.absent).listed(with: "or")
                return "Samples of \(metric.shortName) with the value \(names) don't count, because the query does not ask for values."
            }
            guard case .category(let type)? = MetricCatalog.metric(metric)?.kind, let values = part.values else {
                return "\(part.title.capitalizedFirst) is \(metric.shortName) with any value."
            }
            return "\(part.title.capitalizedFirst) is \(metric.shortName) with the value \(type.shortNames(of: values).listed(with: "or"))."
        }.uniqued
    }

    private func styles(of measures: [Measure]) -> [String] {
        measures.filter { !$0.countsSchedule }.map(\.metric).uniqued.compactMap { metric in
            let own = measures.filter { $0.metric == metric }
            let isAveraged = own.contains { $0.aggregate == .average }
            switch own[0].style {
            case .cumulative?: return "\(metric.shortName) is cumulative: its samples are amounts that add up."
            case .discreteTemporallyWeighted? where isAveraged:
                return
                    "\(metric.shortName) is discrete: its samples are readings, weighted by the time they cover."
                    + " Samples without a duration have equal weights."
            case .discreteEquivalentContinuousLevel? where isAveraged:
                return "\(metric.shortName) is a sound level: the average is computed from its energy over time, not from its decibels."
            case .discreteArithmetic? where isAveraged:
                return "\(metric.shortName) is discrete: its samples are readings, and all have the same weight."
            case nil: return "\(metric.shortName) consists of intervals: Tally measures how long they last and how often they occur."
            default: return "\(metric.shortName) is discrete: its samples are readings."
            }
        }
    }

    private var condition: [String] {
        var sentences: [String] = []
        if plan.countsSchedule {
            sentences.append(
                "A dose counts once, at its scheduled time, if that time has come. Doses as needed don't count, and a dose that is snoozed, or "
                    + "not logged, was not taken.")
        }
        if case .statistics(let measures) = plan.subject, measures.contains(where: \.combinesLabs) {
            sentences.append("A row with results of several tests, codes or units has no value, because their numbers can't be combined.")
        }
        if let longest = plan.holding {
            sentences.append(
                "A reading without a duration lasts until the next reading of its source, at most \(TimeWords.length(longest)).")
        }
        if let predicate = plan.predicate { sentences.append("Samples count only if \(PredicateWords(plan).phrase(predicate)).") }
        guard let set = plan.intervals else { return sentences }
        let words = IntervalWords(plan).phrase(set)
        if case .samples = plan.subject {
            sentences.append("Only samples with a part in this set of times are listed: \(words).")
        } else {
            sentences.append("Only time in this set counts, and samples are clipped to it: \(words).")
        }
        return sentences
    }

    // MARK: Rows and range

    private var profiles: [String] {
        let parts = DayPart.inOrderOfDay.map { "\($0.rawValue) from \(plan.dayParts[$0].text)" }.joined(separator: ", ")
        return plan.grid.profiles.map { $0 == .partOfDay ? "\($0.phrase) (\(parts))" : $0.phrase }
    }
    private var splits: [String] {
        plan.splits.map { split in
            switch split {
            case .condition: "answer of `\(split.words)`"
            case .ranges(let ranges) where ranges.bandIndices == nil: "bin"
            case .ranges: "band"
            default: split.words
            }
        }
    }

    /// Explains the keys that are not fields of samples.
    private var keys: [String] {
        plan.splits.compactMap { split in
            switch split {
            case .condition(let predicate, let name):
                "The answer of `\(name)` is yes for samples for which \(PredicateWords(plan).phrase(predicate)), and no for all others."
            case .ranges(let ranges):
                switch ranges.division {
                case .bins(let width):
                    "Each bin is \(PredicateWords.amount(width, ranges.unit)) wide and includes its lower edge. "
                        + "Bins without samples between others are rows, too."
                case .bands(let limits):
                    "The bands are divided at "
                        + limits.map { PredicateWords.number(PredicateWords.shown($0, ranges.unit)) }.listed(with: "and")
                        + "\(ranges.unit.map { " \($0)" } ?? ""), and each includes its lower edge."
                }
            default: nil
            }
        }
    }

    private var rows: String {
        let grid = plan.grid
        if let events = plan.events {
            return EventWords(plan).rows(of: events, splits: splits)
        }
        guard let interval = grid.intervalText else {
            guard !profiles.isEmpty else {
                return splits.isEmpty ? "There is one row for the whole range." : "There is one row for each \(splits.listed(with: "and"))."
            }
            return "There is one row for each \(profiles.listed(with: "and"))\(expected). A row combines all matching times in the range."
        }
        let anchor = grid.schedule.map(begin) ?? ""
        return "There is one row for each \((["\(interval)\(anchor)"] + profiles + splits).listed(with: "and"))\(expected)."
    }

    /// The number of rows: `, 3 rows in all` or `, 3 rows for each source`.
    private var expected: String {
        guard !plan.range.isUnknown else { return "" }
        let each = splits.isEmpty ? "in all" : "for each \(splits.listed(with: "and"))"
        return ", \(Self.count(plan.grid.groupCount, "row")) \(each)"
    }

    /// Where the buckets start, unless that is obvious: ` (starting at 03:00)`.
    private func begin(_ schedule: BucketSchedule) -> String {
        let clock = TimeWords.clock(schedule.anchor)
        switch schedule.interval.period {
        case .second, .minute, .hour: return " (counted from \(TimeWords.date(schedule.anchor)) \(clock))"
        case .day where schedule.interval.count == 1: return clock == "00:00" ? "" : " (starting at \(clock))"
        case .week where schedule.interval.count == 1:
            return " (starting on \(schedule.anchor.date.weekday.name.capitalizedFirst)\(clock == "00:00" ? "" : " at \(clock)"))"
        case .month where schedule.interval.count == 1:
            return schedule.anchor.date.day == 1 && clock == "00:00" ? "" : " (starting on day \(schedule.anchor.date.day) at \(clock))"
        case .day where schedule.interval.isWholeWeeks, .week:
            return " (counted from \(schedule.anchor.date.weekday.name.capitalizedFirst) \(TimeWords.date(schedule.anchor)) \(clock))"
        case .day, .month, .quarter, .year: return " (counted from \(TimeWords.date(schedule.anchor)) \(clock))"
        }
    }

    private var range: String {
        guard !plan.range.isUnknown else { return "Nothing is recorded yet, so there is no range." }
        let times = TimeWords(plan)
        let zone =
            plan.cohort?.hasOwnDays == true
            ? "on the clocks of each person"
            : plan.usesSampleZones ? "in the time zone that each sample was recorded in" : "in \(plan.zone.identifier)"
        let end = times.text(plan.range.end)
        let last = plan.range.includesEnd ? "ends at \(end) (included)" : "ends before \(end)"
        return "The range starts at \(times.text(plan.range.start)) and \(last), \(zone)."
    }

    /// Mentions rows of an unusual length, such as a day of 23 hours.
    private var uneven: [String] {
        guard let period = plan.grid.schedule?.interval.period, period <= .week, plan.grid.profiles.isEmpty else { return [] }
        let lengths = zip(plan.grid.groupStarts, plan.grid.groupEnds).map { $1 - $0 }
        let usual = plan.grid.schedule?.interval.approximateMilliseconds
        let odd = lengths.indices.filter { lengths[$0] != usual }
        guard let first = odd.first else { return [] }
        let times = TimeWords(plan)
        let begin = times.text(Instant(milliseconds: plan.grid.groupStarts[first]))
        let length = TimeWords.length(lengths[first])
        let others =
            odd.count > 1 ? ", and \(Self.count(odd.count - 1, "other row")) \(odd.count == 2 ? "has" : "have") an unusual length, too" : ""
        return ["The clocks change: the row that starts at \(begin) is \(length) long\(others)."]
    }

    // MARK: Rules

    private var edges: String {
        switch plan.edges {
        case .clip where plan.endsOutward || plan.wholeRows != nil:
            "The ends of the range moved out to the edges of rows, so the range cuts no row."
        case .clip, .outward: "If a sample crosses the start or end of the range, only the part inside counts."
        case .overlap: "A sample that touches the range counts in full, as in HealthKit without options."
        case .strictStart: "Only samples that start inside the range count, and they count in full."
        case .strictEnd: "Only samples that end inside the range count, and they count in full."
        case .strict: "Only samples that are entirely inside the range count."
        }
    }

    private func sharing(_ measures: [Measure]) -> [String] {
        guard plan.grid.bucketCount > 1 else { return [] }
        switch plan.assignment {
        case .start: return ["A sample counts in full in the row in which it starts."]
        case .end: return ["A sample counts in full in the row in which it ends."]
        case .share:
            let hasSum = measures.contains { $0.aggregate == .sum }
            if plan.countsRises { return ["Each rise or descent of a route counts at its time."] }
            return hasSum ? ["A sample that spans several rows is divided among them by time."] : []
        }
    }

    private func merging(_ measures: [Measure]) -> [String] {
        let cut = measures.contains { $0.isCutToWhole(in: plan) } ? ["As on Android, the fraction of each value is left out."] : []
        guard measures.contains(where: { $0.ranksRecords(in: plan) }) else { return mergingSources(measures) + cut }
        return [
            "As on Android, only one record counts at each moment: that of the app that comes first in the owner's list, and of one app "
                + "the record that was changed last. Records of apps that are not in the list don't count. Without a list, all apps have "
                + "the same place."
        ] + cut
    }

    private func mergingSources(_ measures: [Measure]) -> [String] {
        let sums = measures.filter { $0.aggregate == .sum && $0.style == .cumulative }.map(\.metric).uniqued
        guard !sums.isEmpty else { return deciding(measures) }
        switch plan.sourceRule {
        case .raw: return ["The values of all sources are added up, even if two sources recorded the same thing."]
        case .separate: return ["Each source has its own rows, so sources are not merged."]
        case .merged:
            let orders = sums.compactMap { metric in sources[metric].flatMap { $0.count > 1 ? (metric, $0) : nil } }
            guard let first = orders.first else { return [] }
            let rule = "Sources are merged so that nothing counts twice: at each moment only the best source with data counts"
            if orders.allSatisfy({ $0.1 == first.1 }) { return ["\(rule) (\(first.1.joined(separator: " before ")))."] }
            let each = orders.map { "\($0.1.joined(separator: " before ")) for \($0.0.shortName)" }
            return ["\(rule). The order is \(each.listed(with: "and"))."]
        }
    }

    /// Explains which sample decides between values that exclude each other (S6.6).
    private func deciding(_ measures: [Measure]) -> [String] {
        guard let measure = measures.first(where: { $0.exclusiveValues(in: plan) != nil }) else { return [] }
        let within =
            "Within one source, stages and awake replace plain asleep, which replaces in bed. Of two stages, the one that starts later counts."
        guard plan.mergesSources, let order = sources[measure.metric], order.count > 1 else { return [within] }
        return [
            "If sources disagree (asleep or awake), the best source that has such a value decides at each moment "
                + "(\(order.joined(separator: " before "))). A condition on the value applies after that.",
            within,
        ]
    }

    private var partialRows: [String] {
        guard !plan.range.isUnknown, plan.grid.schedule != nil, plan.grid.profiles.isEmpty else { return [] }
        let partial = zip(plan.grid.groupStarts.indices, plan.partialGroups).filter(\.1).map(\.0)
        guard !partial.isEmpty else { return ["Every row is complete."] }
        let last = plan.grid.groupCount - 1
        let which =
            last == 0
            ? "The row is"
            : partial == [0]
                ? "The first row is"
                : partial == [last]
                    ? "The last row is" : partial == [0, last] ? "The first and last rows are" : "\(partial.count) rows are"
        let fate =
            switch plan.partial {
            case .mark: "Partial rows are marked."
            case .keep: "Partial rows are treated like any other row."
            case .drop: "Partial rows are left out."
            }
        return [
            "\(which) partial: not entirely inside the range, or not over at "
                + "\(TimeWords(plan).text(plan.nowOfRows)). \(fate)"
        ]
    }

    private func emptyRows(_ measures: [Measure]) -> [String] {
        switch plan.fill {
        case .zero: return ["A row without samples shows 0."]
        case .number(let number):
            let shown = PredicateWords.shown(number, measures.first?.unit?.symbol)
            return ["A row without samples shows \(PredicateWords.number(shown))."]
        case .previous: return ["A row without samples shows the value of the row before it."]
        case .linear: return ["A row without samples shows a value interpolated between its neighbors."]
        case .omit: return ["Rows without samples are left out."]
        case .none, .null:
            guard measures.contains(where: { $0.aggregate != .count }) else { return [] }
            return [
                plan.grid.groupCount == 1
                    ? "Without samples the result is null, not 0." : "A row without samples shows null, not 0."
            ]
        }
    }

    /// Names the settings that affect these measures. Each chooses between rules that Apple does not specify.
    private func settings(_ measures: [Measure]) -> [String] {
        var names: [String] = []
        let rules = plan.rules
        if measures.contains(where: { $0.aggregate == .average && $0.style != .discreteArithmetic }) {
            names.append("weighting = \(rules.weighting.rawValue)")
        }
        if measures.contains(where: { $0.style != .cumulative && $0.style != nil }) {
            names += ["span = \(rules.span.rawValue)", "discrete merge = \(rules.discreteMerge.rawValue)"]
        }
        if measures.contains(where: { $0.aggregate == .duration && $0.isPlain }) {
            names.append("duration = \(rules.duration.rawValue)")
        }
        if measures.contains(where: \.aggregate.definition.isRank) { names.append("percentile = \(rules.percentile.rawValue)") }
        if measures.contains(where: { $0.aggregate == .count && $0.isPlain }) { names.append("count = \(rules.count.rawValue)") }
        guard !names.isEmpty else { return [] }
        return ["\(names.count == 1 ? "This setting affects" : "These settings affect") the result: \(names.listed(with: "and"))."]
    }

    // MARK: Phrases

    /// Returns an ordinal number: `1st`, `2nd`, `11th`, `99.9th`.
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

extension WorkoutReading {
    /// The word for this number, also in HealthKit's names.
    package var name: String {
        switch self {
        case .average: "average"
        case .minimum: "minimum"
        case .maximum: "maximum"
        }
    }
}
