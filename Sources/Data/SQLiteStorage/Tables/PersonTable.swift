import GRDB
import HealthModel
import SampleStore

/// The people of a store file, inside a transaction.
struct PersonTable {
    /// The people of a store.
    struct People: Sendable {
        /// In ascending order of id.
        let all: [Person]
        let numbers: [String: Int64]
        /// The kinds of all attributes by name.
        let attributes: [String: AttributeKind]
        private let byNumber: [Int64: Person]

        init(_ persons: [(number: Int64, person: Person)], attributes: [String: AttributeKind] = [:]) {
            self.attributes = attributes
            all = persons.map(\.person).sorted { $0.id < $1.id }
            numbers = Dictionary(persons.map { ($0.person.id, $0.number) }, uniquingKeysWith: { $1 })
            byNumber = Dictionary(persons.map { ($0.number, $0.person) }, uniquingKeysWith: { $1 })
        }

        /// Returns the person with a number. Queries ask for each person, so this does not search.
        subscript(number: Int64) -> Person? { byNumber[number] }

        /// The number of the only person; nil if there are several.
        var only: Int64? { numbers.count == 1 ? numbers.values.first : nil }
    }

    let db: Database

    // MARK: Reading

    /// Returns all people.
    func people() throws -> People {
        var texts: [Int64: [String: String]] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: "SELECT person, name, value FROM personAttribute")) {
            try texts[row.get(0), default: [:]][row.get(1)] = row.get(2)
        }
        let table = AttributeTable(Array(texts.values))
        return People(
            try Row.fetchAll(db.cachedStatement(sql: "SELECT id, name, zone FROM person")).map { row in
                let number: Int64 = try row.get(0)
                return (number, Person(id: try row.get(1), zone: try row.get(2), attributes: table.typed(texts[number] ?? [:])))
            }, attributes: table.kinds)
    }

    func zone(of person: Int64) throws -> String? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT zone FROM person WHERE id = ?"), arguments: [person]).flatMap { try $0.get(0) }
    }

    func setting(_ name: String, of person: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM personSetting WHERE person = ? AND name = ?"), arguments: [person, name])
    }

    func settings(of person: Int64) throws -> [String: String] {
        try Row.fetchAll(db.cachedStatement(sql: "SELECT name, value FROM personSetting WHERE person = ?"), arguments: [person])
            .reduce(into: [:]) { try $0[$1.get(0)] = try $1.get(1) as String }
    }

    /// Returns true if nothing was recorded of a person, and no fact about it is known.
    func isUnknown(_ person: Int64) throws -> Bool {
        let facts = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM source WHERE person = ?1) OR EXISTS (SELECT 1 FROM activitySummary WHERE person = ?1)
                    OR EXISTS (SELECT 1 FROM personAttribute WHERE person = ?1) OR EXISTS (SELECT 1 FROM person WHERE id = ?1 AND zone NOTNULL)
                """, arguments: [person])
        return facts == false
    }

    // MARK: Writing. Each function returns whether anything changed.

    /// Adds a person and returns its number.
    func add(_ id: String) throws -> Int64 {
        try db.cachedStatement(sql: "INSERT INTO person (name) VALUES (?)").execute(arguments: [id])
        return db.lastInsertedRowID
    }

    func rename(_ person: Int64, to id: String) throws {
        try db.cachedStatement(sql: "UPDATE person SET name = ? WHERE id = ?").execute(arguments: [id, person])
    }

    func setZone(_ zone: String?, of person: Int64) throws -> Bool {
        try db.cachedStatement(sql: "UPDATE person SET zone = ?1 WHERE id = ?2 AND zone IS NOT ?1").execute(arguments: [zone, person])
        return db.changesCount > 0
    }

    func setSetting(_ name: String, to value: String?, of person: Int64) throws -> Bool {
        try set("personSetting", name, to: value, of: person)
    }

    /// Stores the text of an attribute. An empty text removes it.
    func setAttribute(_ name: String, to text: String, of person: Int64) throws -> Bool {
        try set("personAttribute", name, to: text.isEmpty ? nil : text, of: person)
    }

    private func set(_ table: String, _ name: String, to value: String?, of person: Int64) throws -> Bool {
        if let value {
            try db.cachedStatement(
                sql: "INSERT INTO \(table) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = ?3 WHERE value <> ?3"
            ).execute(arguments: [person, name, value])
        } else {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE person = ? AND name = ?").execute(arguments: [person, name])
        }
        return db.changesCount > 0
    }

    /// Deletes everything of a person and returns how much that was.
    func forget(_ person: Int64) throws -> ForgottenPerson {
        func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql, arguments: [person]) ?? 0 }
        let metrics = "(SELECT id FROM metric WHERE person = ?)"
        let sources = "(SELECT id FROM source WHERE person = ?)"
        var forgotten = ForgottenPerson()
        forgotten.samples =
            try count("SELECT sum(count) FROM block WHERE metric IN \(metrics)")
            + count("SELECT count(*) FROM freshSample WHERE metric IN \(metrics)")
        forgotten.workouts = try count("SELECT count(*) FROM workout WHERE source IN \(sources)")
        forgotten.correlations = try count("SELECT count(*) FROM correlation WHERE source IN \(sources)")
        forgotten.activitySummaries = try count("SELECT count(*) FROM activitySummary WHERE person = ?")
        forgotten.sources = try count("SELECT count(*) FROM source WHERE person = ?")
        for table in ["quarterMetric", "quarterStale", "quarterChunk", "sourcePriority", "freshSample", "block", "deletion"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE metric IN \(metrics)", arguments: [person])
        }
        try db.execute(
            sql: "DELETE FROM series WHERE owner IN (SELECT number FROM workout WHERE source IN \(sources))", arguments: [person])
        for table in ["workout", "correlation"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE source IN \(sources)", arguments: [person])
        }
        for table in ["metric", "activitySummary", "metadataSet"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE person = ?", arguments: [person])
        }
        try db.execute(
            sql: """
                UPDATE origin SET version = NULL, hasDevice = 0, name = NULL, manufacturer = NULL, model = NULL, hardware = NULL, software = NULL
                WHERE source IN \(sources)
                """, arguments: [person])
        try db.execute(sql: "UPDATE source SET name = '', person = NULL WHERE person = ?", arguments: [person])
        try db.execute(sql: "DELETE FROM person WHERE id = ?", arguments: [person])
        return forgotten
    }
}
