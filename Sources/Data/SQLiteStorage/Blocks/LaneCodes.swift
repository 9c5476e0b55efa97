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
        let start = bytes.count
        let size = packedSize(rows.count, width: width)
        bytes.append(addingCapacity: size) { $0.append(repeating: 0, count: size) }
        var target = bytes.mutableSpan
        var place = start
        var words = Vector()
        var bit = 0
        var row = rows.lowerBound
        while row < rows.upperBound {
            var codes = Vector()
            if rows.upperBound - row >= Vector.scalarCount {
                // A loop over the lanes would write them to memory one by one.
                codes = Vector(
                    low(code(row)), low(code(row + 1)), low(code(row + 2)), low(code(row + 3)),
                    low(code(row + 4)), low(code(row + 5)), low(code(row + 6)), low(code(row + 7)))
            } else {
                for lane in 0..<rows.upperBound - row { codes[lane] = low(code(row + lane)) }
            }
            words |= codes &<< Vector(repeating: UInt32(bit))
            if bit + width >= 32 {
                target.store(words, at: place)
                place += vectorSize
                // The upper bits of the codes. A shift by 32 would not change them.
                words = bit == 0 ? Vector() : codes &>> Vector(repeating: UInt32(32 - bit))
            }
            bit = (bit + width) % 32
            row += Vector.scalarCount
        }
        if bit > 0 { target.store(words, at: place) }
    }

    private static func low(_ code: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: code) }
}
