#if Store
public import Foundation
import SampleStore
import SQLiteStorage

extension HealthStore {
    /// Access to the file of a store.
    public enum Access: Sendable, Hashable {
        /// Reads and writes the file. Creates a missing file, which only its owner can access.
        case readWrite
        /// Reads the file and never writes to it. A missing file is an error.
        case readOnly
    }

    /// Opens the store in a file.
    ///
    /// - Throws: `HealthStoreError`, such as `.missing`, `.notAStore` or `.newerVersion`. The file is unchanged in these cases.
    public convenience init(at url: URL, access: Access = .readWrite) throws(HealthStoreError) {
        do {
            self.init(try SQLiteStore.open(path: url.path, mode: access == .readOnly ? .readOnly : .create))
        } catch {
            throw HealthStoreError(error)
        }
    }
}
#endif
