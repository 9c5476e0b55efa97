/// The part of a document that a reader looks at: it moves forward and counts lines.
///
/// Offsets are into ``bytes`` and hold until the next ``advance(keepingFrom:)``.
struct ByteWindow {
    private(set) var bytes: Bytes
    /// Bytes of the document before the window.
    private(set) var bytesBefore = 0
    /// Whether the window reaches to the end of the document.
    private(set) var isLast = false

    private var chunk: ByteChunk
    private let nextChunk: () -> ByteChunk?
    private var countedOffset = 0
    private var countedLine = 1

    /// A window on the chunks that `nextChunk` returns until it returns nil.
    init(nextChunk: @escaping () -> ByteChunk?) {
        self.nextChunk = nextChunk
        chunk = ByteChunk(headroom: 0, capacity: 0)
        bytes = chunk.bytes
    }

    /// Moves on by a chunk and returns true: what stood at `offset` and after it now stands at 0, and `offset` with it. At the end of the
    /// document nothing changes but ``isLast``.
    mutating func advance(keepingFrom offset: inout Int) -> Bool {
        guard !isLast else { return false }
        guard let next = nextChunk() else {
            isLast = true
            return false
        }
        countedLine = line(at: offset)
        countedOffset = 0
        bytesBefore += offset
        chunk = next.preceded(by: bytes.part(offset..<bytes.count))
        bytes = chunk.bytes
        offset = 0
        return true
    }

    /// Returns the number of the line that holds the byte at `offset`, the first being 1.
    ///
    /// - Complexity: O(distance from the last line asked for).
    mutating func line(at offset: Int) -> Int {
        if offset >= countedOffset {
            countedLine += lineEnds(in: countedOffset..<offset)
        } else {
            countedLine -= lineEnds(in: offset..<countedOffset)
        }
        countedOffset = offset
        return countedLine
    }

    private func lineEnds(in range: Range<Int>) -> Int {
        // Lines of an export have some hundred bytes, which `memchr` passes faster than a loop that looks at each.
        let part = bytes.part(range)
        var count = 0
        var next = part.offset(of: 0x0A)
        while let found = next {
            count += 1
            next = part.offset(of: 0x0A, from: found + 1)
        }
        return count
    }
}
