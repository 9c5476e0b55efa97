package import HealthModel
package import StorageModel

/// A store that refuses every write, except those that its type implements.
package protocol RefusingStorage: PersonKeeping {
    /// The error of a refused write.
    var refusal: any Error { get }
}

extension RefusingStorage {
    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { throw refusal }
    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int { throw refusal }
    package func delete(
        _ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String
    ) throws -> Int { throw refusal }
    package func setSetting(_ name: String, to value: String?) throws { throw refusal }
    package func setSetting(_ name: String, to value: String?, of person: String) throws { throw refusal }
    package func setPriority(of metric: MetricID, to keys: [String]?) throws { throw refusal }
    package func setPriority(of metric: MetricID, to keys: [String]?, of person: String) throws { throw refusal }
    package func update(_ people: [PersonUpdate]) throws { throw refusal }
    package func forget(person: String) throws -> ForgottenPerson { throw refusal }
    package func rename(person: String, to newID: String) throws { throw refusal }
}
