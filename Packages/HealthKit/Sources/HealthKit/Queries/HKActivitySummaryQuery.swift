public import Foundation
import Synchronization
import TallyKit

/// Reads the activity summaries of days: what was reached, and the goals of the rings.
public final class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    /// A handler of summaries.
    public typealias Handler = @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

    private let handler: Handler
    private let update = Mutex<Handler?>(nil)
    private let reading: SummaryReading

    /// Creates the query. The handler gets the summaries in order of days, or an error.
    public init(predicate: NSPredicate?, resultsHandler handler: @escaping Handler) {
        self.handler = handler
        reading = SummaryReading(predicate: predicate)
        super.init(.activitySummaryType(), predicate)
    }

    /// Gets all summaries again each time one of them changes, until the query is stopped. Set it before the query is executed.
    public var updateHandler: Handler? {
        get { update.withLock { $0 } }
        set { update.withLock { $0 = newValue } }
    }

    override func run(in store: HKHealthStore) {
        let reading = reading
        let mark = store.changeMark()
        let first = store.result { try reading.stored(in: $0) }
        report(first, to: store, handler)
        guard let update = updateHandler else { return }
        keep(
            Task.detached {
                var (mark, known) = (mark, try? first.get())
                while let next = await store.change(after: mark) {
                    mark = next
                    guard case .success(let summaries) = await store.resultInBackground({ try reading.stored(in: $0) }),
                        summaries != known
                    else { continue }
                    known = summaries
                    self.report(.success(summaries), to: store, update)
                }
            })
    }

    private func report(_ stored: Result<[ActivitySummary], HKError>, to store: HKHealthStore, _ handler: @escaping Handler) {
        store.report(stored, of: self) { handler(self, $0.map { $0.map { HKActivitySummary($0) } }, $1) }
    }
}

// Sendable: predicates do not change.
/// Reads activity summaries.
struct SummaryReading: @unchecked Sendable {
    let predicate: NSPredicate?

    /// Returns the chosen summaries as the store keeps them, in order of days.
    func stored(in reader: ObjectReader) throws -> [ActivitySummary] {
        try reader.view.activitySummaries(from: "0000-01-01", through: "9999-12-31").filter { summary in
            predicate?.evaluate(with: HKActivitySummary(summary)) ?? true
        }
    }
}
