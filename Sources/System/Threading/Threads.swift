import Foundation

/// The ways to use another thread. No other module starts threads.
package enum Threads {
    /// The number of cores in use, at least 1.
    package static let coreCount = max(Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))), 1)

    /// Starts a separate thread for `body`, which may wait for other threads as long as it wants.
    ///
    /// - Returns: the result of `body`, once it is there.
    @discardableResult
    package static func start<Value: Sendable>(_ name: String, _ body: @escaping @Sendable () -> Value) -> Promise<Value> {
        let promise = Promise<Value>()
        let thread = Thread { promise.keep(body()) }
        thread.name = name
        thread.start()
        return promise
    }

    /// Runs `body` on a thread of the system's pool, which grows if all of its threads wait.
    package static func background(_ body: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: body) }

    /// Calls `body` with all numbers below `count` on all cores, and returns after the last call.
    package static func forEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }

    /// Stops the current thread for a time. A signal does not shorten it.
    package static func sleep(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}
