import GRDB

/// The tables of earlier rows, and the triggers that fill them.
///
/// A trigger keeps a row before a transaction first changes it, under the number of that change. So no writer can forget a row, and a row is
/// kept once for each transaction. Samples have no triggers: those of a step are found by their numbers (`EarlierSamples`).
enum UndoSchema {
    /// A table whose rows are kept before they change.
    struct Table {
        var name: String
        /// The version that added the table.
        var since = 7
        /// The columns of the primary key.
        var key: [String]
        /// Tables with rows of this table's rows, and the column that names the row. They are only written together.
        var children: [(name: String, owner: String)] = []

        var earlier: String { UndoSchema.earlier(name) }
    }

    /// A column that is kept, of rows that stay.
    struct Column {
        var table: String
        var name: String

        var earlier: String { UndoSchema.earlier(table) }
    }

    static let tables = [
        Table(name: "setting", key: ["name"]), Table(name: "person", key: ["id"]), Table(name: "personAttribute", key: ["person", "name"]),
        Table(name: "personSetting", key: ["person", "name"]), Table(name: "sourcePriority", key: ["metric", "place"]),
        Table(name: "activitySummary", key: ["person", "day"]),
        Table(name: "series", since: 8, key: ["owner", "kind", "place"]),
    ]

    static let records = [
        Table(
            name: "workout", key: ["number"],
            children: [("workoutStatistic", "workout"), ("workoutEvent", "workout"), ("workoutRoute", "workout")] + activities),
        Table(name: "correlation", key: ["number"], children: [("correlationMember", "correlation")]),
    ]

    /// The tables of the parts of workouts, which version 8 added.
    private static let activities: [(name: String, owner: String)] = [
        ("workoutActivity", "workout"), ("activityStatistic", "workout"), ("activityEvent", "workout"),
    ]

    static let columns = [Column(table: "source", name: "name"), Column(table: "metric", name: "fileUnit")]

    /// The tables with earlier rows that version 8 added.
    static var tablesOfSeries: [String] { activities.map { earlier($0.name) } + tables.filter { $0.since == 8 }.map(\.earlier) }

    /// All tables with earlier rows, each with the number of the change.
    static var earlierTables: [String] {
        tables.map(\.earlier) + records.flatMap { [$0.earlier] + $0.children.map { earlier($0.name) } } + columns.map(\.earlier)
            + ["earlierSample"]
    }

    static func earlier(_ table: String) -> String { "earlier_\(table)" }

    /// The number of the change that the transaction makes.
    private static let change = "(SELECT value + 1 FROM counter WHERE name = 'changeNumber')"

    // MARK: Triggers

    /// The text of each trigger by its name, for the columns that the tables have.
    static func triggers(_ db: Database) throws -> [String: String] {
        var texts = columnTriggers
        for (tables, events) in [(tables, tableEvents), (records, recordEvents)] {
            for table in tables {
                for event in events { texts["\(table.earlier)_\(event.lowercased())"] = try trigger(event, table, db) }
            }
        }
        return texts
    }

    private static let tableEvents = ["INSERT", "UPDATE", "DELETE"]
    private static let recordEvents = ["INSERT", "DELETE"]

    /// The triggers of columns by name.
    private static var columnTriggers: [String: String] {
        var texts = columns.reduce(into: [String: String]()) { texts, column in
            texts["\(column.earlier)_update"] = """
                CREATE TRIGGER \(column.earlier)_update AFTER UPDATE OF \(column.name) ON \(column.table) BEGIN
                INSERT OR IGNORE INTO \(column.earlier) VALUES (\(change), 1, OLD.id, OLD.\(column.name)); END
                """
        }
        // The row of a metric stays. It has no unit before its first sample.
        texts["earlier_metric_insert"] = """
            CREATE TRIGGER earlier_metric_insert AFTER INSERT ON metric BEGIN
            INSERT OR IGNORE INTO earlier_metric VALUES (\(change), 1, NEW.id, NULL); END
            """
        return texts
    }

    // MARK: Creating

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                -- A deed: its changes, and the least number of its samples, sources and metadata. token: 0 if there is none.
                CREATE TABLE undoStep (
                    first INTEGER PRIMARY KEY, last INTEGER NOT NULL, token INTEGER NOT NULL, text TEXT, time INTEGER,
                    hasOthers INTEGER NOT NULL DEFAULT 0, obstacle TEXT, firstNumber INTEGER NOT NULL, lastSource INTEGER NOT NULL,
                    lastMetadata INTEGER NOT NULL) STRICT;
                -- Samples before they were changed or deleted, as blocks.
                CREATE TABLE earlierSample (
                    id INTEGER PRIMARY KEY, change INTEGER NOT NULL, metric INTEGER NOT NULL, kind INTEGER NOT NULL, count INTEGER NOT NULL,
                    firstStart INTEGER NOT NULL, lastStart INTEGER NOT NULL, greatestEnd INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
                CREATE INDEX earlierSampleByChange ON earlierSample (change);
                """)
        for table in tables where table.since == 7 { try create(table, db) }
        for var table in records {
            table.children.removeAll { child in activities.contains { $0.name == child.name } }
            try db.execute(sql: earlierTable(table.name, table.key, columns(table.name, db)))
            try createChildren(table.children, db)
            try createTriggers(of: table, db)
        }
        for column in columns { try db.execute(sql: earlierTable(column.table, ["id"], ["id", column.name])) }
        for (_, text) in columnTriggers.sorted(by: { $0.key < $1.key }) { try db.execute(sql: text) }
    }

    /// Keeps also the parts of workouts, and series.
    static func addSeries(_ db: Database) throws {
        for table in tables where table.since == 8 { try create(table, db) }
        try createChildren(activities, db)
        for table in records where table.name == "workout" {
            try db.execute(sql: "DROP TRIGGER \(table.earlier)_insert; DROP TRIGGER \(table.earlier)_delete")
            try createTriggers(of: table, db)
        }
    }

    private static func create(_ table: Table, _ db: Database) throws {
        try db.execute(sql: earlierTable(table.name, table.key, columns(table.name, db)))
        for event in tableEvents { try db.execute(sql: trigger(event, table, db)) }
    }

    private static func createChildren(_ children: [(name: String, owner: String)], _ db: Database) throws {
        for child in children { try db.execute(sql: earlierTable(child.name, [child.owner, "place"], columns(child.name, db))) }
    }

    private static func createTriggers(of record: Table, _ db: Database) throws {
        for event in recordEvents { try db.execute(sql: trigger(event, record, db)) }
    }

    static func columns(_ table: String, _ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    }

    private static func earlierTable(_ table: String, _ key: [String], _ columns: [String]) -> String {
        // Columns without a type keep every value as it is.
        let quoted = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            CREATE TABLE \(earlier(table)) (change INTEGER NOT NULL, existed INTEGER NOT NULL, \(quoted),
            PRIMARY KEY (change, \(key.joined(separator: ", ")))) WITHOUT ROWID
            """
    }

    private static func trigger(_ event: String, _ table: Table, _ db: Database) throws -> String {
        let columns = try columns(table.name, db)
        let isNew = event == "INSERT"
        let values = columns.map { column in
            isNew ? (table.key.contains(column) ? "NEW.\"\(column)\"" : "NULL") : "OLD.\"\(column)\""
        }
        var body = "INSERT OR IGNORE INTO \(table.earlier) VALUES (\(change), \(isNew ? 0 : 1), \(values.joined(separator: ", ")));"
        var condition = ""
        if !table.children.isEmpty, !isNew {
            // The parts of a record are those of its first earlier row.
            condition = "WHEN NOT EXISTS (SELECT 1 FROM \(table.earlier) WHERE change = \(change) AND number = OLD.number) "
            for child in table.children {
                body +=
                    " INSERT INTO \(earlier(child.name)) SELECT \(change), 1, * FROM \(child.name) WHERE \(child.owner) = OLD.number;"
            }
        }
        let moment = isNew || table.children.isEmpty ? "AFTER" : "BEFORE"
        return "CREATE TRIGGER \(table.earlier)_\(event.lowercased()) \(moment) \(event) ON \(table.name) \(condition)BEGIN \(body) END"
    }
}
