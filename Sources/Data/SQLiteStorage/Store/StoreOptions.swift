import Threading

/// The sizes of a store's parts, and the ways to read and write them. The defaults are for normal use, other values for tests.
package struct StoreOptions: Sendable {
    /// The number of samples in a full block. A block has more only if more samples have the same start.
    package var blockRows = 16_384
    /// The format of blocks.
    package var blockFormat = BlockCodec.Format.newest
    /// Writes of fewer samples that are newer than the metric's blocks go to the row table. All others go to blocks.
    package var smallWriteRows = 512
    /// The maximum number of rows per metric in the row table. If there are more, they are moved into blocks.
    package var rowTableRows = 4096
    /// The number of other threads that work on the blocks of a scan. The answers are the same for any number.
    package var helperCount = StoreOptions.usualHelperCount
    /// The time that a reader waits while another process opens or closes the store.
    package var busyTimeoutSeconds = 5.0
    /// The time that a write transaction waits for that of another process.
    package var writeTimeoutSeconds = 0.5
    /// True if no other code of this process has opened the file. Then the file can be checked without a connection.
    package var isOnlyUse = false
    /// The maximum size of the file, as on a full disk.
    package var greatestPageCount: Int?

    /// One less than the cores, because the caller also works, but from one to three. More would wait for the caller, who alone reads the
    /// file.
    private static let usualHelperCount = min(max(Threads.coreCount - 1, 1), 3)

    package init() {}
}
