public import Foundation
import Synchronization

// Sendable: the mutex guards what changes. Handlers of subclasses are set before the query is executed.
/// A question to a store. ``HKHealthStore/execute(_:)`` asks it once; handlers get the answer on a queue in the background.
public class HKQuery: NSObject, @unchecked Sendable {
    private enum State { case new, running, stopped }

    /// The type of the objects; nil for a query of several types.
    public let objectType: HKObjectType?
    /// The condition on the objects; nil for all of them.
    public let predicate: NSPredicate?

    private let state = Mutex(State.new)
    private let work = Mutex<Task<Void, Never>?>(nil)

    init(_ type: HKObjectType?, _ predicate: NSPredicate?) {
        objectType = type
        self.predicate = predicate
    }

    /// True while handlers are called.
    var isRunning: Bool { state.withLock { $0 == .running } }

    /// Does the work of the query on a background thread. Subclasses override it.
    func run(in store: HKHealthStore) {}

    /// Starts the query, unless it has already been executed.
    final func start(in store: HKHealthStore) {
        let isFirst = state.withLock { state in
            guard state == .new else { return false }
            state = .running
            return true
        }
        guard isFirst else { return }
        DispatchQueue.global().async { self.run(in: store) }
    }

    final func stop() {
        state.withLock { $0 = .stopped }
        work.withLock { $0 }?.cancel()
    }

    /// Keeps a task that goes on until the query is stopped.
    final func keep(_ task: Task<Void, Never>) {
        work.withLock { $0 = task }
        if !isRunning { task.cancel() }
    }
}
