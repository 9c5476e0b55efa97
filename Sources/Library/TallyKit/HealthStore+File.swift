#if Store
public import Foundation
import SampleStore
import SQLiteStorage

extension HealthStore {
    /// Whether a file may be written.
    public enum Access: Sendable, Hashable {
        /// The file is made when it is missing, readable by its owner alone.
        case readWrite
        /// A missing file is an error; nothing is ever written.
        case readOnly
    }

    /// Opens the store in a file.
    ///
    /// - Throws: `HealthStoreError`, such as `.missing`, `.notAStore` or `.newerVersion`; the file is then left as it is.
    public convenience init(at url: URL, access: Access = .readWrite) throws(HealthStoreError) {
        do {
            self.init(try SQLiteStore.open(path: url.path, mode: access == .readOnly ? .readOnly : .create))
        } catch {
            throw HealthStoreError(error)
        }
    }
}
#endif
