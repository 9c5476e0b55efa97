/// Sizes of a store's parts; the defaults are for use, others for tests.
package struct StoreOptions: Sendable {
    /// Samples in a full block. A block holds more only where more samples share one start.
    package var blockRows = 16_384
    /// A write of fewer samples of a metric that are newer than its blocks goes to the row table.
    package var smallWriteRows = 512
    /// The row table of a metric is folded into blocks when it holds more.
    package var rowTableRows = 4096
    /// How long a reader waits while another process opens or closes the store.
    package var busyTimeoutSeconds = 5.0
    /// How long a transaction that writes waits for one of another process.
    package var writeTimeoutSeconds = 0.5
    /// The file grows no further than this, as on a full disk.
    package var greatestPageCount: Int?

    package init() {}
}
