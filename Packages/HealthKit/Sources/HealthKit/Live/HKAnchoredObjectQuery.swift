public import Foundation
import Synchronization

/// Reads what was added and deleted since an anchor, and then each later change.
///
/// Changes come in the order in which they were made. The predicate chooses additions. Deletions come for all samples of the type, because
/// a store keeps only the identifier of a deleted sample. A sample that was added and deleted since the anchor comes only as deleted. The
/// store keeps the last 100,000 deletions; an older anchor gets those that are known.
public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    private let reading: ChangeReading
    private let anchor: HKQueryAnchor?
    private let limit: Int
    private let handler: @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void
    private let update = Mutex<
        (@Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void)?
    >(nil)

    /// Creates a query of one type.
    ///
    /// - Parameters:
    ///   - anchor: the last change that the app knows; nil for all samples and all deletions that the store knows.
    ///   - limit: the number of samples after which a page ends; `HKObjectQueryNoLimit` for all.
    ///   - handler: gets the first page with the anchor for the next one, or an error: 3 if the anchor is later than the last change of the
    ///     store.
    public convenience init(
        type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.init([(type, predicate)], anchor, limit, handler)
    }

    /// Creates a query of several types, whose changes come in one order.
    public convenience init(
        queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.init(queryDescriptors.map { ($0.sampleType, $0.predicate) }, anchor, limit, handler)
    }

    private init(
        _ chosen: [(HKSampleType, NSPredicate?)], _ anchor: HKQueryAnchor?, _ limit: Int,
        _ handler: @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void
    ) {
        precondition(limit >= 0, "the limit of a query cannot be negative")
        reading = ChangeReading(chosen)
        self.anchor = anchor
        self.limit = limit
        self.handler = handler
        super.init(chosen.count == 1 ? chosen[0].0 : nil, chosen.count == 1 ? chosen[0].1 : nil)
    }

    /// Gets later changes, also those by other processes, until the query is stopped. Set it before the query is executed.
    ///
    /// If the first page ends before the last change, the pages that follow it come here.
    public var updateHandler: (@Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void)? {
        get { update.withLock { $0 } }
        set { update.withLock { $0 = newValue } }
    }

    override func run(in store: HKHealthStore) {
        // The task keeps the query, which nobody else needs to keep until it is stopped.
        keep(
            Task.detached { [reading, anchor, limit, handler] in
                var pages = ChangePages(reading, anchor, limit: limit, in: store)
                let first = await pages.first()
                self.report(first, to: store, handler)
                // An anchor of another store does not become right later.
                if case .failure(let error) = first, error.code == .errorInvalidArgument { return }
                guard let update = self.updateHandler else { return }
                while let page = await pages.next() { self.report(page, to: store, update) }
            })
    }

    private func report(
        _ page: Result<ChangeReading.Page, HKError>, to store: HKHealthStore,
        _ handler: @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void
    ) {
        store.report(page, of: self) { handler(self, $0?.samples, $0?.deleted, $0?.anchor, $1) }
    }
}

/// The pages of changes after an anchor, as they happen.
struct ChangePages: Sendable {
    private let reading: ChangeReading
    private let limit: Int
    private let store: HKHealthStore
    private var anchor: HKQueryAnchor?
    private var mark = HKHealthStore.missingMark
    /// True if the last page reached the last change.
    private var isComplete = false

    init(_ reading: ChangeReading, _ anchor: HKQueryAnchor?, limit: Int, in store: HKHealthStore) {
        (self.reading, self.anchor, self.limit, self.store) = (reading, anchor, limit, store)
    }

    /// Returns the first page, which can be empty, or an error.
    mutating func first() async -> Result<ChangeReading.Page, HKError> {
        mark = store.changeMark()
        return await read()
    }

    /// Waits for the next page that is not empty. Returns nil if the task was cancelled.
    mutating func next() async -> Result<ChangeReading.Page, HKError>? {
        while !Task.isCancelled {
            if isComplete {
                guard let next = await store.change(after: mark) else { return nil }
                mark = next
            }
            let page = await read()
            // A store that cannot be read now, as while the device is locked, is read again after its next change.
            if case .success(let found) = page, !found.isEmpty { return page }
        }
        return nil
    }

    private mutating func read() async -> Result<ChangeReading.Page, HKError> {
        let (anchor, limit, reading) = (anchor, limit, reading)
        let page = await store.resultInBackground { try reading.page(in: $0, after: anchor, limit: limit) }
        isComplete = true
        if case .success(let found) = page { (self.anchor, isComplete) = (found.anchor, found.isLast) }
        return page
    }
}
