import HealthModel

/// The rows of one metric in a batch, with the conversions of its units and values.
struct MetricColumn {
    /// The conversion from a unit of the file to the storage unit.
    struct UnitUse {
        /// Nil if the numbers need no conversion.
        var conversion: UnitConversion?
        /// The unit's id in the batch. 0 for the storage unit.
        var id: Int32 = 0
        /// The text of a unit that does not fit the metric.
        var incompatible: String?

        /// True if the unit is the storage unit.
        var isTrivial: Bool { conversion == nil && id == 0 && incompatible == nil }
    }

    let metric: MetricID
    /// Nil for quantity types.
    let category: CategoryType?
    /// The storage unit. Nil for category types, and for metrics outside the catalog until a row has a unit.
    var unit: HealthUnit?
    let isListed: Bool
    private(set) var samples = SampleBatch()

    /// By the id of the text of a unit or value in the batch.
    var unitUses: [Int: UnitUse] = [:]
    var lastUnit: (text: Int, use: UnitUse) = (-1, UnitUse())
    var rawValues: [Int: Int?] = [:]

    /// - Parameter expectedCount: The number of samples to make room for.
    init(_ metric: MetricID, unlistedUnit: HealthUnit?, expectedCount: Int) {
        samples.reserveCapacity(expectedCount)
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

extension SampleBatch {
    /// Makes room for `count` rows without numbers.
    fileprivate mutating func reserveCapacity(_ count: Int) {
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
        values.reserveCapacity(count)
        sources.reserveCapacity(count)
        origins.reserveCapacity(count)
        metadata.reserveCapacity(count)
        units.reserveCapacity(count)
        created.reserveCapacity(count)
    }
}
