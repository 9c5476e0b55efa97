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

    /// Returns the oldest element as soon as there is one, nil after the last.
    func pop() -> Element? {
        condition.withLock {
            while waiting.isEmpty, !isFinished, !isClosed { condition.wait() }
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
