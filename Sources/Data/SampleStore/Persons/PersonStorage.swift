package import HealthModel
package import StorageModel

/// A store as it is for one person.
package final class PersonStorage: SampleStorage {
    /// The store of all people.
    package let base: any PersonKeeping
    /// The id of the person.
    package let person: String

    package init(_ base: any PersonKeeping, person: String) {
        (self.base, self.person) = (base, person)
    }

    package var isReadOnly: Bool { base.isReadOnly }
    package var files: [String] { base.files }
    package var capabilities: StorageCapabilities { base.capabilities }
    package func changeMark() throws -> Int64 { try base.changeMark() }
    package func foldFreshRows() throws { try base.foldFreshRows() }
    package func scoped(to person: String) -> any SampleStorage { base.scoped(to: person) }

    package func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result {
        try base.withView(permit) { try body($0.view(of: person)) }
    }

    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { try write([batch]) }

    package func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        var own = batches
        for index in own.indices { own[index].person = person }
        return try base.write(own)
    }

    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        try base.delete(metric, numbers: numbers, starting: starts, of: person)
    }

    package func setSetting(_ name: String, to value: String?) throws { try base.setSetting(name, to: value, of: person) }
    package func setPriority(of metric: MetricID, to keys: [String]?) throws { try base.setPriority(of: metric, to: keys, of: person) }
}
