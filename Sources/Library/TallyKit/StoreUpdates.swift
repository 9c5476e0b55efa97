public import HealthModel

/// The shortest time between two updates of an observer (S10.3).
public enum UpdateFrequency: Sendable, Hashable, CaseIterable {
    /// An update for each change.
    case immediate
    /// At most one update an hour.
    case hourly
    /// At most one update in 24 hours.
    case daily
    /// At most one update in seven times 24 hours.
    case weekly

    /// The time between two updates.
    var period: Duration {
        switch self {
        case .immediate: .zero
        case .hourly: .seconds(3600)
        case .daily: .seconds(86_400)
        case .weekly: .seconds(7 * 86_400)
        }
    }
}

/// A message that samples of some metrics changed. It doesn't say which: ask for the changes, or for an answer.
public struct StoreUpdate: Sendable {
    /// The metrics that changed since the update before. The first update has all observed metrics.
    public let metrics: Set<MetricID>
    private let state: DeliveryState

    fileprivate init(_ metrics: Set<MetricID>, _ state: DeliveryState) {
        self.metrics = metrics
        self.state = state
    }

    /// Tells that the update was handled, or that handling it failed. Call it for each update.
    ///
    /// After an update that is not acknowledged, the next one waits 1 s, and the one after it 2 s. After three, there are no more until one
    /// of them is acknowledged.
    public func acknowledge() { state.acknowledge() }
}

/// The updates of an observer, without data: one at the start, then one for each change, also by other processes (S10.3).
///
/// An update stands for all changes that came while the one before was handled, or during the period of the frequency. Cancelling the task ends the
/// sequence.
public struct StoreUpdates: AsyncSequence, Sendable {
    let store: HealthStore
    let metrics: Set<MetricID>
    let frequency: UpdateFrequency
    let clock: ElapsedClock

    /// Returns an iterator that begins with the first update.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for updates.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: StoreUpdates
        private let state = DeliveryState()
        private var anchor: ChangeAnchor?
        private var lastDelivery = Duration.zero

        fileprivate init(_ source: StoreUpdates) { self.source = source }

        /// Returns the next update; nil after the task was cancelled.
        public mutating func next() async throws(HealthStoreError) -> StoreUpdate? {
            guard let known = anchor else {
                anchor = try await source.store.anchor()
                return Task.isCancelled ? nil : deliver(source.metrics)
            }
            let feed = source.store.feed
            var dueSince: Duration?
            while !Task.isCancelled {
                let mark = try feed.mark()
                let found = try await source.store.changed(source.metrics, after: known)
                guard !found.metrics.isEmpty else {
                    await feed.wait(after: mark)
                    continue
                }
                let due = dueSince ?? source.clock.elapsed()
                dueSince = due
                guard let pause = pause(since: due) else {
                    await state.waitForAcknowledgement()
                    continue
                }
                guard pause > .zero else {
                    anchor = found.anchor
                    return deliver(found.metrics)
                }
                await state.waitForAcknowledgement(orFor: pause, source.clock)
            }
            return nil
        }

        private mutating func deliver(_ metrics: Set<MetricID>) -> StoreUpdate {
            lastDelivery = source.clock.elapsed()
            state.deliver()
            return StoreUpdate(metrics, state)
        }

        /// Returns the time until the update for a change that was seen at `due`; nil if an acknowledgement must come first.
        private func pause(since due: Duration) -> Duration? {
            guard let delay = state.delay else { return nil }
            let moment = Swift.max(due + delay, lastDelivery + source.frequency.period)
            return moment - source.clock.elapsed()
        }
    }
}

extension HealthStore {
    /// Returns the updates of an observer of some metrics.
    ///
    /// ```swift
    /// for try await update in store.updates(of: [.stepCount], frequency: .hourly) {
    ///     await refresh()
    ///     update.acknowledge()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - metrics: the metrics. Changes of other metrics are not told.
    ///   - frequency: the shortest time between two updates. The first update counts, too.
    ///   - clock: the clock of frequencies and delays. Tests can give one that they move.
    public func updates(
        of metrics: [MetricID], frequency: UpdateFrequency = .immediate, clock: some Clock<Duration> = ContinuousClock()
    ) -> StoreUpdates {
        StoreUpdates(store: self, metrics: Set(metrics), frequency: frequency, clock: ElapsedClock(clock))
    }

    /// Returns the metrics that changed after an anchor, and the anchor of now.
    fileprivate func changed(
        _ metrics: Set<MetricID>, after anchor: ChangeAnchor
    ) async throws(HealthStoreError) -> (metrics: Set<MetricID>, anchor: ChangeAnchor) {
        try await Blocking.run { [storage] isCancelled throws(HealthStoreError) in
            do {
                return try storage.read {
                    let reader = try ChangeReader($0, isCancelled: isCancelled)
                    return (try reader.changed(metrics, after: anchor), try reader.anchor)
                }
            } catch {
                throw HealthStoreError(error)
            }
        }
    }
}
