import Foundation
import HealthModel
import SampleStore

extension WarehouseFacts {
    /// The columns of persons and of sources, in the order in which the rows are read.
    private static let personColumns = ["store", "person", "zone", "own_zone", "attributes", "settings"]
    private static let sourceColumns = [
        "person", "type", "source", "user_place", "class", "samples", "first_start", "last_start", "last_end", "automatic", "manual",
        "unit",
    ]

    /// More samples of a source than anybody has. Sums of such numbers do not overflow.
    private static let greatestCount: Int64 = 1 << 40

    /// Reads the facts.
    init(of client: any WarehouseClient) throws {
        func rows(_ table: WarehouseTable, _ columns: [String]) throws -> [AnswerRow] {
            try AnswerRow.all(client.rows(of: table, columns), columns: columns.count, place: client.place)
        }
        try self.init(persons: rows(.persons, Self.personColumns), sources: rows(.sources, Self.sourceColumns), place: client.place)
    }

    /// - Parameter place: The address, for errors.
    private init(persons: [AnswerRow], sources: [AnswerRow], place: String) throws {
        self.init()
        guard !persons.isEmpty else { throw WarehouseFailure.empty(place: place) }
        let stores = Dictionary(grouping: persons) { $0[1].text }.mapValues { Set($0.map { $0[0].text }).sorted() }
        if let several = stores.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
            throw WarehouseFailure.severalStores(place: place, person: several.key, stores: several.value)
        }
        // The kind of an attribute depends on its values for all persons.
        let texts = persons.map { Self.words($0[4].text) }
        let kinds = AttributeTable(texts)
        attributes = kinds.kinds
        for (row, texts) in zip(persons, texts) {
            addPerson(
                row[1].text, zone: row[2].text, isOwn: row[3].integer == 1, attributes: kinds.typed(texts),
                settings: Self.words(row[5].text))
        }
        for row in sources {
            let count = try row.number(5, in: 0...Self.greatestCount, "number of samples")
            let (first, end) = try row.times(6, 8)
            add(
                SourceRow(
                    person: row[0].text, metric: MetricID(row[1].text), name: row[2].text, userPlace: row[3].integer ?? -1,
                    sourceClass: row[4].integer ?? 0,
                    part: MetricSummary.BySource(
                        source: 0, count: Int(count), firstStart: Instant(milliseconds: first), lastEnd: Instant(milliseconds: end)),
                    lastStart: Instant(milliseconds: try row.times(6, 7).end), hasAutomatic: row[9].integer == 1,
                    hasManual: row[10].integer == 1,
                    unit: row[11].text))
        }
        finish()
    }

    /// Returns the texts by name in a JSON object.
    private static func words(_ json: String) -> [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
    }

    /// Returns a JSON object with texts by name, in ascending order of names.
    static func json(_ words: [String: String]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
