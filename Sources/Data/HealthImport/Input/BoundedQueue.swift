import Foundation
import Synchronization

/// Hands elements from one thread to another; at most `capacity` wait at a time.
final class BoundedQueue<Element: ~Copyable & Sendable>: Sendable {
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
    /// Counts the places that are free; once closed it stays above zero.
    private let places = DispatchSemaphore(value: 0)
    /// Counts the elements that wait; once finished or closed it stays above zero.
    private let elements = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        for _ in 0..<capacity { places.signal() }
    }

    /// Adds an element when there is room, and returns whether anybody wants more.
    func push(_ element: consuming Element) -> Bool {
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

    /// Returns the oldest element as soon as there is one, nil after the last or once nobody wants to wait for it.
    ///
    /// - Parameter isGivenUp: asked every 20 ms; nil waits as long as it takes.
    func pop(unless isGivenUp: (() -> Bool)? = nil) -> Element? {
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
        // Whoever comes next must not wait where nothing more comes.
        if element == nil { elements.signal() } else { places.signal() }
        return element
    }

    /// Says that no further element comes.
    func finish() { elements.signal() }

    /// Says that no further element is wanted; those that wait are dropped.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.first = nil
        }
        places.signal()
        elements.signal()
    }
}
