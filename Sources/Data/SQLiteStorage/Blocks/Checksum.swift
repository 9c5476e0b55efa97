/// A 64-bit checksum that detects every change within one aligned word, including every flipped bit.
///
/// Each step is a bijection of the lane for a given word, and of the word for a given lane. Inputs that
/// differ in one word therefore have different results. Four lanes keep the multiplier busy.
package enum Checksum {
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        // Processors multiply words of 64 bits one by one, so vectors would be slower.
        var (first, second, third, fourth) = (multiplier, multiplier &* 2, multiplier &* 3, multiplier &* 4)
        var offset = 0
        while offset + 32 <= bytes.count {
            first = step(first, word(bytes, offset))
            second = step(second, word(bytes, offset + 8))
            third = step(third, word(bytes, offset + 16))
            fourth = step(fourth, word(bytes, offset + 24))
            offset += 32
        }
        var result = UInt64(bytes.count)
        for lane in [first, second, third, fourth] { result = step(result, lane) }
        while offset < bytes.count {
            result = step(result, UInt64(bytes[offset]))
            offset += 1
        }
        return result ^ (result >> 32)
    }

    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        UInt64(bitPattern: bytes.word(at: offset))
    }

    @inline(__always)
    private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* multiplier
        return mixed << 31 | mixed >> 33
    }
}
