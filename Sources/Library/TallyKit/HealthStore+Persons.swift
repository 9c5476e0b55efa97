public import Foundation
import HealthImport
public import HealthModel
import SampleStore
import StorageModel

/// The people of a store. Samples of different people are never merged.
extension HealthStore {
    /// Returns the people in ascending order of id. A store that was filled without naming anybody has one person, whose id is empty.
    ///
    /// - Throws: `.damaged` or another error if the file cannot be read.
    public func persons() async throws(HealthStoreError) -> [Person] { try await onStorage { try $0.read { try $0.persons() } } }

    /// Returns the people, each with the extent of its samples.
    ///
    /// - Throws: `.damaged` or another error if the file cannot be read.
    public func personSummaries() async throws(HealthStoreError) -> [PersonSummary] {
        try await onStorage { try $0.read { try $0.personSummaries() } }
    }

    /// Returns this store as it is for one person: answers, samples and changes are those of that person, and added samples belong to it.
    ///
    /// Reading throws `.unknownPerson` if the store does not have that person.
    public func person(_ id: String) -> HealthStore { lens(storage.scoped(to: id)) }

    /// Imports a list of people: a CSV file with a column `id`, perhaps a column `zone`, and one column for each attribute. It adds
    /// people, and updates known ones.
    ///
    /// - Returns: The number of people in the list.
    /// - Throws: `.notImportable` if the list cannot be used, `.readOnly`, or another error if the store cannot be written.
    @discardableResult
    public func importPersons(at url: URL) async throws(HealthStoreError) -> Int {
        try await onStorage { storage in
            let store = try storage.keepingPersons
            let people = try PeopleFile.read(url.path)
            try store.update(people)
            return people.count
        }
    }

    /// Deletes everything of a person for good: samples, sources, facts and goals. Their bytes are removed from the file, too.
    ///
    /// - Returns: What was deleted.
    /// - Throws: `.unknownPerson`, `.readOnly`, `.busy`, or another error if the file cannot be written.
    @discardableResult
    public func forget(person id: String) async throws(HealthStoreError) -> ForgottenPerson {
        try await onStorage { try $0.keepingPersons.forget(person: id) }
    }

    /// Gives a person another id. The person without a name has the empty id.
    ///
    /// - Throws: `.personExists` if another person has the new id, `.unknownPerson`, `.readOnly`, or another error if the file cannot be
    ///   written.
    public func rename(person id: String, to newID: String) async throws(HealthStoreError) {
        guard let newID = Person.id(newID) else { throw .invalidPerson }
        try await onStorage { try $0.keepingPersons.rename(person: id, to: newID) }
    }

    /// True if the store can have several people.
    package var keepsPersons: Bool { storage.capabilities.persons != nil }

    /// Deletes everything of a person on the calling thread, as ``forget(person:)`` does.
    package func forgetNow(person id: String) throws -> ForgottenPerson { try storage.keepingPersons.forget(person: id) }

    /// Gives a person another id on the calling thread, as ``rename(person:to:)`` does.
    package func renameNow(person id: String, to newID: String) throws { try storage.keepingPersons.rename(person: id, to: newID) }

    private func onStorage<Result: Sendable>(
        _ body: @escaping @Sendable (any SampleStorage) throws -> Result
    ) async throws(HealthStoreError) -> Result {
        try await Blocking.run { [storage] _ throws(HealthStoreError) in
            do { return try body(storage) } catch { throw HealthStoreError(error) }
        }
    }
}

extension SampleStorage {
    /// The store of all people.
    fileprivate var keepingPersons: any PersonKeeping {
        get throws {
            guard let store = capabilities.persons else { throw HealthStoreError.readOnly }
            return store
        }
    }
}
