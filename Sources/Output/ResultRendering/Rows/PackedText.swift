/// A text as words of eight bytes, for output that often gets the same text.
struct PackedText {
    /// The first eight bytes, which are the whole of most texts, and the next eight.
    let first: UInt64
    let second: UInt64
    let words: [UInt64]
    /// The length in bytes.
    let length: Int

    init(_ text: some StringProtocol) {
        var words: [UInt64] = []
        var length = 0
        for byte in text.utf8 {
            if length % 8 == 0 { words.append(0) }
            words[words.count - 1] |= UInt64(byte) << UInt64(length % 8 * 8)
            length += 1
        }
        first = words.first ?? 0
        second = words.dropFirst().first ?? 0
        self.words = words
        self.length = length
    }

    /// The number of bytes that writing the text may overwrite.
    var room: Int { max(words.count, 2) * 8 }
}

/// Text in words of eight bytes. The first byte is in the lowest bits of a word. The next text overwrites the bytes after this one.
extension MutableSpan where Element == UInt8 {
    /// Stores eight bytes. The compiler makes one instruction of the loop, but not of two loops over one extracted part.
    @inline(__always)
    mutating func put(_ word: UInt64, at position: Int) {
        var eight = _mutatingExtracting(position..<position &+ 8)
        for index in 0..<8 { eight[index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8)) }
    }

    @inline(__always)
    mutating func put<let size: Int>(_ words: InlineArray<size, UInt64>, at position: Int) {
        for index in 0..<size { put(words[index], at: position &+ index &* 8) }
    }

    /// Stores a text and returns the position after it.
    @inline(__always)
    mutating func put(_ packed: PackedText, at position: Int) -> Int {
        put(packed.first, at: position)
        if packed.length > 8 { putRest(of: packed, at: position) }
        return position &+ packed.length
    }

    @inline(__always)
    private mutating func putRest(of packed: PackedText, at position: Int) {
        put(packed.second, at: position &+ 8)
        if packed.length > 16 { putLong(packed, at: position) }
    }

    @inline(never)
    private mutating func putLong(_ packed: PackedText, at position: Int) {
        for index in packed.words.indices { put(packed.words[index], at: position + index * 8) }
    }
}
