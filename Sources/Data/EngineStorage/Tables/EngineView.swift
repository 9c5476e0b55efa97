package import HealthModel
package import StorageModel
import SampleStore

/// The facts about the samples that were pushed to an engine: persons, metrics, sources and their order. They are read once.
package struct EngineFacts: Sendable {
    /// The sources of a metric of a person.
    struct Series: Sendable {
        var summary: MetricSummary
        /// The places of sources in the user's order, by key.
        var userPlaces: [String: Int64] = [:]
        /// For each source, whether it has automatic and manual samples.
        var ranks: Set<MergingRank> = []
        /// The classes of sources, by id.
        var classes: [Int32: Int64] = [:]
    }

    package private(set) var persons: [Person] = []
    /// The kinds of the attributes of all persons by name.
    var attributes: [String: AttributeKind] = [:]
    /// The time zone of persons without their own.
    package private(set) var zone: String?
    /// The time zone of all persons, if it is the same. Their store counts days in it, if it had no other one (S14.4).
    var sharedZone: String? {
        let zones = Set(persons.map(\.zone))
        return zones.count == 1 ? zones.first ?? nil : nil
    }
    private(set) var settings: [String: [String: String]] = [:]
    private(set) var series: [String: [MetricID: Series]] = [:]
    private(set) var whole: [MetricID: MetricSummary] = [:]
    private(set) var sources: [Int32: Source] = [:]
    private var sourceNumbers: [String: Int32] = [:]

    /// Adds a row of the table of persons.
    mutating func addPerson(_ id: String, zone: String, isOwn: Bool, attributes: [String: PersonAttribute], settings: [String: String]) {
        persons.append(Person(id: id, zone: isOwn ? zone : nil, attributes: attributes))
        if !isOwn, !zone.isEmpty { self.zone = zone }
        self.settings[id] = settings
    }

    /// A row of the table of sources.
    struct SourceRow {
        var person: String
        var metric: MetricID
        var name: String
        var userPlace: Int64
        var sourceClass: Int64
        var part: MetricSummary.BySource
        var lastStart: Instant
        var hasAutomatic: Bool
        var hasManual: Bool
        var unit: String
    }

    mutating func add(_ row: SourceRow) {
        let source = Source(name: row.name)
        let number = sourceNumbers[row.name] ?? Int32(sources.count + 1)
        if sourceNumbers[row.name] == nil {
            sourceNumbers[row.name] = number
            sources[number] = source
        }
        var part = row.part
        part.source = number
        func united(_ summary: MetricSummary?) -> MetricSummary {
            var all =
                summary
                ?? MetricSummary(
                    metric: row.metric, count: 0, firstStart: part.firstStart, lastStart: row.lastStart, lastEnd: part.lastEnd,
                    fileUnit: row.unit.isEmpty ? nil : row.unit, sources: [])
            all.count += part.count
            all.firstStart = min(all.firstStart, part.firstStart)
            all.lastStart = max(all.lastStart, row.lastStart)
            all.lastEnd = max(all.lastEnd, part.lastEnd)
            if let index = all.sources.firstIndex(where: { $0.source == number }) {
                all.sources[index].count += part.count
                all.sources[index].firstStart = min(all.sources[index].firstStart, part.firstStart)
                all.sources[index].lastEnd = max(all.sources[index].lastEnd, part.lastEnd)
            } else {
                all.sources.append(part)
                all.sources.sort { $0.source < $1.source }
            }
            return all
        }
        whole[row.metric] = united(whole[row.metric])
        let old = series[row.person]?[row.metric]
        var own = old ?? Series(summary: united(nil))
        own.summary = united(old?.summary)
        own.classes[number] = row.sourceClass
        if row.userPlace >= 0 { own.userPlaces[source.key] = row.userPlace }
        if row.hasAutomatic { own.ranks.insert(MergingRank(source: number, isHandEntered: false)) }
        if row.hasManual { own.ranks.insert(MergingRank(source: number, isHandEntered: true)) }
        series[row.person, default: [:]][row.metric] = own
    }

    /// Ends adding rows.
    mutating func finish() { persons.sort { $0.id < $1.id } }

    package func sourceNumber(_ name: String) -> Int32? { sourceNumbers[name] }

    /// The number of rows of the table of sources that a person has for a metric, as ranks: a source, and how its samples were entered.
    package func ranks(of metric: MetricID, person: String) -> Set<MergingRank> { series[person]?[metric]?.ranks ?? [] }

    package func summary(of metric: MetricID, person: String) -> MetricSummary? { series[person]?[metric]?.summary }
}

/// The samples that were pushed to an engine, as they are for all persons or for one.
///
/// Facts are known. Samples stay in the engine: queries run there, and only a few samples of one person are read, such as those after now.
package final class EngineView: AttributeSource {
    package let client: any EngineClient
    package let facts: EngineFacts
    package let changeNumber: Int64
    /// The person whose samples the view has; nil for all persons.
    package let person: String?

    package init(_ client: any EngineClient, facts: EngineFacts, changeNumber: Int64, person: String? = nil) {
        (self.client, self.facts, self.changeNumber, self.person) = (client, facts, changeNumber, person)
    }

    /// The person of the view, or the only one.
    package var onlyPerson: String? { person ?? (facts.persons.count == 1 ? facts.persons[0].id : nil) }

    package var capabilities: SourceCapabilities { SourceCapabilities(attributes: self) }

    package func persons() -> [Person] { person.map { id in facts.persons.filter { $0.id == id } } ?? facts.persons }

    package func attributeKinds() -> [String: AttributeKind] { facts.attributes }

    package func view(of person: String) throws -> any SampleSource {
        guard facts.persons.contains(where: { $0.id == person }) else { throw StoreError.noSuchPerson(id: person) }
        return EngineView(client, facts: facts, changeNumber: changeNumber, person: person)
    }

    package func metricSummaries() -> [MetricSummary] {
        let all = onlyPerson.map { facts.series[$0]?.values.map(\.summary) ?? [] } ?? Array(facts.whole.values)
        return all.sorted { $0.metric.identifier < $1.metric.identifier }
    }

    package func metricSummary(of metric: MetricID) -> MetricSummary? {
        onlyPerson.map { facts.summary(of: metric, person: $0) } ?? facts.whole[metric]
    }

    package func sources() -> [Int32: Source] { facts.sources }

    /// Returns devices of the classes that the sources had in the store, so that the default order of sources is the same.
    package func origins() -> [Int32: Origin] {
        guard let onlyPerson else { return [:] }
        var classes: [Int32: Int64] = [:]
        for series in facts.series[onlyPerson]?.values.map(\.classes) ?? [] { classes.merge(series) { $1 } }
        return classes.mapValues { number in
            switch number {
            case Int64(SourceClass.watch.rawValue): Device(model: "Watch")
            case Int64(SourceClass.phone.rawValue): Device(model: "iPhone")
            default: nil
            }
        }.reduce(into: [:]) { $0[$1.key] = Origin(source: $1.key, device: $1.value) }
    }

    /// Returns the set of samples that were entered by hand. Others are not pushed.
    package func metadataSets(_ ids: Set<Int32>) -> [Int32: MetadataSet] {
        ids.contains(Self.manual) ? [Self.manual: MetadataSet([.init(key: MetadataKey.wasUserEntered, value: "1")])] : [:]
    }

    /// The id of the metadata of samples that were entered by hand.
    private static let manual: Int32 = 1

    package func setting(_ name: String) -> String? {
        if name == PersonalSetting.zone {
            return onlyPerson.flatMap { id in persons().first { $0.id == id }?.zone } ?? facts.zone ?? facts.sharedZone
        }
        return onlyPerson.flatMap { facts.settings[$0]?[name] }
    }

    package func priority(of metric: MetricID) -> [String]? {
        guard let onlyPerson, let places = facts.series[onlyPerson]?[metric]?.userPlaces, !places.isEmpty else { return nil }
        return places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    package func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard let summary = metricSummary(of: metric) else { return }
        guard let onlyPerson else { throw StoreError.severalPersons(facts.persons.map(\.id)) }
        guard summary.firstStart <= through, summary.lastEnd >= from else { return }
        var batch = SampleBatch()
        for row in try client.samples(of: metric, person: onlyPerson, from: from, through: through) {
            batch.append(
                start: Instant(milliseconds: row.start), end: Instant(milliseconds: row.end), value: row.value,
                source: facts.sourceNumber(row.source) ?? 0, metadata: row.isManual ? Self.manual : 0, number: row.number)
        }
        if batch.count > 0 { _ = try body(batch) }
    }
}

/// An engine that was opened.
package protocol EngineClient: AnyObject, Sendable {
    /// The address, without a password.
    var place: String { get }
    /// The product with its version.
    var name: String { get }
    /// The id of the store that is read; nil for all.
    var store: String? { get }
    /// Returns a number that changes with each push.
    func mark() throws -> Int64
    func facts() throws -> EngineFacts
    /// Returns the samples that overlap a range, in order.
    func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [EngineSample]
    /// True if the engine can run the statements of `explain sql`.
    var runsSQL: Bool { get }
}

/// A sample in an engine.
package struct EngineSample: Sendable {
    var start: Int64
    var end: Int64
    var value: Double
    var source: String
    var isManual: Bool
    var number: Int64
}
