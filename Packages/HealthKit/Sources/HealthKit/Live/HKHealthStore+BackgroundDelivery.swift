import Foundation
@_spi(Guests) import TallyKit

/// Background delivery: the least time between two updates of the observers of a type.
///
/// Nothing wakes up programs on Linux, so observers get updates while the program runs: at each change, unless another frequency is set.
extension HKHealthStore {
    /// Sets the shortest time between two updates of the observers of a type: no more than one an hour, a day or a week.
    ///
    /// It counts for observers that already run, too. The completion gets error 3 for a type without samples.
    public func enableBackgroundDelivery(
        for type: HKObjectType, frequency: HKUpdateFrequency, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        finish(completion) { () throws(HKError) in try self.setFrequency(frequency.ofUpdates, for: type) }
    }

    /// Sets the shortest time between two updates of the observers of a type. Throws error 3 for a type without samples.
    public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try setFrequency(frequency.ofUpdates, for: type)
    }

    /// Gives the observers of a type an update at each change again.
    public func disableBackgroundDelivery(
        for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        finish(completion) { () throws(HKError) in try self.setFrequency(nil, for: type) }
    }

    /// Gives the observers of a type an update at each change again. Throws error 3 for a type without samples.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws { try setFrequency(nil, for: type) }

    /// Gives all observers an update at each change again.
    public func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        box.frequencies.removeAll()
        box.handlers.async { completion(true, nil) }
    }

    /// Gives all observers an update at each change again.
    public func disableAllBackgroundDelivery() async throws { box.frequencies.removeAll() }

    private func setFrequency(_ frequency: UpdateFrequency?, for type: HKObjectType) throws(HKError) {
        guard let type = type as? HKSampleType else {
            throw HKError(.errorInvalidArgument, "\(type.identifier) has no samples to observe")
        }
        box.frequencies.set(frequency, for: type.metric)
    }

    private func finish(
        _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void, _ body: () throws(HKError) -> Void
    ) {
        do throws(HKError) {
            try body()
            box.handlers.async { completion(true, nil) }
        } catch {
            box.handlers.async { completion(false, error) }
        }
    }
}

extension HKUpdateFrequency {
    fileprivate var ofUpdates: UpdateFrequency {
        switch self {
        case .immediate: .immediate
        case .hourly: .hourly
        case .daily: .daily
        case .weekly: .weekly
        }
    }
}
