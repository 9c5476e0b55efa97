import HealthModel
import SampleStore
import StorageModel

/// A read-only store with the samples of a source.
final class SourceStorage<Samples: SampleSource & Sendable>: RefusingStorage {
    private let source: Samples

    init(source: Samples) { self.source = source }

    var isReadOnly: Bool { true }
    var refusal: any Error { HealthStoreError.readOnly }

    var files: [String] { [] }
    var capabilities: StorageCapabilities { StorageCapabilities(persons: self) }
    func changeMark() -> Int64 { source.changeNumber }

    func scoped(to person: String) -> any SampleStorage { PersonStorage(self, person: person) }

    func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result { try body(source) }
}
