import Synchronization

/// Reads a document and cuts it into pieces, each of which usually starts with a row if the format has places for that.
struct PieceCutter {
    /// The room before the bytes of a chunk, for the rest of the chunk before.
    private static let headroom = 8 << 10

    let source: PrefixedBytes
    /// Returns the offset of the last place where a row probably starts. Nil if the document cannot be cut before a row.
    let lastRow: (@Sendable (Bytes) -> Int?)?
    /// The number of bytes to read at a time.
    let byteCount: Int
    let spare: SpareMemory

    /// Passes the pieces to `body` until it returns false.
    ///
    /// - Throws: the failure of the source, after all bytes before it.
    func forEachPiece(_ body: (Piece) -> Bool) throws(ReadFailure) {
        guard let expected = source.leaveChecksum() else {
            _ = try cut(body)
            return
        }
        // The thread that reads an archive is the slowest, so another one computes the checksum.
        let checksum = ChunkChecksum()
        defer { checksum.stop() }
        let isAtEnd = try cut { piece in
            piece.share { checksum.add($0) }
            return body(piece)
        }
        if isAtEnd { try expected.check(checksum.value()) }
    }

    /// - Returns: False if `body` returned false.
    private func cut(_ body: (Piece) -> Bool) throws(ReadFailure) -> Bool {
        var rest: [UInt8] = []
        var offset = 0
        var startsRow = false
        func pass(_ chunk: consuming ByteChunk) -> Bool {
            let piece = Piece(chunk, offset: offset, startsRow: startsRow)
            offset += piece.count
            return body(piece)
        }
        func passRest() -> Bool { rest.isEmpty || pass(ByteChunk(memory: rest, start: 0)) }
        while true {
            var chunk = ByteChunk(headroom: PieceCutter.headroom, capacity: byteCount, reusing: spare.take())
            do throws(ReadFailure) {
                guard try chunk.fill(from: source) else { return passRest() }
            } catch {
                _ = passRest()
                throw error
            }
            chunk.prepend(rest.span)
            var end: Int?
            if let lastRow { end = lastRow(chunk.memory.span.extracting(chunk.start..<chunk.memory.count)) }
            rest = end.map { chunk.removeBytes(from: chunk.start + $0) } ?? []
            guard pass(chunk) else { return false }
            startsRow = end != nil
        }
    }
}
