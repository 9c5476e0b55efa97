import Foundation
import HealthKit
import Synchronization
import Testing

/// Collects what handlers get.
final class Recorder<Element: Sendable>: Sendable {
    private let found = Mutex<[Element]>([])

    var elements: [Element] { found.withLock { $0 } }
    func add(_ element: Element) { found.withLock { $0.append(element) } }

    /// Waits until there are `count` elements, for at most a minute, and returns all of them.
    @discardableResult
    func wait(for count: Int) async throws -> [Element] {
        for _ in 0..<12_000 where elements.count < count { try await Task.sleep(for: .milliseconds(5)) }
        #expect(elements.count == count)
        return elements
    }

    /// Returns true if there are still `count` elements after some time.
    func stays(at count: Int) async throws -> Bool {
        try await Task.sleep(for: .milliseconds(700))
        return elements.count == count
    }
}

/// A path for a store that does not exist yet. The files are deleted afterwards.
func withStorePath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    return try await body(path)
}

/// Returns a sample of steps in an hour of 2 March 2026.
func walk(_ hour: Int, _ count: Double) -> HKQuantitySample {
    let text = hour < 10 ? "0\(hour)" : "\(hour)"
    return sample(steps, count, .count(), "2026-03-02T\(text):00:00Z", "2026-03-02T\(text):30:00Z")
}

extension HKSample {
    /// The value of a sample of steps.
    var stepValue: Double? { (self as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
}
