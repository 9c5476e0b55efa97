public import Foundation

/// Computes the statistics of the samples that a predicate chooses.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// The condition on the samples, with their type.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The numbers to compute.
    public var options: HKStatisticsOptions

    /// Creates the query. It traps if the type does not have one of the options.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        predicate.demand(options)
        self.predicate = predicate
        self.options = options
    }

    /// Returns the statistics. Throws `HKError`: 11 if no sample is chosen.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        let computation = StatisticsComputation(predicate.demand(options), predicate.nsPredicate, options, nil)
        return try await healthStore.inBackground { try healthStore.result { try computation.statistics(in: $0) }.get() }
    }
}

/// Computes the statistics of buckets of equal components, once or again after each change.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The condition on the samples, with their type.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The numbers to compute.
    public var options: HKStatisticsOptions
    /// The edge of buckets from which all others are counted.
    public var anchorDate: Date
    /// The length of buckets.
    public var intervalComponents: DateComponents

    /// Creates the query. It traps if the type does not have one of the options.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        predicate.demand(options)
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// Returns the collection. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        let computation = computation
        return try await healthStore.inBackground { try healthStore.result { try computation.collection(in: $0) }.get() }
    }

    /// Returns the collection, and then each time a bucket changes, also by another process.
    public func results(for healthStore: HKHealthStore) -> Results { Results(descriptor: self, store: healthStore) }

    fileprivate var computation: StatisticsComputation {
        let schedule = ComponentSchedule(intervalComponents, anchor: anchorDate, in: .current)
        return StatisticsComputation(predicate.demand(options), predicate.nsPredicate, options, schedule)
    }

    /// A collection and the bucket that changed.
    public struct Result: Sendable {
        /// The whole collection.
        public let statisticsCollection: HKStatisticsCollection
        /// The changed bucket; nil in the first result.
        public let updatedStatistics: HKStatistics?
    }

    /// Collections, each time a bucket changes.
    public struct Results: AsyncSequence, Sendable {
        /// A collection and the bucket that changed.
        public typealias Element = Result
        fileprivate let descriptor: HKStatisticsCollectionQueryDescriptor
        fileprivate let store: HKHealthStore

        /// Returns an iterator that begins with the first collection.
        public func makeAsyncIterator() -> Iterator { Iterator(computation: descriptor.computation, store: store) }

        /// Waits for collections.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let computation: StatisticsComputation
            fileprivate let store: HKHealthStore
            private var mark = HKHealthStore.missingMark
            private var known: HKStatisticsCollection?
            private var waiting: [HKStatistics] = []

            fileprivate init(computation: StatisticsComputation, store: HKHealthStore) {
                self.computation = computation
                self.store = store
            }

            /// Returns the next collection; nil after the task was cancelled. Throws `HKError`.
            public mutating func next() async throws -> Result? {
                let (computation, store) = (computation, store)
                func collection() async throws -> HKStatisticsCollection {
                    try await store.inBackground { try store.result { try computation.collection(in: $0) }.get() }
                }
                guard let before = known else {
                    mark = store.changeMark()
                    let first = try await collection()
                    known = first
                    return Result(statisticsCollection: first, updatedStatistics: nil)
                }
                var latest = before
                while waiting.isEmpty {
                    guard let next = await store.change(after: mark) else { return nil }
                    mark = next
                    let new = try await collection()
                    waiting = new.changes(since: latest)
                    latest = new
                }
                known = latest
                return Result(statisticsCollection: latest, updatedStatistics: waiting.removeFirst())
            }
        }
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Returns the type of quantities. Traps if it does not have one of the options.
    @discardableResult
    fileprivate func demand(_ options: HKStatisticsOptions) -> HKQuantityType {
        guard let type = sampleType as? HKQuantityType else { fatalError("\(sampleType.identifier) is not a quantity type") }
        options.demand(for: type)
        return type
    }
}
