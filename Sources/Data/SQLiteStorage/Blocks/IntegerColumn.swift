/// A packed column of integers whose position in its bytes has been checked.
///
/// `init` checks every width and the sum of all lengths against the number of bytes. After that, codes are
/// never read outside the bytes, even if the bytes are invalid.
struct IntegerColumn {
    private let isDelta: Bool
    private let base: Int64
    private let scale: Int64
    private let first: Int64

    private init(_ bytes: Span<UInt8>, rowCount: Int) throws(BlockError) {
        let groupCount = IntegerFrame.groupCount(rowCount)
        guard bytes.count >= IntegerFrame.headerSize + groupCount + IntegerFrame.padding, bytes[0] <= 1 else { throw .malformed }
        var size = IntegerFrame.headerSize + groupCount + IntegerFrame.padding
        for group in 0..<groupCount {
            let width = bytes[IntegerFrame.headerSize + group]
            guard width <= IntegerFrame.widestPacked || width == 64 else { throw .malformed }
            size += IntegerFrame.packedSize(min(IntegerFrame.groupSize, rowCount - group * IntegerFrame.groupSize), width: width)
        }
        guard size == bytes.count else { throw .malformed }
        isDelta = bytes[0] == 1
        base = bytes.word(at: 8)
        scale = bytes.word(at: 16)
        first = bytes.word(at: 24)
    }

    /// Fills `rows`, which has the length of the column, with the result of `element` for each row and its integer, in order.
    @inline(__always)
    static func decode<Element: BitwiseCopyable>(
        _ bytes: Span<UInt8>, into rows: inout MutableSpan<Element>, _ element: (Int, Int64) -> Element
    ) throws(BlockError) {
        let column = try IntegerColumn(bytes, rowCount: rows.count)
        let (base, scale) = (column.base, column.scale)
        if column.isDelta {
            var value = column.first
            unpack(bytes, into: &rows) { row, code in
                value &+= base &+ code &* scale
                return element(row, value)
            }
        } else {
            unpack(bytes, into: &rows) { row, code in element(row, base &+ code &* scale) }
        }
    }

    /// This is safe: `init` checked for the same bytes that all codes and the padding are inside them. The last load starts at the latest
    /// in the last byte of a code, and the padding is a whole word. Rows count from 0 to the number of `rows`.
    @inline(__always)
    private static func unpack<Element: BitwiseCopyable>(
        _ bytes: Span<UInt8>, into rows: inout MutableSpan<Element>, _ element: (Int, Int64) -> Element
    ) {
        let rowCount = rows.count
        var offset = IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount)
        var row = 0
        var group = IntegerFrame.headerSize
        while row < rowCount {
            let count = min(IntegerFrame.groupSize, rowCount - row)
            let width = Int(bytes[group])
            let mask: UInt64 = width == 64 ? .max : (1 << UInt64(width)) &- 1
            if width == 0 {
                for index in row..<row + count { unsafe rows[unchecked: index] = element(index, 0) }
            } else {
                let codes = unsafe bytes.bytes
                var bit = offset &* 8
                for index in row..<row + count {
                    let word = unsafe UInt64(littleEndian: codes.unsafeLoadUnaligned(fromUncheckedByteOffset: bit &>> 3, as: UInt64.self))
                    unsafe rows[unchecked: index] = element(index, Int64(bitPattern: (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask))
                    bit &+= width
                }
            }
            offset += IntegerFrame.packedSize(count, width: UInt8(width))
            row += count
            group += 1
        }
    }
}

extension Span<UInt8> {
    /// Returns the little-endian word at `offset`, which must be inside the span.
    func word(at offset: Int) -> Int64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return unsafe Int64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Int64.self))
    }
}
