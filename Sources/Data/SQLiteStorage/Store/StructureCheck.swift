import GRDB
import HealthModel
import SampleStore
import StorageModel

/// Checks everything around the samples: the tables, references, counters, names, settings, records, and what can be taken back.
///
/// A part that cannot be read is a finding, too, and the other parts are still checked.
struct StructureCheck {
    private(set) var messages: [String] = []
    private let db: Database
    private let version: Int

    /// A condition that no row of a table meets.
    private struct Rule {
        var table: String
        var condition: String
        /// The fault of these rows, as in "with an end before the start".
        var message: String
        /// The version that added the table.
        var since = 1
    }

    init(_ db: Database) throws {
        self.db = db
        version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    mutating func run() throws {
        try part("the database") { check in
            for problem in try String.fetchAll(check.db, sql: "PRAGMA integrity_check") where problem != "ok" { check.report(problem) }
        }
        try part("the list of tables") { try $0.checkTables() }
        try part("the references") { try $0.checkReferences() }
        try part("the counters") { try $0.checkCounters() }
        for rule in Self.rules where rule.since <= version {
            try part("the table `\(rule.table)`") { check in
                let count = try Int.fetchOne(check.db, sql: "SELECT count(*) FROM \(rule.table) WHERE \(rule.condition)") ?? 0
                if count > 0 { check.report("`\(rule.table)`: \(count == 1 ? "1 row" : "\(count) rows") \(rule.message)") }
            }
        }
        try part("the table `metadataSet`") { try $0.checkMetadata() }
        try part("the table `setting`") { try $0.checkSettings() }
        if version >= 2 { try part("the table `quarterChunk`") { try $0.checkChunks() } }
        if version >= 7 { try part("the table `earlierSample`") { try $0.checkEarlierSamples() } }
        if version >= 8 {
            try part("the table `series`") { try $0.checkSeries() }
            try part("the owners of `series`") { try $0.checkOwnersOfSeries() }
        }
    }

    private mutating func report(_ message: String) { messages.append(message) }

    /// Runs a part of the check. If the file is too damaged for it, that is a finding.
    private mutating func part(_ name: String, _ body: (inout StructureCheck) throws -> Void) throws {
        do {
            try body(&self)
        } catch {
            guard let reason = StoreError.damage(error) else { throw error }
            report("\(name) can't be read: \(reason)")
        }
    }

    // MARK: Tables

    private struct Part: Hashable {
        var kind: String
        var name: String
        var table: String
        /// The columns of a table, and the text of a trigger.
        var content: [String]
    }

    private static func parts(_ db: Database) throws -> [Part] {
        let sql = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        return try Row.fetchAll(db, sql: sql).map { row in
            let (kind, name): (String, String) = (try row.get(0), try row.get(1))
            var content: [String] = []
            if kind == "table" {
                content = try String.fetchAll(
                    db, sql: #"SELECT name || ' ' || type || ' ' || "notnull" || ' ' || pk FROM pragma_table_info(?) ORDER BY name"#,
                    arguments: [name])
            } else if kind == "trigger" {
                content = [try row.get(3)]
            }
            return Part(kind: kind, name: name, table: try row.get(2), content: content)
        }
    }

    /// Compares the tables with those of a new store of the same version.
    private mutating func checkTables() throws {
        let known = try DatabaseQueue()
        try Schema.migrator.migrate(known, upTo: "\(version)")
        let expected = try known.read { try Self.parts($0) }
        let found = try Self.parts(db)
        let names = Set(found.map(\.name))
        for part in expected where !found.contains(part) {
            report("the \(part.kind) `\(part.name)` \(names.contains(part.name) ? "differs from that of a store" : "is missing")")
        }
        let expectedNames = Set(expected.map(\.name))
        for part in found where !expectedNames.contains(part.name) { report("the \(part.kind) `\(part.name)` does not belong to a store") }
        let migrations = try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
        if migrations != (1...max(version, 1)).map({ "\($0)" }) {
            report("the table `grdb_migrations` does not fit version \(version) of the format")
        }
    }

    private mutating func checkReferences() throws {
        struct Reference: Hashable {
            var table: String
            var parent: String
        }
        var counts: [Reference: Int] = [:]
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
            counts[Reference(table: try row.get(0), parent: try row.get(2)), default: 0] += 1
        }
        for (reference, count) in counts.sorted(by: { ($0.key.table, $0.key.parent) < ($1.key.table, $1.key.parent) }) {
            let rows = count == 1 ? "1 row refers to a missing row" : "\(count) rows refer to missing rows"
            report("`\(reference.table)`: \(rows) of `\(reference.parent)`")
        }
    }

    private mutating func checkCounters() throws {
        var names = ["changeNumber", "nextNumber"]
        if version >= 2 { names.append("quarterNumber") }
        if version >= 3 { names.append("lastForgottenDeletion") }
        for name in names {
            let value = try Int64.fetchOne(db, sql: "SELECT value FROM counter WHERE name = ?", arguments: [name])
            if value == nil { report("the counter `\(name)` is missing") }
            if let value, value < (name == "nextNumber" ? 1 : 0) || value >= StoreLimits.greatest {
                report("the counter `\(name)` is \(value)")
            }
        }
    }

    // MARK: Rows

    private static let change = "(SELECT value FROM counter WHERE name = 'changeNumber')"
    private static let next = "(SELECT value FROM counter WHERE name = 'nextNumber')"
    private static let forgotten = "(SELECT value FROM counter WHERE name = 'lastForgottenDeletion')"

    private static let repairAdvice = "Run `tally doctor --repair`"

    private static let rules =
        times + places + lost + [
            Rule(table: "metric", condition: "identifier = '' OR reach < 0", message: "with an empty name or a negative span"),
            Rule(
                table: "blockSource", condition: "metric IS NOT (SELECT b.metric FROM block b WHERE b.id = blockSource.block)",
                message: "with another metric than the block"),
            Rule(
                table: "oldBlock",
                condition: "(SELECT hex(substr(bytes, 1, 4)) FROM blockContent c WHERE c.block = oldBlock.block) = '02004254'",
                message: "with a block of the newest format", since: 4),
            Rule(
                table: "blockContent",
                condition: "hex(substr(bytes, 1, 4)) = '01004254' AND block NOT IN (SELECT o.block FROM oldBlock o)",
                message: "with an older format, which `oldBlock` does not list", since: 4),
            Rule(
                table: "activitySummary", condition: "day NOT GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'",
                message: "with a day that is not a date"),
            Rule(table: "activitySummary", condition: "isPaused NOT IN (0, 1)", message: "with an unknown state"),
            Rule(table: "origin", condition: "hasDevice NOT IN (0, 1)", message: "with an unknown kind of device"),
            Rule(table: "unit", condition: "text = ''", message: "without a text"),
            Rule(table: "source", condition: "person IS NULL AND name <> ''", message: "with a name and without a person", since: 5),
            Rule(
                table: "deletion", condition: "change <= \(forgotten)", message: "from before the last deletion that was forgotten",
                since: 3),
            Rule(table: "quarterStale", condition: "last < first", message: "with an end before the start. \(repairAdvice)", since: 2),
            Rule(
                table: "quarterChunk", condition: "metric NOT IN (SELECT q.metric FROM quarterMetric q)",
                message: "of a metric that keeps no quarter hours. \(repairAdvice)", since: 2),
            Rule(table: "quarterPart", condition: "part NOT BETWEEN 0 AND 7", message: "with an unknown part", since: 2),
            Rule(
                table: "workoutActivity", condition: "metadata <> 0 AND metadata NOT IN (SELECT p.id FROM metadataSet p)",
                message: "with a missing metadata set", since: 8),
            Rule(
                table: "series", condition: "kind = \(TimeSeries.Kind.route.rawValue) AND owner NOT IN (SELECT number FROM workout)",
                message: "of a missing workout", since: 8),
            Rule(
                table: "series",
                condition: "place <> (SELECT count(*) FROM series o WHERE (o.owner, o.kind) = (series.owner, series.kind) "
                    + "AND o.place < series.place)", message: "with places that do not count from 0", since: 8),
            Rule(
                table: "undoStep", condition: "last < first OR last > \(change) OR firstNumber NOT BETWEEN 1 AND \(next)",
                message: "with changes or numbers that the store has not reached", since: 7),
            Rule(
                table: "undoStep",
                condition: "EXISTS (SELECT 1 FROM undoStep o WHERE o.first > undoStep.first AND o.first <= undoStep.last)",
                message: "with changes of the next step", since: 7),
        ]
        + UndoSchema.earlierTables.map {
            Rule(
                table: $0, condition: "change > \(change)", message: "from a change that the store has not reached",
                since: UndoSchema.tablesOfSeries.contains($0) ? 8 : 7)
        }

    private static let newTables = ["workoutActivity", "activityStatistic", "activityEvent"]

    private static let times = [
        "freshSample", "workout", "workoutEvent", "correlation", "correlationMember", "workoutActivity", "activityEvent",
    ].map {
        Rule(
            table: $0, condition: "\"end\" < start", message: "with an end before the start", since: newTables.contains($0) ? 8 : 1)
    }

    /// Lists whose places count from 0.
    private static let places = [
        ("sourcePriority", "metric"), ("workoutStatistic", "workout"), ("workoutEvent", "workout"), ("workoutRoute", "workout"),
        ("correlationMember", "correlation"), ("workoutActivity", "workout"), ("activityStatistic", "workout"),
        ("activityEvent", "workout"),
    ].map { table, owner in
        Rule(
            table: table,
            condition: "place <> (SELECT count(*) FROM \(table) o WHERE o.\(owner) = \(table).\(owner) AND o.place < \(table).place)",
            message: "with places that do not count from 0", since: newTables.contains(table) ? 8 : 1)
    }

    /// References without a foreign key, because 0 means none.
    private static let lost = ["workout", "correlation"].flatMap { table in
        [("origin", "device"), ("metadata", "metadata set")].map { column, name in
            let parent = column == "metadata" ? "metadataSet" : column
            return Rule(
                table: table, condition: "\(column) <> 0 AND \(column) NOT IN (SELECT p.id FROM \(parent) p)",
                message: "with a missing \(name)")
        }
    }

    // MARK: Contents

    private mutating func checkMetadata() throws {
        let person = version >= 5 ? "coalesce(person, \(Schema.firstPerson))" : "\(Schema.firstPerson)"
        let rows = try Row.fetchCursor(db, sql: "SELECT id, hash, content, \(person) FROM metadataSet ORDER BY id")
        while let row = try rows.next() {
            let (id, hash): (Int64, Int64) = (try row.get(0), try row.get(1))
            let content = try row.bytes(atIndex: 2)
            if content.isEmpty || MetadataSet(encoded: content)?.encoded != content {
                report("`metadataSet`: the content of set \(id) is invalid")
            } else if SQLiteDictionaries.hash(content, of: try row.get(3)) != hash {
                report("`metadataSet`: the hash of set \(id) does not fit its content")
            }
        }
    }

    private mutating func checkSettings() throws {
        for row in try Row.fetchAll(db, sql: "SELECT name, value FROM setting ORDER BY name") {
            let (name, value): (String, String) = (try row.get(0), try row.get(1))
            if !StoreLimits.isValid(value, of: name) || !AccessRules.isValid(value, of: name) || !KeptWrites.isValid(value, of: name) {
                report("`setting`: the value of `\(name.prefix(60))` is invalid")
            }
        }
    }

    private mutating func checkChunks() throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT identifier, number, content FROM quarterChunk c JOIN metric ON metric.id = c.metric
                JOIN quarterMetric q ON q.metric = c.metric WHERE q.format = ? ORDER BY identifier, number
                """, arguments: [QuarterCodec.format])
        for row in try Row.fetchAll(db, sql: "SELECT id, identifier FROM metric ORDER BY identifier, id") {
            for number in try QuarterTable(db: db, metricID: row.get(0)).missingChunks() {
                report("\(MetricID(try row.get(1)).shortName): the quarter-hour sums \(number) are missing. \(Self.repairAdvice)")
            }
        }
        while let row = try rows.next() {
            let number: Int64 = try row.get(1)
            if try row.withBytes(atIndex: 2, { QuarterCodec.decode($0, index: number) }) == nil {
                report("\(MetricID(try row.get(0)).shortName): the list of quarter-hour sums \(number) is damaged. \(Self.repairAdvice)")
            }
        }
    }

    private mutating func checkSeries() throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT owner, kind, place, count, start, \"end\", bytes FROM series ORDER BY 1, 2, 3")
        while let row = try rows.next() {
            let (owner, number, place): (Int64, Int, Int64) = (try row.get(0), try row.get(1), try row.get(2))
            let (count, start, end): (Int, Int64, Int64) = (try row.get(3), try row.get(4), try row.get(5))
            guard let kind = TimeSeries.Kind(rawValue: number) else {
                report("`series`: series \(place) of \(owner) is of the unknown kind \(number)")
                continue
            }
            let name = "series \(place) of \(kind.ownerName) \(owner)"
            do {
                let series = try row.withBytes(atIndex: 6) { try SeriesCodec.decode($0, kind, name: "", count: count) }
                if series.start.milliseconds != start || series.end.milliseconds != end {
                    report("`series`: \(name) does not match its entry")
                }
            } catch let error as BlockError {
                report("`series`: \(name): \(error.explanation)")
            }
        }
    }

    /// Reports series whose samples are missing.
    private mutating func checkOwnersOfSeries() throws {
        let table = SeriesTable(db: db, path: "")
        for kind in TimeSeries.Kind.allCases where kind.owner != .workouts {
            var lost = Set(try Int64.fetchAll(db, sql: "SELECT DISTINCT owner FROM series WHERE kind = ?", arguments: [kind.rawValue]))
            if lost.isEmpty { continue }
            let identifier = kind.owner.identifier
            for id in try Int64.fetchAll(db, sql: "SELECT id FROM metric WHERE identifier = ?", arguments: [identifier]) {
                try table.forEachNumber(of: kind.owner, metricID: id) { lost.subtract($0) }
            }
            if !lost.isEmpty { report("`series`: \(lost.count == 1 ? "1 row" : "\(lost.count) rows") of a missing sample") }
        }
    }

    private mutating func checkEarlierSamples() throws {
        let sql = "SELECT id, count, bytes, kind, metric IN (SELECT id FROM metric) FROM earlierSample ORDER BY id"
        let rows = try Row.fetchCursor(db, sql: sql)
        var batch = SampleBatch()
        while let row = try rows.next() {
            let (id, count, kind, isKnown): (Int64, Int, Int, Bool) = (try row.get(0), try row.get(1), try row.get(3), try row.get(4))
            do {
                try row.withBytes(atIndex: 2) { try BlockCodec.decode($0, count: count, columns: .all, into: &batch) }
                if !isKnown || UndoEffect.Part.Kind(rawValue: kind) == nil {
                    report("`earlierSample`: row \(id) has an unknown metric or kind")
                }
            } catch let error as BlockError {
                report("`earlierSample`: row \(id): \(error.explanation)")
            }
        }
    }
}

extension StoreError {
    /// Returns what an error says about a damaged file; nil for errors with other causes, such as a lock or a disk.
    static func damage(_ error: any Error) -> String? {
        switch error {
        case let error as DatabaseError
        where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH].contains(error.resultCode):
            error.message ?? "it is malformed"
        case let error as ImplausibleNumber: error.explanation
        case is RowDecodingError: "it contains a value of the wrong type"
        case StoreError.corrupt(_, let reason): reason
        default: nil
        }
    }
}
