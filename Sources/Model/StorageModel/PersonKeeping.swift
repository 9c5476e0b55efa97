package import HealthModel

/// A store that can hold several people. Each person has separate series, sources, workouts, goals and priorities.
package protocol PersonKeeping: SampleStorage {
    /// Deletes samples of one person, as `delete(_:numbers:starting:)` does for a store of one person.
    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String) throws -> Int
    /// Stores a setting. The zone and goals are settings of that person, and all others of the store.
    func setSetting(_ name: String, to value: String?, of person: String) throws
    /// Stores the order of a person's sources of a metric.
    func setPriority(of metric: MetricID, to keys: [String]?, of person: String) throws
    /// Adds facts about people. Unknown people are added.
    func update(_ people: [PersonUpdate]) throws
    /// Deletes everything of a person for good and returns how much that was. Neither the id, nor names of sources, nor samples remain in
    /// the bytes of the files.
    func forget(person: String) throws -> ForgottenPerson
    /// Gives a person another id. The person without a name has the empty id. Throws if there is a person with the new id.
    func rename(person: String, to newID: String) throws
}
