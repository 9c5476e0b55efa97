import HealthModel

/// A sample source of several people, from a list of samples for each.
struct ListedPersons: SampleSource {
    var people: [Person]
    var lists: [String: ListedSamples]

    init(_ samples: [String: [TestSample]]) {
        people = samples.keys.sorted().map { Person(id: $0) }
        lists = samples.mapValues { ListedSamples($0) }
    }

    func persons() throws -> [Person] { people }

    func view(of person: String) throws -> any SampleSource {
        guard let list = lists[person], let person = people.first(where: { $0.id == person }) else { throw Mixed() }
        return OnePerson(person: person, list: list)
    }

    func metricSummaries() throws -> [MetricSummary] { throw Mixed() }
    func sources() throws -> [Int32: Source] { throw Mixed() }
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws { throw Mixed() }

    /// The error of reading samples of several people at once.
    struct Mixed: Error {}

    private struct OnePerson: SampleSource {
        let person: Person
        let list: ListedSamples

        var changeNumber: Int64 { list.changeNumber }
        func persons() throws -> [Person] { [person] }
        func metricSummaries() throws -> [MetricSummary] { try list.metricSummaries() }
        func sources() throws -> [Int32: Source] { try list.sources() }
        func origins() throws -> [Int32: Origin] { try list.origins() }
        func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] { try list.metadataSets(ids) }
        func workouts(from: Instant, through: Instant) throws -> [Workout] { try list.workouts(from: from, through: through) }
        func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
            try list.activitySummaries(from: from, through: through)
        }
        func priority(of metric: MetricID) throws -> [String]? { try list.priority(of: metric) }
        func scan(
            _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
            _ body: (borrowing SampleBatch) throws -> Bool
        ) throws { try list.scan(metric, from: from, through: through, values: values, columns: columns, body) }
    }
}
