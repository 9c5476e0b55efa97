import HealthKit
import Testing

/// The zone of all tests. The app asks `Calendar.current`, which follows this default.
let berlin: TimeZone = {
    guard let zone = TimeZone(identifier: "Europe/Berlin") else { fatalError("Europe/Berlin is not a known zone") }
    NSTimeZone.default = zone
    return zone
}()

/// Returns the time that a clock in Berlin shows, such as `2026-03-28 08:30`.
func at(_ text: String) -> Date {
    let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = berlin
    let components = DateComponents(
        year: parts[0], month: parts[1], day: parts[2], hour: parts.count > 3 ? parts[3] : 0, minute: parts.count > 4 ? parts[4] : 0)
    guard parts.count > 2, let date = calendar.date(from: components) else { fatalError("not a time: \(text)") }
    return date
}

/// Returns the period between two times in Berlin.
func period(_ start: String, _ end: String) -> DateInterval { DateInterval(start: at(start), end: at(end)) }

/// Returns a store in memory that holds the samples of statements, whose times are those of Berlin.
func filled(_ statements: String = "") throws -> HKHealthStore {
    let store = HKHealthStore.inMemory()
    try store.load("set zone = \(berlin.identifier)\n" + statements)
    return store
}

/// Returns a sample of steps.
func walk(_ count: Double, _ start: String, minutes: Double = 10, metadata: [String: Any]? = nil) -> HKQuantitySample {
    HKQuantitySample(
        type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count), start: at(start),
        end: at(start).addingTimeInterval(minutes * 60), metadata: metadata)
}

/// True if a number agrees with one that was computed by hand to ten digits.
func isClose(_ value: Double, _ expected: Double) -> Bool { abs(value / expected - 1) < 1e-10 }

/// Waits for the values that a handler gets.
func answer<Value: Sendable>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in ask { continuation.resume(returning: $0) } }
}

/// Repeats a question until its answer is right, for ten seconds at most.
func eventually<Value: Equatable>(_ expected: Value, _ question: () async throws -> Value) async throws -> Bool {
    for _ in 0..<1000 {
        if try await question() == expected { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}

/// Collects what handlers report.
actor Notes<Value: Sendable> {
    private(set) var values: [Value] = []

    func add(_ value: Value) { values.append(value) }
}
