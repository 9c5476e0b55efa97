package import HealthModel
package import StorageModel
import Synchronization

/// A store in memory, for scripts and tests.
///
/// Identity and order of samples follow the same rules as in a `SQLiteStore`.
package final class MemoryStore: PersonKeeping {
    let state = Mutex(MemoryState())

    package init() {}

    package var isReadOnly: Bool { false }

    package var files: [String] { [] }
    package var capabilities: StorageCapabilities { StorageCapabilities(persons: self, undo: self) }
    package func changeMark() -> Int64 { state.withLock { $0.content.changeNumber } }
    package func scoped(to person: String) -> any SampleStorage { PersonStorage(self, person: person) }

    package func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result {
        // A copy of the value is a snapshot. A later write copies the columns that it changes.
        try body(MemoryView(state.withLock { $0.content }))
    }

    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { try write([batch]) }

    package func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        try state.withLock { try $0.change { try $0.write(batches) } }
    }

    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        try state.withLock { try $0.change { try $0.delete(metric, numbers: numbers, of: nil) } }
    }

    package func delete(
        _ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String
    ) throws -> Int {
        try state.withLock { try $0.change { try $0.delete(metric, numbers: numbers, of: person) } }
    }

    package func setSetting(_ name: String, to value: String?) throws {
        try state.withLock { try $0.change { try $0.setSetting(name, to: value, of: nil) } }
    }

    package func setSetting(_ name: String, to value: String?, of person: String) throws {
        try state.withLock { try $0.change { try $0.setSetting(name, to: value, of: person) } }
    }

    package func setPriority(of metric: MetricID, to keys: [String]?) throws {
        try state.withLock { try $0.change { try $0.setPriority(of: metric, to: keys, of: nil) } }
    }

    package func setPriority(of metric: MetricID, to keys: [String]?, of person: String) throws {
        try state.withLock { try $0.change { try $0.setPriority(of: metric, to: keys, of: person) } }
    }

    package func update(_ people: [PersonUpdate]) throws { state.withLock { $0.change { $0.update(people) } } }

    package func forget(person: String) throws -> ForgottenPerson {
        try state.withLock { try $0.change(.forgottenPerson) { try $0.forget(person) } }
    }

    package func rename(person: String, to newID: String) throws {
        try state.withLock { try $0.change { try $0.rename(person, to: newID) } }
    }
}
