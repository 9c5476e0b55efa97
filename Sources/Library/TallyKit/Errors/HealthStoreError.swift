import HealthImport
import QueryEngine
import SampleStore

/// The reason why a store cannot be opened, read or written, or why a file cannot be imported.
///
/// ```swift
/// do {
///     _ = try await store.importExport(at: URL(filePath: "export.zip"))
/// } catch {
///     if error.reason == .notImportable { print("choose another file:", error.message) }
/// }
/// ```
public struct HealthStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reasons that a program can distinguish.
    public enum Reason: Sendable, Hashable {
        /// The file does not exist.
        case missing
        /// The file is not a Tally store. It was not changed.
        case notAStore
        /// The file was written by a newer version of Tally.
        case newerVersion
        /// The file was written by an older version of Tally. It was opened read-only, so it cannot be updated.
        case olderVersion
        /// Another program is writing to the store and did not finish in time.
        case busy
        /// The file system does not allow the access.
        case notPermitted
        case diskFull
        /// Part of the file is damaged.
        case damaged
        /// The store was opened read-only.
        case readOnly
        /// The file is not a Health export, a CSV table or JSON Lines, or it cannot be read.
        case notImportable
        /// The name is not that of a time zone.
        case unknownZone
        /// A sample ends before it starts, its unit does not fit its metric, or its value is outside of the scale of its metric.
        case invalidSample
        /// An anchor is later than the last change of the store, so it belongs to another store.
        case unknownAnchor
        /// The owner has not decided whether the app may write this metric: HealthKit's errorAuthorizationNotDetermined (5).
        case authorizationNotDetermined
        /// The owner denied the app to write this metric: HealthKit's errorAuthorizationDenied (4).
        case authorizationDenied
        /// Apps can't read while the device is locked: HealthKit's errorDatabaseInaccessible (6).
        case deviceLocked
        /// Apps can't write while a guest uses the device: HealthKit's errorNotPermissibleForGuestUserMode (15).
        case guestUser
        /// Only the owner of the store can do this.
        case ownersOnly
        /// The store has several people, and this needs one.
        case severalPersons
        /// The store does not have that person.
        case unknownPerson
        /// Another person has that id.
        case personExists
        /// The task was cancelled. An import may have added complete batches. Import the file again to add the rest.
        case cancelled
        case other
    }

    /// The reason, for programs.
    public let reason: Reason
    /// The problem, in one sentence.
    public let message: String
    /// A possible solution. Nil if there is none.
    public let advice: String?

    init(_ reason: Reason, _ message: String, advice: String? = nil) {
        self.reason = reason
        self.message = message
        self.advice = advice
    }

    static let invalidPerson = HealthStoreError(
        .unknownPerson, "the id of a person is empty, longer than 200 bytes, or has control characters")
    static let readOnly = HealthStoreError(.readOnly, "the store is read-only")

    /// The message and the advice, for people.
    public var description: String { advice.map { "\(message); \($0)" } ?? message }

    /// Creates the error that says what another error says.
    @_spi(Guests) public init(wrapping error: any Error) { self.init(error) }

    init(_ error: any Error) {
        switch error {
        case let error as HealthStoreError: self = error
        case let error as StoreError: self.init(Reason(error), error.message, advice: error.advice)
        case let error as AccessError: self.init(Reason(error), error.message, advice: error.advice)
        case let error as ImportError: self.init(.notImportable, "\(error)")
        case EngineError.cancelled: self.init(.cancelled, "the task was cancelled")
        default: self.init(.other, "\(error)")
        }
    }
}

extension HealthStoreError.Reason {
    fileprivate init(_ error: AccessError) {
        self =
            switch error {
            case .notDetermined: .authorizationNotDetermined
            case .denied: .authorizationDenied
            case .locked: .deviceLocked
            case .guest: .guestUser
            case .ownerOnly: .ownersOnly
            }
    }

    fileprivate init(_ error: StoreError) {
        self =
            switch error {
            case .noSuchFile, .replaced: .missing
            case .isDirectory, .notADatabase, .foreignDatabase: .notAStore
            case .newerVersion: .newerVersion
            case .olderVersion: .olderVersion
            case .locked: .busy
            case .notReadable, .notWritable, .cannotCreate: .notPermitted
            case .diskFull: .diskFull
            case .corrupt, .corruptBlock: .damaged
            case .severalPersons: .severalPersons
            case .noSuchPerson: .unknownPerson
            case .personExists: .personExists
            case .failed: .other
            }
    }
}
