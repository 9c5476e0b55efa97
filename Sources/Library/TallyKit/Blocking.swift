import QueryDiagnostics
import Synchronization
import Threading

/// Runs blocking work on a separate thread, so that it does not block the threads of tasks.
enum Blocking {
    /// Runs `body` on a separate thread and returns its result.
    ///
    /// - Parameter body: calls the function that it receives from time to time to check whether its task was cancelled.
    static func run<Success: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        let flag = CancellationFlag()
        let trace = PipelineTrace.current
        let result: Result<Success, Failure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Threads.background {
                    let work = { Self.result { () throws(Failure) in try body { flag.isSet } } }
                    continuation.resume(returning: trace?.recording(work) ?? work())
                }
            }
        } onCancel: {
            flag.set()
        }
        return try result.get()
    }

    private static func result<Success, Failure: Error>(_ body: () throws(Failure) -> Success) -> Result<Success, Failure> {
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
}

private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}
