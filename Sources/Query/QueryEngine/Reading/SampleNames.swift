import HealthModel

/// The names of the values of categories and workouts, as shown and as Apple writes them.
struct SampleNames {
    private enum Kind {
        case category(CategoryType, MetadataCache)
        case workouts([Int64: Workout])
    }

    private let kind: Kind

    /// Returns nil if the values of the metric are numbers.
    ///
    /// - Parameters:
    ///   - metadata: The names of values that are not listed. The metadata of the samples must be loaded.
    ///   - workouts: The workouts by sample number.
    init?(of metric: MetricID, metadata: MetadataCache, workouts: [Int64: Workout]) {
        switch MetricCatalog.metric(metric)?.kind {
        case .category(let type): kind = .category(type, metadata)
        case .workouts: kind = .workouts(workouts)
        case nil where metric.identifier.hasPrefix(CategoryType.identifierPrefix): kind = .category(.unlisted(metric), metadata)
        case .quantity, nil: return nil
        }
    }

    /// Returns the names of a sample's value; nil if it has none.
    func names(of value: Double, number: Int64, metadata set: Int32) -> (shown: String?, apple: String?) {
        switch kind {
        case .category(let type, let metadata):
            let raw = Int(exactly: value) ?? CategoryType.unlistedRaw
            let unlisted = metadata.value(MetadataKey.categoryValueName, in: set)
            return (type.briefName(raw: raw) ?? unlisted.map(type.shortName(unlisted:)), type.exportName(raw: raw) ?? unlisted)
        case .workouts(let workouts):
            let activity = workouts[number]?.activity
            return (activity.map { WorkoutActivityType(exportName: $0).shortName }, activity)
        }
    }
}
