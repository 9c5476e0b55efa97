import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

/// Runs `sum steps, average heartRate by day`: reads the samples of each metric once and fills one column per measure.
final class StatisticsQuery {
    let plan: Plan
    private let measures: [Measure]
    let source: any SampleSource
    let keys: KeyTable
    let context: ReadContext
    let grid: CellGrid
    /// The times that count; nil if all do.
    let times: IntervalList?
    let columns: [any AggregateColumn]
    /// The condition of each measure that is a share.
    private let tests: [PredicateFilter?]
    let observer: (any PlacementObserver)?
    let options: EngineOptions
    /// The numbers of the samples that count; nil if all do.
    private let numbers: Set<Int64>?
    private let readsBeats: Bool
    private let combinesLabs: Bool
    /// The sources that were merged, best first.
    private var mergedSources: [Int32] = []
    private var rankings: [MetricID: SourceRanking] = [:]
    /// The sources whose records do not count, because their apps are not in the owner's list.
    private var leftOutSources: Set<Int32> = []

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
        readsBeats = measures.contains(where: \.aggregate.needsBeats)
        combinesLabs = measures.contains(where: \.combinesLabs)
        context = ReadContext(source, metadataKeys: plan.metadataKeys, readsBeats: readsBeats, options: options)
        self.keys = try keys ?? KeyTable(plan, source: source, metadata: context.metadata)
        context.keys = self.keys
        grid = CellGrid(plan.grid, window: SampleWindow(plan.range, rule: plan.edges))
        let times = try IntervalSearch.times(of: plan, source: source, options: options)
        self.times = times
        let workoutTimes = try WorkoutTimes(for: measures, in: plan, of: source)
        let metadata = context.metadata
        tests = try measures.map { measure in
            try measure.condition.map {
                try PredicateFilter(
                    $0, zone: plan.zone, weekStart: plan.weekStart, usesSampleZones: plan.usesSampleZones, source: source,
                    metadata: metadata)
            }
        }
        context.tests = tests.compactMap(\.self)
        columns = zip(measures, tests).map { measure, test in
            if let workoutTimes, measure.countsActiveTime {
                let seconds = ActiveTimeColumn(workoutTimes, addsAll: measure.addsActiveTime(plan))
                return measure.form == .splitSpeed ? SplitSpeedColumn(seconds, meters: plan.grid.events?.meters ?? []) : seconds
            }
            return measure.column(in: plan, test: test, observed: observer != nil, times: times, beats: metadata)
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
        /// The samples that were asked for heartbeats.
        var beats = BeatCoverage()
        var labs = LabFindings()
        /// The names of the sources whose apps are not in the owner's list (S15.3).
        var leftOut: [String] = []
        /// True if a sample counts in several rows.
        var hasRepeatedRows = false

        func table(_ plan: Plan, measures: [Measure]) -> ResultTable {
            var table = StatisticsTable(plan, measures: measures, keys: keys).table(columns, mergedSources: mergedSources)
            if countsNoTime { table.header.findings.append(.noTimeCounts) }
            if let finding = beats.finding { table.header.findings.append(finding) }
            if !leftOut.isEmpty { table.header.findings.append(.appsNotInList(leftOut)) }
            table.header.findings += labs.findings(plan.splits)
            if hasRepeatedRows { table.header.findings.append(.samplesInSeveralRows(plan.splits.filter(\.isOfWords).map(\.words))) }
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
        let values = zip(columns, measures).map { $1.values(of: $0, cellCount: keys.count * grid.groupCount, plan) }
        return Cells(
            keys: keys.values(), columns: values, mergedSources: try mergedSourceNames(), countsNoTime: countsNoTime, beats: beats,
            labs: LabFindings(columns), leftOut: try leftOutNames(), hasRepeatedRows: keys.hasRepeatedRows)
    }

    /// Returns the names of the merged sources, best first; none for a single source.
    func mergedSourceNames() throws -> [String] {
        let sources = mergedSources.count > 1 ? try source.sources() : [:]
        return mergedSources.compactMap { sources[$0]?.name }
    }

    /// Returns the names of the sources whose apps are not in the owner's list, in alphabetic order.
    func leftOutNames() throws -> [String] {
        guard !leftOutSources.isEmpty else { return [] }
        let sources = try source.sources()
        return leftOutSources.compactMap { sources[$0]?.name }.sorted()
    }

    /// The samples that measures asked for heartbeats. All measures of heartbeats ask the same samples.
    var beats: BeatCoverage { columns.lazy.compactMap { $0 as? BeatColumn }.first?.coverage ?? BeatCoverage() }

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
            let window = try readSamples(of: rest, mergedRanks: &ranks)
            options.trace?.addSamples(window, of: rest, in: plan, since: started)
        }
        guard !ranks.isEmpty else { return }
        var known = Set(mergedSources)
        for rank in try order(of: group) where ranks.contains(rank) && known.insert(rank.source).inserted {
            mergedSources.append(rank.source)
        }
    }

    /// Returns the ranks of the sources of a group, best first.
    private func order(of group: MeasureGroup) throws -> [MergingRank] {
        let byRecord = group.measures.contains { $0.measure.ranksRecords(in: plan) }
        return try (byRecord ? recordRanking(of: group.metric).best.map { MergingRank(source: $0, isHandEntered: false) } : [])
            + ranking(of: group.metric).mergingRanks
    }

    // MARK: Samples

    /// Returns what is read for the measures of a group.
    func request(for group: MeasureGroup) -> ReadRequest {
        // A reading outside the times that count can be extended into them (`weighting hold`).
        let holdsInstants = measures.contains { $0.treatment(in: plan).holdsInstants }
        var request = ReadRequest(plan, group.metric, part: group.part, times: holdsInstants ? nil : times)
        (request.field, request.exclusiveValues, request.countsSchedule) = (group.field, group.exclusiveValues, group.countsSchedule)
        if group.metric == .workouts { request.numbers = numbers }
        request.placement = group.placement(in: plan)
        request.rowEdges = plan.grid.edges
        request.mergesOtherTimes = group.measures.contains { $0.measure.mergesOtherTimes(in: plan) }
        request.columns = readColumns(of: group.measures).union(keys.columns)
        if group.measures.contains(where: { $0.measure.treatment(in: plan).isMerged }) {
            request.columns.formUnion([.sources, .metadata])
        }
        if group.measures.contains(where: { $0.measure.ranksRecords(in: plan) }) { request.columns.formUnion([.values, .created]) }
        return request
    }

    /// The columns of samples that measures and the observer read.
    private func readColumns(of measures: [(index: Int, measure: Measure)]) -> SampleColumns {
        measures.reduce(observer == nil ? [] : [.values, .sources, .created, .numbers, .metadata]) {
            $0.union($1.measure.readColumns).union(tests[$1.index]?.columns ?? [])
        }
    }

    /// Reads the samples of a group into the columns, in the way that its request allows.
    private func readSamples(of group: MeasureGroup, mergedRanks: inout Set<MergingRank>) throws -> QueryTrace.Window {
        var request = request(for: group)
        request.addsCells = canAddCells(of: group)
        let reader = try SampleReader(request, in: context)
        if reader.strategy == .cells { return try traced(reader) { try addCells(of: group, by: reader) } }
        let branches = try branches(for: group, on: grid)
        let window = try read(reader, into: branches)
        try finish(branches, mergedRanks: &mergedRanks)
        return window
    }

    /// Returns the passes from samples to columns.
    func branches(for group: MeasureGroup, on grid: CellGrid) throws -> [any Branch] {
        let kept = readColumns(of: group.measures)
        return try Dictionary(grouping: group.measures) { $0.measure.treatment(in: plan) }.map { treatment, measures in
            let set = ColumnSet(
                columns: measures.map { columns[$0.index] }, observer: observer, readColumns: kept,
                isCancelled: options.isCancelled)
            let placer = placer(for: measures, treated: treatment, on: grid)
            if treatment.merging == .records { return try recordBranch(set, placer, of: group, treatment) }
            guard treatment.isMerged else { return PlainBranch(set, placer: placer, holdsInstants: treatment.holdsInstants) }
            let ranking = try ranking(of: group.metric)
            guard let values = group.exclusiveValues else {
                let merger = SourceMerger(ranking, columns: kept, metadata: context.metadata)
                return MergedBranch(set, placer: placer, merger: merger, holdsInstants: treatment.holdsInstants)
            }
            let decision = ExclusiveDecision(
                values, ranking: ranking, mergesSources: plan.mergesSources, columns: kept, metadata: context.metadata)
            return ExclusiveBranch(set, placer: placer, decision: decision)
        }
    }

    /// Returns the pass for measures whose records are ranked one by one (S15).
    private func recordBranch(
        _ set: ColumnSet, _ placer: Placer, of group: MeasureGroup, _ treatment: Treatment
    ) throws -> RecordBranch {
        let ranking = try recordRanking(of: group.metric)
        // Keys other than sources can depend on the value, which is one that is left out.
        let keyOfExcluded = { [keys, splits = plan.splits] source in
            splits.isEmpty ? 0 : splits == [.source] ? keys.key(ofSource: source) : nil
        }
        return RecordBranch(
            set, placer: placer, ranking: ranking, isSeparate: !plan.mergesSources, countsNothing: treatment.scope == .parts,
            keyOfExcluded: keyOfExcluded
        ) { [context] in
            RecordMerger(ranking, values: group.exclusiveValues, columns: set.readColumns, metadata: context.metadata)
        }
    }

    /// Returns a placer for the samples of measures that are treated in the same way.
    func placer(for measures: [(index: Int, measure: Measure)], treated treatment: Treatment, on grid: CellGrid) -> Placer {
        let measure = measures[0].measure
        return Placer(
            grid: observer == nil ? self.grid(for: treatment, grid) : grid,
            times: observer == nil && treatment.scope == .moments ? nil : times, rule: measure.placementRule(in: plan),
            keepsSuppressed: observer != nil || (measure.aggregate == .sum && plan.mayLeaveNothingOfBucket),
            hasShares: measures.contains { $0.measure.aggregate == .sum },
            splitsPieces: observer == nil
                && (treatment.scope == .stretches || measure.exclusiveValues(in: plan) != nil
                    || (treatment.merging == .records && measure.aggregate == .duration))
        )
    }

    /// Returns the buckets for samples that are treated in this way.
    private func grid(for treatment: Treatment, _ grid: CellGrid) -> CellGrid {
        switch treatment.scope {
        case .parts, .stretches: grid
        case .moments: .unlimited
        case .clippedParts:
            // The included end is one more millisecond, so that a sample that continues there counts.
            CellGrid(plan.grid, window: SampleWindow(PlanRange(start: plan.range.start, end: plan.range.limit), rule: .clip))
        }
    }

    /// Reads samples in order.
    func read(_ reader: SampleReader, into branches: [any Branch]) throws -> QueryTrace.Window {
        let hasOneKey = plan.splits.isEmpty && times == nil && !reader.request.readsSilentSamples && branches.count == 1
        return try traced(reader) {
            try reader.read(heldRuns: hasOneKey ? (branches[0] as? PlainBranch)?.heldRuns : nil) { batch, facts in
                try push(batch, facts, into: branches)
                return true
            }
        }
    }

    /// Runs a read. Returns what it read, with the number of its blocks for `explain plan`.
    private func traced(_ reader: SampleReader, _ read: () throws -> Void) throws -> QueryTrace.Window {
        let before = context.readCount
        try read()
        let window = reader.request.window
        let blockCount = options.trace == nil ? nil : try source.size(of: reader.request)?.blockCount
        return QueryTrace.Window(
            start: Instant(milliseconds: window.start), end: Instant(milliseconds: window.end), blockCount: blockCount,
            sampleCount: context.readCount - before, strategy: reader.strategy)
    }

    func push(_ batch: borrowing SampleBatch, _ facts: RowFacts = RowFacts(), into branches: [any Branch]) throws {
        guard let rows = try keys.repeatedRows(of: batch) else { return try pushRows(batch, facts, into: branches) }
        var repeated = SampleBatch()
        repeated.append(rows, of: batch)
        try pushRows(repeated, facts.of(rows), into: branches)
    }

    private func pushRows(_ batch: borrowing SampleBatch, _ facts: RowFacts, into branches: [any Branch]) throws {
        for test in context.tests { try test.load(batch) }
        if readsBeats || combinesLabs { try context.metadata.load(batch.metadata) }
        let lanes = try Lane.lanes(facts, keys: keys.keys(of: batch, counts: facts.counts))
        try checkRowCount()
        for branch in branches { try branch.push(batch, lanes: lanes, keyCount: keys.count) }
    }

    func finish(_ branches: [any Branch], mergedRanks: inout Set<MergingRank>) throws {
        for branch in branches {
            try branch.finish()
            mergedRanks.formUnion(branch.mergedRanks)
            leftOutSources.formUnion(branch.leftOutSources)
        }
    }

    func ranking(of metric: MetricID) throws -> SourceRanking {
        if let known = rankings[metric] { return known }
        let ranking = try SourceRanking(of: metric, in: source, preferred: plan.preferredSources)
        rankings[metric] = ranking
        return ranking
    }

    private func recordRanking(of metric: MetricID) throws -> RecordRanking {
        try RecordRanking(of: metric, in: source, preferred: plan.preferredSources)
    }

    func checkRowCount() throws {
        let rowCount = keys.count * grid.groupCount
        if rowCount > EngineOptions.greatestRowCount { throw EngineError.tooManyRows(rowCount) }
    }
}

extension Measure {
    /// Returns the values of a column of this measure, as whole numbers if the rules of Android cut them (S15.8).
    func values(of column: any AggregateColumn, cellCount: Int, _ plan: Plan) -> [Double?] {
        let values = column.finalize(cellCount: cellCount)
        guard isCutToWhole(in: plan) else { return values }
        return values.map { value in
            guard let value else { return nil }
            // Shares that add up to a whole number can be a rounding error below it.
            let nearest = value.rounded()
            return abs(value - nearest) <= 1e-9 * max(1, abs(nearest)) ? nearest : value.rounded(.towardZero)
        }
    }

    /// True if samples reach a bucket out of time order: with separate clocks, or with samples that alternate.
    func isScattered(in plan: Plan) -> Bool { plan.usesSampleZones || exclusiveValues(in: plan) != nil || ranksRecords(in: plan) }
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
