/// A function that computes one value from the samples of a group, or from the values of rows.
public enum Aggregate: Hashable, Sendable {
    case sum, average, min, max, latest, first, count, duration, median, stddev
    /// The earliest start and the latest end of samples, as times.
    case firstStart, lastEnd
    /// The share of quarter hours that hold a sample.
    case coverage
    /// The variability of the heartbeats in a sample (S2.15).
    case rmssd, sdnn, pnn50
    /// A percentile, 0 to 100.
    case percentile(Double)

    /// All aggregates in the order of the manual; `p95` represents all percentiles.
    package static let all: [Aggregate] = [
        .sum, .average, .min, .max, .latest, .first, .count, .duration, .median, .percentile(95), .stddev, .firstStart, .lastEnd,
        .coverage, .rmssd, .sdnn, .pnn50,
    ]

    /// The words, help and legal metrics of the aggregate (S2). Nothing else defines them.
    package var definition: AggregateDefinition {
        switch self {
        case .sum:
            AggregateDefinition(
                "sum", "adds up a cumulative metric", meaning: "the total, with sources merged", noun: "the sum",
                example: "sum steps by day",
                natures: [.cumulative, .workoutField], synonyms: ["total"], accumulates: true, seesPartialRows: true)
        case .average:
            AggregateDefinition(
                "average", "averages a discrete metric, weighted according to its style",
                meaning: "the mean by the metric's style: of values, over time, or of sound energy", noun: "the average",
                example: "average heartRate by hour", synonyms: ["avg", "mean"])
        case .min:
            AggregateDefinition(
                "min", "finds the smallest value", meaning: "the smallest value", noun: "the smallest", example: "min heartRate by day",
                synonyms: ["minimum", "lowest"])
        case .max:
            AggregateDefinition(
                "max", "finds the greatest value", meaning: "the greatest value", noun: "the greatest", example: "max heartRate by day",
                synonyms: ["maximum", "highest"])
        case .latest:
            AggregateDefinition(
                "latest", "finds the value of the sample that starts last", meaning: "the value of the sample that starts last",
                noun: "the last",
                example: "latest weight", natures: [.cumulative, .discrete, .workoutField], synonyms: ["newest", "recent"],
                isOfOneSample: true)
        case .first:
            AggregateDefinition(
                "first", "finds the value of the sample that starts first", meaning: "the value of the sample that starts first",
                noun: "the first",
                example: "first weight this year", natures: [.cumulative, .discrete, .workoutField], synonyms: ["earliest"],
                isOfOneSample: true)
        case .count:
            AggregateDefinition(
                "count", "counts the samples", meaning: "the number of samples, before merging", noun: "the number of samples",
                example: "count heartRate by day", natures: [.cumulative, .discrete, .interval, .workoutField], synonyms: ["number"],
                result: .count, accumulates: true, seesPartialRows: true)
        case .duration:
            AggregateDefinition(
                "duration", "adds up the time that the samples cover", meaning: "the time that the samples cover",
                noun: "the time covered by samples", example: "duration sleep by day", natures: [.cumulative, .discrete, .interval],
                result: .time, accumulates: true)
        case .median:
            AggregateDefinition(
                "median", "finds the middle value", meaning: "the middle value, unweighted", noun: "the median",
                example: "median weight by month", synonyms: ["med"], isRank: true)
        case .percentile:
            AggregateDefinition(
                "p95", "finds a percentile, p0 to p100", meaning: "a percentile, p0 to p100, interpolated, unweighted",
                noun: "the percentile", syntax: "pN METRIC", example: "p95 heartRate by week", isRank: true)
        case .stddev:
            AggregateDefinition(
                "stddev", "computes the sample standard deviation", meaning: "the sample standard deviation",
                noun: "the standard deviation",
                example: "stddev heartRate by day", synonyms: ["stdev", "std"], result: .difference, leastSampleCount: 2)
        case .firstStart:
            AggregateDefinition(
                "first start", "finds the time at which the first sample starts", meaning: "the earliest start, as a time",
                noun: "the earliest start", example: "first start sleep by day", natures: [.cumulative, .discrete, .interval],
                result: .clock)
        case .lastEnd:
            AggregateDefinition(
                "last end", "finds the time at which the last sample ends", meaning: "the latest end, as a time",
                noun: "the latest end", example: "last end sleep by day", natures: [.cumulative, .discrete, .interval],
                result: .clock)
        case .coverage:
            AggregateDefinition(
                "coverage", "finds the share of time with samples", meaning: "the share of quarter hours that hold a sample",
                noun: "the share of quarter hours with samples", example: "coverage heartRate by day",
                natures: [.cumulative, .discrete, .interval], result: .share)
        case .rmssd:
            AggregateDefinition(
                "rmssd", "finds the RMSSD of heartbeats",
                meaning: "the root mean square of successive differences of heartbeat intervals, averaged over samples",
                noun: "the RMSSD of the heartbeats", example: "rmssd heartRateVariability by week", natures: [.discrete], needsBeats: true)
        case .sdnn:
            AggregateDefinition(
                "sdnn", "finds the SDNN of heartbeats",
                meaning: "the standard deviation of heartbeat intervals, averaged over samples", noun: "the SDNN of the heartbeats",
                example: "sdnn heartRateVariability by week", natures: [.discrete], needsBeats: true)
        case .pnn50:
            AggregateDefinition(
                "pnn50", "finds the pNN50 of heartbeats",
                meaning: "the share of successive heartbeat intervals that differ by more than 50 ms, averaged over samples",
                noun: "the pNN50 of the heartbeats", example: "pnn50 heartRateVariability by week", natures: [.discrete], result: .share,
                needsBeats: true)
        }
    }

    /// The name of columns with a number of samples or rows.
    package static let nameOfCounts = Aggregate.count.name

    /// The name in queries and results: `sum`, `p95`, `p99.9`.
    public var name: String {
        guard case .percentile(let percent) = self else { return definition.name }
        let text = "\(percent)"
        return "p" + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// The name in columns: like `name`, without spaces.
    package var columnName: String {
        let words = name.split(separator: " ")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// The names of all aggregates that are reserved words. Percentiles have their own tokens.
    package static let words: [String] = all.filter { !$0.isPercentile && $0.isReserved }.map(\.name)

    /// Returns the aggregate that the reserved word `word` names, in lower case; nil for all others.
    package init?(word: String) {
        guard let aggregate = Aggregate.byWord[word] else { return nil }
        self = aggregate
    }

    private static let byWord = Dictionary(uniqueKeysWithValues: all.filter { !$0.isPercentile && $0.isReserved }.map { ($0.name, $0) })

    /// Returns the aggregate whose name consists of words that are not reserved, such as `first start`. Ignores case.
    package init?(phrase: String) {
        guard let aggregate = Aggregate.byPhrase[phrase.lowercased()] else { return nil }
        self = aggregate
    }

    private static let byPhrase = Dictionary(uniqueKeysWithValues: all.filter { !$0.isReserved }.map { ($0.name, $0) })

    /// False for words that have another meaning elsewhere, or that were free for names.
    private var isReserved: Bool { ![.firstStart, .lastEnd, .coverage, .rmssd, .sdnn, .pnn50].contains(self) }

    /// Returns the aggregate with the synonym `word`, in lower case.
    package static func called(_ word: String) -> Aggregate? { bySynonym[word] }

    private static let bySynonym = Dictionary(
        uniqueKeysWithValues: all.flatMap { aggregate in aggregate.definition.synonyms.map { ($0, aggregate) } })

    private var isPercentile: Bool { if case .percentile = self { true } else { false } }
}

/// How the samples of a metric combine. It decides which aggregates are legal.
package enum MetricNature: Sendable, CaseIterable {
    /// Parts of a total.
    case cumulative
    /// Readings.
    case discrete
    /// Intervals, with or without a value: categories and workouts.
    case interval
    /// A number of each workout, such as its energy.
    case workoutField

    /// The aggregate of a query that names only the metric.
    package var standardAggregate: Aggregate {
        switch self {
        case .cumulative, .workoutField: .sum
        case .discrete: .average
        case .interval: .duration
        }
    }

    /// The names of the legal aggregates, separated by commas.
    package var aggregateNames: String { Aggregate.all.filter { $0.isLegal(for: self) }.map(\.name).joined(separator: ", ") }
}

/// The definition of an aggregate: its words, its help and its legal metrics.
package struct AggregateDefinition: Sendable {
    /// The unit of a result.
    package enum Result: Sendable {
        /// The unit of the values.
        case value
        /// The unit of differences between values: 1 degC of it is 1.8 degF.
        case difference
        /// A number of samples.
        case count
        /// A length of time.
        case time
        /// A point in time.
        case clock
        /// A part of the quarter hours, of the samples, of what they add up to, or of heartbeat intervals, from 0 to 1.
        case share
    }

    /// The name in queries; `p95` represents all percentiles.
    package let name: String
    /// A verb phrase for help and completion.
    package let summary: String
    /// A noun phrase for the list of functions.
    package let meaning: String
    /// A noun phrase for the middle of a sentence.
    package let noun: String
    package let syntax: String
    package let example: String
    /// The metrics for which the aggregate is legal.
    package let natures: [MetricNature]
    /// Other words that people write for it. They are reported, with the name as a fix.
    package let synonyms: [String]
    package let result: Result
    /// True if results grow with the time that they cover, so that a partial row holds only part of a result.
    package let accumulates: Bool
    /// True if the aggregate counts partial rows of amounts. Partial amounts would distort all other aggregates (S9.1).
    package let seesPartialRows: Bool
    /// True if the result is the value at a rank. The setting `percentile` applies to it.
    package let isRank: Bool
    /// True if the result is the value of a single sample.
    package let isOfOneSample: Bool
    /// The minimum number of samples.
    package let leastSampleCount: Int
    /// True if it is computed from the heartbeats in a sample's metadata, and not from its value.
    package let needsBeats: Bool

    init(
        _ name: String, _ summary: String, meaning: String, noun: String, syntax: String? = nil, example: String,
        natures: [MetricNature] = [.discrete, .workoutField], synonyms: [String] = [], result: Result = .value,
        accumulates: Bool = false, seesPartialRows: Bool = false, isRank: Bool = false, isOfOneSample: Bool = false,
        leastSampleCount: Int = 1, needsBeats: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.meaning = meaning
        self.noun = noun
        self.syntax = syntax ?? "\(name) METRIC"
        self.example = example
        self.natures = natures
        self.synonyms = synonyms
        self.result = result
        self.accumulates = accumulates
        self.seesPartialRows = seesPartialRows
        self.isRank = isRank
        self.isOfOneSample = isOfOneSample
        self.leastSampleCount = leastSampleCount
        self.needsBeats = needsBeats
    }
}

extension Aggregate {
    package func isLegal(for nature: MetricNature) -> Bool { definition.natures.contains(nature) }

    /// True if results grow with the time that they cover.
    package var accumulates: Bool { definition.accumulates }

    /// True if a result has the unit of the values. False for a number of samples and for a time.
    package var keepsUnit: Bool { definition.result == .value || definition.result == .difference }

    /// True if a result depends on the quarter hours that have samples, and not on single samples.
    package var countsQuarters: Bool { self == .coverage }

    /// True if a result depends on the heartbeats in samples, and not on their values.
    package var needsBeats: Bool { definition.needsBeats }

    /// True if a result without samples is 0, because it counts them or the quarter hours that have them.
    package var countsFromZero: Bool { definition.result == .count || countsQuarters }

    /// Returns true if partial rows count in an aggregate of a column.
    ///
    /// A partial row holds only part of an amount (S9.1). Readings in a partial row are as good as those in a full row.
    ///
    /// - Parameter accumulates: true if the column holds amounts.
    package func takesPartialRows(accumulates: Bool) -> Bool { !accumulates || definition.seesPartialRows }
}
