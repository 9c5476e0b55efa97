import Foundation
import Synchronization

// Sendable: only the thread that takes a worker out of the list uses it.
/// Objects that several threads use, each one at a time.
package final class WorkerPool<Worker>: @unchecked Sendable {
    private var free: [Worker]
    private let lock = Mutex(())
    private let count: DispatchSemaphore

    /// More threads would wait for the one that reads the file.
    private static var size: Int { 4 }

    /// - Parameter create: Creates an object that shares no changeable state with others.
    package init(_ create: () throws -> Worker) rethrows {
        free = try (0..<Self.size).map { _ in try create() }
        count = DispatchSemaphore(value: free.count)
    }

    /// Calls `body` with an object that no other thread has. Waits for it if there are more threads than objects.
    package func with<Result>(_ body: (Worker) throws -> Result) rethrows -> Result {
        count.wait()
        let worker = lock.withLock { _ in free.removeLast() }
        defer {
            lock.withLock { _ in free.append(worker) }
            count.signal()
        }
        return try body(worker)
    }
}
