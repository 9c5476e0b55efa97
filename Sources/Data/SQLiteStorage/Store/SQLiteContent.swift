import GRDB
import HealthModel
import SampleStore
import StorageModel
import Synchronization

/// A view of a store file inside a transaction, of one person or of several. Writes of this or another process do not change it.
struct SQLiteContent: AttributeSource, QuarterSource, BlockSource, SettingSource {
    /// The parts that a file of an older version that is open read-only does not have.
    struct Parts {
        var quarters = true
        var deletions = true
        var persons = true
        var undo = true
        /// Series, and the parts of workouts.
        var series = true
    }

    let db: Database
    let path: String
    let changeNumber: Int64
    let parts: Parts
    /// The number of the person; nil if the view has several.
    private var person: Int64?
    /// True if the store has only this person, so that no condition is needed.
    private let isOnlyPerson: Bool
    private let cache: ContentCache
    private let quarters: QuarterCache
    private let blocks: BlockCache
    private let quarterState: QuarterCache.State
    private let options: StoreOptions

    /// - Parameter db: a connection in a transaction. Reading the change number starts the view.
    init(
        _ db: Database, path: String, cache: ContentCache, quarters: QuarterCache, blocks: BlockCache, parts: Parts, options: StoreOptions
    ) throws {
        self.options = options
        self.db = db
        self.path = path
        self.cache = cache
        self.quarters = quarters
        self.blocks = blocks
        self.parts = parts
        let changeNumber = try SQLiteContent.counter("changeNumber", db)
        self.changeNumber = changeNumber
        let quarterNumber = parts.quarters ? try SQLiteContent.counter("quarterNumber", db) : 0
        quarterState = QuarterCache.State(changeNumber: changeNumber, quarterNumber: quarterNumber)
        person =
            parts.persons
            ? try cache.people(at: changeNumber) { try PersonTable(db: db).people() }.only : Schema.firstPerson
        isOnlyPerson = person != nil
    }

    var capabilities: SourceCapabilities {
        SourceCapabilities(blocks: self, quarters: self, changes: self, attributes: self, settings: self)
    }

    static func counter(_ name: String, _ db: Database) throws -> Int64 {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT value FROM counter WHERE name = ?"), arguments: [name])?.limited(0) ?? 0
    }

    // MARK: Persons

    private func people() throws -> PersonTable.People {
        guard parts.persons else { return PersonTable.People([(Schema.firstPerson, .unnamed)]) }
        return try cache.people(at: changeNumber) { try PersonTable(db: db).people() }
    }

    func persons() throws -> [Person] {
        let people = try people()
        guard let person, !isOnlyPerson else { return people.all }
        return people[person].map { [$0] } ?? []
    }

    func attributeKinds() throws -> [String: AttributeKind] { try people().attributes }

    func view(of id: String) throws -> any SampleSource {
        guard let number = try people().numbers[id], person == nil || person == number else { throw StoreError.noSuchPerson(id: id) }
        var view = self
        view.person = number
        return view
    }

    /// The number of the person of this view. Throws if there are several.
    func onePerson() throws -> Int64 {
        guard let person else { throw StoreError.severalPersons(try people().numbers.keys) }
        return person
    }

    /// The workouts, correlations and activity summaries of the person. Throws if there are several.
    func records() throws -> RecordTable {
        let person = try onePerson()
        return RecordTable(db: db, person: isOnlyPerson ? nil : person, hasActivities: parts.series)
    }

    /// Returns the number of a metric of this view's person; nil if there is none. Throws if there are several people.
    func series(_ metric: MetricID) throws -> Int64? {
        let person = try onePerson()
        guard !isOnlyPerson else {
            return try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM metric WHERE identifier = ?"), arguments: [metric.identifier])
        }
        return try SQLiteContent.metricID(metric, of: person, db)
    }

    static func metricID(_ metric: MetricID, of person: Int64, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM metric WHERE identifier = ? AND person = ?"), arguments: [metric.identifier, person])
    }

    // MARK: Summaries

    func metricSummaries() throws -> [MetricSummary] {
        let summaries = try cache.summaries(at: changeNumber, orElse: sumUp)
        guard let person, !isOnlyPerson else { return summaries.all }
        return summaries.byPerson[person] ?? []
    }

    func metricSummary(of metric: MetricID) throws -> MetricSummary? {
        try metricSummaries().first { $0.metric == metric }
    }

    private func sumUp() throws -> ContentCache.Summaries {
        struct Series: Hashable {
            var person: Int64
            var metric: MetricID
        }
        let catalogue = try catalogue()
        var tallies: [Series: [Int32: SourceTally]] = [:]
        for (metric, source, tally) in try self.tallies() {
            // A person whose sources are missing would silently have no samples.
            guard 1..<catalogue.sources.count + 1 ~= Int(source) else {
                throw StoreError.corrupt(path: path, reason: "samples refer to a missing source")
            }
            let series = Series(person: catalogue.person(ofSource: source) ?? Schema.firstPerson, metric: metric)
            tallies[series, default: [:]].merge([source: tally]) { $0.adding($1) }
        }
        let owner = parts.persons ? "person" : "\(Schema.firstPerson)"
        let units = try Row.fetchAll(db, sql: "SELECT identifier, fileUnit, \(owner) FROM metric WHERE fileUnit IS NOT NULL")
            .reduce(into: [Series: String]()) { try $0[Series(person: $1.get(2), metric: MetricID($1.get(0)))] = $1.get(1) }
        var summaries = ContentCache.Summaries(all: [], byPerson: [:])
        for (series, tally) in tallies {
            guard let summary = MetricSummary(series.metric, tally, fileUnit: units[series]) else { continue }
            summaries.byPerson[series.person, default: []].append(summary)
        }
        for person in summaries.byPerson.keys { summaries.byPerson[person]?.sort { $0.metric.identifier < $1.metric.identifier } }
        summaries.all = Dictionary(grouping: summaries.byPerson.values.joined(), by: \.metric).values.compactMap(MetricSummary.init)
            .sorted { $0.metric.identifier < $1.metric.identifier }
        return summaries
    }

    private func tallies() throws -> [(metric: MetricID, source: Int32, tally: SourceTally)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT identifier, source, count, firstStart, lastStart, lastEnd FROM metric JOIN (
                    SELECT metric, source, sum(count) AS count, min(firstStart) AS firstStart, max(lastStart) AS lastStart,
                        max(lastEnd) AS lastEnd
                    FROM blockSource GROUP BY metric, source) s ON s.metric = metric.id
                UNION ALL SELECT identifier, source, count(*), min(start), max(start), max("end")
                FROM freshSample f JOIN metric ON metric.id = f.metric GROUP BY f.metric, source
                UNION ALL SELECT ?, source, count(*), min(start), max(start), max("end") FROM workout GROUP BY source
                """)
        return try Row.fetchAll(statement, arguments: [MetricID.workouts.identifier]).map { row in
            let tally = try SourceTally(
                count: Int(row.limited(2)), firstStart: row.limited(3), lastStart: row.limited(4), lastEnd: row.limited(5))
            return (MetricID(try row.get(0)), try row.get(1), tally)
        }
    }

    // MARK: Dictionaries

    /// The names of the store, which all views of a state share.
    private func catalogue() throws -> Catalogue {
        try cache.catalogue(at: changeNumber, size: SQLiteDictionaries.size(db)) {
            try SQLiteDictionaries.load(db, hasPersons: parts.persons)
        }
    }

    /// The order of rows by their content.
    private func order() throws -> SQLiteDictionaries { try SQLiteDictionaries(db, catalogue: catalogue()) }

    func sources() throws -> [Int32: Source] { try catalogue().sources(of: person) }
    func origins() throws -> [Int32: Origin] { try catalogue().origins(of: person) }
    func units() throws -> [Int32: String] { try catalogue().unitsByID }

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
        let spare = SpareBatches()
        try scanBlocks(metric, from: from, through: through, values: values, columns: columns) { block in
            var rows = spare.take()
            try block.unpack(columns, times: .all, into: &rows)
            return rows
        } _: { rows in
            defer { spare.put(rows) }
            return try body(rows)
        }
    }

    func scanBlocks<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        times: (BlockExtent) throws -> UnpackedTimes, _ work: @escaping @Sendable (any PackedSamples) throws -> Part,
        _ body: (Part) throws -> Bool
    ) throws {
        if metric == .workouts {
            let samples = try SampleBatch(workouts(from: from, through: through, parts: false))
            if samples.count > 0 { _ = try body(work(UnpackedSamples(samples))) }
            return
        }
        guard let metricID = try series(metric) else { return }
        var table = BlockTable(db: db, path: path, metric: metric, metricID: metricID)
        if columns.contains(.sources) { table.lastSource = try Int32(catalogue().sources.count) }
        let entries = try table.entries(from: from.milliseconds, through: through.milliseconds, values: values)
        let kept = KeptBlocks(blocks, series: metricID, changeNumber: changeNumber, columns: columns)
        guard try table.read(entries, columns: columns, times: times, helperCount: options.helperCount, kept: kept, work, body) else {
            return
        }
        let fresh = try FreshTable(db: db, metricID: metricID).rows(from: from.milliseconds, through: through.milliseconds)
        guard fresh.count > 0 else { return }
        let sorted = try SampleMerge(content: order()).normalized(fresh)
        var batch = SampleBatch()
        batch.fill(from: sorted, 0..<sorted.count, columns: columns)
        _ = try body(work(UnpackedSamples(batch)))
    }

    func size(
        of metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?
    ) throws -> (blockCount: Int, sampleCount: Int)? {
        if person == nil { return nil }
        guard let metricID = try series(metric) else { return (0, 0) }
        let entries = try BlockTable(db: db, path: path, metric: metric, metricID: metricID)
            .entries(from: from.milliseconds, through: through.milliseconds, values: values)
        return (entries.count, entries.reduce(0) { $0 + $1.count })
    }

    // MARK: Quarter hours

    func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory? {
        guard let table = try quarterTable(metric) else { return nil }
        return try quarters.directory(of: table.metricID, at: quarterState) { try table.directory() }
    }

    func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns? {
        guard let table = try quarterTable(metric) else { return nil }
        return try quarters.columns(part, source: source, chunk: chunk, of: table.metricID, at: quarterState) {
            try table.columns(part, source: source, chunk: chunk)
        }
    }

    func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch? {
        guard let table = try quarterTable(metric) else { return nil }
        return try quarters.crossing(chunk: chunk, of: table.metricID, at: quarterState) { try table.crossing(chunk: chunk) }
    }

    /// Returns the quarter hours of a metric; nil if the file has none, or if the view has several people.
    private func quarterTable(_ metric: MetricID) throws -> QuarterTable? {
        guard parts.quarters, person != nil else { return nil }
        return try series(metric).map { QuarterTable(db: db, metricID: $0) }
    }

    // MARK: Records

    func workouts(from: Instant, through: Instant) throws -> [Workout] { try workouts(from: from, through: through, parts: true) }

    private func workouts(from: Instant, through: Instant, parts: Bool) throws -> [Workout] {
        let found = try records().workouts(from: from.milliseconds, through: through.milliseconds, parts: parts)
        let order = try order()
        return found.sorted { Workout.precedes($0, $1, order: order) }
    }

    func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] {
        guard parts.series, try has(owner, of: kind.owner) else { return [] }
        return try SeriesTable(db: db, path: path).series(kind, of: owner)
    }

    /// Returns true if the person has a workout or sample with this number.
    private func has(_ number: Int64, of metric: MetricID) throws -> Bool {
        if metric == .workouts { return try records().hasWorkout(number) }
        guard let metricID = try series(metric) else { return false }
        let fresh = try db.cachedStatement(sql: "SELECT 1 FROM freshSample WHERE number = ? AND metric = ?")
        if try Int.fetchOne(fresh, arguments: [number, metricID]) != nil { return true }
        let blocks = BlockTable(db: db, path: path, metric: metric, metricID: metricID)
        return try blocks.entries(numbers: number...number, starting: .min ... .max).contains { entry in
            var rows = SampleBatch()
            try blocks.read(entry, columns: .numbers, into: &rows)
            return rows.numbers.contains(number)
        }
    }

    func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        try records().activitySummaries(from: from, through: through)
    }

    func correlations(from: Instant, through: Instant) throws -> [Correlation] {
        let found = try records().correlations(from: from.milliseconds, through: through.milliseconds)
        let order = try order()
        return found.sorted { StoredCorrelation.precedes($0, $1, order: order) }.map(\.correlation)
    }

    // MARK: Settings

    func setting(_ name: String) throws -> String? {
        guard parts.persons else { return try Self.setting(name, db) }
        if PersonalSetting.isGoal(name) { return try person.flatMap { try PersonTable(db: db).setting(name, of: $0) } }
        if name == PersonalSetting.zone, let person, let zone = try PersonTable(db: db).zone(of: person) { return zone }
        return try Self.setting(name, db)
    }

    func settings(startingWith prefix: String) throws -> [String: String] {
        // Every name with the prefix is between it and the prefix followed by the greatest character.
        let statement = try db.cachedStatement(sql: "SELECT name, value FROM setting WHERE name BETWEEN ?1 AND ?1 || char(1114111)")
        let found = try Row.fetchAll(statement, arguments: [prefix]).reduce(into: [String: String]()) {
            try $0[$1.get(0)] = try $1.get(1) as String
        }
        guard parts.persons, let person else { return found }
        return try found.merging(PersonTable(db: db).settings(of: person).filter { $0.key.hasPrefix(prefix) }) { $1 }
    }

    static func setting(_ name: String, _ db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [name])
    }

    func priority(of metric: MetricID) throws -> [String]? {
        guard person != nil else { return nil }
        return try series(metric).flatMap { try SQLiteContent.priority(of: $0, db) }
    }

    static func priority(of metricID: Int64, _ db: Database) throws -> [String]? {
        let keys = try String.fetchAll(
            db.cachedStatement(sql: "SELECT sourceKey FROM sourcePriority WHERE metric = ? ORDER BY place"), arguments: [metricID])
        return keys.isEmpty ? nil : keys
    }
}

extension MetricSummary {
    /// Creates the summary of a metric for all people. Nil without summaries.
    fileprivate init?(_ parts: [MetricSummary]) {
        guard let first = parts.first else { return nil }
        self.init(
            metric: first.metric, count: parts.reduce(0) { $0 + $1.count }, firstStart: parts.map(\.firstStart).min() ?? first.firstStart,
            lastStart: parts.map(\.lastStart).max() ?? first.lastStart, lastEnd: parts.map(\.lastEnd).max() ?? first.lastEnd,
            fileUnit: parts.compactMap(\.fileUnit).min(), sources: parts.flatMap(\.sources).sorted { $0.source < $1.source })
    }
}

/// Batches whose memory is used again.
private final class SpareBatches: Sendable {
    private let batches = Mutex<[SampleBatch]>([])

    func take() -> SampleBatch { batches.withLock { $0.popLast() } ?? SampleBatch() }
    func put(_ batch: SampleBatch) { batches.withLock { $0.append(batch) } }
}
