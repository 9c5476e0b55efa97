/// A 64-bit checksum that detects every change within one aligned word, including every flipped bit.
///
/// Each step is a bijection of the lane for a given word, and of the word for a given lane. Inputs that
/// differ in one word therefore have different results. Four lanes keep the multiplier busy.
package enum Checksum {
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var lanes = SIMD4<UInt64>(1, 2, 3, 4) &* SIMD4(repeating: multiplier)
        var offset = 0
        while offset + 32 <= bytes.count {
            let words = SIMD4(
                word(bytes, offset), word(bytes, offset + 8), word(bytes, offset + 16), word(bytes, offset + 24))
            lanes = step(lanes, words)
            offset += 32
        }
        var result = UInt64(bytes.count)
        for lane in 0..<4 { result = step(result, lanes[lane]) }
        while offset < bytes.count {
            result = step(result, UInt64(bytes[offset]))
            offset += 1
        }
        return result ^ (result >> 32)
    }

    private static func word(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        UInt64(bitPattern: bytes.word(at: offset))
    }

    private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* multiplier
        return mixed << 31 | mixed >> 33
    }

    private static func step(_ state: SIMD4<UInt64>, _ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
        let mixed = (state ^ words) &* SIMD4(repeating: multiplier)
        return mixed &<< 31 | mixed &>> 33
    }
}
