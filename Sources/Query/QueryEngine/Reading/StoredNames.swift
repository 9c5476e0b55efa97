package import HealthModel

/// Names of values and activities that samples have and the tables do not.
package enum StoredNames {
    /// Returns the names in exports of all such values of `metric`.
    package static func names(of metric: MetricID, in source: any SampleSource) throws -> Set<String> {
        guard let summary = try source.metricSummary(of: metric) else { return [] }
        if metric == .workouts {
            let activities = try source.workouts(from: summary.firstStart, through: summary.lastEnd).map(\.activity)
            return Set(activities).filter { WorkoutActivityType.named($0) == nil }
        }
        let raw = Double(CategoryType.unlistedRaw)
        var sets: Set<Int32> = []
        try source.scan(
            metric, from: summary.firstStart, through: summary.lastEnd, values: raw...raw, columns: [.values, .metadata]
        ) { batch in
            for row in 0..<batch.count where batch.values[row] == raw { sets.insert(batch.metadata[row]) }
            return true
        }
        return Set(try source.metadataSets(sets).values.compactMap { $0[MetadataKey.categoryValueName] })
    }
}
