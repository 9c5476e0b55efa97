package import HealthModel
import QueryPlan

/// What a query read, and how long that took: for `explain plan`.
package final class QueryTrace {
    /// Samples of a part of the range.
    package struct Window: Sendable {
        package var start: Instant
        package var end: Instant
        /// Nil where samples are not in blocks.
        package var blockCount: Int?
        package var sampleCount: Int
    }

    /// The way of some measures of one metric.
    package struct Step: Sendable {
        package var metric: MetricID
        /// The names of their columns.
        package var columns: [String]
        package var isMerged: Bool
        /// How many quarter hours were read in place of their samples, in how many chunks, and how long they are in the store.
        package var quarterCount = 0
        package var chunkCount = 0
        package var byteCount = 0
        /// Samples that cross the edge of a quarter hour, kept beside them.
        package var crossingCount = 0
        package var windows: [Window] = []
        /// Why quarter hours do not answer, or not all of it.
        package var reason: String?
        package var seconds = 0.0
    }

    package internal(set) var steps: [Step] = []
    /// By the name of a column.
    private(set) var reasons: [String: String] = [:]

    /// Seconds since any moment.
    let clock: () -> Double

    package init(clock: @escaping () -> Double = { 0 }) { self.clock = clock }
}

extension QueryTrace {
    /// Notes why quarter hours do not answer a measure.
    func note(_ reason: String, for measure: Measure) { reasons[measure.name] = reason }
}
