/// Which columns of a batch a reader asks for; the others may stay empty.
package struct SampleColumns: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let values = SampleColumns(rawValue: 1 << 0)
    package static let sources = SampleColumns(rawValue: 1 << 1)
    package static let origins = SampleColumns(rawValue: 1 << 2)
    package static let metadata = SampleColumns(rawValue: 1 << 3)
    package static let units = SampleColumns(rawValue: 1 << 4)
    package static let created = SampleColumns(rawValue: 1 << 5)
    package static let numbers = SampleColumns(rawValue: 1 << 6)

    package static let all: SampleColumns = [.values, .sources, .origins, .metadata, .units, .created, .numbers]
}

/// A run of samples of one metric as parallel columns: what crosses every module boundary.
///
/// `starts` and `ends` are always filled. Any other column has either `count` elements or none,
/// when the reader did not ask for it. Batches that a `SampleSource` delivers are sorted by
/// start, then end, then value; that order does not depend on the order of import.
package struct SampleBatch: Sendable {
    /// The unknown creation time in `created`.
    package static let unknownTime = Int64.min

    /// Milliseconds since 1970, inclusive.
    package var starts: [Int64] = []
    /// Milliseconds since 1970, exclusive; equal to the start for an instant.
    package var ends: [Int64] = []
    /// In the metric's storage unit; for category types the raw value, for workouts the raw activity type.
    package var values: [Double] = []
    /// Source ids.
    package var sources: [Int32] = []
    /// Origin ids; 0 is "nothing known".
    package var origins: [Int32] = []
    /// Metadata set ids; 0 is the empty set.
    package var metadata: [Int32] = []
    /// Ids of the units that the values arrived in; 0 is the storage unit.
    package var units: [Int32] = []
    /// Creation times in milliseconds since 1970, or `unknownTime`.
    package var created: [Int64] = []
    /// Sample numbers: unique in a store, growing in the order of insertion.
    package var numbers: [Int64] = []

    package init() {}

    package var count: Int { starts.count }

    /// Empties every column and keeps its memory.
    package mutating func removeAll() {
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
