import Foundation
@_spi(Guests) import TallyKit

/// Reads what was added and deleted since an anchor, once or again after each change.
///
/// The rules are those of ``HKAnchoredObjectQuery``.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The conditions. An added sample that meets any of them is chosen.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The last change that the app knows; nil for all samples and all deletions that the store knows.
    public var anchor: HKQueryAnchor?
    /// The number of samples after which a result ends; nil for all.
    public var limit: Int?

    /// Creates the query.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Returns the first page of changes. Throws `HKError`: 3 if the anchor is later than the last change of the store.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        let (reading, anchor, limit) = (reading, anchor, limit ?? HKObjectQueryNoLimit)
        return Result(try await healthStore.resultInBackground { try reading.page(in: $0, after: anchor, limit: limit) }.get())
    }

    /// Returns the first page of changes, and then each later one, also those by other processes.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(reading: reading, anchor: anchor, limit: limit ?? HKObjectQueryNoLimit, store: healthStore)
    }

    private var reading: ChangeReading { ChangeReading(predicates.map { ($0.sampleType, $0.nsPredicate) }) }

    /// A page of changes.
    public struct Result: Sendable {
        /// The added samples, in the order of the changes.
        public let addedSamples: [Sample]
        /// The deleted objects of the types, in the order of the changes.
        public let deletedObjects: [HKDeletedObject]
        /// The anchor for the next page.
        public let newAnchor: HKQueryAnchor

        fileprivate init(_ page: ChangeReading.Page) {
            addedSamples = page.samples.compactMap { $0 as? Sample }
            deletedObjects = page.deleted
            newAnchor = page.anchor
        }
    }

    /// Pages of changes as they happen.
    public struct Results: AsyncSequence, Sendable {
        /// A page of changes.
        public typealias Element = Result
        fileprivate let reading: ChangeReading
        fileprivate let anchor: HKQueryAnchor?
        fileprivate let limit: Int
        fileprivate let store: HKHealthStore

        /// Returns an iterator that begins with the first page.
        public func makeAsyncIterator() -> Iterator { Iterator(pages: ChangePages(reading, anchor, limit: limit, in: store)) }

        /// Waits for pages.
        public struct Iterator: AsyncIteratorProtocol {
            private var pages: ChangePages
            private var isFirst = true

            fileprivate init(pages: ChangePages) { self.pages = pages }

            /// Returns the next page, of which only the first one can be empty; nil after the task was cancelled. Throws `HKError`.
            public mutating func next() async throws -> Result? {
                let page = isFirst ? await pages.first() : await pages.next()
                isFirst = false
                return try page.map { Result(try $0.get()) }
            }
        }
    }
}
