import HealthKit

/// Keeps a value for the rest of the day. At midnight, and when the samples change, it loads the value again.
actor DayCache<Value: Sendable> {
    private let calendar: Calendar
    private let load: @Sendable (Date) async throws -> Value
    private var kept: (day: DateInterval, value: Value)?

    init(calendar: Calendar = .current, load: @escaping @Sendable (Date) async throws -> Value) {
        self.calendar = calendar
        self.load = load
    }

    func value(at now: Date) async throws -> Value {
        if let kept, kept.day.start <= now, now < kept.day.end { return kept.value }
        let value = try await load(now)
        if let day = calendar.dateInterval(of: .day, for: now) { kept = (day, value) }
        return value
    }

    /// Drops the value, because the samples changed.
    func invalidate() { kept = nil }
}

/// Watches a type of samples, so that a cache and a view know when their numbers are old.
final class SampleMonitor: Sendable {
    private let store: HKHealthStore
    private let query: HKObserverQuery

    /// Starts to watch. The handler runs once at the start, and then after each change.
    init(_ type: HKSampleType, in store: HKHealthStore, onChange: @escaping @Sendable () async -> Void) {
        self.store = store
        query = HKObserverQuery(sampleType: type, predicate: nil) { _, completionHandler, error in
            guard error == nil else {
                completionHandler()
                return
            }
            Task {
                await onChange()
                completionHandler()
            }
        }
        store.execute(query)
    }

    /// Asks the system to wake the app at most once an hour.
    static func wakeHourly(for type: HKSampleType, in store: HKHealthStore, then finish: @escaping @Sendable (Bool) -> Void) {
        store.enableBackgroundDelivery(for: type, frequency: .hourly) { success, error in
            finish(success && error == nil)
        }
    }

    func stop() { store.stop(query) }
}
