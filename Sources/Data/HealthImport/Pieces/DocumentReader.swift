import HealthModel

/// Receives a batch of each person, the findings up to their end and the number of bytes read so far. Returns false to stop.
typealias BatchDelivery = ([ImportBatch], ImportFindings, _ bytes: Int) -> Bool

/// The state of a reader between two rows. The next row depends on nothing else that was read before.
struct ReaderStanding: Hashable, Sendable {
    /// The open elements of XML, outermost first, as numbers of the reader.
    var open: [UInt8] = []
    /// True if the end of the data was read.
    var sawEndOfData = false
}

/// Reads the rows of a document from its chunks into batches.
protocol DocumentReader: ~Copyable, SendableMetatype {
    var builder: BatchBuilder { get set }
    /// The number of bytes from the start of the document that were read.
    var bytesRead: Int { get }

    /// - Parameter path: the path of the document, for errors.
    init(window: consuming ByteWindow, options: ImportOptions, path: String) throws(ImportError)

    /// Reads to the end of the document. Passes each full batch to `deliver`.
    ///
    /// - Returns: false if `deliver` wants no more.
    mutating func read(_ deliver: BatchDelivery) throws(ImportError) -> Bool
    /// Notes what is missing at the end of the document.
    mutating func finish()
}

/// Reads rows of a document that several threads read at the same time, because it can be cut before a row.
///
/// `read` only reads to the end of the window, and through the next chunks to the end of the row there.
protocol PieceReader: DocumentReader, ~Copyable {
    /// Returns the offset in `bytes` of the last place where a row probably starts. Nil if there is none after the first byte.
    static func lastRow(in bytes: Bytes) -> Int?

    /// Nil inside a row, and if all further rows need this reader. Setting it only affects the next row.
    var standing: ReaderStanding? { get set }
    /// The number of the line where the window ends.
    var line: Int { mutating get }

    /// Makes a reader of other rows of the document, for another thread. It has no window yet, and its batches have no limit.
    var twin: @Sendable () -> Self { get }

    /// Makes `chunk` the next bytes. The window must have been read to its end.
    mutating func take(_ chunk: consuming ByteChunk)
    /// Moves past bytes that were read elsewhere.
    mutating func pass(bytes: Int, lineEnds: Int)
    /// Starts to read another window.
    mutating func restart(_ window: consuming ByteWindow)
}

extension DocumentReader where Self: ~Copyable {
    /// Delivers the current batch of each person.
    mutating func hand(to deliver: BatchDelivery) -> Bool {
        let batches = builder.takeBatches()
        return deliver(batches, builder.findings, bytesRead)
    }
}
