/// The part of a document that a reader looks at: it moves forward and counts lines.
///
/// Offsets are into ``bytes`` and hold until the next ``advance(keepingFrom:)``; what was passed, or never was, lies before them.
struct ByteWindow: ~Copyable {
    private(set) var bytes: [UInt8] = []
    /// How far the document's offsets are ahead of those of the window.
    private(set) var bytesBefore = 0
    /// Whether the window reaches to the end of the document.
    private(set) var isLast = false

    private let nextChunk: () -> ByteChunk?
    private let giveBack: (_ memory: [UInt8]) -> Void
    private var countedOffset = 0
    private var countedLine = 1

    /// A window on the chunks that `nextChunk` returns until it returns nil. `giveBack` gets the memory of each chunk that was passed.
    init(giveBack: @escaping (_ memory: [UInt8]) -> Void = { _ in }, nextChunk: @escaping () -> ByteChunk?) {
        self.nextChunk = nextChunk
        self.giveBack = giveBack
    }

    /// Moves on by a chunk and returns true: `offset` then is where what stood there stands now, and everything after it. At the end of
    /// the document nothing changes but ``isLast``.
    mutating func advance(keepingFrom offset: inout Int) -> Bool {
        guard !isLast else { return false }
        guard var next = nextChunk() else {
            isLast = true
            return false
        }
        countedLine = line(at: offset)
        next.prepend(bytes.span.extracting(offset..<bytes.count))
        bytesBefore += offset - next.start
        offset = next.start
        countedOffset = offset
        swap(&bytes, &next.memory)
        giveBack(next.memory)
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
