public import HealthModel
import StorageModel

/// The changes of a store as one view of it numbers them (S10.2), for guests that turn them into their own objects.
@_spi(Guests)
public struct NumberedChanges {
    private let source: any ChangeSource

    /// Creates the changes of a view; nil if it does not number them.
    public init?(of view: any SampleSource) {
        guard let source = view.capabilities.changes else { return nil }
        self.source = source
    }

    /// The number of the last change; 0 if nothing was ever added.
    public var last: Int64 { get throws { try source.lastChange } }

    /// Returns the deletions of samples of a metric after a change, in order: their numbers, and those of the samples.
    public func deletions(of metric: MetricID, after change: Int64) throws -> [(change: Int64, number: Int64)] {
        try source.deletions(of: metric, after: change).map { ($0.change, $0.number) }
    }

    /// Passes the samples of a metric that were added after a change to `body`, in batches with all columns. Batches can also contain other
    /// samples.
    public func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) throws {
        try source.scan(metric, addedAfter: change, body)
    }

    /// Returns all correlations of a type with the numbers of the changes that added them, in ascending order.
    public func correlations(of type: String) throws -> [(number: Int64, correlation: Correlation)] {
        try source.numberedCorrelations(of: type).map { ($0.number, $0.correlation) }
    }
}
