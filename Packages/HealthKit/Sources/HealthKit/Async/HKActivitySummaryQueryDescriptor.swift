public import Foundation
import TallyKit

// Sendable: predicates do not change.
/// Reads the activity summaries of days.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, @unchecked Sendable {
    /// The condition on the days; nil for all.
    public var predicate: NSPredicate?

    /// Creates the query.
    public init(predicate: NSPredicate? = nil) { self.predicate = predicate }

    /// Returns the summaries in order of days. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        let reading = SummaryReading(predicate: predicate)
        return try await healthStore.inBackground { try healthStore.result { try reading.stored(in: $0) }.get() }
            .map { HKActivitySummary($0) }
    }

    /// Returns the summaries in order of days, and then all of them again each time one changes, also by another process.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(reading: SummaryReading(predicate: predicate), store: healthStore)
    }

    /// Summaries, each time one of them changes.
    public struct Results: AsyncSequence, Sendable {
        /// All chosen summaries, in order of days.
        public typealias Element = [HKActivitySummary]
        fileprivate let reading: SummaryReading
        fileprivate let store: HKHealthStore

        /// Returns an iterator that begins with the summaries of now.
        public func makeAsyncIterator() -> Iterator { Iterator(reading: reading, store: store) }

        /// Waits for summaries.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let reading: SummaryReading
            fileprivate let store: HKHealthStore
            private var mark = HKHealthStore.missingMark
            private var known: [ActivitySummary]?

            fileprivate init(reading: SummaryReading, store: HKHealthStore) {
                self.reading = reading
                self.store = store
            }

            /// Returns the next summaries; nil after the task was cancelled. Throws `HKError`.
            public mutating func next() async throws -> [HKActivitySummary]? {
                let (reading, store) = (reading, store)
                func summaries() async throws -> [ActivitySummary] {
                    try await store.resultInBackground { try reading.stored(in: $0) }.get()
                }
                guard let before = known else {
                    mark = store.changeMark()
                    let first = try await summaries()
                    known = first
                    return first.map { HKActivitySummary($0) }
                }
                while let next = await store.change(after: mark) {
                    mark = next
                    let new = try await summaries()
                    guard new != before else { continue }
                    known = new
                    return new.map { HKActivitySummary($0) }
                }
                return nil
            }
        }
    }
}
