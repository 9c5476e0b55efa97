import HealthModel
import Synchronization

/// The metric summaries of a store, as of its latest change number that was asked for.
///
/// Adding them up takes 3 ms over 100 million samples, longer than many a query.
final class SummaryCache: Sendable {
    private let latest = Mutex<(changeNumber: Int64, summaries: [MetricSummary])?>(nil)

    func value(at changeNumber: Int64, orElse make: () throws -> [MetricSummary]) rethrows -> [MetricSummary] {
        if let latest = latest.withLock({ $0 }), latest.changeNumber == changeNumber { return latest.summaries }
        let summaries = try make()
        latest.withLock { $0 = (changeNumber, summaries) }
        return summaries
    }
}
