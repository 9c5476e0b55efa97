import GRDB
import HealthModel
import SampleStore
import StorageModel

/// One write transaction of a store file.
struct StoreWriter {
    let db: Database
    let path: String
    let options: StoreOptions
    private let changeNumber: Int64
    private let firstNumber: Int64
    var dictionaries: SQLiteDictionaries
    var nextNumber: Int64
    var isChanged = false
    /// True after a step was taken back, which is not a step, and after which the names in memory are wrong.
    var isUndone = false
    /// The reason why this write can't be taken back; nil if it can.
    private var obstacle: UndoStep.Obstacle?
    private let deed: StoreDeed?
    /// The state before the deed.
    private let beginning: UndoTable.Beginning

    init(_ db: Database, path: String, options: StoreOptions, kept: SQLiteDictionaries.Kept, deed: StoreDeed?) throws {
        self.db = db
        self.path = path
        self.options = options
        changeNumber = try SQLiteContent.counter("changeNumber", db)
        firstNumber = try SQLiteContent.counter("nextNumber", db)
        nextNumber = firstNumber
        dictionaries = try kept.changeNumber == changeNumber ? SQLiteDictionaries(db, kept: kept) : SQLiteDictionaries(db)
        self.deed = deed
        let lastMetadata = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM metadataSet")) ?? 0
        let now = UndoTable.Beginning(
            change: changeNumber + 1, number: firstNumber, lastSource: dictionaries.catalogue.sources.count, lastMetadata: lastMetadata)
        beginning = try deed.flatMap { try UndoTable(db: db).beginning(of: $0) } ?? now
    }

    /// Writes the counters and returns the state for the next transaction.
    func finish() throws -> SQLiteDictionaries.Kept {
        var kept = dictionaries.kept
        kept.changeNumber = changeNumber
        guard isChanged else { return kept }
        kept.changeNumber = changeNumber + 1
        let statement = try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = ?")
        try statement.execute(arguments: [changeNumber + 1, "changeNumber"])
        if nextNumber != firstNumber { try statement.execute(arguments: [nextNumber, "nextNumber"]) }
        if isUndone { return SQLiteDictionaries.Kept() }
        let limit = StoreLimits.undoSteps(try SQLiteContent.setting(StoreLimits.undoStepsSetting, db))
        try UndoTable(db: db).record(change: changeNumber + 1, by: deed, from: beginning, keeping: limit, obstacle: obstacle)
        return kept
    }

    // MARK: Batches

    mutating func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        var outcomes: [MetricID: WriteOutcome] = [:]
        func record(_ metric: MetricID, added: Int, of count: Int) {
            outcomes[metric, default: WriteOutcome()].added += added
            outcomes[metric, default: WriteOutcome()].alreadyThere += count - added
        }
        guard dictionaries.people[batch.person] != nil || !batch.isEmpty else { return [:] }
        let person = try intern(batch.person)
        let batch = try batch.inUnits { metric in
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT fileUnit FROM metric WHERE person = ? AND identifier = ?"),
                arguments: [person, metric.identifier])
        }
        try replace(by: batch)
        let (ids, isRenamed) = try dictionaries.intern(batch, of: person)
        if isRenamed { isChanged = true }
        for (metric, samples) in batch.samples.sorted(by: { $0.key.identifier < $1.key.identifier }) where samples.count > 0 {
            var series = try series(metric, of: person)
            (series.merge.replaces, series.merge.grows) = (batch.replacing.contains(metric), batch.growing.contains(metric))
            let first = nextNumber
            let rows = try series.merge.normalized(ids.translate(samples))
            if try series.write(rows, nextNumber: &nextNumber) {
                isChanged = true
                try QuarterTable(db: db, metricID: series.fresh.metricID).markStale(
                    zip(rows.starts, rows.ends).lazy.map { (start: $0, end: $1) })
            }
            record(metric, added: Int(nextNumber - first), of: samples.count)
        }
        for series in batch.series where try add(ids.translate(series), of: person) { isChanged = true }
        let records = RecordTable(db: db, person: person)
        for workout in batch.workouts {
            let workout = ids.translate(workout)
            let isAdded = try add(workout, to: records, replaces: batch.replacing.contains(.workouts))
            record(.workouts, added: isAdded ? 1 : 0, of: 1)
        }
        for correlation in batch.correlations {
            let stored = StoredCorrelation(ids.translate(correlation))
            let outcome = try add(stored, to: records, of: person)
            record(MetricID(correlation.type), added: outcome.change == .added ? 1 : 0, of: 1)
            // These rows were counted as repetitions of one sample.
            for (metric, copies) in outcome.copies { record(metric, added: copies.count, of: 0) }
        }
        for summary in batch.summaries {
            let before = try records.activitySummaries(from: summary.day, through: summary.day).first
            let after = summary.merged(with: before, replaces: batch.replacing.contains(.activitySummaries))
            record(.activitySummaries, added: before == nil ? 1 : 0, of: 1)
            guard after != before else { continue }
            try records.put(after, of: person)
            isChanged = true
        }
        for (metric, unit) in batch.fileUnits {
            let statement = try db.cachedStatement(
                sql: "UPDATE metric SET fileUnit = ?1 WHERE id = ?2 AND (fileUnit IS NULL OR fileUnit > ?1)")
            try statement.execute(arguments: [unit, try metricID(metric, of: person)])
            if db.changesCount > 0 { isChanged = true }
        }
        return outcomes
    }

    /// Merges a workout into the stored ones and returns whether it is new.
    private mutating func add(_ workout: Workout, to records: RecordTable, replaces: Bool) throws -> Bool {
        var workout = workout
        let series = workout.takeSeries()
        var group = try records.workouts(with: workout.identity)
        workout.number = nextNumber
        let change = try workout.merge(into: &group, order: dictionaries, replaces: replaces)
        guard let place = try workout.place(in: group, after: change, order: dictionaries) else { return false }
        let hasNewSeries = try SeriesTable(db: db, path: path).add(series, to: group[place].number)
        guard change != .none || hasNewSeries else { return false }
        // Taking back a step finds the workouts that change, also those that get a series.
        try records.put(group[place])
        if change == .added { nextNumber += 1 }
        isChanged = true
        return change == .added
    }

    /// Adds a series to its stored sample. Returns true if something changed.
    private func add(_ new: SampleSeries, of person: Int64) throws -> Bool {
        let rows = try series(new.metric, of: person).rows(startingAt: new.start.milliseconds)
        guard let owner = new.owner(in: rows) else { return false }
        return try SeriesTable(db: db, path: path).add([new.series], to: owner)
    }

    /// Merges a correlation into the stored ones, and adds the samples that are missing for it.
    private mutating func add(_ correlation: StoredCorrelation, to records: RecordTable, of person: Int64) throws
        -> CorrelationMerge.Outcome
    {
        var correlation = correlation
        var group = try records.correlations(with: correlation.identity)
        correlation.number = nextNumber
        let merge = CorrelationMerge(order: dictionaries) { [self] in try series($0, of: person).rows(startingAt: $1.milliseconds) }
        let outcome = try merge.merge(correlation, into: &group)
        for index in outcome.written { try records.put(group[index]) }
        if outcome.change == .added { nextNumber += 1 }
        for (metric, copies) in outcome.copies { try addCopies(copies, to: series(metric, of: person)) }
        if !outcome.written.isEmpty || !outcome.copies.isEmpty { isChanged = true }
        return outcome
    }

    /// Adds samples that are equal to stored ones. Their numbers make them different samples.
    private mutating func addCopies(_ copies: SampleBatch, to series: SeriesWriter) throws {
        var copies = copies
        for row in 0..<copies.count { copies.numbers[row] = nextNumber + Int64(row) }
        _ = try series.write(copies, nextNumber: &nextNumber)
        nextNumber += Int64(copies.count)
        try QuarterTable(db: db, metricID: series.fresh.metricID).markStale(
            zip(copies.starts, copies.ends).lazy.map { (start: $0, end: $1) })
    }

    private func series(_ metric: MetricID, of person: Int64) throws -> SeriesWriter {
        series(metric, metricID: try metricID(metric, of: person))
    }

    private func series(_ metric: MetricID, metricID: Int64) -> SeriesWriter {
        let earlier = EarlierSamples(
            db: db, path: path, metric: metric, metricID: metricID, change: changeNumber + 1, firstChange: beginning.change,
            firstNumber: beginning.number)
        return SeriesWriter(
            db, path: path, metric: metric, metricID: metricID, content: dictionaries, options: options, earlier: earlier)
    }

    /// Notes that this write can't be taken back, nor any before it.
    mutating func setObstacle(_ obstacle: UndoStep.Obstacle) { self.obstacle = obstacle }

    func metricID(_ metric: MetricID, of person: Int64) throws -> Int64 {
        if let id = try SQLiteContent.metricID(metric, of: person, db) { return id }
        try db.cachedStatement(sql: "INSERT INTO metric (person, identifier) VALUES (?, ?)").execute(arguments: [person, metric.identifier])
        return db.lastInsertedRowID
    }

    // MARK: Other writes

    /// Deletes the samples that a batch replaces, and sets its settings.
    private mutating func replace(by batch: ImportBatch) throws {
        for (metric, starts) in batch.outdated.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            guard let first = starts.values.min(), let last = starts.values.max() else { continue }
            _ = try delete(metric, numbers: Set(starts.keys), starting: first...last, of: batch.person)
        }
        for (name, value) in batch.settings { try setSetting(name, to: value, of: nil) }
    }

    /// - Parameter person: The person whose samples are deleted; nil for the only one.
    mutating func delete(
        _ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String?
    ) throws -> Int {
        let person = try number(of: person)
        var deleted: [Int64] = []
        if metric == .workouts {
            let records = RecordTable(db: db, person: person)
            deleted = try numbers.filter { try records.delete(workout: $0) }
        } else if metric.isCorrelation {
            let records = RecordTable(db: db, person: person)
            deleted = try numbers.filter { try records.delete(correlation: $0) }
        } else if let metricID = try SQLiteContent.metricID(metric, of: person, db) {
            let removed = try series(metric, metricID: metricID).delete(numbers, starting: starts)
            try QuarterTable(db: db, metricID: metricID).markStale(zip(removed.starts, removed.ends).lazy.map { (start: $0, end: $1) })
            deleted = removed.numbers
            if metric.seriesKind != nil { for number in deleted { try SeriesTable(db: db, path: path).delete(of: number) } }
        }
        if deleted.isEmpty { return 0 }
        isChanged = true
        let limit = StoreLimits.keptDeletions(try SQLiteContent.setting(StoreLimits.keptDeletionsSetting, db))
        try DeletionTable(db: db).add(deleted, metricID: try metricID(metric, of: person), keeping: limit, nextNumber: &nextNumber)
        return deleted.count
    }

    private func quarters(_ metric: MetricID, of person: String) throws -> QuarterTable {
        QuarterTable(db: db, metricID: try metricID(metric, of: number(of: person)))
    }

    // MARK: Quarter hours

    // These writes do not change the content of the store.

    func beginQuarters(of metric: MetricID, person: String) throws {
        try quarters(metric, of: person).begin()
        try countQuarters()
    }

    func clearQuarters(of metric: MetricID, person: String) throws {
        try quarters(metric, of: person).clear()
        try countQuarters()
    }

    func replaceQuarters(
        _ range: Range<Int64>, of metric: MetricID, person: String, by contents: [QuarterChunkContent], madeAt madeChangeNumber: Int64
    ) throws -> Bool {
        guard madeChangeNumber == changeNumber else { return false }
        try quarters(metric, of: person).replace(range, by: contents)
        try countQuarters()
        return true
    }

    /// Deletes quarter hours of metrics that keep none, and marks that end before they start.
    func removeStrayQuarters() throws {
        let kept = "(SELECT metric FROM quarterMetric)"
        try db.execute(sql: "DELETE FROM quarterStale WHERE last < first OR metric NOT IN \(kept)")
        let count = db.changesCount
        try db.execute(sql: "DELETE FROM quarterChunk WHERE metric NOT IN \(kept)")
        if count + db.changesCount > 0 { try countQuarters() }
    }

    private func countQuarters() throws {
        try db.cachedStatement(sql: "UPDATE counter SET value = value + 1 WHERE name = 'quarterNumber'").execute()
    }

    // MARK: Folding

    mutating func fold() throws {
        let metrics = try Row.fetchAll(
            db, sql: "SELECT id, identifier FROM metric WHERE id IN (SELECT metric FROM freshSample) ORDER BY identifier, person")
        for row in metrics { try series(MetricID(row.get(1)), metricID: row.get(0)).fold() }
    }

    // MARK: Upgrading

    /// Returns the number of blocks in a format before the newest one.
    func oldBlockCount() throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM oldBlock") ?? 0 }

    /// Writes old blocks again in the newest format, at most `limit`. This does not change the content of the store.
    ///
    /// A damaged block remains as it is.
    ///
    /// - Parameter progress: Receives the number of blocks after each block. Ends the work by throwing.
    /// - Returns: The number of blocks that were tried.
    func upgradeBlocks(atMost limit: Int = .max, progress: (Int) throws -> Void = { _ in }) throws -> Int {
        var count = 0
        let metrics = try Row.fetchAll(
            db,
            sql: "SELECT id, identifier FROM metric WHERE id IN (SELECT metric FROM oldBlock JOIN block ON block.id = block) ORDER BY id")
        for row in metrics {
            let blocks = try BlockTable(db: db, path: path, metric: MetricID(row.get(1)), metricID: row.get(0))
            for entry in try blocks.oldEntries(limit: limit - count) {
                do {
                    try blocks.upgrade(entry)
                } catch StoreError.corruptBlock {
                    // The integrity check reports it.
                }
                count += 1
                try progress(count)
            }
        }
        return count
    }
}
