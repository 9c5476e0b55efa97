/// A packed column of integers whose position in its bytes has been checked.
///
/// `init` checks every width and the sum of all lengths against the number of bytes. After that, codes are
/// never read outside the bytes, even if the bytes are invalid.
struct IntegerColumn {
    private let layout: IntegerFrame.Layout
    private let isDelta: Bool
    private let base: Int64
    private let scale: Int64
    private let first: Int64

    private init(_ bytes: Span<UInt8>, rowCount: Int) throws(BlockError) {
        let groupCount = IntegerFrame.groupCount(rowCount)
        guard bytes.count >= IntegerFrame.headerSize + groupCount, let layout = IntegerFrame.Layout(rawValue: bytes[0] & ~1) else {
            throw .malformed
        }
        var size = IntegerFrame.headerSize + groupCount + layout.padding
        for group in 0..<groupCount {
            let width = Int(bytes[IntegerFrame.headerSize + group])
            guard width <= IntegerFrame.widestPacked || width == 64 else { throw .malformed }
            size += layout.packedSize(min(IntegerFrame.groupSize, rowCount - group * IntegerFrame.groupSize), width: width)
        }
        guard size == bytes.count else { throw .malformed }
        self.layout = layout
        isDelta = bytes[0] & 1 == 1
        base = bytes.word(at: 8)
        scale = bytes.word(at: 16)
        first = bytes.word(at: 24)
    }

    /// Returns the integer that all rows have; nil if the codes have bits.
    static func constant(_ bytes: Span<UInt8>, rowCount: Int) throws(BlockError) -> Int64? {
        let column = try IntegerColumn(bytes, rowCount: rowCount)
        let widths = bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount))
        return !column.isDelta && widths.hasNoByte(above: 0) ? column.base : nil
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
            column.unpack(bytes, into: &rows) { row, code in
                value &+= base &+ code &* scale
                return element(row, value)
            }
        } else {
            column.unpack(bytes, into: &rows) { row, code in element(row, base &+ code &* scale) }
        }
    }

    /// Fills `rows`, which has the length of the column, with the column's integers if their differences show that they ascend.
    ///
    /// - Returns: False, and fills nothing, if the differences do not show it.
    static func decodeAscending(_ bytes: Span<UInt8>, into rows: inout MutableSpan<Int64>) throws(BlockError) -> Bool {
        let column = try IntegerColumn(bytes, rowCount: rows.count)
        // Then no difference is negative or exceeds 2^41, so that the sum of 2^20 of them does not overflow.
        guard column.isDelta, column.layout == .lanes, 0...1 << 40 ~= column.base, 0...1 << 8 ~= column.scale, rows.count <= 1 << 20,
            column.first.magnitude < 1 << 61, column.hasOnlyLanes(bytes, rowCount: rows.count)
        else { return false }
        let (base, scale) = (column.base, column.scale)
        var value = column.first
        if base == 0, scale == 1 {
            column.unpack(bytes, into: &rows) { _, code in
                value &+= code
                return value
            }
        } else {
            column.unpack(bytes, into: &rows) { _, code in
                value &+= base &+ code &* scale
                return value
            }
        }
        return true
    }

    /// True if all codes are in lanes, which have at most 32 bits.
    private func hasOnlyLanes(_ bytes: Span<UInt8>, rowCount: Int) -> Bool {
        let widths = bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount))
        return widths.hasNoByte(above: UInt8(LaneCodes.greatestWidth))
    }

    /// Fills `rows`, which has the length of the column, with the column's integers as doubles.
    ///
    /// Integers of 2^53 and more are rounded, as by `Double.init`.
    static func decode(_ bytes: Span<UInt8>, into rows: inout MutableSpan<Double>) throws(BlockError) {
        let column = try IntegerColumn(bytes, rowCount: rows.count)
        // Then both terms of the sum, and the sum, are integers below 2^53, which doubles have exactly. Vectors can compute them.
        guard !column.isDelta, column.layout == .lanes, column.base.magnitude <= 1 << 52, 0...1 << 20 ~= column.scale,
            bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rows.count)).hasNoByte(above: 31)
        else { return try decode(bytes, into: &rows) { _, integer in Double(integer) } }
        let (base, scale) = (Double(column.base), Double(column.scale))
        column.unpack(bytes, into: &rows) { _, code in base + scale * Double(Int32(truncatingIfNeeded: code)) }
    }

    /// This is safe: `init` checked for the same bytes that all codes and the padding are inside them. The last load starts at the latest
    /// in the last byte of a code, and the padding is as long as a load. Rows count from 0 to the number of `rows`.
    @inline(__always)
    private func unpack<Element: BitwiseCopyable>(
        _ bytes: Span<UInt8>, into rows: inout MutableSpan<Element>, _ element: (Int, Int64) -> Element
    ) {
        let rowCount = rows.count
        var offset = IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount)
        var row = 0
        var group = IntegerFrame.headerSize
        var vectors = [LaneCodes.Vector](repeating: .zero, count: IntegerFrame.groupSize / LaneCodes.Vector.scalarCount)
        while row < rowCount {
            let count = min(IntegerFrame.groupSize, rowCount - row)
            let width = Int(bytes[group])
            let codes = unsafe bytes.bytes
            if width == 0 {
                for index in row..<row + count { unsafe rows[unchecked: index] = element(index, 0) }
            } else if layout.usesLanes(width) {
                IntegerColumn.unpackLanes(codes, at: offset, width: width, count: count, into: &vectors)
                let unpacked = unsafe vectors.span.bytes
                for index in 0..<count {
                    let code = unsafe unpacked.unsafeLoad(fromUncheckedByteOffset: index &* 4, as: UInt32.self)
                    unsafe rows[unchecked: row &+ index] = element(row &+ index, Int64(code))
                }
            } else {
                let mask: UInt64 = width == 64 ? .max : (1 << UInt64(width)) &- 1
                var bit = offset &* 8
                for index in row..<row + count {
                    let word = unsafe UInt64(littleEndian: codes.unsafeLoadUnaligned(fromUncheckedByteOffset: bit &>> 3, as: UInt64.self))
                    unsafe rows[unchecked: index] = element(index, Int64(bitPattern: (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask))
                    bit &+= width
                }
            }
            offset += layout.packedSize(count, width: width)
            row += count
            group += 1
        }
    }

    /// Unpacks the codes of a group, eight at a time. The last ones may be meaningless if `count` is not a multiple of eight.
    private static func unpackLanes(
        _ codes: RawSpan, at offset: Int, width: Int, count: Int, into vectors: inout [LaneCodes.Vector]
    ) {
        let mask = LaneCodes.Vector(repeating: UInt32(truncatingIfNeeded: (1 << width) &- 1))
        var target = vectors.mutableSpan
        var bit = 0
        for index in 0..<(count + LaneCodes.Vector.scalarCount - 1) / LaneCodes.Vector.scalarCount {
            let place = offset &+ (bit &>> 5) &* LaneCodes.vectorSize
            let shift = UInt32(truncatingIfNeeded: bit & 31)
            let low = unsafe codes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: LaneCodes.Vector.self)
            let high = unsafe codes.unsafeLoadUnaligned(fromUncheckedByteOffset: place &+ LaneCodes.vectorSize, as: LaneCodes.Vector.self)
            // Two shifts, because one by 32 is one by 0.
            let upper = (high &<< LaneCodes.Vector(repeating: 1)) &<< LaneCodes.Vector(repeating: 31 &- shift)
            unsafe target[unchecked: index] = ((low &>> LaneCodes.Vector(repeating: shift)) | upper) & mask
            bit &+= width
        }
    }
}

extension Span<UInt8> {
    fileprivate func hasNoByte(above greatest: UInt8) -> Bool { !indices.contains { self[$0] > greatest } }

    /// Returns the little-endian word at `offset`, which must be inside the span.
    func word(at offset: Int) -> Int64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return unsafe Int64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Int64.self))
    }
}
