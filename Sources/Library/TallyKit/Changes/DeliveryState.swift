import Synchronization

/// A clock of any kind, as the time since it was given.
struct ElapsedClock: Sendable {
    let elapsed: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}

/// The updates of an observer that were not acknowledged.
final class DeliveryState: Sendable {
    private static let greatestCount = 3

    private struct State {
        var unacknowledged = 0
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// The time that the next update waits; nil if it does not come before an acknowledgement.
    var delay: Duration? {
        let count = state.withLock(\.unacknowledged)
        return count < Self.greatestCount ? .seconds(count) : nil
    }

    func deliver() { state.withLock { $0.unacknowledged += 1 } }

    func acknowledge() {
        state.withLock { state in
            state.unacknowledged = 0
            defer { state.waiter = nil }
            return state.waiter
        }?.resume()
    }

    /// Waits until an update is acknowledged or the task is cancelled.
    func waitForAcknowledgement() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.unacknowledged == 0 || Task.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }?.resume()
        }
    }

    /// Waits until an update is acknowledged, the time has passed, a frequency is set or the task is cancelled.
    func waitForAcknowledgement(
        orFor pause: Duration, _ clock: ElapsedClock, orUntil frequencies: UpdateFrequencies, changeAfter version: Int
    ) async {
        let mayWait = state.withLock { $0.unacknowledged > 0 }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(pause) }
            group.addTask { await frequencies.waitForChange(after: version) }
            if mayWait { group.addTask { await self.waitForAcknowledgement() } }
            await group.next()
            group.cancelAll()
        }
    }
}
