public import HealthModel
import StorageModel

/// Writing and reading on the calling thread, for guests with their own threads.
@_spi(Guests)
extension HealthStore {
    /// Writes all samples, or none if there is an error.
    ///
    /// - Returns: The number of samples that the store already had, and of those that arrive when the device is unlocked.
    public func write(_ samples: NewSamples) throws -> (alreadyThere: Int, kept: Int) {
        let outcome = try storage.write(samples.batch).values.reduce(WriteOutcome(), +)
        return (outcome.alreadyThere, outcome.kept)
    }

    /// Deletes the samples of a metric with these numbers, and returns how many there were.
    public func delete(_ metric: MetricID, numbers: Set<Int64>) throws -> Int { try storage.delete(metric, numbers: numbers) }

    // MARK: As the owner

    /// Runs `body` on one view of the store as its owner sees it.
    public func readingAsOwner<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result { try ownedStorage.read(body) }

    /// A number for the state of the store. Two equal numbers mean that nothing was written in between.
    public var ownersMark: Int64 { get throws { try ownedStorage.changeMark() } }

    /// Returns the settings whose names start with `prefix`, by name.
    public func ownersSettings(startingWith prefix: String) throws -> [String: String] {
        try ownedStorage.read { try $0.capabilities.settings?.settings(startingWith: prefix) ?? [:] }
    }

    /// Stores a setting, or removes it if `value` is nil. The owner does this also if an app asks.
    public func setOwnersSetting(_ name: String, to value: String?) throws { try ownedStorage.setSetting(name, to: value) }

    /// Stores the order of a metric's sources, best first. Nil restores the default order.
    public func setOwnersPriority(of metric: MetricID, to sources: [String]?) throws {
        try ownedStorage.setPriority(of: metric, to: sources?.map(Source.fold))
    }
}
