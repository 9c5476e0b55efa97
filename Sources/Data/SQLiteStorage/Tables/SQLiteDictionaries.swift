import GRDB
import HealthModel
import SampleStore

/// The dictionaries of a store file, inside a transaction.
struct SQLiteDictionaries: ContentOrder {
    let db: Database
    private(set) var catalogue: Catalogue
    private var metadataIDs: MetadataCache

    /// Small sets that were written recently, by content.
    struct MetadataCache {
        private static let greatestCount = 20_000
        private static let greatestBytes = 256
        private var ids: [[UInt8]: Int32] = [:]

        subscript(content: [UInt8]) -> Int32? {
            get { ids[content] }
            set {
                guard content.count <= MetadataCache.greatestBytes else { return }
                if ids.count >= MetadataCache.greatestCount { ids.removeAll(keepingCapacity: true) }
                ids[content] = newValue
            }
        }
    }

    /// The state that a writer keeps between transactions if no other process writes.
    struct Kept {
        var catalogue = Catalogue()
        var metadataIDs = MetadataCache()
        /// The change number after the last transaction. Nil if the state must not be used.
        var changeNumber: Int64?
    }

    var kept: Kept { Kept(catalogue: catalogue, metadataIDs: metadataIDs) }

    /// Reads the dictionaries from the file.
    init(_ db: Database) throws {
        self.db = db
        catalogue = try SQLiteDictionaries.load(db)
        metadataIDs = MetadataCache()
    }

    init(_ db: Database, kept: Kept) {
        self.db = db
        catalogue = kept.catalogue
        metadataIDs = kept.metadataIDs
    }

    // MARK: Reading

    private static func load(_ db: Database) throws -> Catalogue {
        var catalogue = Catalogue()
        // Ids are assigned in order and never reused. Any other ids mean damage.
        func add<Value>(_ values: [Int32: Value], _ intern: (Value) -> Int32) throws {
            for (id, value) in values.sorted(by: { $0.key < $1.key }) where intern(value) != id {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ids of sources, devices or units are not in order")
            }
        }
        try add(sources(db)) { catalogue.intern($0) }
        try add(origins(db)) { catalogue.intern($0) }
        try add(units(db)) { catalogue.intern(unit: $0) }
        return catalogue
    }

    static func sources(_ db: Database) throws -> [Int32: Source] {
        try collect(db, "SELECT id, name FROM source") { Source(name: try $0.get(1)) }
    }

    static func origins(_ db: Database) throws -> [Int32: Origin] {
        try collect(db, "SELECT id, source, version, hasDevice, name, manufacturer, model, hardware, software FROM origin") { row in
            let device = try Device(
                name: row.get(4), manufacturer: row.get(5), model: row.get(6), hardware: row.get(7), software: row.get(8))
            return try Origin(source: row.get(1), sourceVersion: row.get(2), device: row.get(3) ? device : nil)
        }
    }

    static func units(_ db: Database) throws -> [Int32: String] {
        try collect(db, "SELECT id, text FROM unit") { try $0.get(1) }
    }

    private static func collect<Value>(_ db: Database, _ sql: String, _ make: (Row) throws -> Value) throws -> [Int32: Value] {
        var result: [Int32: Value] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try rows.next() { try result[row.get(0)] = make(row) }
        return result
    }

    static func metadataContent(_ db: Database, _ id: Int32) throws -> [UInt8]? {
        let statement = try db.cachedStatement(sql: "SELECT content FROM metadataSet WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try $0.bytes(atIndex: 0) }
    }

    // MARK: Writing

    /// Returns the ids of all names in `batch`, and whether the printed name of a known source has changed.
    mutating func intern(_ batch: ImportBatch) throws -> (ids: BatchIDs, isRenamed: Bool) {
        let before = catalogue
        let metadata = try batch.metadata.map { try intern($0) }
        let result = catalogue.intern(batch, metadata: metadata)
        if catalogue.sources != before.sources {
            let statement = try db.cachedStatement(
                sql: "INSERT INTO source (id, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name")
            for (index, source) in catalogue.sources.enumerated() { try statement.execute(arguments: [index + 1, source.name]) }
        }
        for index in before.origins.count..<catalogue.origins.count {
            let origin = catalogue.origins[index]
            try db.cachedStatement(sql: "INSERT INTO origin VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
                index + 1, origin.source, origin.sourceVersion, origin.device != nil, origin.device?.name, origin.device?.manufacturer,
                origin.device?.model, origin.device?.hardware, origin.device?.software,
            ])
        }
        for index in before.units.count..<catalogue.units.count {
            try db.cachedStatement(sql: "INSERT INTO unit VALUES (?, ?)").execute(arguments: [index + 1, catalogue.units[index]])
        }
        return result
    }

    private mutating func intern(_ set: MetadataSet) throws -> Int32 {
        if set.isEmpty { return 0 }
        let content = set.encoded
        if let id = metadataIDs[content] { return id }
        let id = try stored(content) ?? insert(content)
        metadataIDs[content] = id
        return id
    }

    private static func hash(_ content: [UInt8]) -> Int64 {
        Int64(bitPattern: Checksum.of(content.span))
    }

    private func stored(_ content: [UInt8]) throws -> Int32? {
        let statement = try db.cachedStatement(sql: "SELECT id, content FROM metadataSet WHERE hash = ?")
        let rows = try Row.fetchCursor(statement, arguments: [SQLiteDictionaries.hash(content)])
        while let row = try rows.next() {
            if try row.bytes(atIndex: 1) == content { return try row.get(0) }
        }
        return nil
    }

    private func insert(_ content: [UInt8]) throws -> Int32 {
        let statement = try db.cachedStatement(sql: "INSERT INTO metadataSet (hash, content) VALUES (?, ?)")
        try statement.execute(arguments: [SQLiteDictionaries.hash(content), content.databaseValue])
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
}
