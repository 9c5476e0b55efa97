import HealthKit
import Testing

/// The snippets are code as tutorials write it, in Swift 5 mode, with `Calendar.current`. Their texts are our own.
/// The zone of all tests is Berlin, whose clocks skip an hour on 29 March 2026.
let berlin: TimeZone = {
    let zone = TimeZone(identifier: "Europe/Berlin")!
    NSTimeZone.default = zone
    return zone
}()

/// Returns the time that a clock in Berlin shows, such as `2026-03-28 08:30`.
func at(_ text: String) -> Date {
    let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = berlin
    return calendar.date(
        from: DateComponents(
            year: parts[0], month: parts[1], day: parts[2], hour: parts.count > 3 ? parts[3] : 0, minute: parts.count > 4 ? parts[4] : 0))!
}

/// Returns a store in memory that holds the samples of statements, whose times are those of Berlin.
func filled(_ statements: String = "") throws -> HKHealthStore {
    let store = HKHealthStore.inMemory()
    try store.load("set zone = \(berlin.identifier)\n" + statements)
    return store
}

/// Waits for the value that a handler gets.
func answer<Value>(_ ask: (@escaping (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in ask { continuation.resume(returning: $0) } }
}

/// Repeats a question until its answer is right, for ten seconds at most.
func eventually<Value: Equatable>(_ expected: Value, _ question: () async throws -> Value) async throws -> Bool {
    for _ in 0..<1000 {
        if try await question() == expected { return true }
        try await Task.sleep(nanoseconds: 10_000_000)
    }
    return false
}

/// True if a number agrees with one that was computed by hand to nine digits.
func isClose(_ value: Double?, _ expected: Double) -> Bool { value.map { abs($0 / expected - 1) < 1e-9 } ?? false }
