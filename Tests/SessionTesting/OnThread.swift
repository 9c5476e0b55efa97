import Threading

/// Runs a body that waits, such as `watch`, outside of the threads of tasks. There are only as many of those as processors, and all tests
/// share them, so a body that waits there would stop other tests.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Threads.background { continuation.resume(returning: body()) }
    }
}
