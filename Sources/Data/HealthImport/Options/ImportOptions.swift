package import CalendarIntervals
import Synchronization

/// The options of an import.
package struct ImportOptions: Sendable {
    /// The time zone for times without an offset in tables. Without it, rows with such times are skipped.
    package var zone: Zone?
    /// True if `zone` is only that of the machine, so that one in the file is better.
    package var zoneIsGuess = false
    /// The id of the person whose samples a file has, unless it has a column for people. Empty for the person without a name.
    package var person = ""
    /// The time zones of people, for times without an offset in tables. All others have `zone`.
    package var zones: [String: Zone] = [:]
    /// True if values that an app has summed up are kept as samples of that length, from a source named so.
    package var keepsSums = false
    /// The contents of a table's columns.
    package var mapping = TableMapping()
    /// The number of rows in a batch. A batch is written completely or not at all.
    package var batchRows = 1 << 16
    /// The number of bytes of the document that are read at a time.
    package var chunkBytes = 1 << 20
    /// The number of threads that read rows at the same time.
    package var threads = 2

    package init() {}

    /// The contents of a table's columns, which also depend on whether the person is given.
    var tableMapping: TableMapping {
        var mapping = mapping
        mapping.personIsGiven = !person.isEmpty
        return mapping
    }
}

/// The progress of an import.
package struct ReadingProgress: Hashable, Sendable {
    /// Bytes of the document, after inflating.
    package var bytes: Int
    /// The number of bytes in total. Nil if it is unknown.
    package var totalBytes: Int?
    package var rows: Int
}

/// Stops an import after the current batch, from another thread or a signal handler.
package final class ImportCancellation: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }
    package func cancel() { flag.store(true, ordering: .relaxed) }
}
