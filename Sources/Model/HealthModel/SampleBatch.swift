/// Which columns of a batch a reader asks for; the others may stay empty.
public struct SampleColumns: OptionSet, Sendable {
    /// A bit for each column.
    public let rawValue: UInt16
    /// Makes a set of columns from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `SampleBatch.values`.
    public static let values = SampleColumns(rawValue: 1 << 0)
    /// `SampleBatch.sources`.
    public static let sources = SampleColumns(rawValue: 1 << 1)
    /// `SampleBatch.origins`.
    public static let origins = SampleColumns(rawValue: 1 << 2)
    /// `SampleBatch.metadata`.
    public static let metadata = SampleColumns(rawValue: 1 << 3)
    /// `SampleBatch.units`.
    public static let units = SampleColumns(rawValue: 1 << 4)
    /// `SampleBatch.created`.
    public static let created = SampleColumns(rawValue: 1 << 5)
    /// `SampleBatch.numbers`.
    public static let numbers = SampleColumns(rawValue: 1 << 6)

    /// Every column.
    public static let all: SampleColumns = [.values, .sources, .origins, .metadata, .units, .created, .numbers]
}

/// A run of samples of one metric as parallel columns: what crosses every module boundary.
///
/// `starts` and `ends` are always filled. Any other column has either `count` elements or none,
/// when the reader did not ask for it. Batches that a `SampleSource` delivers are sorted by
/// start, then end, then value; that order does not depend on the order of import.
public struct SampleBatch: Sendable {
    /// The unknown creation time in `created`.
    public static let unknownTime = Int64.min

    /// Milliseconds since 1970, inclusive.
    public var starts: [Int64] = []
    /// Milliseconds since 1970, exclusive; equal to the start for an instant.
    public var ends: [Int64] = []
    /// In the metric's storage unit; for category types the raw value, for workouts the raw activity type.
    public var values: [Double] = []
    /// Source ids.
    public var sources: [Int32] = []
    /// Origin ids; 0 is "nothing known".
    public var origins: [Int32] = []
    /// Metadata set ids; 0 is the empty set.
    public var metadata: [Int32] = []
    /// Ids of the units that the values arrived in; 0 is the storage unit.
    public var units: [Int32] = []
    /// Creation times in milliseconds since 1970, or `unknownTime`.
    public var created: [Int64] = []
    /// Sample numbers: unique in a store, growing in the order of insertion.
    public var numbers: [Int64] = []

    /// Makes an empty batch.
    public init() {}

    /// The number of rows.
    public var count: Int { starts.count }

    /// Adds a row, all of its columns filled.
    ///
    /// - Parameters:
    ///   - value: in the metric's storage unit.
    ///   - source: the id of the source, as `SampleSource.sources` has it.
    ///   - number: tells samples apart; unique among those of a source of samples.
    ///   - created: nil where it is not known.
    public mutating func append(
        start: Instant, end: Instant, value: Double, source: Int32, origin: Int32 = 0, metadata: Int32 = 0, unit: Int32 = 0,
        created: Instant? = nil, number: Int64 = 0
    ) {
        starts.append(start.milliseconds)
        ends.append(end.milliseconds)
        values.append(value)
        sources.append(source)
        origins.append(origin)
        self.metadata.append(metadata)
        units.append(unit)
        self.created.append(created?.milliseconds ?? SampleBatch.unknownTime)
        numbers.append(number)
    }

    /// Empties every column and keeps its memory.
    public mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        metadata.removeAll(keepingCapacity: true)
        units.removeAll(keepingCapacity: true)
        created.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
    }
}
