/// A packed column of integers whose place in its bytes has been proved.
///
/// `init` checks every width and the sum of all lengths against the bytes that there are; from then on
/// no code can be read outside of them, whatever the bytes say.
struct IntegerColumn {
    private let bytes: UnsafeRawBufferPointer
    private let rowCount: Int
    private let isDelta: Bool
    private let base: Int64
    private let scale: Int64
    private let first: Int64

    init(_ bytes: UnsafeRawBufferPointer, rowCount: Int) throws(BlockError) {
        let groupCount = IntegerFrame.groupCount(rowCount)
        guard bytes.count >= IntegerFrame.headerSize + groupCount + IntegerFrame.padding, bytes[0] <= 1 else { throw .malformed }
        var size = IntegerFrame.headerSize + groupCount + IntegerFrame.padding
        for group in 0..<groupCount {
            let width = bytes[IntegerFrame.headerSize + group]
            guard width <= IntegerFrame.widestPacked || width == 64 else { throw .malformed }
            size += IntegerFrame.packedSize(min(IntegerFrame.groupSize, rowCount - group * IntegerFrame.groupSize), width: width)
        }
        guard size == bytes.count else { throw .malformed }
        self.bytes = bytes
        self.rowCount = rowCount
        isDelta = bytes[0] == 1
        base = bytes.word(at: 8)
        scale = bytes.word(at: 16)
        first = bytes.word(at: 24)
    }

    /// Calls `emit` with each row and its value, in order.
    @inline(__always)
    func forEach(_ emit: (Int, Int64) -> Void) {
        if isDelta {
            var value = first
            codes { row, code in
                value &+= base &+ code &* scale
                emit(row, value)
            }
        } else {
            codes { row, code in emit(row, base &+ code &* scale) }
        }
    }

    @inline(__always)
    private func codes(_ emit: (Int, Int64) -> Void) {
        var offset = IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount)
        var row = 0
        var group = IntegerFrame.headerSize
        while row < rowCount {
            let end = min(row + IntegerFrame.groupSize, rowCount)
            let width = Int(bytes[group])
            let mask: UInt64 = width == 64 ? .max : (1 << UInt64(width)) &- 1
            let count = end - row
            if width == 0 {
                for index in 0..<count { emit(row &+ index, 0) }
            } else {
                // Sound: `init` proved that the codes of all groups and the padding lie inside `bytes`. The last load begins
                // at most in the last byte of a code and the padding is a whole word.
                let start = bytes.baseAddress.unsafelyUnwrapped + offset
                var bit = 0
                for index in 0..<count {
                    let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
                    emit(row &+ index, Int64(bitPattern: (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask))
                    bit &+= width
                }
            }
            offset += IntegerFrame.packedSize(count, width: UInt8(width))
            row = end
            group += 1
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The little-endian word at `offset`, which lies inside the buffer.
    func word(at offset: Int) -> Int64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return Int64(littleEndian: loadUnaligned(fromByteOffset: offset, as: Int64.self))
    }
}
