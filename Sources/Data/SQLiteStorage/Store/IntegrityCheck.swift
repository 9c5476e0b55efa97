import GRDB
package import HealthModel
import SampleStore
import StorageModel

/// A problem in a store file.
package struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
    /// The id of the affected person. Nil if the problem is not about a person, or if it has no name.
    package var person: String?
    /// The affected metric. Nil if the problem is not about a metric.
    package var metric: MetricID?
    /// The damaged block. Nil if the problem is not in a block.
    package var block: Int64?
    package var message: String

    package var description: String {
        let place = [person, metric?.shortName, block.map { "block \($0)" }].compactMap(\.self)
        return (place + [message]).joined(separator: ": ")
    }
}

extension SQLiteStore {
    /// Reads the whole store and returns all problems: tables and references, checksums, order, identity, numbers, and statistics that do
    /// not match the blocks.
    package func checkIntegrity() throws -> [StoreFinding] {
        try snapshot { db in
            var structure = try StructureCheck(db)
            try structure.run()
            var findings = structure.messages.map { StoreFinding(message: $0) }
            do {
                var check = try IntegrityCheck(db, path: path)
                do { try check.run() } catch {
                    findings += check.findings
                    throw error
                }
                findings += check.findings
            } catch {
                guard let reason = StoreError.damage(error) else { throw error }
                findings.append(StoreFinding(message: "the samples can't be read: \(reason)"))
            }
            return findings
        }
    }
}

private struct IntegrityCheck {
    private(set) var findings: [StoreFinding] = []
    private let db: Database
    private let path: String
    private let dictionaries: SQLiteDictionaries
    private let metadataIDs: Set<Int32>
    private let nextNumber: Int64
    /// The person whose samples are checked.
    private var person: (number: Int64, id: String?) = (0, nil)
    /// A bit for each sample number that is used, in pages by the high bits of the number.
    private var takenNumbers: [Int64: [UInt64]] = [:]

    init(_ db: Database, path: String) throws {
        self.db = db
        self.path = path
        dictionaries =
            try db.tableExists("person")
            ? SQLiteDictionaries(db) : SQLiteDictionaries(db, catalogue: SQLiteDictionaries.load(db, hasPersons: false))
        metadataIDs = try Set(Int32.fetchAll(db, sql: "SELECT id FROM metadataSet"))
        nextNumber = try SQLiteContent.counter("nextNumber", db)
    }

    mutating func run() throws {
        let owner = try db.tableExists("person") ? "person" : "\(Schema.firstPerson)"
        for row in try Row.fetchAll(db, sql: "SELECT id, identifier, reach, \(owner) FROM metric ORDER BY identifier, id") {
            let number: Int64 = try row.get(3)
            person = (number, dictionaries.people.first { $0.value == number }?.key)
            try check(MetricID(row.get(1)), id: row.get(0), reach: row.get(2))
        }
        person = (0, nil)
        for table in ["workout", "correlation"] { take(try Int64.fetchAll(db, sql: "SELECT number FROM \(table)"), nil, nil) }
        try checkDeletions()
    }

    private mutating func report(_ message: String, _ metric: MetricID? = nil, block: Int64? = nil) {
        let id = person.id.flatMap { $0.isEmpty ? nil : $0 }
        findings.append(StoreFinding(person: id, metric: metric, block: block, message: message))
    }

    private mutating func check(_ metric: MetricID, id: Int64, reach: Int64) throws {
        let blocks = BlockTable(db: db, path: path, metric: metric, metricID: id)
        var rows = SampleBatch()
        var last: Int64?
        for entry in try blocks.allEntries() {
            do {
                try blocks.read(entry, into: &rows)
            } catch StoreError.corruptBlock(_, _, _, _, _, let reason) {
                report(reason, metric, block: entry.id)
                continue
            }
            if let last, entry.firstStart <= last { report("it starts before the previous block ends", metric, block: entry.id) }
            last = entry.lastStart
            try check(rows, metric, block: entry.id)
            let statistics = BlockStatistics(rows, 0..<rows.count)
            if try blocks.statistics(entry) != statistics { report("its statistics do not match its samples", metric, block: entry.id) }
            if statistics.reach > reach { report("its time span is longer than the limit stored for its metric", metric, block: entry.id) }
        }
        let fresh = try SampleMerge(content: dictionaries).normalized(FreshTable(db: db, metricID: id).allRows())
        try check(fresh, metric, block: nil)
        if let last, let first = fresh.starts.first, first <= last { report("fresh samples start before the last block ends", metric) }
    }

    private mutating func check(_ rows: SampleBatch, _ metric: MetricID, block: Int64?) throws {
        let catalogue = dictionaries.catalogue
        func isKnown(_ ids: [Int32], from least: Int32, count: Int) -> Bool { ids.allSatisfy { $0 >= least && $0 <= count } }
        guard
            isKnown(rows.sources, from: 1, count: catalogue.sources.count), isKnown(rows.origins, from: 0, count: catalogue.origins.count),
            isKnown(rows.units, from: 0, count: catalogue.units.count), rows.metadata.allSatisfy({ $0 == 0 || metadataIDs.contains($0) })
        else { return report("it refers to a missing source, device, unit or metadata set", metric, block: block) }
        if rows.sources.contains(where: { catalogue.person(ofSource: $0) != person.number }) {
            report("its samples are from a source of another person", metric, block: block)
        }
        take(rows.numbers, metric, block)
        if try SampleMerge(content: dictionaries).normalized(rows).numbers != rows.numbers {
            report("its samples are out of order or occur twice", metric, block: block)
        }
    }

    /// Deletions have numbers that no sample has, and name samples that are gone. A file of an older version has none.
    private mutating func checkDeletions() throws {
        guard try db.tableExists("deletion") else { return }
        var deletions: [DeletedSample] = []
        do {
            try DeletionTable(db: db).all(path: path) { deletions.append($0) }
        } catch StoreError.corrupt(_, let reason) {
            return report(reason)
        }
        take(deletions.map(\.change), nil, nil)
        let isWrong = deletions.contains { $0.number >= $0.change || !take($0.number) }
        if isWrong { report("a deletion names a sample that still exists") }
    }

    private mutating func take(_ numbers: [Int64], _ metric: MetricID?, _ block: Int64?) {
        var isSound = true
        for number in numbers {
            if number <= 0 || number >= nextNumber || !take(number) { isSound = false }
        }
        if !isSound { report("sample numbers are out of range or occur twice", metric, block: block) }
    }

    /// Marks a sample number as used. Returns false if it was already used.
    private mutating func take(_ number: Int64) -> Bool {
        let (page, word, bit) = (number >> 16, Int(number >> 6 & 1023), UInt64(1) << UInt64(number & 63))
        let isFirst = (takenNumbers[page]?[word] ?? 0) & bit == 0
        takenNumbers[page, default: Array(repeating: 0, count: 1024)][word] |= bit
        return isFirst
    }
}
