import HealthImport
import QueryEngine
import SampleStore

/// Why a store cannot be opened, read or written, or a file not imported.
public struct HealthStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a program can tell apart.
    public enum Reason: Sendable, Hashable {
        /// There is no such file.
        case missing
        /// The file is something else; it was not touched.
        case notAStore
        /// The file was written by a newer version of Tally.
        case newerVersion
        /// The file is of an older version and was opened for reading only, so that it cannot be brought up to date.
        case olderVersion
        /// Another program writes, and did not end within the time that a write waits.
        case busy
        /// The file system does not allow it.
        case notPermitted
        case diskFull
        /// A part of the file is damaged.
        case damaged
        /// The store is open for reading only.
        case readOnly
        /// The file is no export, table or JSON Lines, or cannot be read to its first row.
        case notImportable
        /// A sample that cannot be: its end lies before its start, or its unit does not measure its metric.
        case invalidSample
        /// The task was cancelled. Of an import, whole batches may have been written; a second one adds the rest.
        case cancelled
        case other
    }

    /// What a program can tell apart.
    public let reason: Reason
    /// What is wrong, in one sentence.
    public let message: String
    /// What the user can do; nil where nothing is known.
    public let advice: String?

    init(_ reason: Reason, _ message: String, advice: String? = nil) {
        self.reason = reason
        self.message = message
        self.advice = advice
    }

    static let readOnly = HealthStoreError(.readOnly, "the store is open for reading only")

    /// The message and the advice, for people.
    public var description: String { advice.map { "\(message); \($0)" } ?? message }

    init(_ error: any Error) {
        switch error {
        case let error as HealthStoreError: self = error
        case let error as StoreError: self.init(Reason(error), error.message, advice: error.advice)
        case let error as ImportError: self.init(.notImportable, "\(error)")
        case EngineError.cancelled: self.init(.cancelled, "the task was cancelled")
        default: self.init(.other, "\(error)")
        }
    }
}

extension HealthStoreError.Reason {
    fileprivate init(_ error: StoreError) {
        self =
            switch error {
            case .noSuchFile: .missing
            case .isDirectory, .notADatabase, .foreignDatabase: .notAStore
            case .newerVersion: .newerVersion
            case .olderVersion: .olderVersion
            case .locked: .busy
            case .notReadable, .notWritable, .cannotCreate: .notPermitted
            case .diskFull: .diskFull
            case .corrupt, .corruptBlock: .damaged
            case .failed: .other
            }
    }
}
