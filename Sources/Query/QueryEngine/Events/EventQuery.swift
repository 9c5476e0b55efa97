import HealthModel
import QueryPlan

/// Runs a statistic whose rows are intervals (S13).
///
/// Intervals can overlap, and then a sample counts in each. Each layer of intervals that do not overlap is a separate query. Together
/// they fill one table.
struct EventQuery {
    private let plan: Plan
    private let measures: [Measure]
    private let layers: EventLayers
    private let queries: [StatisticsQuery]
    private let keys: KeyTable

    /// - Parameter plan: A plan whose grid has the intervals as groups.
    init(_ plan: Plan, measures: [Measure], source: any SampleSource, options: EngineOptions) throws {
        let plan = plan.withSplitOfSeparateSources
        let layers = EventLayers(plan.grid)
        let keys = try KeyTable(plan, source: source, metadata: MetadataCache(source, keys: plan.metadataKeys))
        queries = try layers.layers.indices.map { layer in
            var part = plan
            part.grid = layers.grid(of: layer, in: plan)
            return try StatisticsQuery(part, measures: measures, source: source, options: options, keys: keys)
        }
        (self.plan, self.measures, self.layers, self.keys) = (plan, measures, layers, keys)
    }

    func cells() throws -> StatisticsQuery.Cells {
        for query in queries { try query.fill() }
        try keys.addEmptyRanges(groupCount: plan.grid.groupCount)
        let rowCount = keys.count * plan.grid.groupCount
        guard rowCount <= EngineOptions.greatestRowCount else { throw EngineError.tooManyRows(rowCount) }
        let parts = try queries.map { try $0.found() }
        let columns = measures.indices.map { measure in
            (0..<keys.count).flatMap { key in
                layers.places.map { place in
                    parts[place.layer].columns[measure][key * layers.layers[place.layer].groups.count + place.group]
                }
            }
        }
        return StatisticsQuery.Cells(
            keys: keys.values(), columns: columns, mergedSources: parts.map(\.mergedSources).max { $0.count < $1.count } ?? [],
            countsNoTime: parts.first?.countsNoTime ?? false)
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
