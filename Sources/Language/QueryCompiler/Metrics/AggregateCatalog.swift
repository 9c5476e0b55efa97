package import QueryPlan

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
}

/// One aggregate as help, completion and checking know it.
package struct AggregateEntry: Sendable {
    /// As written in queries; `p95` stands for all percentiles.
    package let name: String
    package let aggregate: Aggregate
    package let summary: String
    package let natures: Set<MetricNature>
}

/// Every aggregate, what it is, and what it is legal for (S2).
package enum AggregateCatalog {
    package static let all: [AggregateEntry] = [
        AggregateEntry(name: "sum", aggregate: .sum, summary: "the total; sources are merged", natures: [.cumulative, .workoutField]),
        AggregateEntry(
            name: "average", aggregate: .average, summary: "the mean by the metric's style: of values, over time, or of sound energy",
            natures: [.discrete, .workoutField]),
        AggregateEntry(name: "min", aggregate: .min, summary: "the smallest value", natures: [.discrete, .workoutField]),
        AggregateEntry(name: "max", aggregate: .max, summary: "the greatest value", natures: [.discrete, .workoutField]),
        AggregateEntry(
            name: "latest", aggregate: .latest, summary: "the value that starts last", natures: [.cumulative, .discrete, .workoutField]),
        AggregateEntry(
            name: "first", aggregate: .first, summary: "the value that starts first", natures: [.cumulative, .discrete, .workoutField]),
        AggregateEntry(
            name: "count", aggregate: .count, summary: "the number of samples, before merging",
            natures: [.cumulative, .discrete, .interval, .workoutField]),
        AggregateEntry(
            name: "duration", aggregate: .duration, summary: "the time that the samples cover",
            natures: [.cumulative, .discrete, .interval]),
        AggregateEntry(name: "median", aggregate: .median, summary: "the middle value, unweighted", natures: [.discrete, .workoutField]),
        AggregateEntry(
            name: "p95", aggregate: .percentile(95), summary: "a percentile, p0 to p100, interpolated, unweighted",
            natures: [.discrete, .workoutField]),
        AggregateEntry(name: "stddev", aggregate: .stddev, summary: "the sample standard deviation", natures: [.discrete, .workoutField]),
    ]

    /// What a metric without an aggregate means.
    package static func standard(for nature: MetricNature) -> Aggregate {
        switch nature {
        case .cumulative, .workoutField: .sum
        case .discrete: .average
        case .interval: .duration
        }
    }

    package static func isLegal(_ aggregate: Aggregate, for nature: MetricNature) -> Bool {
        entry(of: aggregate)?.natures.contains(nature) ?? false
    }

    /// The names of the aggregates that are legal for a nature, as a list for people.
    package static func names(for nature: MetricNature) -> String {
        all.filter { $0.natures.contains(nature) }.map(\.name).joined(separator: ", ")
    }

    private static func entry(of aggregate: Aggregate) -> AggregateEntry? {
        if case .percentile = aggregate { return all.first { $0.name == "p95" } }
        return all.first { $0.aggregate == aggregate }
    }
}
