public import HealthModel
import Synchronization

/// The shortest times between two updates, by metric. They can change while observers wait.
@_spi(Guests) public final class UpdateFrequencies: Sendable {
    private struct State {
        var known: [MetricID: UpdateFrequency] = [:]
        var version = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())
    /// The frequency of metrics without another one.
    private let usual: UpdateFrequency

    /// Creates frequencies in which all metrics have the usual one.
    public init(usual: UpdateFrequency = .immediate) { self.usual = usual }

    /// Sets the frequency of a metric; nil for the usual one. Observers that wait count with it at once.
    public func set(_ frequency: UpdateFrequency?, for metric: MetricID) { change { $0[metric] = frequency } }

    /// Gives all metrics the usual frequency.
    public func removeAll() { change { $0.removeAll() } }

    private func change(_ body: (inout [MetricID: UpdateFrequency]) -> Void) {
        let waiters = state.withLock { state in
            body(&state.known)
            state.version += 1
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// A number that each change of frequencies raises.
    var version: Int { state.withLock(\.version) }

    /// Returns the least time between two updates that one of these metrics asks for.
    func period(of metrics: Set<MetricID>) -> Duration {
        state.withLock { state in metrics.map { (state.known[$0] ?? usual).period }.min() } ?? usual.period
    }

    /// Waits until a frequency is set after a version, or the task is cancelled.
    func waitForChange(after version: Int) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.version != version || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
