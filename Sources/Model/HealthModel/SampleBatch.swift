/// The columns of a batch that a reader requests. The other columns can be empty.
public struct SampleColumns: OptionSet, Sendable {
    /// One bit for each column.
    public let rawValue: UInt16
    /// Creates a set of columns from its bits.
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

/// A run of samples of one metric as parallel columns. All modules exchange samples in this form.
///
/// `starts` and `ends` are always filled. Any other column has either `count` elements or, if the reader did not request it, none. Batches
/// from a `SampleSource` are sorted by start, then end, then value. This order does not depend on the order of import.
public struct SampleBatch: Sendable, Codable, Equatable {
    /// The value in `created` for an unknown creation time.
    public static let unknownTime = Int64.min
    /// The greatest magnitude of a value. Sums of such values, of their squares, and over time stay numbers.
    public static let greatestValue = 1e100

    /// The starts in milliseconds since 1970, inclusive.
    public var starts: [Int64] = []
    /// The ends in milliseconds since 1970, exclusive. For an instant, the end equals the start.
    public var ends: [Int64] = []
    /// The values in the metric's storage unit. For category types and workouts, these are raw values.
    public var values: [Double] = []
    /// The ids of sources.
    public var sources: [Int32] = []
    /// The ids of origins; 0 means unknown.
    public var origins: [Int32] = []
    /// The ids of metadata sets; 0 is the empty set.
    public var metadata: [Int32] = []
    /// The ids of the units in which the values arrived; 0 is the storage unit.
    public var units: [Int32] = []
    /// The creation times in milliseconds since 1970, or `unknownTime`.
    public var created: [Int64] = []
    /// The sample numbers, which are unique in a store and grow in insertion order.
    public var numbers: [Int64] = []

    /// Creates an empty batch.
    public init() {}

    /// The number of rows.
    @inlinable public var count: Int { starts.count }

    /// Adds a row and fills all columns.
    ///
    /// - Parameters:
    ///   - value: The value in the metric's storage unit.
    ///   - source: The id of the source in `SampleSource.sources`.
    ///   - number: A number that is unique among the samples of a sample source.
    ///   - created: The creation time; nil if unknown.
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

    /// Empties every column but keeps its memory.
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
