// Reads the database that Health Connect of Android exports.
//
//     application_info_table, device_info_table ─► sources: an app on a device
//     steps_record_table …                      ─► samples
//     heart_rate_record_table ◄─ parent_key ─ heart_rate_record_series_table ─► samples with the source of their record
//     sleep_session_record_table ◄─ parent_key ─ sleep_stages_table          ─► sleepAnalysis
//     exercise_session_record_table ◄─ parent_key ─ exercise_route_table …   ─► workouts with segments, laps and routes
//
// `RecordTable.all` says what each table means. Tables and columns that a file lacks are left out, because each version of Android added
// some. Rows come in the order of their ids, and at most a batch is in memory. Only the parts of sleep and exercise are gathered first.
//
// Invariants: every row becomes samples or an issue, and a sample is counted once. Nothing of a row is used before it is checked.
//
// Decisions 0167 (databases as documents), 0168 (sources of Android).

import HealthModel

/// Reads a Health Connect database into batches.
struct HealthConnectReader: DatabaseReader {
    let file: DatabaseFile
    let tables: [String: DatabaseTable]
    let sources: RecordedSources
    var builder: BatchBuilder
    var metadata = MetadataScratch()
    /// The ids that rows with the same app, device and codes have in the batch with that number.
    var known: (batch: Int, ids: [RecordHeader: RecordIDs]) = (0, [:])
    /// The devices of each app that have samples, by app.
    private var devices: [Int64: Set<Int64>] = [:]
    /// The categories of the metrics that were read.
    private var categories: [MetricID: HealthCategory] = [:]
    private var visitedPages = 0
    /// The place in `RecordTable.all` of the table that is read.
    private(set) var tableNumber = 0
    /// The id of the row that was read last.
    private var lastRow: Int64 = 0

    /// The newest version of the tables that this reader was made for.
    private static let knownVersion = 20
    private static let notation = RowNotation(texts: .plain, shares: .fractions)

    /// Ends the reading after a cancellation.
    struct Stopped: Error {}

    /// Returns true for the first bytes of an SQLite file that is not a store of Tally.
    static func mayRead(_ prefix: FilePrefix) -> Bool {
        prefix.starts(with: "SQLite format 3") && !(prefix.bytes.count >= 72 && prefix.bytes[68..<72].elementsEqual("Taly".utf8))
    }

    init(_ file: DatabaseFile, options: ImportOptions, path: String) throws(ImportError) {
        self.file = file
        builder = BatchBuilder(Self.notation, options: options)
        do throws(DatabaseDamage) {
            var damage: DatabaseDamage?
            tables = try file.tables(&damage)
            sources = try RecordedSources(file, tables)
            if let damage {
                // Samples without their apps and devices would be other samples than those of the whole file.
                guard RecordedSources.tableNames.allSatisfy({ tables[$0] != nil }) else { throw damage }
                note(damage, in: "sqlite_schema")
            }
        } catch {
            throw .unreadable(path: path, reason: "the database is damaged: \(error.reason)")
        }
        guard tables["application_info_table"] != nil || RecordTable.all.contains(where: { tables[$0.name] != nil }) else {
            throw .notAnExport(path: path, found: "this is an SQLite database without the tables of Health Connect")
        }
        builder.replacing = Set(RecordTable.all.filter(\.replaces).flatMap(\.metrics))
        if file.userVersion > Self.knownVersion {
            let versions = "version \(file.userVersion) of the tables, which is newer than Tally knows (\(Self.knownVersion))"
            builder.findings.readings.append(versions + ": see what was not imported")
        }
    }

    var bytesRead: Int { min(visitedPages, file.pageCount) * file.pageSize }

    // MARK: - Tables

    mutating func read(_ deliver: BatchDelivery) {
        do {
            for (number, table) in RecordTable.all.enumerated() {
                (tableNumber, lastRow) = (number, 0)
                guard let found = tables[table.name] else { continue }
                // A damaged table does not keep the others from being read.
                do { try read(table, found, deliver) } catch let damage as DatabaseDamage { note(damage, in: found.name) }
                for metric in table.metrics { categories[metric] = table.category }
            }
            countUnread()
            finish()
            builder.isAtEnd = true
            if !builder.isEmpty { try hand(to: deliver) }
        } catch {}
    }

    private mutating func read(_ table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery) throws {
        switch table.content {
        case .values(let values, let correlation):
            try readValues(values, correlation: correlation, of: table, found, deliver)
        case .series(let child, let value):
            guard let samples = tables[child] else { return }
            try readSeries(value, in: samples, of: table, found, deliver)
        case .category(let type, let column, let raws):
            try readCategory(type, column: column, raws: raws, of: table, found, deliver)
        case .length(let column, let metrics): try readLengths(column: column, metrics, of: table, found, deliver)
        case .sleep: try readSleep(table, found, deliver)
        case .exercise: try readExercise(table, found, deliver)
        }
    }

    /// Calls `body` for each row of a table.
    mutating func forEachRow(
        of table: DatabaseTable, _ deliver: BatchDelivery, _ body: (inout HealthConnectReader, DatabaseRow) throws -> Void
    ) throws {
        let rows = TableCursor(file, table)
        let before = visitedPages
        while try rows.next() {
            visitedPages = before + rows.visitedCount
            lastRow = rows.row.id
            if builder.isFull { try hand(to: deliver) }
            try body(&self, rows.row)
        }
    }

    private mutating func hand(to deliver: BatchDelivery) throws(Stopped) {
        let batches = builder.takeBatches()
        guard deliver(batches, builder.findings, bytesRead) else { throw Stopped() }
    }

    // MARK: - Issues

    mutating func note(_ damage: DatabaseDamage, in table: String) {
        builder.findings.issues.add(.damagedTable, line: max(0, Int(clamping: lastRow)), detail: "\(table): \(damage.reason)")
        builder.findings.isCutOff = true
    }

    /// Counts a row that is not kept. `metric` is the metric of its sample.
    mutating func skip(_ issue: ImportIssue, _ row: DatabaseRow, of table: String, metric: MetricID) {
        builder.findings.rows += 1
        builder.findings.skipSample(of: metric)
        note(issue, row, of: table)
    }

    mutating func note(_ issue: ImportIssue, _ row: DatabaseRow, of table: String) {
        builder.findings.issues.add(issue, line: max(1, Int(clamping: row.id)), detail: table)
    }

    // MARK: - The end

    /// Counts the rows of tables that Tally does not know.
    private mutating func countUnread() {
        let known = Set(RecordTable.all.map(\.name))
        func mayHaveRecords(_ name: String) -> Bool { name.hasSuffix("_record_table") || name == "medical_resource_table" }
        for (name, table) in tables.sorted(by: { $0.key < $1.key }) where mayHaveRecords(name) && !known.contains(name) {
            let children = RecordTable.all.contains { if case .series(name, _) = $0.content { true } else { false } }
            guard !children else { continue }
            let rows = TableCursor(file, table)
            var count = 0
            do { while try rows.next() { count += 1 } } catch { note(error, in: table.name) }
            if count > 0 { ImportFindings.count(count, of: table.name, in: &builder.findings.unreadElements) }
        }
    }

    /// Notes that a source has a sample.
    mutating func note(app: Int64, device: Int64) {
        if devices[app]?.contains(device) != true { devices[app, default: []].insert(device) }
    }

    /// Passes on the order of apps, which is the order of their sources. An app without samples has its name as a source, so that the list
    /// is known although it has none.
    private mutating func finish() {
        for (metric, category) in categories {
            guard let apps = sources.order[category] else { continue }
            let keys = apps.filter { sources.package(of: $0) != nil }.flatMap { app in
                (devices[app] ?? [-1]).sorted { sources.rank(ofDevice: $0) < sources.rank(ofDevice: $1) }.map {
                    Source(name: sources.name(app: app, device: $0)).key
                }
            }
            if !keys.isEmpty { _ = builder.findings.keepOrder(keys, of: metric, person: builder.person) }
        }
    }
}

extension RecordTable {
    /// The metrics that the table can have.
    var metrics: [MetricID] {
        switch content {
        case .values(let values, _): values.map { MetricID($0.metric) }
        case .series(_, let value): [MetricID(value.metric)]
        case .category(let type, _, _): [type.id]
        case .length(_, let metrics): metrics.values.map { MetricID($0.metric) }
        case .sleep: [.sleepAnalysis]
        case .exercise: [.workouts]
        }
    }
}
