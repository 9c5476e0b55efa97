/// Text for programs as UTF-8 bytes. It grows by words of eight bytes and leaves in large pieces.
///
/// The first byte of a text that is stored as a word is in the lowest bits. The next text overwrites the bytes after this one.
struct TextBuffer {
    private var bytes: [UInt8]
    private(set) var count = 0

    /// - Parameter capacity: the bytes that fit before the buffer grows.
    init(capacity: Int = RenderOptions.chunkBytes + 4096) { bytes = Array(repeating: 0, count: capacity) }

    /// Passes the text to `write` and removes it, if there are at least `limit` bytes.
    mutating func pass(to write: (ArraySlice<UInt8>) throws -> Void, ifAtLeast limit: Int = RenderOptions.chunkBytes) rethrows {
        guard count >= limit else { return }
        try write(bytes[..<count])
        count = 0
    }

    /// Appends the first `length` bytes of a word.
    @inline(__always)
    mutating func append(_ word: UInt64, length: Int) {
        makeRoom(8)
        let start = count
        var span = bytes.mutableSpan
        span.put(word, at: start)
        count = start + length
    }

    /// Appends the first `length` bytes of several words.
    @inline(__always)
    mutating func append<let size: Int>(_ words: InlineArray<size, UInt64>, length: Int) {
        makeRoom(size * 8)
        let start = count
        var span = bytes.mutableSpan
        span.put(words, at: start)
        count = start + length
    }

    @inline(__always)
    mutating func append(_ packed: PackedText) {
        makeRoom(packed.room)
        let start = count
        var span = bytes.mutableSpan
        count = span.put(packed, at: start)
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

    @inline(__always)
    private mutating func makeRoom(_ length: Int) {
        if count + length > bytes.count { grow(by: length) }
    }

    @inline(never)
    private mutating func grow(by length: Int) {
        bytes += Array(repeating: 0, count: max(length, bytes.count))
    }
}
