/// A person, and the extent of what a store has of it.
public struct PersonSummary: Hashable, Sendable {
    /// The person.
    public var person: Person
    /// The number of samples and workouts.
    public var sampleCount: Int
    /// The earliest start; nil without samples.
    public var firstStart: Instant?
    /// The latest end; nil without samples.
    public var lastEnd: Instant?
    /// The number of sources that have samples.
    public var sourceCount: Int
    /// The number of metrics, including workouts.
    public var metricCount: Int

    init(_ person: Person, _ metrics: [MetricSummary]) {
        self.person = person
        sampleCount = metrics.reduce(0) { $0 + $1.count }
        firstStart = metrics.map(\.firstStart).min()
        lastEnd = metrics.map(\.lastEnd).max()
        sourceCount = Set(metrics.flatMap { $0.sources.map(\.source) }).count
        metricCount = metrics.count
    }
}

extension SampleSource {
    /// Returns a summary of each person, in ascending order of id.
    package func personSummaries() throws -> [PersonSummary] {
        try persons().map { try PersonSummary($0, view(of: $0.id).metricSummaries()) }
    }

    /// Calls `body` with the view of each person, in ascending order of id.
    package func forEachPerson(_ body: (Person, any SampleSource) throws -> Void) throws {
        for person in try persons() { try body(person, view(of: person.id)) }
    }
}

/// The data of a forgotten person, counted.
public struct ForgottenPerson: Hashable, Sendable {
    /// The number of samples, without workouts.
    public package(set) var samples = 0
    /// The number of workouts.
    public package(set) var workouts = 0
    /// The number of correlations.
    public package(set) var correlations = 0
    /// The number of activity summaries.
    public package(set) var activitySummaries = 0
    /// The number of sources.
    public package(set) var sources = 0
    /// True if the bytes are gone, too. False if another process was using the file: deleted bytes remain in it, or in the log next to it,
    /// until the next person is forgotten.
    public package(set) var isErased = true

    package init() {}
}
