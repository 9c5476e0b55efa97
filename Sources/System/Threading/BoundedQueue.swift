import Foundation
import Synchronization

/// Passes elements from one thread to another. At most `capacity` elements wait at a time.
package final class BoundedQueue<Element: ~Copyable & Sendable>: Sendable {
    private final class Node {
        var element: Element?
        var next: Node?

        init(_ element: consuming Element?) { self.element = element }
    }

    private struct State: ~Copyable {
        var first: Node?
        var isClosed = false

        mutating func append(_ node: Node) {
            guard var last = first else { return first = node }
            while let next = last.next { last = next }
            last.next = node
        }
    }

    private let state = Mutex(State())
    /// Counts the free places. After `close()` it stays above zero.
    private let places = DispatchSemaphore(value: 0)
    /// Counts the waiting elements. After `finish()` or `close()` it stays above zero.
    private let elements = DispatchSemaphore(value: 0)

    package init(capacity: Int) {
        for _ in 0..<capacity { places.signal() }
    }

    /// Adds an element as soon as there is room. Returns false if the queue is closed.
    package func push(_ element: consuming Element) -> Bool {
        places.wait()
        var element: Element? = consume element
        let isWanted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.append(Node(element.take()))
            return true
        }
        if isWanted { elements.signal() } else { places.signal() }
        return isWanted
    }

    /// Returns the oldest element as soon as there is one. Nil after the last element, or if the caller gives up.
    ///
    /// - Parameter isGivenUp: called every 20 ms to check whether to give up. Nil waits without a limit.
    package func pop(unless isGivenUp: (() -> Bool)? = nil) -> Element? {
        if let isGivenUp {
            while elements.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
                if isGivenUp() { return nil }
            }
        } else {
            elements.wait()
        }
        let element: Element? = state.withLock { state in
            guard let first = state.first else { return nil }
            state.first = first.next
            return first.element.take()
        }
        // The next caller must not wait, because no further element arrives.
        if element == nil { elements.signal() } else { places.signal() }
        return element
    }

    /// Marks the end: no further element will be added.
    package func finish() { elements.signal() }

    /// Closes the queue: waiting elements are dropped and no further element is accepted.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.first = nil
        }
        places.signal()
        elements.signal()
    }
}
