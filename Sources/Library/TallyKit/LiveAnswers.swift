import Foundation
import HealthModel
import QueryPlan

/// An answer that changed, and its rows that are different (S10.1).
public struct LiveAnswer: Sendable {
    /// The whole answer.
    public let answer: Answer
    /// The rows with other values than before, and new rows with a value. In the first answer, all rows.
    public let changed: Answer.Rows
    /// The rows that are no longer in the answer. Their values are nil.
    public let removed: Answer.Rows
}

/// An answer, and again each time data or time change it, also if another process writes.
///
/// A sample over midnight changes two rows of `by day`. At midnight, `today` is another day. Cancelling the task ends the sequence.
///
/// ```swift
/// for try await live in try store.liveAnswers(to: "sum steps by hour today") {
///     for row in live.changed { print(row.start as Any, row["sum"] as Double? as Any) }
/// }
/// ```
public struct LiveAnswers: AsyncSequence, Sendable {
    let store: HealthStore
    let query: ParsedQuery
    let context: QueryContext

    /// Returns an iterator that begins with the whole answer.
    public func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    /// Waits for answers.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: LiveAnswers
        private var shown: WatchedState?

        fileprivate init(source: LiveAnswers) { self.source = source }

        /// Returns the next answer; nil after the task was cancelled.
        public mutating func next() async throws(QueryError) -> LiveAnswer? {
            guard let before = shown else {
                let first = try await source.store.watched(source.query, source.context)
                shown = first
                return Task.isCancelled ? nil : LiveAnswer(answer: first.answer, changed: first.answer.rows, removed: first.answer.noRows)
            }
            var known = before
            while !Task.isCancelled {
                guard await source.wait(after: known) else { return nil }
                if let nextLook = try await source.store.nextLook(after: known, source.query, source.context) {
                    known.nextLook = nextLook
                    continue
                }
                let next = try await source.store.watched(source.query, source.context)
                let difference = next.rows.difference(from: before.rows)
                known = next
                guard difference.isDifferent else { continue }
                shown = next
                return LiveAnswer(
                    answer: next.answer, changed: Answer.Rows(table: difference.changed), removed: Answer.Rows(table: difference.removed))
            }
            return nil
        }
    }

    /// Waits until something was written or time may have changed the answer. Returns false if the task was cancelled.
    private func wait(after known: WatchedState) async -> Bool {
        // A slow answer waits ten times as long as it took.
        try? await Task.sleep(for: Swift.min(known.duration * 10, .seconds(60)))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await store.feed.wait(after: known.mark) }
            if context.now == nil {
                group.addTask {
                    let milliseconds = Swift.max(0, known.nextLook.milliseconds - Instant(.now).milliseconds)
                    try? await Task.sleep(for: .milliseconds(milliseconds))
                }
            }
            await group.next()
            group.cancelAll()
        }
        return !Task.isCancelled
    }
}

/// An answer, and the state that it was computed from.
struct WatchedState: Sendable {
    var answer: Answer
    var rows: WatchedRows
    /// The mark of the store before the answer.
    var mark: Int64
    /// The parts of the query's plan that depend on the clock.
    var occasion: WatchOccasion?
    /// The next moment at which time may change the answer.
    var nextLook: Instant
    /// The time that the answer took.
    var duration: Duration
}

extension HealthStore {
    /// Returns the answer to a query, and a new one each time data or time change it, also if another process writes.
    ///
    /// ```swift
    /// for try await live in try store.liveAnswers(to: "sum steps by hour today") {
    ///     show(live.answer, marking: live.changed)
    /// }
    /// ```
    ///
    /// The sequence throws `QueryError`, as ``answer(_:context:)`` does. With `context.now`, only data change the answer.
    public func liveAnswers(to text: String, context: QueryContext = QueryContext()) throws(QueryError) -> LiveAnswers {
        try liveAnswers(to: ParsedQuery(text), context: context)
    }

    /// Returns the answers to a query that is already parsed.
    public func liveAnswers(to query: ParsedQuery, context: QueryContext = QueryContext()) -> LiveAnswers {
        LiveAnswers(store: self, query: query, context: context)
    }
}

extension Answer {
    fileprivate var noRows: Rows { Rows(table: table.keeping([])) }
}
