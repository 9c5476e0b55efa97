import QueryVocabulary
import HealthModel
import QueryPlan

/// Runs measures with different rules: `(sum steps sources raw) called raw, sum steps called merged`. Each set of rules is one query, and
/// all have the same rows.
struct CombinedStatistics {
    let plan: Plan
    let measures: [Measure]

    init(_ plan: Plan, measures: [Measure]) {
        self.plan = plan.withSplitOfSeparateSources
        self.measures = measures
    }

    func run(over source: any SampleSource, options: EngineOptions) throws -> ResultTable {
        var parts: [(places: [Int], cells: StatisticsQuery.Cells)] = []
        for (part, places) in plan.parts {
            guard case .statistics(let own) = part.subject else { continue }
            parts.append((places, try StatisticsQuery.Cells(of: part, measures: own, over: source, options: options)))
        }
        // A key that only some measures have is a row for all.
        let keys = parts.flatMap(\.cells.keys).reduce(into: [[KeyValue?]]()) { if !$0.contains($1) { $0.append($1) } }
        var columns = measures.map { _ in [Double?]() }
        for (places, cells) in parts {
            let numbers = Dictionary(zip(cells.keys, 0...)) { first, _ in first }
            for (place, values) in zip(places, cells.columns) {
                columns[place] = keys.flatMap { key in
                    let number = numbers[key]
                    return (0..<plan.grid.groupCount).map { group in
                        number.map { values[$0 * plan.grid.groupCount + group] } ?? nothing(measures[place], group)
                    }
                }
            }
        }
        let merged = parts.flatMap(\.cells.mergedSources).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var table = StatisticsTable(plan, measures: measures, keys: keys).table(columns, mergedSources: merged)
        table.header.countsNoTime = parts.contains(where: \.cells.countsNoTime)
        return table
    }

    /// Returns the value of a measure without samples.
    private func nothing(_ measure: Measure, _ group: Int) -> Double? {
        switch measure.aggregate {
        case .count: 0
        case .coverage: plan.quarterCounts[group] == 0 ? nil : 0
        default: nil
        }
    }
}
