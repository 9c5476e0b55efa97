import Foundation
import Synchronization

/// A value that one thread gives and others wait for.
package final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isKept = DispatchSemaphore(value: 0)

    package init() {}

    /// Gives the value. Called once.
    package func keep(_ value: Value) {
        self.value.withLock { $0 = value }
        isKept.signal()
    }

    /// Waits for the value.
    package func wait() -> Value {
        while true {
            isKept.wait()
            // The next caller must not wait.
            isKept.signal()
            if let value = value.withLock(\.self) { return value }
        }
    }
}
