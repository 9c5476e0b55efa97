public import HealthModel

/// The changes of a store from an anchor on, page by page, also those that other processes make.
///
/// The first page has what was changed since the anchor, and can be empty. Each later page has the changes since the page before. Keep the
/// anchor of a page together with what you made of it: the next start then gets each later change once, also after a crash. Cancelling the
/// task ends the sequence.
public struct LiveChanges: AsyncSequence, Sendable {
    let store: HealthStore
    let metrics: [MetricID]
    let anchor: ChangeAnchor
    let limit: Int?

    /// Returns an iterator that starts at the anchor.
    public func makeAsyncIterator() -> Iterator { Iterator(source: self, anchor: anchor) }

    /// Waits for pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: LiveChanges
        fileprivate var anchor: ChangeAnchor
        private var isFirst = true

        fileprivate init(source: LiveChanges, anchor: ChangeAnchor) {
            self.source = source
            self.anchor = anchor
        }

        /// Returns the next page; nil after the task was cancelled.
        public mutating func next() async throws(HealthStoreError) -> ChangePage? {
            let feed = source.store.feed
            while !Task.isCancelled {
                // Read before the changes, so that a write in between is the next page instead of being missed.
                let mark = try feed.mark()
                let page = try await source.store.changes(of: source.metrics, since: anchor, limit: source.limit)
                anchor = page.anchor
                if isFirst || !page.changes.isEmpty {
                    isFirst = false
                    return page
                }
                await feed.wait(after: mark)
            }
            return nil
        }
    }
}

extension HealthStore {
    /// Returns the changes since an anchor, and then each later change within a second, also those by other processes.
    ///
    /// ```swift
    /// for try await page in store.liveChanges(of: [.stepCount], since: anchor) {
    ///     try save(page.added, page.deleted, page.anchor)
    /// }
    /// ```
    ///
    /// While nothing changes, nothing runs. It throws what ``changes(of:since:limit:)`` throws.
    public func liveChanges(of metrics: [MetricID], since anchor: ChangeAnchor = .beginning, limit: Int? = nil) -> LiveChanges {
        LiveChanges(store: self, metrics: metrics, anchor: anchor, limit: limit)
    }
}
