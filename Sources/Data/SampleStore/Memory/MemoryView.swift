import HealthModel
import StorageModel

/// A view of a `MemoryStore`: of one person, or of several.
struct MemoryView {
    private let content: MemoryContent
    /// The number of the person; nil if there are several.
    private let number: Int64?

    init(_ content: MemoryContent) { self.init(content, content.onlyPerson) }

    private init(_ content: MemoryContent, _ number: Int64?) { (self.content, self.number) = (content, number) }

    /// The content for the person of this view. Throws if there are several.
    private var person: MemoryPerson {
        get throws {
            guard let number, let person = content.people[number] else { throw StoreError.severalPersons(content.numbers.keys) }
            return person
        }
    }

    private var personOrNil: MemoryPerson? { number.flatMap { content.people[$0] } }

    /// The people of this view.
    private var people: [MemoryPerson] { personOrNil.map { [$0] } ?? Array(content.people.values) }
}

extension MemoryView: SampleSource {
    var changeNumber: Int64 { content.changeNumber }

    func persons() -> [Person] {
        let table = attributeTable
        return people.map { Person(id: $0.id, zone: $0.zone, attributes: table.typed($0.attributes)) }.sorted { $0.id < $1.id }
    }

    private var attributeTable: AttributeTable { AttributeTable(content.people.values.map(\.attributes)) }

    func view(of person: String) throws -> any SampleSource {
        let found = try content.number(of: person)
        guard number == nil || number == found else { throw StoreError.noSuchPerson(id: person) }
        return MemoryView(content, found)
    }

    func metricSummaries() -> [MetricSummary] {
        (Set(people.flatMap(\.series.keys)).union([.workouts])).compactMap(metricSummary).sorted {
            $0.metric.identifier < $1.metric.identifier
        }
    }

    func metricSummary(of metric: MetricID) -> MetricSummary? {
        var tallies: [Int32: SourceTally] = [:]
        for person in people {
            let own = metric == .workouts ? SourceTally.bySource(SampleBatch(workouts(of: person))) : person.series[metric]?.tallies ?? [:]
            // Sources belong to one person.
            tallies.merge(own) { $0.adding($1) }
        }
        return MetricSummary(metric, tallies, fileUnit: people.compactMap { $0.fileUnits[metric] }.min())
    }

    func sources() -> [Int32: Source] { content.dictionaries.catalogue.sources(of: number) }
    func origins() -> [Int32: Origin] { content.dictionaries.catalogue.origins(of: number) }
    func units() -> [Int32: String] { content.dictionaries.catalogue.unitsByID }

    func metadataSets(_ ids: Set<Int32>) -> [Int32: MetadataSet] {
        let metadata = content.dictionaries.metadata
        let sets = ids.filter { $0 > 0 && $0 <= metadata.count }.map { ($0, metadata[Int($0) - 1]) }
        return Dictionary(uniqueKeysWithValues: sets)
    }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        if metric == .workouts {
            let found = SampleBatch(try workouts(from: from, through: through))
            if found.count > 0 { _ = try body(found) }
            return
        }
        guard let series = try person.series[metric] else { return }
        let end = through == .max ? series.rows.count : series.rows.firstRow(startingAt: through.milliseconds + 1)
        var batch = SampleBatch()
        for (chunk, greatestEnd) in series.greatestEnds.enumerated() where greatestEnd >= from.milliseconds {
            let first = chunk * MemoryPerson.Series.chunkSize
            guard first < end else { return }
            batch.fill(from: series.rows, first..<min(first + MemoryPerson.Series.chunkSize, end), columns: columns)
            guard try body(batch) else { return }
        }
    }

    private func workouts(of person: MemoryPerson, from: Instant = .min, through: Instant = .max) -> [Workout] {
        person.workoutGroups.values.joined().filter { $0.start <= through && $0.end >= from }
            .sorted { Workout.precedes($0, $1, order: content.dictionaries) }
    }

    func workouts(from: Instant, through: Instant) throws -> [Workout] { try workouts(of: person, from: from, through: through) }

    func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] {
        try person.ownedSeries[owner, default: []].filter { $0.kind == kind }
    }

    func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        try person.summaries.values.filter { from <= $0.day && $0.day <= through }.sorted { $0.day < $1.day }
    }

    func correlations(from: Instant, through: Instant) throws -> [Correlation] {
        try person.correlationGroups.values.joined()
            .filter { $0.correlation.start <= through && $0.correlation.end >= from }
            .sorted { StoredCorrelation.precedes($0, $1, order: content.dictionaries) }
            .map(\.correlation)
    }

    func setting(_ name: String) -> String? {
        if PersonalSetting.isGoal(name) { return personOrNil?.goals[name] }
        if name == PersonalSetting.zone, let zone = personOrNil?.zone { return zone }
        return content.settings[name]
    }

    func priority(of metric: MetricID) -> [String]? { personOrNil?.priorities[metric] }
}

extension MemoryView: AttributeSource, ChangeSource, SettingSource {
    var capabilities: SourceCapabilities { SourceCapabilities(changes: self, attributes: self, settings: self) }

    func attributeKinds() -> [String: AttributeKind] { attributeTable.kinds }

    func settings(startingWith prefix: String) -> [String: String] {
        content.settings.merging(personOrNil?.goals ?? [:]) { $1 }.filter { $0.key.hasPrefix(prefix) }
    }

    var lastChange: Int64 { content.nextNumber - 1 }
    var lastForgottenDeletion: Int64 { content.deletions.lastForgotten }

    func deletions(of metric: MetricID, after change: Int64) throws -> [DeletedSample] {
        guard let number else { throw StoreError.severalPersons(content.numbers.keys) }
        return content.deletions.entries(of: metric, person: number, after: change)
    }

    func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) throws {
        try scan(metric, from: .min, through: .max, columns: .all, body)
    }

    func numberedCorrelations(of type: String) throws -> [NumberedCorrelation] {
        try person.correlationGroups.values.joined().filter { $0.correlation.type == type }
            .map { NumberedCorrelation(number: $0.number, correlation: $0.correlation) }
            .sorted { $0.number < $1.number }
    }
}
