public import HealthModel

/// A metric of the catalog, which has all types of HealthKit: a quantity type, a category type or workouts.
@_spi(Guests)
public struct ListedMetric: Sendable {
    private let info: MetricInfo

    private init(_ info: MetricInfo) { self.info = info }

    /// Looks a metric up. Returns nil if it is not in the catalog.
    public init?(_ id: MetricID) {
        guard let info = MetricCatalog.metric(id) else { return nil }
        self.init(info)
    }

    /// All metrics: quantity types first, workouts last.
    public static var all: [ListedMetric] { MetricCatalog.all.map { ListedMetric($0) } }

    /// The metric.
    public var id: MetricID { info.id }

    /// The quantity type; nil for other kinds.
    public var quantity: ListedQuantity? {
        if case .quantity(let type) = info.kind, !isRecording { ListedQuantity(type: type) } else { nil }
    }

    /// True for a category type. False for recordings, such as electrocardiograms, whose values also have names.
    public var isCategory: Bool { if case .category = info.kind { !isRecording } else { false } }

    /// True for electrocardiograms, states of mind and so on, which have separate classes in HealthKit.
    public var isRecording: Bool {
        [
            .electrocardiograms, .audiograms, .visionPrescriptions, .medicationDoses, .statesOfMind, .gad7Scores, .phq9Scores,
            .zonesOfHeartRate, .zonesOfCyclingPower, .labs, .textsOfLabs,
        ].contains(id)
    }

    /// The enumeration of a category's values, as Apple names it, with their numbers and names; nil for other kinds.
    public var values: (enumeration: String, all: [(number: Int, name: String)])? {
        guard case .category(let type) = info.kind, let values = type.valueEnum else { return nil }
        return (values.name, values.values.map { ($0.raw, $0.name) })
    }

    /// Returns the numbers of the values that a name in queries stands for; nil if the metric does not have the name.
    public func numbers(ofValuesNamed name: String) -> [Int]? {
        if case .category(let type) = info.kind { type.rawValues(named: name) } else { nil }
    }
}

/// A quantity type of the catalog.
@_spi(Guests)
public struct ListedQuantity: Sendable {
    let type: QuantityType

    /// How samples combine to a statistic.
    public var style: AggregationStyle { type.style }
    /// The unit in which stores keep values.
    public var storageUnit: UnitOfMeasure { UnitOfMeasure(type.storageUnit) }
    /// The unit of Apple's header.
    public var canonicalUnit: UnitOfMeasure { UnitOfMeasure(type.canonicalUnit) }
    /// True if apps can save samples.
    public var isWritable: Bool { type.isWritable }

    /// Returns the unit in which people see values.
    public func displayUnit(_ preference: UnitPreference) -> UnitOfMeasure { UnitOfMeasure(type.displayUnit(preference)) }
}
