/// Bytes with a checksum: the checksum of all that follows, a format word, then the content.
enum SealedBytes {
    /// The offset of the content.
    static let start = 16

    /// Returns the content that `fill` appends, with its format and checksum.
    static func seal(_ format: Int64, _ fill: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 8)
        bytes.appendWord(format)
        fill(&bytes)
        var checksum: [UInt8] = []
        checksum.appendWord(Checksum.of(bytes.span.extracting(8..<bytes.count)))
        bytes.replaceSubrange(0..<8, with: checksum)
        return bytes
    }

    /// Throws if the bytes are damaged or in another format.
    static func check(_ bytes: Span<UInt8>, _ format: Int64) throws(BlockError) {
        guard bytes.count >= start else { throw .malformed }
        guard UInt64(bitPattern: bytes.word(at: 0)) == Checksum.of(bytes.extracting(8..<bytes.count)) else { throw .checksum }
        guard bytes.word(at: 8) == format else { throw .unknownFormat }
    }

    /// Appends a part after its length.
    static func append(_ part: [UInt8], to bytes: inout [UInt8]) {
        bytes.appendWord(Int64(part.count))
        bytes += part
    }

    /// Returns the place of the part after the length at `offset`. Nil if it is not in the bytes.
    static func part(_ bytes: Span<UInt8>, at offset: Int) -> Range<Int>? {
        guard offset + 8 <= bytes.count else { return nil }
        let length = bytes.word(at: offset)
        guard length >= 0, length <= bytes.count - offset - 8 else { return nil }
        return offset + 8..<offset + 8 + Int(length)
    }
}
