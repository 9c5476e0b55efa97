/// The packing of a group of codes in eight lanes, which vector instructions unpack eight at a time.
///
/// Row *r* of a group is in lane *r* mod 8. The codes of a lane follow each other in words of 32 bits, the lowest bits first. The words of
/// the eight lanes alternate: first word 0 of each lane, then word 1. Eight rows thus need the same shifts.
///
/// Source: the interleaved layout of A. Afroozeh and P. Boncz, "The FastLanes Compression Layout", VLDB 2023, with the rows in order.
enum LaneCodes {
    typealias Vector = SIMD8<UInt32>

    /// The widest code. A shifted code then never extends beyond the next word.
    static let greatestWidth = 32
    /// The number of bytes of a vector.
    static let vectorSize = 32

    static func packedSize(_ rows: Int, width: Int) -> Int { vectorCount(rows, width: width) * vectorSize }

    private static func vectorCount(_ rows: Int, width: Int) -> Int {
        let rowsPerLane = (rows + Vector.scalarCount - 1) / Vector.scalarCount
        return (rowsPerLane * width + 31) / 32
    }

    /// Appends the codes of `rows`, which have at most `width` bits, from 1 to 32.
    @inline(__always)
    static func pack(_ rows: Range<Int>, width: Int, into bytes: inout [UInt8], _ code: (_ row: Int) -> UInt64) {
        var words = Vector()
        var bit = 0
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Vector.scalarCount) {
            var codes = Vector()
            for lane in 0..<min(Vector.scalarCount, rows.upperBound - start) {
                codes[lane] = UInt32(truncatingIfNeeded: code(start + lane))
            }
            words |= codes &<< UInt32(bit)
            if bit + width >= 32 {
                append(words, to: &bytes)
                // The upper bits of the codes. A shift by 32 would not change them.
                words = bit == 0 ? Vector() : codes &>> UInt32(32 - bit)
            }
            bit = (bit + width) % 32
        }
        if bit > 0 { append(words, to: &bytes) }
    }

    private static func append(_ words: Vector, to bytes: inout [UInt8]) {
        for lane in words.indices { bytes.appendWord(words[lane]) }
    }
}
