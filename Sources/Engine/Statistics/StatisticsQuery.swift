import HealthModel
import QueryPlan
import Results

/// Runs `sum steps, average heartRate by day`: reads the samples of each metric once and fills a column a measure.
final class StatisticsQuery {
    let plan: Plan
    private let measures: [Measure]
    let source: any SampleSource
    private let metadata: MetadataCache
    let keys: KeyTable
    let reader: SampleReader
    let grid: CellGrid
    let columns: [any AggregateColumn]
    let observer: (any PlacementObserver)?
    let options: EngineOptions
    /// The sources that were merged, best first.
    private var mergedSources: [Int32] = []
    private var rankings: [MetricID: SourceRanking] = [:]

    init(
        _ plan: Plan, measures: [Measure], source: any SampleSource, options: EngineOptions, observer: (any PlacementObserver)? = nil
    ) throws {
        let plan = plan.withSplitOfSeparateSources
        self.plan = plan
        self.observer = observer
        self.options = options
        self.measures = measures
        self.source = source
        metadata = MetadataCache(source, keys: plan.metadataKeys)
        keys = try KeyTable(plan.splits, source: source, metadata: metadata)
        reader = try SampleReader(plan, source: source, metadata: metadata, options: options)
        grid = CellGrid(plan.grid, window: SampleWindow(plan.range, rule: plan.edges))
        columns = measures.map { $0.aggregate.column(style: $0.style, plan: plan) }
    }

    func run() throws -> ResultTable {
        if grid.bucketCount > 0 {
            for group in MeasureGroup.groups(of: measures) { try run(group) }
        }
        let sources = mergedSources.count > 1 ? try source.sources() : [:]
        return StatisticsTable(plan, measures: measures, keys: keys.texts()).table(
            columns.map { $0.finalize(cellCount: keys.count * grid.groupCount) },
            mergedSources: mergedSources.compactMap { sources[$0]?.name })
    }

    /// The texts of each key that samples brought up, in the order in which they did.
    func keyTexts() -> [[String?]] { keys.texts() }

    private func run(_ group: MeasureGroup) throws {
        var ranks: Set<MergingRank> = []
        var rest = group
        rest.measures = try answerByQuarterHours(group, mergedRanks: &ranks)
        if !rest.measures.isEmpty {
            let started = options.trace?.clock() ?? 0
            let branches = try branches(for: rest.measures, of: group.metric, on: grid)
            let window = try read(group.metric, field: group.field, into: branches)
            try finish(branches, mergedRanks: &ranks)
            options.trace?.addSamples(window, of: rest, in: plan, since: started)
        }
        guard !ranks.isEmpty else { return }
        for rank in try ranking(of: group.metric).mergingRanks where ranks.contains(rank) && !mergedSources.contains(rank.source) {
            mergedSources.append(rank.source)
        }
    }

    // MARK: Samples

    /// The ways of samples to columns, and what they read of samples.
    struct Branches {
        var all: [any Branch] = []
        var needed: SampleColumns = []
    }

    func branches(
        for measures: [(index: Int, measure: Measure)], of metric: MetricID, on grid: CellGrid
    ) throws -> Branches {
        var kept: SampleColumns = []
        for (_, measure) in measures { kept.formUnion(measure.aggregate.columns) }
        if observer != nil { kept.formUnion([.values, .sources, .created, .numbers]) }
        var branches = Branches(needed: kept.union(keys.columns))
        for (treatment, measures) in Dictionary(grouping: measures, by: { $0.measure.treatment(in: plan) }) {
            let set = ColumnSet(
                columns: measures.map { columns[$0.index] }, observer: observer, readColumns: kept,
                isCancelled: options.isCancelled)
            let measure = measures[0].measure
            let placer = Placer(
                grid: grid, rule: measure.placementRule(in: plan),
                keepsSuppressed: observer != nil || (measure.aggregate == .sum && plan.mayLeaveNothingOfBucket),
                hasShares: measures.contains { $0.measure.aggregate == .sum })
            guard treatment.isMerged else {
                branches.all.append(PlainBranch(set, placer: placer, holdsInstants: treatment.holdsInstants))
                continue
            }
            branches.needed.formUnion([.sources, .metadata])
            let merger = SourceMerger(try ranking(of: metric), columns: kept, metadata: metadata)
            branches.all.append(MergedBranch(set, placer: placer, merger: merger, holdsInstants: treatment.holdsInstants))
        }
        return branches
    }

    /// Reads the samples of a part of the range, nil for the whole, that take part in none of `others`.
    func read(
        _ metric: MetricID, field: WorkoutField? = nil, in part: SampleWindow? = nil, except others: ArraySlice<SampleWindow> = [],
        into branches: Branches
    ) throws -> QueryTrace.Window {
        let before = reader.readCount
        try reader.read(metric, field: field, columns: branches.needed, in: part, except: others) { batch, clocks in
            try push(batch, clocks: clocks, into: branches)
            return true
        }
        let window = part ?? SampleWindow(plan.range, rule: plan.edges)
        let blocks =
            options.trace == nil
            ? nil
            : try source.blocks(
                of: metric, from: window.start, through: window.end, values: field == nil ? plan.predicate?.values : nil)
        return QueryTrace.Window(
            start: Instant(milliseconds: window.start), end: Instant(milliseconds: window.end), blockCount: blocks?.count,
            sampleCount: reader.readCount - before)
    }

    func push(_ batch: borrowing SampleBatch, clocks: [Int32], into branches: Branches) throws {
        let keys = try self.keys.keys(of: batch)
        try checkRowCount()
        let lanes = Lane.lanes(keys: keys, clocks: clocks)
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
        if rowCount > QueryEngine.greatestRowCount { throw EngineError.tooManyRows(rowCount) }
    }
}

extension Plan {
    /// Whether all samples of a bucket may be suppressed by some in others. Such a bucket has a total of 0; a discrete sample that is
    /// suppressed takes no part.
    fileprivate var mayLeaveNothingOfBucket: Bool { !splits.isEmpty || assignment != .share || usesSampleZones }

    /// The plan with `sources separate` written as the key that it is.
    var withSplitOfSeparateSources: Plan {
        guard sourceRule == .separate, !splits.contains(.source) else { return self }
        var plan = self
        plan.splits.append(.source)
        return plan
    }
}
