import HealthModel
import QueryPlan

/// Runs a statistic whose rows are intervals (S13).
///
/// Intervals can overlap, and then a sample counts in each. Each layer of intervals that do not overlap is a separate query. Together
/// they fill one table.
struct EventQuery {
    /// Measures with the same times in each row. The times of others can be whole stays in bed (S13.3).
    private struct Part {
        var places: [Int]
        var times: EventTimes
        var queries: [StatisticsQuery]
    }

    private let plan: Plan
    private let measureCount: Int
    private let parts: [Part]
    private let keys: KeyTable

    /// - Parameter plan: A plan whose grid has the intervals as groups.
    init(_ plan: Plan, measures: [Measure], source: any SampleSource, options: EngineOptions) throws {
        let plan = plan.withSplitOfSeparateSources
        let keys = try KeyTable(plan, source: source, metadata: MetadataCache(source, keys: plan.metadataKeys))
        let divided = Dictionary(grouping: measures.indices) {
            [plan.usesStays(measures[$0]), plan.countsOwnWorkout(measures[$0]), plan.isNearest(measures[$0])]
        }
        parts = try divided.values.sorted { $0[0] < $1[0] }.map { places in
            let own = places.map { measures[$0] }
            let times = try EventTimes(plan, of: own[0], in: source)
            let queries = try times.plans.map { part in
                try StatisticsQuery(part, measures: own, source: source, options: options, keys: keys, only: part.ownWorkouts(of: own[0]))
            }
            return Part(places: places, times: times, queries: queries)
        }
        (self.plan, self.keys, measureCount) = (plan, keys, measures.count)
    }

    func cells() throws -> StatisticsQuery.Cells {
        for part in parts { for query in part.queries { try query.fill() } }
        try keys.addEmptyRanges(groupCount: plan.grid.groupCount)
        let rowCount = keys.count * plan.grid.groupCount
        guard rowCount <= EngineOptions.greatestRowCount else { throw EngineError.tooManyRows(rowCount) }
        var columns = Array(repeating: [Double?](), count: measureCount)
        var sources: [String] = []
        var countsNoTime = false
        var beats = BeatCoverage()
        var labs = LabFindings()
        for part in parts {
            let found = try part.queries.map { try $0.found() }
            for (index, place) in part.places.enumerated() {
                columns[place] = (0..<keys.count).flatMap { key in
                    part.times.values(
                        zip(found, part.times.plans).map { found, plan in
                            found.columns[index][key * plan.grid.groupCount..<(key + 1) * plan.grid.groupCount]
                        })
                }
            }
            if let most = found.map(\.mergedSources).max(by: { $0.count < $1.count }), most.count > sources.count { sources = most }
            if let first = found.first { countsNoTime = first.countsNoTime }
            for cells in found {
                beats.add(cells.beats)
                labs.merge(cells.labs)
            }
        }
        return StatisticsQuery.Cells(
            keys: keys.values(), columns: columns, mergedSources: sources, countsNoTime: countsNoTime, beats: beats, labs: labs,
            hasRepeatedRows: keys.hasRepeatedRows)
    }
}

extension Plan {
    /// The numbers of the workouts that are the rows of a measure, if each row counts only its own one. The rows of a layer do not overlap,
    /// so no other workout of the layer is in a row.
    func ownWorkouts(of measure: Measure) -> Set<Int64>? {
        countsOwnWorkout(measure) ? Set((grid.events?.samples ?? []).map(\.number)) : nil
    }
}

extension StatisticsQuery.Cells {
    /// Runs a plan with one set of rules.
    init(of plan: Plan, measures: [Measure], over source: any SampleSource, options: EngineOptions) throws {
        let persons = try PersonKeys(plan, source: source)
        self =
            plan.events == nil
            ? try StatisticsQuery(persons.plan, measures: measures, source: source, options: options).cells()
            : try EventQuery(persons.plan, measures: measures, source: source, options: options).cells()
        keys = persons.complete(keys)
    }
}
