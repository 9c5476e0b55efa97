import HealthModel
import Synchronization

/// Caches the metric summaries of a store for the latest change number that was requested.
///
/// Computing them takes 3 ms for 100 million samples, which is longer than many queries.
final class SummaryCache: Sendable {
    private let latest = Mutex<(changeNumber: Int64, summaries: [MetricSummary])?>(nil)

    func value(at changeNumber: Int64, orElse make: () throws -> [MetricSummary]) rethrows -> [MetricSummary] {
        if let latest = latest.withLock({ $0 }), latest.changeNumber == changeNumber { return latest.summaries }
        let summaries = try make()
        latest.withLock { $0 = (changeNumber, summaries) }
        return summaries
    }
}
