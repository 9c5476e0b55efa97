package import HealthModel

/// A store that keeps summaries by quarter hour.
///
/// Summaries are derived from samples. A write marks the affected quarter hours as stale in the same transaction. Only the transaction
/// that writes them again removes the mark.
package protocol QuarterKeeping: SampleStorage {
    /// Starts to keep the quarter hours of `metric` of a person. All of them are stale at first.
    func beginQuarters(of metric: MetricID, person: String) throws
    /// Replaces all chunks in `quarters`, which consist of whole chunks, with `contents`, and removes their stale marks.
    ///
    /// - Parameter changeNumber: The state of the store from which the contents were made.
    /// - Returns: False if the state of the store has changed since then. Nothing is written in this case.
    func replaceQuarters(
        _ quarters: Range<Int64>, of metric: MetricID, person: String, by contents: [QuarterChunkContent], madeAt changeNumber: Int64
    ) throws -> Bool
    /// Opens the store again, to read it on another thread at the same time.
    func reopened() throws -> any SampleStorage
}
