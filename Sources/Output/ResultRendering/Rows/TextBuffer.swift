/// Text for programs as UTF-8 bytes. It grows by words of eight bytes and leaves in large pieces.
///
/// A text that is stored as a word has its first byte in the lowest bits. The bytes behind its length are overwritten by the next text.
struct TextBuffer {
    private var bytes: [UInt8]
    private(set) var count = 0

    /// - Parameter capacity: the bytes that fit before the buffer grows.
    init(capacity: Int = RenderOptions.chunkBytes + 4096) { bytes = Array(repeating: 0, count: capacity) }

    /// The text so far.
    var text: String { String(decoding: bytes[..<count], as: UTF8.self) }

    /// Passes the text to `write` and removes it, if there are at least `limit` bytes.
    mutating func pass(to write: (String) throws -> Void, ifAtLeast limit: Int = RenderOptions.chunkBytes) rethrows {
        guard count >= limit else { return }
        try write(text)
        count = 0
    }

    /// Appends the first `length` bytes of a word.
    @inline(__always)
    mutating func append(_ word: UInt64, length: Int) {
        makeRoom(8)
        let start = count
        var span = bytes.mutableSpan
        Self.store(word, at: start, in: &span)
        count = start + length
    }

    /// Appends the first `length` bytes of several words.
    @inline(__always)
    mutating func append<let size: Int>(_ words: InlineArray<size, UInt64>, length: Int) {
        makeRoom(size * 8)
        let start = count
        var span = bytes.mutableSpan
        for index in 0..<size { Self.store(words[index], at: start + index * 8, in: &span) }
        count = start + length
    }

    /// Appends an ASCII character.
    @inline(__always)
    mutating func append(_ character: Unicode.Scalar) { append(UInt64(UInt8(ascii: character)), length: 1) }

    @inline(__always)
    mutating func append(_ packed: PackedText) {
        guard packed.length > 8 else { return append(packed.first, length: packed.length) }
        appendLong(packed)
    }

    private mutating func appendLong(_ packed: PackedText) {
        makeRoom(packed.words.count * 8)
        let start = count
        var span = bytes.mutableSpan
        for index in packed.words.indices { Self.store(packed.words[index], at: start + index * 8, in: &span) }
        count = start + packed.length
    }

    mutating func append(_ text: String) {
        let utf8 = text.utf8
        makeRoom(utf8.count)
        var position = count
        var span = bytes.mutableSpan
        for byte in utf8 {
            span[position] = byte
            position += 1
        }
        count = position
    }

    /// Appends `text` if it is printable ASCII, of which each byte takes one cell. Returns false for any other text.
    mutating func append(plain text: String) -> Bool {
        let utf8 = text.utf8
        makeRoom(utf8.count)
        var position = count
        var span = bytes.mutableSpan
        for byte in utf8 {
            guard 0x20..<0x7F ~= byte else { return false }
            span[position] = byte
            position += 1
        }
        count = position
        return true
    }

    // MARK: Lines

    /// Appends a number of spaces.
    @inline(__always)
    mutating func append(blanks: Int) {
        var rest = blanks
        while rest > 0 {
            append(Self.blanks, length: min(rest, 8))
            rest -= 8
        }
    }

    /// Removes all bytes after the first `length`.
    mutating func cut(to length: Int) { count = length }

    /// Removes the spaces at the end, but none of the first `length` bytes.
    mutating func dropBlanks(downTo length: Int) {
        while count > length, bytes[count - 1] == UInt8(ascii: " ") { count -= 1 }
    }

    private static let blanks: UInt64 = 0x2020_2020_2020_2020

    /// Stores eight bytes. The compiler makes one instruction of the loop.
    @inline(__always)
    private static func store(_ word: UInt64, at position: Int, in span: inout MutableSpan<UInt8>) {
        var eight = span._mutatingExtracting(position..<position + 8)
        for index in 0..<8 { eight[index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8)) }
    }

    @inline(__always)
    private mutating func makeRoom(_ length: Int) {
        if count + length > bytes.count { grow(by: length) }
    }

    @inline(never)
    private mutating func grow(by length: Int) {
        bytes += Array(repeating: 0, count: max(length, bytes.count))
    }
}

/// A text as words of eight bytes, for a buffer that often gets the same text.
struct PackedText {
    /// The first eight bytes, which are the whole of most texts.
    let first: UInt64
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
        self.words = words
        self.length = length
    }
}
