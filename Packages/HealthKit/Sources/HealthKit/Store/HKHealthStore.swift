public import Foundation
@_spi(Guests) package import TallyKit

// Sendable: the box is.
/// The store that an app asks: the file that `TALLY_STORE` names, or else a store in memory that lives as long as the process.
///
/// `TALLY_ACT_AS` names the app that asks, with the permissions that the owner of the store gave it. Without it, the owner asks, who may
/// read and write everything. Handlers are called in the background, one after the other.
public class HKHealthStore: NSObject, @unchecked Sendable {
    let box: StoreBox

    /// Creates a connection to the store of the environment. All of them share one store.
    public override init() { box = .ofEnvironment }

    init(_ box: StoreBox) { self.box = box }

    // MARK: For tests

    /// Returns a new, empty store in memory, asked by its owner. It is Tally's, for tests and previews.
    ///
    /// Fill it with `save`, or with ``load(_:)`` if samples have several sources.
    public class func inMemory() -> HKHealthStore { HKHealthStore(over: .inMemory()) }

    /// Creates a connection to a store of Tally's, asked by its owner.
    package convenience init(over store: HealthStore) { self.init(StoreBox(store)) }

    /// Returns the same store as an app asks it. It is Tally's, for tests of permissions.
    ///
    /// The owner decides with `allow` and `deny` in ``load(_:)`` what the app may read and write.
    public func acting(as app: String) throws -> HKHealthStore { HKHealthStore(try box.acting(as: app)) }

    // MARK: Availability

    /// Returns true if there is a store: false if `TALLY_STORE` names no file. The first `save` creates it.
    public class func isHealthDataAvailable() -> Bool { StoreBox.ofEnvironment.isAvailable }

    /// Returns false: health records are not supported.
    public func supportsHealthRecords() -> Bool { false }

    /// Returns the earliest time of samples that can be saved and read, which has no bound here.
    public func earliestPermittedSampleDate() -> Date { .distantPast }

    // MARK: Queries

    /// Asks a query. Its handlers are called on a queue in the background. A query is asked once; the second call does nothing.
    public func execute(_ query: HKQuery) { query.start(in: self) }

    /// Stops a query. No handler is called after those that already run. Stopping it again does nothing.
    public func stop(_ query: HKQuery) { query.stop() }

    /// Calls `handler` with a result on the queue of handlers, unless the query was stopped.
    func report<Result: Sendable>(
        _ result: Swift.Result<Result, HKError>, of query: HKQuery, to handler: @escaping @Sendable (Result?, HKError?) -> Void
    ) {
        box.handlers.async {
            guard query.isRunning else { return }
            switch result {
            case .success(let value): handler(value, nil)
            case .failure(let error): handler(nil, error)
            }
        }
    }

    /// Runs `body` on one state of the store.
    func result<Success>(_ body: (ObjectReader) throws -> Success) -> Result<Success, HKError> {
        do throws(HKError) { return .success(try box.read(body)) } catch { return .failure(error) }
    }

    /// Runs `body` on one state of the store, on a thread that may block.
    func resultInBackground<Success: Sendable>(
        _ body: @escaping @Sendable (ObjectReader) throws -> Success
    ) async -> Result<Success, HKError> {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.result(body)) }
        }
    }
}
