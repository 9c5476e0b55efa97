public import HealthModel

/// A sample that was added to a store or deleted from it.
public struct SampleChange: Sendable, Hashable {
    /// The number of the change. Later changes have greater numbers.
    public let change: Int64
    /// The metric of the sample.
    public let metric: MetricID
    /// The number of the sample, which is that of the change that added it.
    public let number: Int64
    /// The sample that was added. Nil for a deletion, because a store keeps nothing else of a deleted sample.
    public let sample: HealthSample?
}

/// The changes of a store after an anchor, in the order in which they were made.
public struct ChangePage: Sendable, Hashable {
    /// The changes. A sample that was added and deleted since the anchor is only listed as deleted.
    public let changes: [SampleChange]
    /// The anchor for the next page: the last change of the store, or the last change of a page with a limit.
    public let anchor: ChangeAnchor
    /// True if there were deletions after the given anchor that the store no longer knows. Compare all samples in this case.
    public let lacksDeletions: Bool

    /// The samples that were added, in order.
    public var added: [HealthSample] { changes.compactMap(\.sample) }
    /// The numbers of the samples that were deleted, in order.
    public var deleted: [Int64] { changes.lazy.filter { $0.sample == nil }.map(\.number) }
}
