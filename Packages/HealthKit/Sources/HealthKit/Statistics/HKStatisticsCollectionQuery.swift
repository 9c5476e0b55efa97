public import Foundation
import Synchronization

/// Computes the statistics of buckets of equal components: by day, by week, every 15 minutes.
///
/// The predicate chooses whole samples. Each is shared over the buckets that it crosses, also outside of the time of the predicate. The
/// buckets go on in both directions from the anchor date.
public final class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    /// A handler of updates: the query, a changed bucket, the whole collection, an error.
    public typealias UpdateHandler =
        @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void
    /// A handler of the first results.
    public typealias ResultsHandler = @Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void

    /// The edge of buckets from which all others are counted.
    public let anchorDate: Date
    /// The length of buckets.
    public let intervalComponents: DateComponents
    /// The numbers to compute.
    public let options: HKStatisticsOptions

    private let computation: StatisticsComputation
    private let handlers = Mutex<(initial: ResultsHandler?, update: UpdateHandler?)>((nil, nil))

    /// Creates the query. Traps if the type does not have one of the options, or unless the components are a positive time.
    ///
    /// The calendar is that of the components, or else the current one.
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [], anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        options.demand(for: quantityType)
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
        self.options = options
        let schedule = ComponentSchedule(intervalComponents, anchor: anchorDate, in: .current)
        computation = StatisticsComputation(quantityType, quantitySamplePredicate, options, schedule)
        super.init(quantityType, quantitySamplePredicate)
    }

    /// Gets the statistics once, after the query is executed. Set it before.
    public var initialResultsHandler: ResultsHandler? {
        get { handlers.withLock(\.initial) }
        set { handlers.withLock { $0.initial = newValue } }
    }

    /// Gets each bucket that changes later, in order of time, with the whole collection, until the query is stopped. Set it before the
    /// query is executed.
    public var statisticsUpdateHandler: UpdateHandler? {
        get { handlers.withLock(\.update) }
        set { handlers.withLock { $0.update = newValue } }
    }

    override func run(in store: HKHealthStore) {
        let mark = store.changeMark()
        let first = store.result { try computation.collection(in: $0) }
        store.report(first, of: self) { self.initialResultsHandler?(self, $0, $1) }
        if statisticsUpdateHandler != nil { follow(store, from: mark, try? first.get()) }
    }

    /// Computes the collection again after each change of the store, and tells the buckets that differ. The task keeps the query, which
    /// nobody else needs to keep until it is stopped.
    private func follow(_ store: HKHealthStore, from mark: Int64, _ first: HKStatisticsCollection?) {
        let computation = computation
        keep(
            Task.detached {
                var mark = mark
                var known = first
                while let next = await store.change(after: mark) {
                    mark = next
                    // While the device is locked, an app cannot read; the next change is its unlocking.
                    guard
                        case .success(let collection) = await store.resultInBackground({ try computation.collection(in: $0) })
                    else { continue }
                    let changes = known.map { collection.changes(since: $0) } ?? collection.statistics()
                    known = collection
                    for statistics in changes {
                        store.report(.success(statistics), of: self) { statistics, _ in
                            self.statisticsUpdateHandler?(self, statistics, collection, nil)
                        }
                    }
                }
            })
    }
}

extension StatisticsComputation {
    /// Returns the statistics of the buckets of the schedule.
    func collection(in reader: ObjectReader) throws -> HKStatisticsCollection {
        guard let schedule else { preconditionFailure("a collection needs a schedule") }
        return HKStatisticsCollection(type, schedule, try result(in: reader))
    }
}
