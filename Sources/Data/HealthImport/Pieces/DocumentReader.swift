import HealthModel

/// Receives a batch of each person, the findings up to their end and the number of bytes read so far. Returns false to stop.
typealias BatchDelivery = ([ImportBatch], ImportFindings, _ bytes: Int) -> Bool

/// The state of a reader between two rows. The next row depends on nothing else that was read before.
struct ReaderStanding: Hashable, Sendable {
    /// The raw values of the open elements of an export, outermost first.
    var open: [UInt8] = []
    /// True if the end tag of an export was read.
    var sawEndOfData = false
}

/// Reads the rows of a document from its chunks into batches.
protocol DocumentReader: ~Copyable, SendableMetatype {
    var builder: BatchBuilder { get set }
    /// Nil inside a row, and if all further rows need this reader. Setting it only affects the next row.
    var standing: ReaderStanding? { get set }
    /// The number of the line where the window ends.
    var line: Int { mutating get }
    /// The number of bytes from the start of the document that were read.
    var bytesRead: Int { get }

    /// Makes a reader of other rows of the document, for another thread. It has no window yet, and its batches have no limit.
    var twin: @Sendable () -> Self { get }

    /// Makes `chunk` the next bytes. The window must have been read to its end.
    mutating func take(_ chunk: consuming ByteChunk)
    /// Moves past bytes that were read elsewhere.
    mutating func pass(bytes: Int, lineEnds: Int)
    /// Starts to read another window.
    mutating func restart(_ window: consuming ByteWindow)
    /// Reads to the end of the window, and through the next chunks to the end of the row there. Passes each full batch to `deliver`.
    ///
    /// - Returns: false if `deliver` wants no more.
    mutating func read(_ deliver: BatchDelivery) throws(ImportError) -> Bool
    /// Notes what is missing at the end of the document.
    mutating func finish()
}

extension DocumentReader where Self: ~Copyable {
    /// Delivers the current batch of each person.
    mutating func hand(to deliver: BatchDelivery) -> Bool {
        let batches = builder.takeBatches()
        return deliver(batches, builder.findings, bytesRead)
    }
}
