import GRDB
import HealthModel
import SampleStore

/// The dictionaries of a store file, inside a transaction.
struct SQLiteDictionaries: ContentOrder {
    let db: Database
    private(set) var catalogue: Catalogue
    private var metadataIDs: MetadataCache
    /// The numbers of the people by id; at least one.
    private(set) var people: [String: Int64]

    /// Small sets that were written recently, by person and content.
    struct MetadataCache {
        private static let greatestCount = 20_000
        private static let greatestBytes = 256
        private struct Key: Hashable {
            var person: Int64
            var content: [UInt8]
        }

        private var ids: [Key: Int32] = [:]

        subscript(content: [UInt8], person: Int64) -> Int32? {
            get { ids[Key(person: person, content: content)] }
            set {
                guard content.count <= MetadataCache.greatestBytes else { return }
                if ids.count >= MetadataCache.greatestCount { ids.removeAll(keepingCapacity: true) }
                ids[Key(person: person, content: content)] = newValue
            }
        }
    }

    /// The state that a writer keeps between transactions if no other process writes.
    struct Kept {
        var catalogue = Catalogue()
        var metadataIDs = MetadataCache()
        var people: [String: Int64] = [:]
        /// The change number after the last transaction. Nil if the state must not be used.
        var changeNumber: Int64?
    }

    var kept: Kept { Kept(catalogue: catalogue, metadataIDs: metadataIDs, people: people) }

    /// Reads the dictionaries from the file, which must have the newest version.
    init(_ db: Database) throws {
        self.init(
            db, kept: Kept(catalogue: try SQLiteDictionaries.load(db, hasPersons: true), people: try SQLiteDictionaries.people(db)))
    }

    init(_ db: Database, kept: Kept) {
        self.db = db
        catalogue = kept.catalogue
        metadataIDs = kept.metadataIDs
        people = kept.people
    }

    /// Orders the rows of a view, whose catalogue is known.
    init(_ db: Database, catalogue: Catalogue) { self.init(db, kept: Kept(catalogue: catalogue)) }

    // MARK: Reading

    /// - Parameter hasPersons: False for a file of an older version, in which everything belongs to the first person.
    static func load(_ db: Database, hasPersons: Bool) throws -> Catalogue {
        var catalogue = Catalogue()
        // Ids are assigned in order and never reused. Any other ids mean damage.
        func forEachRow(_ sql: String, _ restore: (Row) throws -> Int32) throws {
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
            while let row = try rows.next() {
                guard try restore(row) == row.get(0) else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ids of sources, devices or units are not in order")
                }
            }
        }
        try forEachRow("SELECT id, name, \(hasPersons ? "person" : "\(Schema.firstPerson)") FROM source ORDER BY id") { row in
            catalogue.restore(Source(name: try row.get(1)), of: try row.get(2))
        }
        catalogue.rankSources()
        try forEachRow(
            "SELECT id, source, version, hasDevice, name, manufacturer, model, hardware, software FROM origin ORDER BY id"
        ) { row in
            let device = try Device(
                name: row.get(4), manufacturer: row.get(5), model: row.get(6), hardware: row.get(7), software: row.get(8))
            return catalogue.restore(try Origin(source: row.get(1), sourceVersion: row.get(2), device: row.get(3) ? device : nil))
        }
        try forEachRow("SELECT id, text FROM unit ORDER BY id") { catalogue.intern(unit: try $0.get(1)) }
        return catalogue
    }

    /// Returns numbers that change whenever the catalogue of the file grows.
    static func size(_ db: Database) throws -> [Int64] {
        try ["source", "origin", "unit"].map { table in
            try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM \(table)")) ?? 0
        }
    }

    private static func people(_ db: Database) throws -> [String: Int64] {
        try Row.fetchAll(db, sql: "SELECT name, id FROM person").reduce(into: [:]) { try $0[$1.get(0)] = $1.get(1) }
    }

    static func metadataContent(_ db: Database, _ id: Int32) throws -> [UInt8]? {
        let statement = try db.cachedStatement(sql: "SELECT content FROM metadataSet WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try $0.bytes(atIndex: 0) }
    }

    // MARK: Writing

    /// Returns the ids of all names in `batch`, whose person has the given number, and whether the printed name of a known source has
    /// changed.
    mutating func intern(_ batch: ImportBatch, of person: Int64) throws -> (ids: BatchIDs, isRenamed: Bool) {
        let known = (sources: catalogue.sources.count, origins: catalogue.origins.count, units: catalogue.units.count)
        let metadata = try batch.metadata.map { try intern($0, of: person) }
        let interned = catalogue.intern(batch, of: person, metadata: metadata)
        for id in interned.renamed {
            try db.cachedStatement(sql: "UPDATE source SET name = ? WHERE id = ?")
                .execute(arguments: [catalogue.sources[Int(id) - 1].name, id])
        }
        for index in known.sources..<catalogue.sources.count {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO source (id, name, person) VALUES (?, ?, ?)")
                .execute(arguments: [index + 1, catalogue.sources[index].name, person])
        }
        for index in known.origins..<catalogue.origins.count {
            let origin = catalogue.origins[index]
            try db.cachedStatement(sql: "INSERT INTO origin VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
                index + 1, origin.source, origin.sourceVersion, origin.device != nil, origin.device?.name, origin.device?.manufacturer,
                origin.device?.model, origin.device?.hardware, origin.device?.software,
            ])
        }
        for index in known.units..<catalogue.units.count {
            try db.cachedStatement(sql: "INSERT INTO unit VALUES (?, ?)").execute(arguments: [index + 1, catalogue.units[index]])
        }
        return (interned.ids, !interned.renamed.isEmpty)
    }

    private mutating func intern(_ set: MetadataSet, of person: Int64) throws -> Int32 {
        if set.isEmpty { return 0 }
        let content = set.encoded
        if let id = metadataIDs[content, person] { return id }
        let id = try stored(content, of: person) ?? insert(content, of: person)
        metadataIDs[content, person] = id
        return id
    }

    // MARK: Persons

    /// Adds a person, or gives one another id, in memory only.
    mutating func set(_ number: Int64, named id: String) {
        for (known, other) in people where other == number { people[known] = nil }
        people[id] = number
    }

    /// Removes the names of a person, in memory only.
    mutating func forget(_ number: Int64) {
        people = people.filter { $0.value != number }
        catalogue.forget(number)
        metadataIDs = MetadataCache()
    }

    // MARK: Metadata

    /// Returns a number by which a set is found. It depends on the person, because many people have the same sets.
    static func hash(_ content: [UInt8], of person: Int64) -> Int64 {
        Int64(bitPattern: Checksum.of(content.span)) &+ (person - Schema.firstPerson) &* 0x1E37_79B9_7F4A_7C15
    }

    private func stored(_ content: [UInt8], of person: Int64) throws -> Int32? {
        let statement = try db.cachedStatement(sql: "SELECT id, content FROM metadataSet WHERE hash = ? AND person = ?")
        let rows = try Row.fetchCursor(statement, arguments: [SQLiteDictionaries.hash(content, of: person), person])
        while let row = try rows.next() {
            if try row.bytes(atIndex: 1) == content { return try row.get(0) }
        }
        return nil
    }

    private func insert(_ content: [UInt8], of person: Int64) throws -> Int32 {
        let statement = try db.cachedStatement(sql: "INSERT INTO metadataSet (hash, content, person) VALUES (?, ?, ?)")
        try statement.execute(arguments: [SQLiteDictionaries.hash(content, of: person), content.databaseValue, person])
        return Int32(db.lastInsertedRowID)
    }

    // MARK: Order

    func source(_ a: Int32, precedes b: Int32) -> Bool { catalogue.source(a, precedes: b) }
    func origin(_ a: Int32, precedes b: Int32) -> Bool { catalogue.origin(a, precedes: b) }
    func unit(_ a: Int32, precedes b: Int32) -> Bool { catalogue.unit(a, precedes: b) }
    func metadata(_ a: Int32, precedes b: Int32) throws -> Bool {
        let (left, right) = try (SQLiteDictionaries.metadataContent(db, a), SQLiteDictionaries.metadataContent(db, b))
        return (left ?? []).lexicographicallyPrecedes(right ?? [])
    }
    func metadata(_ a: Int32, isAlike b: Int32) throws -> Bool {
        let (left, right) = try (SQLiteDictionaries.metadataContent(db, a), SQLiteDictionaries.metadataContent(db, b))
        guard let left = left.flatMap(MetadataSet.init(encoded:)), let right = right.flatMap(MetadataSet.init(encoded:)) else {
            return false
        }
        return left.isAlike(right)
    }
    func zero(ofUnit unit: Int32) -> Double { catalogue.zero(ofUnit: unit) }
}
