import HealthModel
import QueryPlan
import Results

/// Runs `sum steps, average heartRate by day`: reads the samples of each metric once and fills a column a measure.
final class StatisticsQuery {
    private let plan: Plan
    private let measures: [Measure]
    private let source: any SampleSource
    private let metadata: MetadataCache
    private let keys: KeyTable
    private let reader: SampleReader
    private let grid: CellGrid
    private let columns: [any AggregateColumn]
    private let observer: (any PlacementObserver)?
    private var mergedSources: [Int32] = []

    init(
        _ plan: Plan, measures: [Measure], source: any SampleSource, options: EngineOptions, observer: (any PlacementObserver)? = nil
    ) throws {
        let plan = plan.withSplitOfSeparateSources
        self.plan = plan
        self.observer = observer
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
        var needed: SampleColumns = []
        for (_, measure) in group.measures { needed.formUnion(measure.aggregate.columns) }
        if observer != nil { needed.formUnion([.values, .sources, .created, .numbers]) }
        let kept = needed
        needed.formUnion(keys.columns)
        var branches: [any Branch] = []
        for (treatment, measures) in Dictionary(grouping: group.measures, by: { $0.measure.treatment(in: plan) }) {
            let set = ColumnSet(columns: measures.map { columns[$0.index] }, observer: observer, readColumns: kept)
            let measure = measures[0].measure
            let placer = Placer(
                grid: grid, rule: measure.placementRule(in: plan),
                keepsSuppressed: observer != nil || (measure.aggregate == .sum && plan.mayLeaveNothingOfBucket))
            guard treatment.isMerged else {
                branches.append(PlainBranch(set, placer: placer, holdsInstants: treatment.holdsInstants))
                continue
            }
            needed.formUnion([.sources, .metadata])
            let ranking = try SourceRanking(of: group.metric, in: source, preferred: plan.preferredSources)
            let merger = SourceMerger(ranking, columns: kept, metadata: metadata)
            branches.append(MergedBranch(set, placer: placer, merger: merger, holdsInstants: treatment.holdsInstants))
        }
        try reader.read(group.metric, field: group.field, columns: needed) { batch, clocks in
            let keys = try self.keys.keys(of: batch)
            try checkRowCount()
            let lanes = Lane.lanes(keys: keys, clocks: clocks)
            for branch in branches { try branch.push(batch, lanes: lanes, keyCount: self.keys.count) }
            return true
        }
        for branch in branches {
            try branch.finish()
            mergedSources += branch.mergedSources.filter { !mergedSources.contains($0) }
        }
    }

    private func checkRowCount() throws {
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
