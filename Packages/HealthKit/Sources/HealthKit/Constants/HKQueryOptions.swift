/// The limit of a query that returns all samples.
public let HKObjectQueryNoLimit = 0

/// Options of a predicate for a range of dates. `[]` chooses the samples that overlap the range.
public struct HKQueryOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Chooses only samples that start in the range.
    public static let strictStartDate = HKQueryOptions(rawValue: 1)
    /// Chooses only samples that end in the range.
    public static let strictEndDate = HKQueryOptions(rawValue: 2)
}
