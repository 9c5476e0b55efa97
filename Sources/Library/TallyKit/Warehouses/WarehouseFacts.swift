import HealthModel
import SampleStore
import StorageModel

/// The facts about the samples that were pushed to a warehouse: persons, metrics, sources and their order. They are read once.
struct WarehouseFacts: Sendable {
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

    private(set) var persons: [Person] = []
    /// The kinds of the attributes of all persons by name.
    var attributes: [String: AttributeKind] = [:]
    /// The time zone of persons without their own.
    private(set) var zone: String?
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

    func sourceNumber(_ name: String) -> Int32? { sourceNumbers[name] }

    /// The number of rows of the table of sources that a person has for a metric, as ranks: a source, and how its samples were entered.
    func ranks(of metric: MetricID, person: String) -> Set<MergingRank> { series[person]?[metric]?.ranks ?? [] }

    func summary(of metric: MetricID, person: String) -> MetricSummary? { series[person]?[metric]?.summary }
}
