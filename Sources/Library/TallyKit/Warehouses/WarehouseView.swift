import HealthModel
import SampleStore
import StorageModel

/// The samples that were pushed to a warehouse, of all people or of one.
///
/// The facts are in memory. The samples stay in the warehouse, where queries run. Only a few samples of one person are read, such as those
/// after now.
final class WarehouseView: AttributeSource {
    let client: any WarehouseClient
    let facts: WarehouseFacts
    let changeNumber: Int64
    /// The person whose samples the view has; nil for all people.
    let person: String?

    init(_ client: any WarehouseClient, facts: WarehouseFacts, changeNumber: Int64, person: String? = nil) {
        (self.client, self.facts, self.changeNumber, self.person) = (client, facts, changeNumber, person)
    }

    /// The person of the view, or the only one.
    var onlyPerson: String? { person ?? (facts.persons.count == 1 ? facts.persons[0].id : nil) }

    var capabilities: SourceCapabilities { SourceCapabilities(attributes: self) }

    func persons() -> [Person] { person.map { id in facts.persons.filter { $0.id == id } } ?? facts.persons }

    func attributeKinds() -> [String: AttributeKind] { facts.attributes }

    func view(of person: String) throws -> any SampleSource {
        guard facts.persons.contains(where: { $0.id == person }) else { throw StoreError.noSuchPerson(id: person) }
        return WarehouseView(client, facts: facts, changeNumber: changeNumber, person: person)
    }

    func metricSummaries() -> [MetricSummary] {
        let all = onlyPerson.map { facts.series[$0]?.values.map(\.summary) ?? [] } ?? Array(facts.whole.values)
        return all.sorted { $0.metric.identifier < $1.metric.identifier }
    }

    func metricSummary(of metric: MetricID) -> MetricSummary? {
        onlyPerson.map { facts.summary(of: metric, person: $0) } ?? facts.whole[metric]
    }

    func sources() -> [Int32: Source] { facts.sources }

    /// Returns devices of the classes that the sources had in the store, so that the default order of sources is the same.
    func origins() -> [Int32: Origin] {
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
    func metadataSets(_ ids: Set<Int32>) -> [Int32: MetadataSet] {
        ids.contains(Self.manual) ? [Self.manual: MetadataSet([.init(key: MetadataKey.wasUserEntered, value: "1")])] : [:]
    }

    /// The id of the metadata of samples that were entered by hand.
    private static let manual: Int32 = 1

    func setting(_ name: String) -> String? {
        if name == PersonalSetting.zone {
            return onlyPerson.flatMap { id in persons().first { $0.id == id }?.zone } ?? facts.zone ?? facts.sharedZone
        }
        // The platforms are those of the whole store.
        if KeptPlatforms.all.contains(name) { return facts.settings.values.lazy.compactMap { $0[name] }.first }
        return onlyPerson.flatMap { facts.settings[$0]?[name] }
    }

    func priority(of metric: MetricID) -> [String]? {
        guard let onlyPerson, let places = facts.series[onlyPerson]?[metric]?.userPlaces, !places.isEmpty else { return nil }
        return places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard let summary = metricSummary(of: metric) else { return }
        guard let onlyPerson else { throw StoreError.severalPersons(facts.persons.map(\.id)) }
        guard summary.firstStart <= through, summary.lastEnd >= from else { return }
        var batch = SampleBatch()
        let rows = try AnswerRow.all(
            client.samples(of: metric, person: onlyPerson, from: from, through: through), columns: WarehouseTable.readColumns.count,
            place: client.place)
        for row in rows {
            let (start, end) = try row.times(0, 1)
            guard start >= batch.starts.last ?? .min else {
                throw WarehouseFailure.unexpected(place: client.place, reason: "samples are not in order of their start")
            }
            batch.append(
                start: Instant(milliseconds: start), end: Instant(milliseconds: end),
                value: row[2].number ?? 0, source: facts.sourceNumber(row[3].text) ?? 0,
                metadata: row[4].integer == 1 ? Self.manual : 0, number: row[5].integer ?? 0)
        }
        if batch.count > 0 { _ = try body(batch) }
    }
}
