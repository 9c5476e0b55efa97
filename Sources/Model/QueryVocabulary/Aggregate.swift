/// What is computed of the samples of a group, or of the values of rows.
public enum Aggregate: Hashable, Sendable {
    case sum, average, min, max, latest, first, count, duration, median, stddev
    /// 0 to 100.
    case percentile(Double)

    /// Every aggregate in the order of the manual; `p95` stands for all percentiles.
    package static let all: [Aggregate] = [
        .sum, .average, .min, .max, .latest, .first, .count, .duration, .median, .percentile(95), .stddev,
    ]

    /// What an aggregate is, and what it is legal for (S2): the one place that says so.
    package var definition: AggregateDefinition {
        switch self {
        case .sum:
            AggregateDefinition(
                "sum", "adds up a cumulative metric", meaning: "the total; sources are merged", noun: "the sum",
                example: "sum steps by day",
                natures: [.cumulative, .workoutField], synonyms: ["total"], accumulates: true, seesPartialRows: true)
        case .average:
            AggregateDefinition(
                "average", "is the mean of a discrete metric, weighted as its type asks",
                meaning: "the mean by the metric's style: of values, over time, or of sound energy", noun: "the average",
                example: "average heartRate by hour", synonyms: ["avg", "mean"])
        case .min:
            AggregateDefinition(
                "min", "is the least value", meaning: "the smallest value", noun: "the smallest", example: "min heartRate by day",
                synonyms: ["minimum", "lowest"])
        case .max:
            AggregateDefinition(
                "max", "is the greatest value", meaning: "the greatest value", noun: "the greatest", example: "max heartRate by day",
                synonyms: ["maximum", "highest"])
        case .latest:
            AggregateDefinition(
                "latest", "is the value of the sample that starts last", meaning: "the value that starts last", noun: "the last",
                example: "latest weight", natures: [.cumulative, .discrete, .workoutField], synonyms: ["newest", "recent"],
                isOfOneSample: true)
        case .first:
            AggregateDefinition(
                "first", "is the value of the sample that starts first", meaning: "the value that starts first", noun: "the first",
                example: "first weight this year", natures: [.cumulative, .discrete, .workoutField], synonyms: ["earliest"],
                isOfOneSample: true)
        case .count:
            AggregateDefinition(
                "count", "is the number of samples", meaning: "the number of samples, before merging", noun: "the number of samples",
                example: "count heartRate by day", natures: [.cumulative, .discrete, .interval, .workoutField], synonyms: ["number"],
                result: .count, accumulates: true, seesPartialRows: true)
        case .duration:
            AggregateDefinition(
                "duration", "is the time that the samples cover", meaning: "the time that the samples cover",
                noun: "the time covered by samples", example: "duration sleep by day", natures: [.cumulative, .discrete, .interval],
                result: .time, accumulates: true)
        case .median:
            AggregateDefinition(
                "median", "is the middle value", meaning: "the middle value, unweighted", noun: "the median",
                example: "median weight by month", synonyms: ["med"], isRank: true)
        case .percentile:
            AggregateDefinition(
                "p95", "is a percentile, p0 to p100", meaning: "a percentile, p0 to p100, interpolated, unweighted",
                noun: "the percentile", syntax: "pN METRIC", example: "p95 heartRate by week", isRank: true)
        case .stddev:
            AggregateDefinition(
                "stddev", "is the sample standard deviation", meaning: "the sample standard deviation", noun: "the standard deviation",
                example: "stddev heartRate by day", synonyms: ["stdev", "std"], result: .difference, leastSampleCount: 2)
        }
    }

    /// The name in queries and results: `sum`, `p95`, `p99.9`.
    package var name: String {
        guard case .percentile(let percent) = self else { return definition.name }
        let text = "\(percent)"
        return "p" + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// The words that name an aggregate; percentiles are written with a number.
    package static let words: [String] = all.filter { !$0.isPercentile }.map(\.name)

    /// Returns the aggregate of that name, in small letters; nil for percentiles.
    package init?(word: String) {
        guard let aggregate = Aggregate.byWord[word] else { return nil }
        self = aggregate
    }

    private static let byWord = Dictionary(uniqueKeysWithValues: all.filter { !$0.isPercentile }.map { ($0.name, $0) })

    /// Returns the aggregate that people also call `word`, in small letters.
    package static func called(_ word: String) -> Aggregate? { bySynonym[word] }

    private static let bySynonym = Dictionary(
        uniqueKeysWithValues: all.flatMap { aggregate in aggregate.definition.synonyms.map { ($0, aggregate) } })

    private var isPercentile: Bool { if case .percentile = self { true } else { false } }
}

/// How a metric's samples come together, as far as the legality of aggregates goes.
package enum MetricNature: Sendable, CaseIterable {
    /// Parts of a total.
    case cumulative
    /// Readings.
    case discrete
    /// Intervals with or without a value: categories and workouts.
    case interval
    /// A number of each workout, such as its energy.
    case workoutField

    /// What a metric without an aggregate means.
    package var standardAggregate: Aggregate {
        switch self {
        case .cumulative, .workoutField: .sum
        case .discrete: .average
        case .interval: .duration
        }
    }

    /// The names of the aggregates that are legal, as a list for people.
    package var aggregateNames: String { Aggregate.all.filter { $0.isLegal(for: self) }.map(\.name).joined(separator: ", ") }
}

/// What everybody has to know of an aggregate.
package struct AggregateDefinition: Sendable {
    /// What a result is measured in.
    package enum Result: Sendable {
        /// The unit of the values.
        case value
        /// The unit of differences between values: 1 degC of it is 1.8 degF.
        case difference
        /// A number of samples.
        case count
        /// A time.
        case time
    }

    /// As written in queries; `p95` stands for all percentiles.
    package let name: String
    /// What it does, for help and completion.
    package let summary: String
    /// What it is, among other functions.
    package let meaning: String
    /// How a sentence speaks of it.
    package let noun: String
    package let syntax: String
    package let example: String
    /// The kinds of metrics that it is legal for.
    package let natures: [MetricNature]
    /// What people write for it, which is reported and understood.
    package let synonyms: [String]
    package let result: Result
    /// Whether results grow with the time that they cover, so that a partial row has only a part of one.
    package let accumulates: Bool
    /// Whether it sees partial rows of amounts, by which everything else would be misled (S9.1).
    package let seesPartialRows: Bool
    /// Whether it is the value at a rank, which the setting `percentile` has a say in.
    package let isRank: Bool
    /// Whether it is the value of one sample, not of all.
    package let isOfOneSample: Bool
    /// How many samples it needs.
    package let leastSampleCount: Int

    init(
        _ name: String, _ summary: String, meaning: String, noun: String, syntax: String? = nil, example: String,
        natures: [MetricNature] = [.discrete, .workoutField], synonyms: [String] = [], result: Result = .value,
        accumulates: Bool = false, seesPartialRows: Bool = false, isRank: Bool = false, isOfOneSample: Bool = false,
        leastSampleCount: Int = 1
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
    }
}

extension Aggregate {
    package func isLegal(for nature: MetricNature) -> Bool { definition.natures.contains(nature) }

    /// Whether results grow with the time that they cover.
    package var accumulates: Bool { definition.accumulates }

    /// Whether a result is measured as the values are: not a number of them, nor their time.
    package var keepsUnit: Bool { definition.result == .value || definition.result == .difference }

    /// Whether a partial row takes part in an aggregate of a column.
    ///
    /// A partial row of an amount holds only a part of it (S9.1). A reading is as good in a partial row as in any other.
    ///
    /// - Parameter accumulates: whether the column holds amounts.
    package func takesPartialRows(accumulates: Bool) -> Bool { !accumulates || definition.seesPartialRows }
}
