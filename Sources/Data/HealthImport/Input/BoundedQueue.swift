import Foundation

/// Hands elements from one thread to another; at most `capacity` wait at a time.
///
/// Unchecked: every access is under the condition's lock.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var waiting: [Element] = []
    private var isFinished = false
    private var isClosed = false

    init(capacity: Int) { self.capacity = capacity }

    /// Adds an element when there is room, and returns whether anybody wants more.
    func push(_ element: Element) -> Bool {
        condition.withLock {
            while waiting.count >= capacity, !isClosed { condition.wait() }
            guard !isClosed else { return false }
            waiting.append(element)
            condition.broadcast()
            return true
        }
    }

    /// Returns the oldest element as soon as there is one, nil after the last or once nobody wants to wait for it.
    ///
    /// - Parameter isGivenUp: asked every 20 ms; nil waits as long as it takes.
    func pop(unless isGivenUp: (() -> Bool)? = nil) -> Element? {
        condition.withLock {
            while waiting.isEmpty, !isFinished, !isClosed {
                guard let isGivenUp else {
                    condition.wait()
                    continue
                }
                _ = condition.wait(until: Date(timeIntervalSinceNow: 0.02))
                if isGivenUp() { return nil }
            }
            guard !isClosed, !waiting.isEmpty else { return nil }
            condition.broadcast()
            return waiting.removeFirst()
        }
    }

    /// Says that no further element comes.
    func finish() {
        condition.withLock {
            isFinished = true
            condition.broadcast()
        }
    }

    /// Says that no further element is wanted; those that wait are dropped.
    func close() {
        condition.withLock {
            isClosed = true
            waiting.removeAll()
            condition.broadcast()
        }
    }
}
