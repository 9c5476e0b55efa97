import HealthModel
import StorageModel
import SampleStore

/// A read-only store with the samples of a source.
final class SourceStorage<Samples: SampleSource & Sendable>: PersonKeeping {
    private let source: Samples

    init(source: Samples) { self.source = source }

    var isReadOnly: Bool { true }

    var files: [String] { [] }
    var capabilities: StorageCapabilities { StorageCapabilities(persons: self) }
    func changeMark() -> Int64 { source.changeNumber }

    func scoped(to person: String) -> any SampleStorage { PersonStorage(self, person: person) }

    func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result { try body(source) }

    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { throw HealthStoreError.readOnly }
    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        throw HealthStoreError.readOnly
    }
    func setSetting(_ name: String, to value: String?) throws { throw HealthStoreError.readOnly }
    func setPriority(of metric: MetricID, to keys: [String]?) throws { throw HealthStoreError.readOnly }

    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String) throws -> Int {
        throw HealthStoreError.readOnly
    }
    func setSetting(_ name: String, to value: String?, of person: String) throws { throw HealthStoreError.readOnly }
    func setPriority(of metric: MetricID, to keys: [String]?, of person: String) throws { throw HealthStoreError.readOnly }
    func update(_ people: [PersonUpdate]) throws { throw HealthStoreError.readOnly }
    func forget(person: String) throws -> ForgottenPerson { throw HealthStoreError.readOnly }
    func rename(person: String, to newID: String) throws { throw HealthStoreError.readOnly }
}
