import QueryVocabulary
import HealthModel
import StorageModel
import QueryPlan

/// Runs `sum steps, average heartRate by day`: reads the samples of each metric once and fills one column per measure.
final class StatisticsQuery {
    let plan: Plan
    private let measures: [Measure]
    let source: any SampleSource
    private let metadata: MetadataCache
    let keys: KeyTable
    let reader: SampleReader
    let grid: CellGrid
    /// The times that count; nil if all do.
    let times: IntervalList?
    /// The times of which a sample must have a part to be read; nil if all samples are read.
    private let readTimes: IntervalList?
    let columns: [any AggregateColumn]
    let observer: (any PlacementObserver)?
    let options: EngineOptions
    /// The numbers of the samples that count; nil if all do.
    private let numbers: Set<Int64>?
    /// The sources that were merged, best first.
    private var mergedSources: [Int32] = []
    private var rankings: [MetricID: SourceRanking] = [:]

    init(
        _ plan: Plan, measures: [Measure], source: any SampleSource, options: EngineOptions, observer: (any PlacementObserver)? = nil,
        keys: KeyTable? = nil, only numbers: Set<Int64>? = nil
    ) throws {
        let plan = plan.withSplitOfSeparateSources
        self.plan = plan
        self.observer = observer
        self.options = options
        self.numbers = numbers
        self.measures = measures
        self.source = source
        metadata = MetadataCache(source, keys: plan.metadataKeys)
        let keys = try keys ?? KeyTable(plan, source: source, metadata: metadata)
        self.keys = keys
        grid = CellGrid(plan.grid, window: SampleWindow(plan.range, rule: plan.edges))
        let times = try IntervalSearch.times(of: plan, source: source, options: options)
        self.times = times
        // A reading outside these times can be extended into them (`weighting hold`).
        readTimes = measures.contains { $0.treatment(in: plan).holdsInstants } ? nil : times
        reader = try SampleReader(
            plan, predicate: plan.predicate, times: readTimes, only: numbers, keys: keys, source: source, metadata: metadata,
            options: options)
        let workoutTimes = try WorkoutTimes(for: measures, in: plan, of: source)
        columns = measures.map { measure in
            if let workoutTimes, measure.countsActiveTime {
                return ActiveTimeColumn(workoutTimes, addsAll: measure.addsActiveTime(plan))
            }
            return measure.aggregate.column(
                style: measure.style, plan: plan, isScattered: measure.isScattered(in: plan), observed: observer != nil, times: times)
        }
    }

    func run() throws -> ResultTable {
        try cells().table(plan, measures: measures)
    }

    /// The values of the measures for each key and group.
    struct Cells {
        /// The values of each key.
        var keys: [[KeyValue?]]
        /// For each measure, all groups of the first key, then those of the second.
        var columns: [[Double?]]
        /// The names of the merged sources, best first; empty for a single source.
        var mergedSources: [String]
        /// True if the set of `while` is empty in the range.
        var countsNoTime: Bool

        func table(_ plan: Plan, measures: [Measure]) -> ResultTable {
            var table = StatisticsTable(plan, measures: measures, keys: keys).table(columns, mergedSources: mergedSources)
            if countsNoTime { table.header.findings.append(.noTimeCounts) }
            return table
        }
    }

    func cells() throws -> Cells {
        try fill()
        try keys.addEmptyRanges(groupCount: grid.groupCount)
        return try found()
    }

    /// Reads the samples into the columns.
    func fill() throws {
        guard grid.bucketCount > 0 else { return }
        for group in MeasureGroup.groups(of: measures, in: plan) { try run(group) }
    }

    /// Returns the cells after the columns are filled.
    func found() throws -> Cells {
        Cells(
            keys: keys.values(), columns: columns.map { $0.finalize(cellCount: keys.count * grid.groupCount) },
            mergedSources: try mergedSourceNames(), countsNoTime: countsNoTime)
    }

    /// Returns the names of the merged sources, best first; none for a single source.
    func mergedSourceNames() throws -> [String] {
        let sources = mergedSources.count > 1 ? try source.sources() : [:]
        return mergedSources.compactMap { sources[$0]?.name }
    }

    /// True if the set of `while` is empty in the range.
    var countsNoTime: Bool { times?.stretches.isEmpty ?? false }

    /// Returns the values of each key, in order of occurrence in samples.
    func keyValues() -> [[KeyValue?]] { keys.values() }

    private func run(_ group: MeasureGroup) throws {
        var ranks: Set<MergingRank> = []
        var rest = group
        rest.measures = try answerByQuarterHours(group, mergedRanks: &ranks)
        if !rest.measures.isEmpty {
            let started = options.trace?.clock() ?? 0
            let window: QueryTrace.Window
            if let blocks = try readBlocks(of: rest) {
                window = blocks
            } else {
                let branches = try branches(for: rest.measures, of: group.metric, on: grid)
                window = try read(group, into: branches)
                try finish(branches, mergedRanks: &ranks)
            }
            options.trace?.addSamples(window, of: rest, in: plan, since: started)
        }
        guard !ranks.isEmpty else { return }
        for rank in try ranking(of: group.metric).mergingRanks where ranks.contains(rank) && !mergedSources.contains(rank.source) {
            mergedSources.append(rank.source)
        }
    }

    // MARK: Samples

    /// The passes from samples to columns, and the columns of samples that they read.
    struct Branches {
        var all: [any Branch] = []
        var needed: SampleColumns = []
    }

    func branches(
        for measures: [(index: Int, measure: Measure)], of metric: MetricID, on grid: CellGrid
    ) throws -> Branches {
        var kept: SampleColumns = []
        for (_, measure) in measures { kept.formUnion(measure.readColumns) }
        if observer != nil { kept.formUnion([.values, .sources, .created, .numbers, .metadata]) }
        var branches = Branches(needed: kept.union(keys.columns))
        for (treatment, measures) in Dictionary(grouping: measures, by: { $0.measure.treatment(in: plan) }) {
            let set = ColumnSet(
                columns: measures.map { columns[$0.index] }, observer: observer, readColumns: kept,
                isCancelled: options.isCancelled)
            let measure = measures[0].measure
            let placer = placer(for: measures, treated: treatment, on: grid)
            guard treatment.isMerged else {
                branches.all.append(PlainBranch(set, placer: placer, holdsInstants: treatment.holdsInstants))
                continue
            }
            branches.needed.formUnion([.sources, .metadata])
            if let values = measure.exclusiveValues(in: plan) {
                branches.needed.insert(.values)
                let decision = ExclusiveDecision(
                    values, ranking: try ranking(of: metric), mergesSources: plan.mergesSources, columns: kept, metadata: metadata)
                branches.all.append(ExclusiveBranch(set, placer: placer, decision: decision))
                continue
            }
            let merger = SourceMerger(try ranking(of: metric), columns: kept, metadata: metadata)
            branches.all.append(MergedBranch(set, placer: placer, merger: merger, holdsInstants: treatment.holdsInstants))
        }
        return branches
    }

    /// Returns a placer for the samples of measures that are treated in the same way.
    func placer(for measures: [(index: Int, measure: Measure)], treated treatment: Treatment, on grid: CellGrid) -> Placer {
        let measure = measures[0].measure
        return Placer(
            grid: observer == nil ? self.grid(for: treatment, grid) : grid,
            times: observer == nil && treatment.scope == .moments ? nil : times, rule: measure.placementRule(in: plan),
            keepsSuppressed: observer != nil || (measure.aggregate == .sum && plan.mayLeaveNothingOfBucket),
            hasShares: measures.contains { $0.measure.aggregate == .sum },
            splitsPieces: observer == nil && measure.exclusiveValues(in: plan) != nil)
    }

    /// Returns the buckets for samples that are treated in this way.
    private func grid(for treatment: Treatment, _ grid: CellGrid) -> CellGrid {
        switch treatment.scope {
        case .parts: grid
        case .moments: .unlimited
        case .clippedParts:
            // The included end is one more millisecond, so that a sample that continues there counts.
            CellGrid(plan.grid, window: SampleWindow(PlanRange(start: plan.range.start, end: plan.range.limit), rule: .clip))
        }
    }

    /// Reads the samples of a group.
    private func read(_ group: MeasureGroup, into branches: Branches) throws -> QueryTrace.Window {
        let condition = plan.predicate(for: group.part)
        let others = othersAffectMerging(group) ? readTimes : nil
        guard let values = group.exclusiveValues, let condition else {
            guard let others else {
                let reader = try group.part?.limitsSamples == true ? reader(condition, times: readTimes) : reader
                return try read(group.metric, field: group.field, by: reader, into: branches)
            }
            let reader = try reader(condition, times: nil)
            return try read(group.metric, field: group.field, by: reader, into: branches) { batch in
                try reader.rows(of: batch, meeting: others)
            }
        }
        let filter = try PredicateFilter(condition, zone: plan.zone, weekStart: plan.weekStart, source: source, metadata: metadata)
        var branches = branches
        branches.needed.formUnion(filter.columns)
        let reader = try reader(condition.orHasSay(of: values), times: others == nil ? readTimes : nil)
        return try read(group.metric, by: reader, into: branches) { batch in
            let passes = try filter.passes(batch)
            guard let others else { return passes }
            return zip(passes, try reader.rows(of: batch, meeting: others)).map { $0 && $1 }
        }
    }

    /// True if samples without a part in the times that count affect merging there.
    ///
    /// With `assign`, samples count in full, also their time outside (S5.1). A sample of a better source that ends where the times start
    /// can be the reason why another one starts there (S2.6).
    private func othersAffectMerging(_ group: MeasureGroup) -> Bool {
        group.measures.contains { _, measure in
            let treatment = measure.treatment(in: plan)
            return treatment.isMerged && plan.assignment != .share
                || treatment.scope == .moments && measure.exclusiveValues(in: plan) != nil
        }
    }

    /// Returns another reader of the samples that this query reads.
    func newReader(_ predicate: Predicate?) throws -> SampleReader { try reader(predicate, times: readTimes) }

    private func reader(_ predicate: Predicate?, times: IntervalList?) throws -> SampleReader {
        try SampleReader(
            plan, predicate: predicate, times: times, only: numbers, keys: keys, source: source, metadata: metadata, options: options)
    }

    /// Reads the samples in a part of the range (nil for the whole range) that are in none of `others`.
    ///
    /// - Parameter counts: Returns for each row of a batch whether it counts or only affects merging; nil if all rows count.
    func read(
        _ metric: MetricID, field: WorkoutField? = nil, in part: SampleWindow? = nil, except others: ArraySlice<SampleWindow> = [],
        by special: SampleReader? = nil, into branches: Branches, counts: ((borrowing SampleBatch) throws -> [Bool])? = nil
    ) throws -> QueryTrace.Window {
        let reader = special ?? reader
        let before = reader.readCount
        let hasOneKey = plan.splits.isEmpty && times == nil && counts == nil && branches.all.count == 1
        let heldRuns = hasOneKey ? (branches.all[0] as? PlainBranch)?.heldRuns : nil
        try reader.read(metric, field: field, columns: branches.needed, in: part, except: others, heldRuns: heldRuns) { batch, clocks in
            try push(batch, clocks: clocks, counts: counts?(batch), into: branches)
            return true
        }
        return try window(of: metric, field: field, in: part, readBy: reader, since: before)
    }

    /// Returns what a reader read, and counts its blocks for `explain plan`.
    func window(
        of metric: MetricID, field: WorkoutField? = nil, in part: SampleWindow? = nil, readBy reader: SampleReader, since before: Int
    ) throws -> QueryTrace.Window {
        let window = part ?? SampleWindow(plan.range, rule: plan.edges)
        let blocks =
            options.trace == nil
            ? nil
            : try source.capabilities.blocks?.size(
                of: metric, from: Instant(milliseconds: window.start), through: Instant(milliseconds: window.end),
                values: field == nil ? reader.values : nil)
        return QueryTrace.Window(
            start: Instant(milliseconds: window.start), end: Instant(milliseconds: window.end), blockCount: blocks?.blockCount,
            sampleCount: reader.readCount - before)
    }

    func push(_ batch: borrowing SampleBatch, clocks: [Int32], counts: [Bool]? = nil, into branches: Branches) throws {
        let keys = try self.keys.keys(of: batch, counts: counts)
        try checkRowCount()
        var lanes = Lane.lanes(keys: keys, clocks: clocks)
        if let counts {
            if lanes.isEmpty { lanes = Array(repeating: Lane(), count: batch.count) }
            for row in lanes.indices where !counts[row] { lanes[row].isSilent = true }
        }
        for branch in branches.all { try branch.push(batch, lanes: lanes, keyCount: self.keys.count) }
    }

    func finish(_ branches: Branches, mergedRanks: inout Set<MergingRank>) throws {
        for branch in branches.all {
            try branch.finish()
            mergedRanks.formUnion(branch.mergedRanks)
        }
    }

    func ranking(of metric: MetricID) throws -> SourceRanking {
        if let known = rankings[metric] { return known }
        let ranking = try SourceRanking(of: metric, in: source, preferred: plan.preferredSources)
        rankings[metric] = ranking
        return ranking
    }

    func checkRowCount() throws {
        let rowCount = keys.count * grid.groupCount
        if rowCount > EngineOptions.greatestRowCount { throw EngineError.tooManyRows(rowCount) }
    }
}

extension Measure {
    /// True if samples reach a bucket out of time order: with separate clocks, or with samples that alternate.
    func isScattered(in plan: Plan) -> Bool { plan.usesSampleZones || exclusiveValues(in: plan) != nil }
}

extension Plan {
    /// True if samples that count in other buckets can suppress all samples of a bucket. A sum is then 0, and a discrete statistic is null.
    fileprivate var mayLeaveNothingOfBucket: Bool { !splits.isEmpty || choices.assignment != .share || usesSampleZones }

    /// The plan with `sources separate` expressed as a key.
    var withSplitOfSeparateSources: Plan {
        guard choices.sourceRule == .separate, !splits.contains(.source) else { return self }
        var plan = self
        plan.splits.append(.source)
        return plan
    }
}
