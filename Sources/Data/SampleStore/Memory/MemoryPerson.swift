import HealthModel

/// The content of a `MemoryStore` for one person.
struct MemoryPerson: Sendable {
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

    var id: String
    var zone: String?
    /// The texts of attributes.
    var attributes: [String: String] = [:]
    var goals: [String: String] = [:]
    var priorities: [MetricID: [String]] = [:]
    var series: [MetricID: Series] = [:]
    var fileUnits: [MetricID: String] = [:]
    /// The series of workouts and samples by number.
    private(set) var ownedSeries: [Int64: [TimeSeries]] = [:]
    private(set) var workoutGroups: [Workout.Identity: [Workout]] = [:]
    private(set) var correlationGroups: [StoredCorrelation.Identity: [StoredCorrelation]] = [:]
    private(set) var summaries: [String: ActivitySummary] = [:]

    init(id: String) { self.id = id }

    /// True if nothing was recorded of the person, and no fact about it is known.
    var isUnknown: Bool {
        series.isEmpty && workoutGroups.isEmpty && correlationGroups.isEmpty && summaries.isEmpty && attributes.isEmpty && zone == nil
    }

    // MARK: Writing

    /// - Parameter replaces: True if a workout that was created later replaces one of the same source and time.
    mutating func add(_ workout: Workout, order: any ContentOrder, replaces: Bool, nextNumber: inout Int64) throws -> RecordChange {
        var workout = workout
        let series = workout.takeSeries()
        workout.number = nextNumber
        var group = workoutGroups[workout.identity, default: []]
        let change = try workout.merge(into: &group, order: order, replaces: replaces)
        workoutGroups[workout.identity] = group
        if change == .added { nextNumber += 1 }
        guard !series.isEmpty, let place = try workout.place(in: group, after: change, order: order) else { return change }
        var isChanged = false
        for new in series where ownedSeries[group[place].number, default: []].merge(new) { isChanged = true }
        return isChanged && change == .none ? .changed(index: place) : change
    }

    mutating func add(_ correlation: StoredCorrelation, order: any ContentOrder, nextNumber: inout Int64) throws -> CorrelationMerge.Outcome
    {
        var correlation = correlation
        correlation.number = nextNumber
        let merge = CorrelationMerge(order: order) { [series] metric, start in
            guard let rows = series[metric]?.rows else { return SampleBatch() }
            return rows.rows(startingAt: start.milliseconds)
        }
        let outcome = try merge.merge(correlation, into: &correlationGroups[correlation.identity, default: []])
        if outcome.change == .added { nextNumber += 1 }
        for (metric, copies) in outcome.copies {
            var copies = copies
            for row in 0..<copies.count { copies.numbers[row] = nextNumber + Int64(row) }
            var next = nextNumber + Int64(copies.count)
            _ = try series[metric]?.merge(copies, by: SampleMerge(content: order), nextNumber: &next)
            nextNumber = next
        }
        return outcome
    }

    /// Adds a series to its sample. Returns true if something changed.
    mutating func add(_ new: SampleSeries) -> Bool {
        guard let rows = series[new.metric]?.rows.rows(startingAt: new.start.milliseconds), let owner = new.owner(in: rows) else {
            return false
        }
        return ownedSeries[owner, default: []].merge(new.series)
    }

    /// Combines a summary with that of its day, or replaces it. Returns whether the day is new, and whether anything changed.
    mutating func add(_ summary: ActivitySummary, replaces: Bool) -> (isNew: Bool, isChanged: Bool) {
        let before = summaries[summary.day]
        let after = summary.merged(with: before, replaces: replaces)
        summaries[summary.day] = after
        return (before == nil, after != before)
    }

    /// Deletes samples, workouts or correlations and returns their numbers. The members of a correlation stay.
    mutating func delete(_ metric: MetricID, numbers: Set<Int64>) -> [Int64] {
        if metric == .workouts {
            let deleted = MemoryPerson.delete(numbers, from: &workoutGroups)
            for number in deleted { ownedSeries[number] = nil }
            return deleted
        }
        if metric.isCorrelation { return MemoryPerson.delete(numbers, from: &correlationGroups) }
        let deleted = series[metric]?.delete(numbers) ?? []
        if metric.seriesKind != nil { for number in deleted { ownedSeries[number] = nil } }
        return deleted
    }

    private static func delete<Record: IdentifiedRecord>(
        _ numbers: Set<Int64>, from groups: inout [Record.Identity: [Record]]
    ) -> [Int64] {
        var deleted: [Int64] = []
        for (identity, group) in groups {
            let kept = group.filter { !numbers.contains($0.number) }
            if kept.count == group.count { continue }
            deleted += group.map(\.number).filter(numbers.contains)
            groups[identity] = kept.isEmpty ? nil : kept
        }
        return deleted
    }
}
