package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Returns the samples that contribute to a cell of `table`, the answer to `plan`, in time order.
    ///
    /// Suppressed samples are included with a contribution of 0. The result is empty for a cell without samples, or whose value comes from
    /// `fill`.
    ///
    /// - Parameters:
    ///   - row: A row of `table`.
    ///   - index: The index of a measure of `plan`, and of a value column of `table`.
    package static func contributions(
        toRow row: Int, column index: Int, of table: ResultTable, plan: Plan, over source: any SampleSource,
        options: EngineOptions = EngineOptions()
    ) throws -> [Contribution] {
        guard case .statistics(let measures) = plan.subject, measures.indices.contains(index) else { return [] }
        var plan = try withEvents(plan.following(measures[index]).withSplitOfSeparateSources, over: source, options: options)
        var measure = measures[index]
        measure.own = nil
        // `partial drop` and `fill none` remove rows, so the index of a row is not that of its group.
        guard row < table.rowCount, var group = (0..<plan.grid.groupCount).first(where: { plan.grid.isGroup($0, ofRow: row, in: table) })
        else { return [] }
        if plan.events != nil {
            let layers = EventLayers(plan.grid)
            let place = layers.places[group]
            plan.grid = layers.grid(of: place.layer, in: plan)
            group = place.group
        }
        let values = table.keys.suffix(plan.splitColumnCount).map { $0.values[row] }

        let collector = ContributionCollector(group: group, of: plan.grid.groupCount)
        let query = try StatisticsQuery(plan, measures: [measure], source: source, options: options, observer: collector)
        let cells = try query.run()
        guard let key = query.keyValues().firstIndex(of: values), let participants = collector.participants(ofKey: key) else { return [] }
        // If better sources cover everything, the cell is null and its samples add nothing.
        let cell = table.columns[index].values[row] ?? (participants.allSatisfy(\.isSuppressed) ? 0 : nil)
        guard let cell, cells.rowCount > 0 else { return [] }
        let sources = try source.sources()
        let parts = Attribution(measure: measure, plan: plan).attribute(participants, cell: cell)
        return zip(participants, parts).map { participant, part in
            Contribution(
                start: Instant(milliseconds: participant.start), end: Instant(milliseconds: participant.end),
                value: measure.valueConversion(participant.value), source: sources[participant.source]?.name ?? "", share: part.share,
                contribution: part.contribution, insideSeconds: Double(participant.inside) / 1000,
                suppressedSeconds: Double(participant.suppressed.reduce(0) { $0 + ($1.to - $1.from) }) / 1000,
                suppressedBy: participant.suppressed.reduce(into: []) { names, segment in
                    let name = sources[segment.owner]?.name ?? ""
                    if !names.contains(name) { names.append(name) }
                })
        }
    }
}

extension TimeGrid {
    /// Returns true if a row of the plan's table has the time and the slots of a group.
    fileprivate func isGroup(_ group: Int, ofRow row: Int, in table: ResultTable) -> Bool {
        if hasTimeKey, (groupStarts[group], groupEnds[group]) != (table.starts[row], table.ends[row]) { return false }
        return profiles.indices.allSatisfy { table.keys[$0].values[row] == profiles[$0].keyValue(ofSlot: Int(slots[$0][group])) }
    }
}

extension Measure {
    /// Returns the conversion of sample values to the unit of the column, if the column has such values.
    var valueConversion: (Double) -> Double {
        guard let unit, let conversion = storageUnit?.conversion(to: unit) else { return { $0 } }
        return { conversion($0) }
    }
}
