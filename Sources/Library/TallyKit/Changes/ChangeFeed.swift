import HealthModel
import StorageModel
import Synchronization
import Threading

/// Tells tasks when something was written to a store, by this or another process. One thread waits for all of them.
final class ChangeFeed: Sendable {
    private struct Waiter {
        /// The mark of the store that the task knows.
        var mark: Int64
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var lastID = 0
        /// True while the thread runs, which ends some time after the last task has left.
        var isRunning = false
    }

    /// The longest time for which the thread outlives the last waiting task.
    private static let seconds = 10.0

    private let storage: any SampleStorage
    private let state = Mutex(State())

    init(_ storage: any SampleStorage) { self.storage = storage }

    /// The mark of the store at this moment. Read it before you read samples, and give it to `wait` afterwards.
    func mark() throws(HealthStoreError) -> Int64 {
        do { return try storage.changeMark() } catch { throw HealthStoreError(error) }
    }

    /// Waits until the mark of the store is another one than `mark`, or until the task is cancelled.
    func wait(after mark: Int64) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiters[id] = Waiter(mark: mark, continuation: continuation) }
                // The thread may be asleep although something was written before the task came.
                if Task.isCancelled || (try? storage.changeMark()) != mark { return resume(id) }
                start()
            }
        } onCancel: {
            resume(id)
        }
    }

    private func resume(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id)?.continuation }?.resume()
    }

    private func start() {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { Threads.start("changes of a store") { [self] in run() } }
    }

    private func run() {
        var writes = StoreWait(storage)
        while true {
            // A store that can't be read is a change, too: the reader gets the error.
            let mark = try? storage.changeMark()
            let (due, isOver) = state.withLock { state in
                let due = state.waiters.filter { $0.value.mark != mark }
                for id in due.keys { state.waiters[id] = nil }
                if due.isEmpty, state.waiters.isEmpty { state.isRunning = false }
                return (Array(due.values), !state.isRunning)
            }
            for waiter in due { waiter.continuation.resume() }
            if isOver { return }
            writes.wait(atMost: Self.seconds)
        }
    }
}
