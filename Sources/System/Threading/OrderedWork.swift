import Foundation
import Synchronization

/// Does jobs on several threads. The results come in the order of the jobs.
///
/// One thread adds the jobs and takes the results. It also does jobs, so that it depends on no other thread: if all others are busy,
/// perhaps with readers that wait, it does all of them.
package final class OrderedWork<Input: Sendable, Output: Sendable>: Sendable {
    private struct State {
        /// The jobs that no thread has begun, in order. The number of the first one is `begun`.
        var waiting: [Input] = []
        var begun = 0
        /// The results that nobody has taken yet, by number.
        var results: [Int: Result<Output, any Error>] = [:]
        var isClosed = false
    }

    private enum Job {
        case work(Int, Input)
        case nothing
        case closed
    }

    private let work: @Sendable (Input) throws -> Output
    private let state = Mutex(State())
    /// Counts jobs, for the helpers.
    private let added = DispatchSemaphore(value: 0)
    /// Counts results of the helpers.
    private let finished = DispatchSemaphore(value: 0)
    private let helperCount: Int

    /// - Parameter helperCount: The number of other threads.
    package init(helperCount: Int, _ work: @escaping @Sendable (Input) throws -> Output) {
        (self.helperCount, self.work) = (helperCount, work)
        for _ in 0..<helperCount { DispatchQueue.global(qos: .userInitiated).async { self.help() } }
    }

    /// The number of jobs that no thread has begun.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    package func add(_ input: Input) {
        state.withLock { $0.waiting.append(input) }
        added.signal()
    }

    /// Removes the result of a job. Nil if the job is not done.
    package func takeResult(_ number: Int) -> Result<Output, any Error>? { state.withLock { $0.results.removeValue(forKey: number) } }

    /// Does the next job, or waits for a helper if there is none.
    package func workOrWait() {
        if case .work(let number, let input) = nextJob() { finish(number, input) } else { finished.wait() }
    }

    /// Ends the helpers. Jobs that none has begun are dropped.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
        for _ in 0..<helperCount { added.signal() }
    }

    private func help() {
        while true {
            added.wait()
            switch nextJob() {
            case .closed: return
            // Another thread took it.
            case .nothing: continue
            case .work(let number, let input):
                finish(number, input)
                finished.signal()
            }
        }
    }

    private func nextJob() -> Job {
        state.withLock { state in
            if state.isClosed { return .closed }
            guard !state.waiting.isEmpty else { return .nothing }
            state.begun += 1
            return .work(state.begun - 1, state.waiting.removeFirst())
        }
    }

    private func finish(_ number: Int, _ input: Input) {
        let result = Result { try work(input) }
        state.withLock { $0.results[number] = result }
    }
}
