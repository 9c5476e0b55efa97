public import Foundation
@_spi(Guests) import TallyKit

/// Tells that an update of an observer was handled.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// Tells that samples were added or deleted, without data: once after it is executed, then at each change, also by another process.
///
/// Call the completion for each update. After an update without it, the next one waits 1 s, and the one after it 2 s. After three, the next
/// one comes only after one of the completions is called.
///
/// With a predicate, only additions that it chooses count. Each deletion of the type counts, because a store keeps nothing of a deleted
/// sample that a predicate could test. If there is no store yet, changes begin with the save that creates it.
public final class HKObserverQuery: HKQuery, @unchecked Sendable {
    private let reading: ChangeReading
    private let handler: @Sendable (HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void

    /// Creates an observer of one type. The handler gets the completion to call, or an error, after which the observer ends.
    public init(
        sampleType: HKSampleType, predicate: NSPredicate?,
        updateHandler: @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
        reading = ChangeReading([(sampleType, predicate)])
        handler = { query, _, completion, error in updateHandler(query, completion, error) }
        super.init(sampleType, predicate)
    }

    /// Creates an observer of several types. The handler also gets the types that changed, which are all of them at first.
    public init(
        queryDescriptors: [HKQueryDescriptor],
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) {
        reading = ChangeReading(queryDescriptors)
        handler = updateHandler
        let only = queryDescriptors.count == 1 ? queryDescriptors[0] : nil
        super.init(only?.sampleType, only?.predicate)
    }

    override func run(in store: HKHealthStore) {
        let samples = ObservedSamples(store: store, reading: reading)
        let types = Dictionary(reading.selections.map { ($0.metric, $0.type) }, uniquingKeysWith: { first, _ in first })
        let updates = StoreUpdates(of: samples, frequencies: store.box.frequencies, clock: store.box.clock)
        // The task keeps the query, which nobody else needs to keep until it is stopped.
        keep(
            Task.detached {
                do throws(HealthStoreError) {
                    var iterator = updates.makeAsyncIterator()
                    while let update = try await iterator.next() {
                        store.report(.success(update), of: self) { update, _ in
                            guard let update else { return }
                            self.handler(self, Set(update.metrics.compactMap { types[$0] }), { update.acknowledge() }, nil)
                        }
                    }
                } catch {
                    let error = HKError(mapping: error)
                    store.report(Result<StoreUpdate, HKError>.failure(error), of: self) { _, error in self.handler(self, nil, {}, error) }
                }
            })
    }
}

/// The samples that an observer watches.
private struct ObservedSamples: UpdateSource {
    let store: HKHealthStore
    let reading: ChangeReading

    var metrics: Set<MetricID> { Set(reading.selections.map(\.metric)) }

    /// The owner's anchor, because an app can observe while the device is locked. A store that nobody has created yet has no changes.
    func anchor() async throws(HealthStoreError) -> ChangeAnchor {
        guard let known = try? store.box.store() else { return .beginning }
        let last = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: try? known.readingAsOwner { try NumberedChanges(of: $0)?.last })
            }
        }
        return ChangeAnchor(change: last ?? 0)
    }

    func changed(after anchor: ChangeAnchor) async throws(HealthStoreError) -> (metrics: Set<MetricID>, anchor: ChangeAnchor) {
        let reading = reading
        switch await store.resultInBackground({ try reading.changed(in: $0, after: anchor.change) }) {
        case .success(let found): return (Set(found.types.map(\.metric)), ChangeAnchor(change: found.anchor))
        case .failure(let error):
            switch error.code {
            // Nothing can be read while the device is locked or the store is missing. The next change of the store may end that.
            case .errorDatabaseInaccessible, .errorHealthDataUnavailable: return ([], anchor)
            default: throw HealthStoreError(wrapping: error)
            }
        }
    }

    func mark() throws(HealthStoreError) -> Int64 { store.changeMark() }
    func wait(after mark: Int64) async { _ = await store.change(after: mark) }
}
