/// A packed column of integers whose place in its bytes has been proved.
///
/// `init` checks every width and the sum of all lengths against the bytes that there are; from then on
/// no code can be read outside of them, whatever the bytes say.
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

    /// Fills `rows`, whose count is that of the column, with what `element` makes of each row and its integer, in order.
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

    /// Sound: `init` proved of the same bytes that the codes of all groups and the padding lie inside them. The last load begins at most in
    /// the last byte of a code and the padding is a whole word. Rows are counted up from 0 to the count of `rows`.
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
    /// The little-endian word at `offset`, which lies inside the span.
    func word(at offset: Int) -> Int64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return unsafe Int64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Int64.self))
    }
}
