/// New facts about a person, such as a row of a list of persons.
package struct PersonUpdate: Hashable, Sendable {
    package var id: String
    /// The identifier of the person's time zone; nil to keep what is known.
    package var zone: String?
    /// The texts of attributes by name. An empty text removes the attribute. Attributes that are not named here remain.
    package var attributes: [String: String]

    package init(id: String, zone: String? = nil, attributes: [String: String] = [:]) {
        (self.id, self.zone, self.attributes) = (id, zone, attributes)
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

/// A store that can hold several persons. Each person has separate series, sources, workouts, goals and priorities.
package protocol PersonKeeping: SampleStorage {
    /// Deletes samples of one person, as `delete(_:numbers:starting:)` does for a store of one person.
    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String) throws -> Int
    /// Stores a setting. The zone and goals are settings of that person, and all others of the store.
    func setSetting(_ name: String, to value: String?, of person: String) throws
    /// Stores the order of a person's sources of a metric.
    func setPriority(of metric: MetricID, to keys: [String]?, of person: String) throws
    /// Adds facts about persons. Unknown persons are added.
    func update(_ people: [PersonUpdate]) throws
    /// Deletes everything of a person for good and returns how much that was. Neither the id, nor names of sources, nor samples remain in
    /// the bytes of the files.
    func forget(person: String) throws -> ForgottenPerson
    /// Rewrites the files without the bytes of what was deleted. Returns false if another process prevents that.
    @discardableResult
    func eraseDeletedBytes() throws -> Bool
    /// Gives a person another id. The person without a name has the empty id. Throws if there is a person with the new id.
    func rename(person: String, to newID: String) throws
}

extension PersonKeeping {
    /// Returns true, for stores without files.
    package func eraseDeletedBytes() -> Bool { true }
}

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
