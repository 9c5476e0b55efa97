import HealthModel
import QueryPlan
import QueryVocabulary

/// Runs measures with different rules: `(sum steps sources raw) called raw, sum steps called merged`. Each set of rules is one query, and
/// all have the same rows.
struct CombinedStatistics {
    let plan: Plan
    let measures: [Measure]

    init(_ plan: Plan, measures: [Measure]) {
        self.plan = plan.withSplitOfSeparateSources
        self.measures = measures
    }

    /// - Parameter cells: Returns the cells of a plan with one set of rules.
    func run(_ cells: (Plan, [Measure]) throws -> StatisticsQuery.Cells) throws -> ResultTable {
        var parts: [(places: [Int], cells: StatisticsQuery.Cells)] = []
        for (part, places) in plan.parts {
            guard case .statistics(let own) = part.subject else { continue }
            parts.append((places, try cells(part, own)))
        }
        // A key that only some measures have is a row for all.
        var known: Set<[KeyValue?]> = []
        let found = parts.flatMap(\.cells.keys).filter { known.insert($0).inserted }
        let keys = try plan.withEmptyRanges(found)
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
        if parts.contains(where: \.cells.countsNoTime) { table.header.findings.append(.noTimeCounts) }
        if let finding = parts.reduce(into: BeatCoverage(), { $0.add($1.cells.beats) }).finding { table.header.findings.append(finding) }
        table.header.findings += parts.reduce(into: LabFindings()) { $0.merge($1.cells.labs) }.findings(plan.splits)
        let leftOut = Set(parts.flatMap(\.cells.leftOut)).sorted()
        if !leftOut.isEmpty { table.header.findings.append(.appsNotInList(leftOut)) }
        if parts.contains(where: \.cells.hasRepeatedRows) {
            table.header.findings.append(.samplesInSeveralRows(plan.splits.filter(\.isOfWords).map(\.words)))
        }
        return table
    }

    /// Returns the value of a measure without samples.
    private func nothing(_ measure: Measure, _ group: Int) -> Double? {
        guard measure.countsFromZero else { return nil }
        return measure.aggregate.countsQuarters && plan.following(measure).withRows(of: measure).quarterCounts[group] == 0 ? nil : 0
    }
}

extension Plan {
    /// Adds the bins between those of different measures, so that all measures and all people have the same bins (S12.4).
    func withEmptyRanges(_ keys: [[KeyValue?]]) throws -> [[KeyValue?]] {
        // Without samples, only bands are known.
        if keys.isEmpty, splits.count == 1, case .ranges(let ranges) = splits[0], let bands = ranges.bandIndices {
            return bands.map { ranges.keys(of: $0) }
        }
        let columns = splits.flatMap(\.names)
        guard let place = columns.firstIndex(of: "from"), case .ranges(let ranges)? = splits.first(where: \.isOfRanges),
            case .bins = ranges.division
        else { return keys }
        let bins = keys.compactMap { $0[place]?.number.map(ranges.bin) }
        guard let first = bins.min(), let last = bins.max() else { return keys }
        var known: Set<[KeyValue?]> = []
        let series = keys.map { key in
            var key = key
            key.replaceSubrange(place...place + 1, with: [nil, nil])
            return key
        }.filter { known.insert($0).inserted }
        let rowCount = Double(last - first + 1) * Double(series.count * grid.groupCount)
        guard rowCount <= Double(EngineOptions.greatestRowCount) else { throw EngineError.tooManyBins(Int(min(rowCount, 1e18)), ranges) }
        return series.flatMap { key in
            (first...last).map { bin in
                var key = key
                key.replaceSubrange(place...place + 1, with: ranges.keys(of: bin))
                return key
            }
        }
    }
}

extension ValueRanges {
    /// The values of the columns `from` and `to`.
    fileprivate func keys(of index: Int64) -> [KeyValue?] {
        let bounds = bounds(of: index)
        return [bounds.from.map { .number($0) }, bounds.to.map { .number($0) }]
    }
}
