package import HealthModel
import Synchronization

/// A store in memory, for scripts and tests.
///
/// Identity and order of samples follow the same rules as in a `SQLiteStore`.
package final class MemoryStore: SampleStorage {
    private let content = Mutex(MemoryContent())

    package init() {}

    package var isReadOnly: Bool { false }

    package var files: [String] { [] }
    package func changeMark() -> Int64 { content.withLock { $0.changeNumber } }

    package func withView<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        // A copy of the value is a snapshot. A later write copies the columns that it changes.
        try body(content.withLock { $0 })
    }

    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        try content.withLock { try $0.write(batch) }
    }

    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        content.withLock { $0.delete(metric, numbers: numbers) }
    }

    package func setSetting(_ name: String, to value: String?) throws {
        content.withLock { $0.setSetting(name, to: value) }
    }

    package func setPriority(of metric: MetricID, to keys: [String]?) throws {
        content.withLock { $0.setPriority(of: metric, to: keys) }
    }
}
