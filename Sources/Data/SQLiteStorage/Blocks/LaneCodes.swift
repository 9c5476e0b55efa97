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

    /// Appends codes of at most `width` bits, from 1 to 32.
    static func pack(_ codes: some Collection<UInt64>, width: Int, into bytes: inout [UInt8]) {
        // One more vector takes the upper bits of the last codes, which are zero.
        var words = [UInt32](repeating: 0, count: (vectorCount(codes.count, width: width) + 1) * Vector.scalarCount)
        for (row, code) in codes.enumerated() {
            let bit = row / Vector.scalarCount * width
            let word = bit / 32 * Vector.scalarCount + row % Vector.scalarCount
            let shifted = code << UInt64(bit % 32)
            words[word] |= UInt32(truncatingIfNeeded: shifted)
            words[word + Vector.scalarCount] |= UInt32(truncatingIfNeeded: shifted >> 32)
        }
        for word in words.dropLast(Vector.scalarCount) { bytes.appendWord(word) }
    }
}
