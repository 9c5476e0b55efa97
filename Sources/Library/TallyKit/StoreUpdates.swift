public import HealthModel

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
/// An update stands for all changes that came while the one before was handled, or during the period of the frequency. Cancelling the task
/// ends the sequence.
public struct StoreUpdates: AsyncSequence, Sendable {
    let source: any UpdateSource
    let frequencies: UpdateFrequencies
    let clock: ElapsedClock

    /// Creates the updates of an observer that a guest defines, with frequencies that can change.
    @_spi(Guests) public init(of source: some UpdateSource, frequencies: UpdateFrequencies, clock: some Clock<Duration>) {
        (self.source, self.frequencies, self.clock) = (source, frequencies, ElapsedClock(clock))
    }

    /// Returns an iterator that begins with the first update.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for updates.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: StoreUpdates
        private let state = DeliveryState()
        private var anchor: ChangeAnchor?
        private var lastDelivery = Duration.zero

        fileprivate init(_ updates: StoreUpdates) { self.updates = updates }

        /// Returns the next update; nil after the task was cancelled.
        public mutating func next() async throws(HealthStoreError) -> StoreUpdate? {
            let source = updates.source
            guard let known = anchor else {
                anchor = try await source.anchor()
                return Task.isCancelled ? nil : deliver(source.metrics)
            }
            var dueSince: Duration?
            while !Task.isCancelled {
                let mark = try source.mark()
                let version = updates.frequencies.version
                let found = try await source.changed(after: known)
                guard !found.metrics.isEmpty else {
                    await source.wait(after: mark)
                    continue
                }
                let due = dueSince ?? updates.clock.elapsed()
                dueSince = due
                guard let pause = pause(since: due, found.metrics) else {
                    await state.waitForAcknowledgement()
                    continue
                }
                guard pause > .zero else {
                    anchor = found.anchor
                    return deliver(found.metrics)
                }
                await state.waitForAcknowledgement(orFor: pause, updates.clock, orUntil: updates.frequencies, changeAfter: version)
            }
            return nil
        }

        private mutating func deliver(_ metrics: Set<MetricID>) -> StoreUpdate {
            lastDelivery = updates.clock.elapsed()
            state.deliver()
            return StoreUpdate(metrics, state)
        }

        /// Returns the time until the update for a change that was seen at `due`; nil if an acknowledgement must come first.
        private func pause(since due: Duration, _ metrics: Set<MetricID>) -> Duration? {
            guard let delay = state.delay else { return nil }
            let moment = Swift.max(due + delay, lastDelivery + updates.frequencies.period(of: metrics))
            return moment - updates.clock.elapsed()
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
        StoreUpdates(
            of: ObservedMetrics(store: self, metrics: Set(metrics)), frequencies: UpdateFrequencies(usual: frequency), clock: clock)
    }
}
