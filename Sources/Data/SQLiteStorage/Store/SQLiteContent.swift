import GRDB
import HealthModel
import SampleStore

/// A view of a store file inside a transaction. Writes of this or another process do not change it.
struct SQLiteContent: QuarterSource, SettingSource {
    let db: Database
    let path: String
    let changeNumber: Int64
    private let summaries: SummaryCache
    /// Nil if the file has no quarter hours.
    private let quarters: QuarterCache?
    private let quarterState: QuarterCache.State
    /// True if the file has the table of deletions.
    let hasDeletions: Bool
    private let options: StoreOptions

    /// - Parameter db: a connection in a transaction. Reading the change number starts the view.
    init(
        _ db: Database, path: String, summaries: SummaryCache, quarters: QuarterCache?, hasDeletions: Bool, options: StoreOptions
    ) throws {
        self.hasDeletions = hasDeletions
        self.options = options
        self.db = db
        self.path = path
        self.summaries = summaries
        self.quarters = quarters
        changeNumber = try SQLiteContent.counter("changeNumber", db)
        let quarterNumber = quarters == nil ? 0 : try SQLiteContent.counter("quarterNumber", db)
        quarterState = QuarterCache.State(changeNumber: changeNumber, quarterNumber: quarterNumber)
    }

    static func counter(_ name: String, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT value FROM counter WHERE name = ?"), arguments: [name]) ?? 0
    }

    // MARK: Summaries

    func metricSummaries() throws -> [MetricSummary] {
        try summaries.value(at: changeNumber, orElse: sumUp)
    }

    func metricSummary(of metric: MetricID) throws -> MetricSummary? {
        try metricSummaries().first { $0.metric == metric }
    }

    private func sumUp() throws -> [MetricSummary] {
        var tallies: [MetricID: [Int32: SourceTally]] = [:]
        for (metric, source, tally) in try self.tallies() {
            tallies[metric, default: [:]].merge([source: tally]) { $0.adding($1) }
        }
        let units = try Row.fetchAll(db, sql: "SELECT identifier, fileUnit FROM metric WHERE fileUnit IS NOT NULL")
            .reduce(into: [MetricID: String]()) { try $0[MetricID($1.get(0))] = $1.get(1) }
        return tallies.compactMap { MetricSummary($0.key, $0.value, fileUnit: units[$0.key]) }
            .sorted { $0.metric.identifier < $1.metric.identifier }
    }

    private func tallies() throws -> [(metric: MetricID, source: Int32, tally: SourceTally)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT identifier, source, sum(s.count), min(s.firstStart), max(s.lastStart), max(s.lastEnd)
                FROM blockSource s JOIN metric ON metric.id = s.metric GROUP BY s.metric, source
                UNION ALL SELECT identifier, source, count(*), min(start), max(start), max("end")
                FROM freshSample f JOIN metric ON metric.id = f.metric GROUP BY f.metric, source
                UNION ALL SELECT ?, source, count(*), min(start), max(start), max("end") FROM workout GROUP BY source
                """)
        return try Row.fetchAll(statement, arguments: [MetricID.workouts.identifier]).map { row in
            let tally = try SourceTally(count: row.get(2), firstStart: row.get(3), lastStart: row.get(4), lastEnd: row.get(5))
            return (MetricID(try row.get(0)), try row.get(1), tally)
        }
    }

    // MARK: Dictionaries

    func sources() throws -> [Int32: Source] { try SQLiteDictionaries.sources(db) }
    func origins() throws -> [Int32: Origin] { try SQLiteDictionaries.origins(db) }
    func units() throws -> [Int32: String] { try SQLiteDictionaries.units(db) }

    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] {
        var sets: [Int32: MetadataSet] = [:]
        for id in ids where id != 0 {
            guard let content = try SQLiteDictionaries.metadataContent(db, id) else { continue }
            guard let set = MetadataSet(encoded: content) else {
                throw StoreError.corrupt(path: path, reason: "metadata set \(id) is invalid")
            }
            sets[id] = set
        }
        return sets
    }

    // MARK: Samples

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        if metric == .workouts {
            let samples = try SampleBatch(workouts(from: from, through: through, parts: false))
            if samples.count > 0 { _ = try body(samples) }
            return
        }
        guard let metricID = try SQLiteContent.metricID(metric, db) else { return }
        let blocks = BlockTable(db: db, path: path, metric: metric, metricID: metricID)
        let entries = try blocks.entries(from: from.milliseconds, through: through.milliseconds, values: values)
        guard try blocks.read(entries, columns: columns, ahead: options.decodesAhead, body) else { return }
        var batch = SampleBatch()
        let fresh = try FreshTable(db: db, metricID: metricID).rows(from: from.milliseconds, through: through.milliseconds)
        guard fresh.count > 0 else { return }
        let sorted = try SampleMerge(content: SQLiteDictionaries(db)).normalized(fresh)
        batch.fill(from: sorted, 0..<sorted.count, columns: columns)
        _ = try body(batch)
    }

    static func metricID(_ metric: MetricID, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM metric WHERE identifier = ?"), arguments: [metric.identifier])
    }

    func blocks(
        of metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?
    ) throws -> (count: Int, samples: Int)? {
        guard let metricID = try SQLiteContent.metricID(metric, db) else { return (0, 0) }
        let entries = try BlockTable(db: db, path: path, metric: metric, metricID: metricID)
            .entries(from: from.milliseconds, through: through.milliseconds, values: values)
        return (entries.count, entries.reduce(0) { $0 + $1.count })
    }

    // MARK: Quarter hours

    func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory? {
        try quarters?.directory(of: metric, at: quarterState) { try quarterTable(metric)?.directory() }
    }

    func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns? {
        try quarters?.columns(part, source: source, chunk: chunk, of: metric, at: quarterState) {
            try quarterTable(metric)?.columns(part, source: source, chunk: chunk)
        }
    }

    func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch? {
        try quarters?.crossing(chunk: chunk, of: metric, at: quarterState) { try quarterTable(metric)?.crossing(chunk: chunk) }
    }

    private func quarterTable(_ metric: MetricID) throws -> QuarterTable? {
        try SQLiteContent.metricID(metric, db).map { QuarterTable(db: db, metricID: $0) }
    }

    // MARK: Records

    func workouts(from: Instant, through: Instant) throws -> [Workout] { try workouts(from: from, through: through, parts: true) }

    private func workouts(from: Instant, through: Instant, parts: Bool) throws -> [Workout] {
        let found = try RecordTable(db: db).workouts(from: from.milliseconds, through: through.milliseconds, parts: parts)
        let order = try SQLiteDictionaries(db)
        return found.sorted { Workout.precedes($0, $1, order: order) }
    }

    func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        try RecordTable(db: db).activitySummaries(from: from, through: through)
    }

    func correlations(from: Instant, through: Instant) throws -> [Correlation] {
        let found = try RecordTable(db: db).correlations(from: from.milliseconds, through: through.milliseconds)
        let order = try SQLiteDictionaries(db)
        return found.sorted { StoredCorrelation.precedes($0, $1, order: order) }.map(\.correlation)
    }

    // MARK: Settings

    func setting(_ name: String) throws -> String? { try Self.setting(name, db) }

    func settings(startingWith prefix: String) throws -> [String: String] {
        // Every name with the prefix is between it and the prefix followed by the greatest character.
        let statement = try db.cachedStatement(sql: "SELECT name, value FROM setting WHERE name BETWEEN ?1 AND ?1 || char(1114111)")
        return try Row.fetchAll(statement, arguments: [prefix]).reduce(into: [:]) { try $0[$1.get(0)] = try $1.get(1) as String }
    }

    static func setting(_ name: String, _ db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [name])
    }

    func priority(of metric: MetricID) throws -> [String]? { try SQLiteContent.priority(of: metric, db) }

    static func priority(of metric: MetricID, _ db: Database) throws -> [String]? {
        let keys = try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT sourceKey FROM sourcePriority p JOIN metric ON metric.id = p.metric WHERE identifier = ? ORDER BY place"),
            arguments: [metric.identifier])
        return keys.isEmpty ? nil : keys
    }
}
