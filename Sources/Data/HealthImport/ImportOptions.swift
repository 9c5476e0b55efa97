package import CalendarIntervals
import Synchronization

/// What an import needs to know beside its file.
package struct ImportOptions: Sendable {
    /// The zone of times without an offset, in tables; without it such rows are skipped.
    package var zone: Zone?
    /// Which columns of a table hold what.
    package var mapping = TableMapping()
    /// Rows in a batch, which is written whole or not at all.
    package var batchRows = 1 << 18
    /// Bytes of the document that are read at once.
    package var chunkBytes = 4 << 20

    package init() {}
}

/// How far an import is.
package struct ReadingProgress: Hashable, Sendable {
    /// Bytes of the document, inflated.
    package var bytes: Int
    /// How many there will be, nil where nobody knows.
    package var totalBytes: Int?
    package var rows: Int
}

/// Lets another thread, or a signal, stop an import after the batch that is being written.
package final class ImportCancellation: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }
    package func cancel() { flag.store(true, ordering: .relaxed) }
}
