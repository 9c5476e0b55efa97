import Synchronization

/// Reads a document and cuts it into pieces, each of which usually starts with a row.
struct PieceCutter {
    /// The room before the bytes of a chunk, for the rest of the chunk before.
    private static let headroom = 8 << 10

    let source: PrefixedBytes
    let kind: FileKind
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
            let end = lastRow(in: chunk.memory.span.extracting(chunk.start..<chunk.memory.count))
            rest = end.map { chunk.removeBytes(from: chunk.start + $0) } ?? []
            guard pass(chunk) else { return false }
            startsRow = end != nil
        }
    }

    // MARK: - Places to cut

    /// Returns the offset of the last line that probably starts a row. Nil if there is none after the first byte.
    private func lastRow(in bytes: Bytes) -> Int? {
        var index = bytes.count
        while index > 0 {
            index -= 1
            guard bytes[index] == 0x0A else { continue }
            switch kind {
            case .table, .jsonLines: return index + 1
            case .appleExport, .zip, .other:
                if PieceCutter.startsElement(bytes, at: index + 1) { return index + 1 }
            }
        }
        return nil
    }

    /// Returns true if the line at `start` begins with an element that is usually at top level.
    private static func startsElement(_ bytes: Bytes, at start: Int) -> Bool {
        var index = start
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return bytes.starts(with: "<Record ", at: index) || bytes.starts(with: "<Workout ", at: index)
            || bytes.starts(with: "<Correlation ", at: index) || bytes.starts(with: "<ActivitySummary ", at: index)
    }
}
