package import HealthModel

/// The complete content of a `MemoryStore` as a value.
struct MemoryContent: Sendable {
    /// The samples of one metric.
    struct Series: Sendable {
        /// The number of rows in a chunk. A scan skips whole chunks only.
        static let chunkSize = 16_384

        private(set) var rows = SampleBatch()
        /// The tallies of each chunk of rows, by source.
        private var chunks: [[Int32: SourceTally]] = []

        /// The tallies of the whole series, by source.
        var tallies: [Int32: SourceTally] {
            chunks.reduce(into: [:]) { $0.merge($1) { $0.adding($1) } }
        }

        /// The greatest end in each chunk.
        var greatestEnds: some Sequence<Int64> {
            chunks.lazy.map { $0.values.reduce(Int64.min) { max($0, $1.lastEnd) } }
        }

        /// Merges `new`, which must be normalized, and returns whether anything changed.
        mutating func merge(_ new: SampleBatch, by merge: SampleMerge, nextNumber: inout Int64) throws -> Bool {
            guard let firstStart = new.starts.first else { return false }
            let firstRow = rows.firstRow(startingAt: firstStart)
            guard try merge.merge(new, into: &rows, nextNumber: &nextNumber) else { return false }
            summarize(from: firstRow)
            return true
        }

        /// Removes the samples with the given numbers and returns the numbers of those that were removed.
        mutating func delete(_ numbers: Set<Int64>) -> [Int64] {
            let removed = rows.numbers.indices.filter { numbers.contains(rows.numbers[$0]) }
            guard let first = removed.first else { return [] }
            let deleted = removed.map { rows.numbers[$0] }
            rows.update(from: rows, RemoveRows(rows: removed))
            summarize(from: first)
            return deleted
        }

        private mutating func summarize(from row: Int) {
            chunks.removeSubrange(min(row / Series.chunkSize, chunks.count)...)
            while chunks.count * Series.chunkSize < rows.count {
                let first = chunks.count * Series.chunkSize
                chunks.append(SourceTally.bySource(rows, first..<min(first + Series.chunkSize, rows.count)))
            }
        }
    }

    private(set) var changeNumber: Int64 = 0
    private var nextNumber: Int64 = 1
    private var dictionaries = MemoryDictionaries()
    private var series: [MetricID: Series] = [:]
    private var fileUnits: [MetricID: String] = [:]
    private var workoutGroups: [Workout.Identity: [Workout]] = [:]
    private var correlationGroups: [StoredCorrelation.Identity: [StoredCorrelation]] = [:]
    private var summaries: [String: ActivitySummary] = [:]
    private var settings: [String: String] = [:]
    private var priorities: [MetricID: [String]] = [:]
    private var deletions = DeletionHistory()

    // MARK: Writing

    /// Writes `batch`. If it throws, nothing is written.
    mutating func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        var isChanged = false
        var outcomes: [MetricID: WriteOutcome] = [:]
        func record(_ metric: MetricID, added: Int, of count: Int) {
            outcomes[metric, default: WriteOutcome()].added += added
            outcomes[metric, default: WriteOutcome()].alreadyThere += count - added
        }
        let (ids, isRenamed) = dictionaries.intern(batch)
        isChanged = isRenamed
        let merge = SampleMerge(content: dictionaries)
        for (metric, samples) in batch.samples.sorted(by: { $0.key.identifier < $1.key.identifier }) where samples.count > 0 {
            let firstNumber = nextNumber
            let rows = try merge.normalized(ids.translate(samples))
            if try series[metric, default: Series()].merge(rows, by: merge, nextNumber: &nextNumber) { isChanged = true }
            record(metric, added: Int(nextNumber - firstNumber), of: samples.count)
        }
        for workout in batch.workouts {
            let change = MemoryContent.add(
                ids.translate(workout), to: &workoutGroups, order: dictionaries, nextNumber: &nextNumber)
            if change != .none { isChanged = true }
            record(.workouts, added: change == .added ? 1 : 0, of: 1)
        }
        for correlation in batch.correlations {
            let change = MemoryContent.add(
                StoredCorrelation(ids.translate(correlation)), to: &correlationGroups, order: dictionaries, nextNumber: &nextNumber)
            if change != .none { isChanged = true }
            record(MetricID(correlation.type), added: change == .added ? 1 : 0, of: 1)
        }
        for summary in batch.summaries {
            let before = summaries[summary.day]
            var after = before ?? summary
            after.combine(with: summary)
            summaries[summary.day] = after
            if after != before { isChanged = true }
            record(.activitySummaries, added: before == nil ? 1 : 0, of: 1)
        }
        for (metric, unit) in batch.fileUnits where fileUnits[metric].map({ unit < $0 }) ?? true {
            fileUnits[metric] = unit
            isChanged = true
        }
        if isChanged { changeNumber += 1 }
        return outcomes
    }

    private static func add<Record: IdentifiedRecord>(
        _ record: Record, to groups: inout [Record.Identity: [Record]], order: any ContentOrder, nextNumber: inout Int64
    ) -> RecordChange {
        var record = record
        record.number = nextNumber
        let change = record.merge(into: &groups[record.identity, default: []], order: order)
        if change == .added { nextNumber += 1 }
        return change
    }

    mutating func delete(_ metric: MetricID, numbers: Set<Int64>) -> Int {
        var deleted: [Int64] = []
        if metric == .workouts {
            for (identity, group) in workoutGroups {
                let kept = group.filter { !numbers.contains($0.number) }
                deleted += group.map(\.number).filter(numbers.contains)
                workoutGroups[identity] = kept.isEmpty ? nil : kept
            }
        } else {
            deleted = series[metric]?.delete(numbers) ?? []
        }
        if deleted.isEmpty { return 0 }
        let limit = StoreLimits.keptDeletions(settings[StoreLimits.keptDeletionsSetting])
        deletions.add(deleted, of: metric, keeping: limit, nextNumber: &nextNumber)
        changeNumber += 1
        return deleted.count
    }

    mutating func setSetting(_ name: String, to value: String?) {
        guard settings[name] != value else { return }
        settings[name] = value
        changeNumber += 1
    }

    mutating func setPriority(of metric: MetricID, to keys: [String]?) {
        let keys = keys ?? []
        guard priorities[metric] ?? [] != keys else { return }
        priorities[metric] = keys.isEmpty ? nil : keys
        changeNumber += 1
    }
}

extension MetricID {
    /// The metric under which a write counts the days of activity summaries.
    package static let activitySummaries = MetricID("HKActivitySummaryTypeIdentifier")
}

extension MemoryContent: SampleSource {
    func metricSummaries() -> [MetricSummary] {
        (Array(series.keys) + [.workouts]).compactMap(metricSummary).sorted { $0.metric.identifier < $1.metric.identifier }
    }

    func metricSummary(of metric: MetricID) -> MetricSummary? {
        if metric == .workouts {
            return MetricSummary(metric, SourceTally.bySource(SampleBatch(allWorkouts)), fileUnit: nil)
        }
        return MetricSummary(metric, series[metric]?.tallies ?? [:], fileUnit: fileUnits[metric])
    }

    func sources() -> [Int32: Source] { Catalogue.byID(dictionaries.catalogue.sources) }
    func origins() -> [Int32: Origin] { Catalogue.byID(dictionaries.catalogue.origins) }
    func units() -> [Int32: String] { Catalogue.byID(dictionaries.catalogue.units) }

    func metadataSets(_ ids: Set<Int32>) -> [Int32: MetadataSet] {
        let sets = ids.filter { $0 > 0 && $0 <= dictionaries.metadata.count }.map { ($0, dictionaries.metadata[Int($0) - 1]) }
        return Dictionary(uniqueKeysWithValues: sets)
    }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        if metric == .workouts {
            let found = SampleBatch(workouts(from: from, through: through))
            if found.count > 0 { _ = try body(found) }
            return
        }
        guard let series = series[metric] else { return }
        let end = through == .max ? series.rows.count : series.rows.firstRow(startingAt: through.milliseconds + 1)
        var batch = SampleBatch()
        for (chunk, greatestEnd) in series.greatestEnds.enumerated() where greatestEnd >= from.milliseconds {
            let first = chunk * Series.chunkSize
            guard first < end else { return }
            batch.fill(from: series.rows, first..<min(first + Series.chunkSize, end), columns: columns)
            guard try body(batch) else { return }
        }
    }

    private var allWorkouts: [Workout] { workouts(from: .min, through: .max) }

    func workouts(from: Instant, through: Instant) -> [Workout] {
        workoutGroups.values.joined().filter { $0.start <= through && $0.end >= from }
            .sorted { Workout.precedes($0, $1, order: dictionaries) }
    }

    func activitySummaries(from: String, through: String) -> [ActivitySummary] {
        summaries.values.filter { from <= $0.day && $0.day <= through }.sorted { $0.day < $1.day }
    }

    func correlations(from: Instant, through: Instant) -> [Correlation] {
        correlationGroups.values.joined()
            .filter { $0.correlation.start <= through && $0.correlation.end >= from }
            .sorted { StoredCorrelation.precedes($0, $1, order: dictionaries) }
            .map(\.correlation)
    }

    func setting(_ name: String) -> String? { settings[name] }
    func settings(startingWith prefix: String) -> [String: String] { settings.filter { $0.key.hasPrefix(prefix) } }
    func priority(of metric: MetricID) -> [String]? { priorities[metric] }
}

extension MemoryContent: ChangeSource, SettingSource {
    var lastChange: Int64 { nextNumber - 1 }
    var lastForgottenDeletion: Int64 { deletions.lastForgotten }

    func deletions(of metric: MetricID, after change: Int64) -> [DeletedSample] { deletions.entries(of: metric, after: change) }

    func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) throws {
        try scan(metric, from: .min, through: .max, columns: .all, body)
    }

    func numberedCorrelations(of type: String) -> [NumberedCorrelation] {
        correlationGroups.values.joined().filter { $0.correlation.type == type }
            .map { NumberedCorrelation(number: $0.number, correlation: $0.correlation) }
            .sorted { $0.number < $1.number }
    }
}
