/// The part of a document that a reader works on. It moves forward and counts lines.
///
/// Offsets refer to ``bytes`` and are valid until the next ``advance(keepingFrom:)``. Bytes before them
/// have been read already or are unused room.
struct ByteWindow: ~Copyable {
    private(set) var bytes: [UInt8] = []
    /// The difference between an offset in the document and the same offset in the window.
    private(set) var bytesBefore: Int
    /// The number of chunks so far. Offsets found before it changed are no longer valid.
    private(set) var chunkCount = 0
    /// True if the current chunk is the last one.
    private(set) var isLast = false

    private let nextChunk: () -> ByteChunk?
    private let giveBack: (_ memory: [UInt8]) -> Void
    /// The offset of the first byte.
    let start: Int
    private var countedOffset: Int
    private var countedLine = 1

    /// A window on the chunks that `nextChunk` returns until it returns nil. `giveBack` gets the memory of each finished chunk.
    init(giveBack: @escaping (_ memory: [UInt8]) -> Void = { _ in }, nextChunk: @escaping () -> ByteChunk?) {
        self.nextChunk = nextChunk
        self.giveBack = giveBack
        bytesBefore = 0
        start = 0
        countedOffset = 0
    }

    /// A window on a single chunk, which starts at `offset` in the document. Its lines count from 1.
    init(_ chunk: consuming ByteChunk, at offset: Int) {
        nextChunk = { nil }
        giveBack = { _ in }
        bytesBefore = offset - chunk.start
        start = chunk.start
        countedOffset = chunk.start
        swap(&bytes, &chunk.memory)
    }

    static var empty: ByteWindow { ByteWindow(ByteChunk(memory: [], start: 0), at: 0) }

    /// Returns the whole lines in the first `limit` bytes from `offset` on, or all bytes at the end of the document. Updates `offset`.
    mutating func bytesAhead(_ limit: Int, from offset: inout Int) -> [UInt8] {
        while bytes.count - offset < limit, advance(keepingFrom: &offset) {}
        let ahead = bytes[offset..<min(offset + limit, bytes.count)]
        guard ahead.count == limit, let end = ahead.lastIndex(of: 0x0A) else { return Array(ahead) }
        return Array(ahead[...end])
    }

    /// Moves forward by one chunk and keeps the byte at `offset` and all bytes after it. Updates `offset` to the byte's new offset.
    ///
    /// - Returns: false at the end of the document, where only ``isLast`` changes.
    mutating func advance(keepingFrom offset: inout Int) -> Bool {
        guard !isLast else { return false }
        guard let next = nextChunk() else {
            isLast = true
            return false
        }
        take(next, keepingFrom: &offset)
        return true
    }

    /// Moves to `next`, which follows the last chunk, and keeps the byte at `offset` and all bytes after it.
    mutating func take(_ next: consuming ByteChunk, keepingFrom offset: inout Int) {
        countedLine = line(at: offset)
        chunkCount += 1
        next.prepend(bytes.span.extracting(offset..<bytes.count))
        bytesBefore += offset - next.start
        offset = next.start
        countedOffset = offset
        swap(&bytes, &next.memory)
        giveBack(next.memory)
    }

    /// Moves past a chunk that was read elsewhere. The window must have been read to its end, at `offset`.
    mutating func pass(bytes count: Int, lineEnds: Int, from offset: inout Int) {
        countedLine = line(at: offset) + lineEnds
        bytesBefore += count
        countedOffset = offset
    }

    /// Returns the number, from 1, of the line that contains the byte at `offset`.
    ///
    /// - Complexity: O(distance from the offset of the last call).
    mutating func line(at offset: Int) -> Int {
        if offset >= countedOffset {
            countedLine += lineEnds(in: countedOffset..<offset)
        } else {
            countedLine -= lineEnds(in: offset..<countedOffset)
        }
        countedOffset = offset
        return countedLine
    }

    /// Notes that the line of the last call of ``line(at:)`` ends just before `offset`, which saves the search for its end.
    mutating func pass(lineBefore offset: Int) {
        countedLine += 1
        countedOffset = offset
    }

    /// Notes that the `count` lines from `start` on end just before `offset`, which saves the search for their ends.
    mutating func pass(lines count: Int, from start: Int, to offset: Int) {
        countedLine = line(at: start) + count
        countedOffset = offset
    }

    private func lineEnds(in range: Range<Int>) -> Int {
        // Lines of an export have a few hundred bytes. `memchr` is faster there than a loop over bytes.
        let part = bytes.span.extracting(range)
        var count = 0
        var next = part.offset(of: 0x0A)
        while let found = next {
            count += 1
            next = part.offset(of: 0x0A, from: found + 1)
        }
        return count
    }
}
