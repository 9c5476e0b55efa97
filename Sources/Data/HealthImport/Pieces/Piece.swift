import Synchronization
import Threading

/// The rows of a piece, as a worker read them, and the state of the reader that it assumed at the start.
struct PieceRows: Sendable {
    var start: Assumption
    /// The state of the reader after the piece.
    var end: ReaderStanding
    var part: BatchPart
    /// The number of line ends in the piece.
    var lineEnds: Int
}

/// A part of a document. A worker can read its rows before the rows of earlier pieces are known.
final class Piece: Sendable {
    /// The position in the document, and the number of bytes.
    let offset: Int
    let count: Int
    /// True if the piece probably starts where a row starts. Only such a piece is read by a worker.
    let startsRow: Bool

    private struct Content {
        var memory: [UInt8]
        var start: Int
    }

    private let content: Mutex<Content>
    private let rows = Promise<PieceRows?>()

    init(_ chunk: consuming ByteChunk, offset: Int, startsRow: Bool) {
        self.offset = offset
        self.startsRow = startsRow
        count = chunk.count
        content = Mutex(Content(memory: chunk.memory, start: chunk.start))
    }

    /// Passes the bytes to `body`.
    func share(_ body: (ArraySlice<UInt8>) -> Void) {
        body(content.withLock { $0.memory[$0.start...] })
    }

    // MARK: - The worker

    /// A window on the piece, which shares its memory. Nil if the assembler reads the piece itself.
    var window: ByteWindow? {
        content.withLock { content in
            content.memory.isEmpty ? nil : ByteWindow(ByteChunk(memory: content.memory, start: content.start), at: offset)
        }
    }

    /// Ends the work on the piece. `rows` is nil if they depend on other pieces. The worker must not use the memory any more.
    func finish(_ rows: PieceRows?) { self.rows.keep(rows) }

    // MARK: - The assembler

    /// Waits for the worker and returns the rows that it read.
    func waitForRows() -> PieceRows? { rows.wait() }

    /// Returns the bytes, and removes them from the piece.
    func takeChunk() -> ByteChunk {
        content.withLock { content in
            var memory: [UInt8] = []
            swap(&memory, &content.memory)
            return ByteChunk(memory: memory, start: content.start)
        }
    }
}
