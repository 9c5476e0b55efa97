import HealthModel

/// The rows of one metric in a batch, and how its units and values are read.
struct MetricColumn {
    /// How values in a unit of the file become values in the storage unit.
    struct UnitUse {
        /// nil where the numbers stay as they are.
        var conversion: UnitConversion?
        /// The unit's id in the batch, 0 for the storage unit itself.
        var id: Int32 = 0
        /// The text of a unit that does not measure the metric.
        var incompatible: String?
    }

    let metric: MetricID
    /// nil for quantity types.
    let category: CategoryType?
    /// The storage unit; nil for category types, and for metrics in no table until a row has a unit.
    var unit: HealthUnit?
    let isListed: Bool
    private(set) var samples = SampleBatch()

    /// By the ids of the texts of units and values in the batch.
    var unitUses: [Int: UnitUse] = [:]
    var lastUnit: (text: Int, use: UnitUse) = (-1, UnitUse())
    var rawValues: [Int: Int?] = [:]

    init(_ metric: MetricID, unlistedUnit: HealthUnit?) {
        self.metric = metric
        switch MetricCatalog.metric(metric)?.kind {
        case .quantity(let type):
            (category, unit, isListed) = (nil, type.storageUnit, true)
        case .category(let type):
            (category, unit, isListed) = (type, nil, true)
        case .workouts, nil:
            isListed = false
            category = metric.identifier.hasPrefix("HKCategoryTypeIdentifier") ? .unlisted(metric) : nil
            unit = unlistedUnit
        }
    }

    mutating func append(_ row: BatchBuilder.Row, value: Double, unit: Int32) {
        samples.starts.append(row.start)
        samples.ends.append(row.end)
        samples.values.append(value)
        samples.sources.append(row.source)
        samples.origins.append(row.origin)
        samples.metadata.append(row.metadata)
        samples.units.append(unit)
        samples.created.append(row.created)
    }
}
