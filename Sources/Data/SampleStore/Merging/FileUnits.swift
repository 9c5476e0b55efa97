package import HealthModel

extension ImportBatch {
    /// Returns the batch with the samples of each unlisted metric in the unit in which the store has them, if that is another one.
    ///
    /// - Parameter known: Returns the unit of an unlisted metric in the store; nil if it has none yet.
    package func inUnits(_ known: (MetricID) throws -> String?) rethrows -> ImportBatch {
        var batch = self
        for (metric, text) in fileUnits {
            guard let stored = try known(metric), stored != text, let unit = HealthUnit(text), let wanted = HealthUnit(stored),
                let conversion = unit.conversion(to: wanted)
            else { continue }
            batch.convert(metric, from: text, to: stored, conversion)
        }
        return batch
    }

    private mutating func convert(_ metric: MetricID, from text: String, to stored: String, _ conversion: UnitConversion) {
        fileUnits[metric] = stored
        if var rows = samples[metric] {
            units.append(text)
            let id = Int32(units.count - 1)
            for row in rows.values.indices { rows.values[row] = conversion(rows.values[row]) }
            if rows.units.isEmpty { rows.units = Array(repeating: 0, count: rows.count) }
            for row in rows.units.indices where rows.units[row] == 0 { rows.units[row] = id }
            samples[metric] = rows
        }
        for index in correlations.indices {
            for place in correlations[index].members.indices where correlations[index].members[place].metric == metric {
                correlations[index].members[place].value = conversion(correlations[index].members[place].value)
            }
        }
    }
}
