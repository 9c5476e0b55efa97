/// The packing of a column of integers: offsets from a base in a common unit, with the smallest number of bits for each group.
///
/// A code means `base + scale × code`. With `isDelta`, this is the difference to the previous row; the first row's difference is relative
/// to `first`. Otherwise, it is the row's integer. All arithmetic wraps, so every 64-bit column can be packed.
struct IntegerFrame {
    /// The number of rows with the same width. 256 rows of any width are whole bytes.
    static let groupSize = 256
    /// Wider codes take 64 bits. A shifted code then never extends beyond one 64-bit load.
    static let widestPacked = 56
    /// The number of bytes before the widths: the kind and three words.
    static let headerSize = 32

    /// The order of the codes in a group.
    enum Layout: UInt8 {
        /// One after the other. Blocks of format 1 have no other layout.
        case stream = 0
        /// Codes of at most 32 bits in lanes, wider ones as in `stream`.
        case lanes = 2

        /// The number of bytes after the codes that a load can read.
        var padding: Int { self == .stream ? 8 : LaneCodes.vectorSize }

        func usesLanes(_ width: Int) -> Bool { self == .lanes && width <= LaneCodes.greatestWidth }

        func packedSize(_ rows: Int, width: Int) -> Int {
            usesLanes(width) ? LaneCodes.packedSize(rows, width: width) : (rows * width + 7) / 8
        }
    }

    private let layout: Layout
    private let isDelta: Bool
    private let base: Int64
    private let scale: UInt64
    private let first: Int64
    private let widths: [UInt8]
    /// The size of the packed column including its header and padding.
    let byteCount: Int

    /// Returns the frame that packs `column` in the fewest bytes.
    static func shortest(_ column: Span<Int64>, layout: Layout = .lanes) -> IntegerFrame {
        let first = column.isEmpty ? 0 : column[0]
        let firstDifference = column.count > 1 ? column[1] &- first : 0
        var (different, differentDifference) = (Int64(0), Int64(0))
        var previous = first
        for row in column.indices.dropFirst() {
            let integer = column[row]
            different |= integer ^ first
            differentDifference |= (integer &- previous) ^ firstDifference
            previous = integer
        }
        // No frame is shorter than that of a constant.
        if different == 0 { return IntegerFrame(constant: first, rowCount: column.count, layout: layout) }
        let deltaFirst = first &- firstDifference
        if differentDifference == 0 {
            return IntegerFrame(constant: firstDifference, rowCount: column.count, layout: layout, isDelta: true, first: deltaFirst)
        }
        let (least, leastDifference) = leasts(of: column, firstDifference)
        let plain = IntegerFrame(measuring: column, from: least, isDelta: false, layout: layout, first: 0)
        let delta = IntegerFrame(measuring: column, from: leastDifference, isDelta: true, layout: layout, first: deltaFirst)
        return delta.byteCount < plain.byteCount ? delta : plain
    }

    /// Returns the least integer and the least difference.
    private static func leasts(of column: Span<Int64>, _ firstDifference: Int64) -> (integer: Int64, difference: Int64) {
        // Comparing two integers at a time takes longer with the instructions that every processor has. Places prevent that.
        var (place, differencePlace) = (0, 1)
        var (least, leastDifference) = (column[0], firstDifference)
        var previous = column[0]
        for row in column.indices.dropFirst() {
            let integer = column[row]
            let difference = integer &- previous
            if integer < least { (least, place) = (integer, row) }
            if difference < leastDifference { (leastDifference, differencePlace) = (difference, row) }
            previous = integer
        }
        return (column[place], column[differencePlace] &- column[differencePlace - 1])
    }

    /// True if all rows have the same integer or the same difference to the row before. No frame is shorter.
    var isConstant: Bool { byteCount == IntegerFrame.headerSize + layout.padding + widths.count }

    private init(constant base: Int64, rowCount: Int, layout: Layout, isDelta: Bool = false, first: Int64 = 0) {
        (self.base, self.layout, self.isDelta, self.first) = (base, layout, isDelta, first)
        scale = 1
        widths = Array(repeating: 0, count: IntegerFrame.groupCount(rowCount))
        byteCount = IntegerFrame.headerSize + layout.padding + widths.count
    }

    @inline(__always)
    private init(measuring column: Span<Int64>, from base: Int64, isDelta: Bool, layout: Layout, first: Int64) {
        (self.base, self.layout, self.isDelta, self.first) = (base, layout, isDelta, first)
        let (scale, codes) = IntegerFrame.measure(column, from: base, isDelta: isDelta)
        var size = IntegerFrame.headerSize + layout.padding
        var widths: [UInt8] = []
        widths.reserveCapacity(codes.count)
        for (group, code) in codes.enumerated() {
            let bits = 64 - code.leadingZeroBitCount
            let width = bits > IntegerFrame.widestPacked ? 64 : bits
            widths.append(UInt8(width))
            size += 1 + layout.packedSize(min(IntegerFrame.groupSize, column.count - group * IntegerFrame.groupSize), width: width)
        }
        (self.scale, self.widths, byteCount) = (scale, widths, size)
    }

    /// Returns the greatest common divisor of the offsets from `base`, which are not all 0, and for each group a number with as many bits
    /// as its greatest code.
    @inline(__always)
    private static func measure(_ column: Span<Int64>, from base: Int64, isDelta: Bool) -> (scale: UInt64, codes: [UInt64]) {
        func offset(_ row: Int) -> UInt64 { UInt64(bitPattern: (isDelta ? column[row] &- column[row - 1] : column[row]) &- base) }
        var scale: UInt64 = 0
        var division = ExactDivision(by: 1)
        var codes: [UInt64] = []
        codes.reserveCapacity(groupCount(column.count))
        while codes.count < groupCount(column.count) {
            let start = codes.count * groupSize
            // The first difference is also the second.
            let rows = max(start, isDelta ? 1 : 0)..<min(start + groupSize, column.count)
            var bits: UInt64 = 0
            if scale == 1 {
                for row in rows { bits |= offset(row) }
            } else {
                for row in rows { bits |= division.quotient(offset(row)) }
                if scale == 0 || bits > division.greatest {
                    // Perhaps an offset is not a multiple.
                    let found = divisor(of: rows, from: scale, offset)
                    guard found == scale else {
                        scale = found
                        division = ExactDivision(by: scale)
                        codes.removeAll(keepingCapacity: true)
                        continue
                    }
                }
            }
            codes.append(bits)
        }
        return (max(scale, 1), codes)
    }

    /// Returns the greatest common divisor of `scale` and the offsets of `rows`.
    @inline(__always)
    private static func divisor(of rows: Range<Int>, from scale: UInt64, _ offset: (_ row: Int) -> UInt64) -> UInt64 {
        var scale = scale
        var division = ExactDivision(by: max(scale, 1))
        for row in rows {
            let offset = offset(row)
            if scale != 0 && division.quotient(offset) <= division.greatest { continue }
            scale = greatestCommonDivisor(scale, offset)
            if scale == 1 { break }
            if scale != 0 { division = ExactDivision(by: scale) }
        }
        return scale
    }

    static func groupCount(_ rows: Int) -> Int { (rows + groupSize - 1) / groupSize }

    /// Appends `column`, whose frame this is.
    func pack(_ column: Span<Int64>, into bytes: inout [UInt8]) {
        bytes.append(layout.rawValue | (isDelta ? 1 : 0))
        bytes.append(contentsOf: repeatElement(0, count: 7))
        bytes.appendWord(base)
        bytes.appendWord(scale)
        bytes.appendWord(first)
        bytes.append(contentsOf: widths)
        if isDelta {
            let first = first
            packGroups(column.count, into: &bytes) { row in column[row] &- (row > 0 ? column[row - 1] : first) }
        } else {
            packGroups(column.count, into: &bytes) { row in column[row] }
        }
        bytes.append(contentsOf: repeatElement(0, count: layout.padding))
    }

    /// Appends the codes of rows.
    ///
    /// - Parameter integer: Returns the integer of a row that has a code.
    @inline(__always)
    private func packGroups(_ rowCount: Int, into bytes: inout [UInt8], _ integer: (_ row: Int) -> Int64) {
        let divide = ExactDivision(by: scale)
        let base = base
        for (group, width) in widths.enumerated() where width > 0 {
            let rows = group * IntegerFrame.groupSize..<min((group + 1) * IntegerFrame.groupSize, rowCount)
            if layout.usesLanes(Int(width)) {
                LaneCodes.pack(rows, width: Int(width), into: &bytes) { divide.exact(UInt64(bitPattern: integer($0) &- base)) }
            } else {
                IntegerFrame.appendStream(rows, width: Int(width), to: &bytes) { divide.exact(UInt64(bitPattern: integer($0) &- base)) }
            }
        }
    }

    @inline(__always)
    private static func appendStream(_ rows: Range<Int>, width: Int, to bytes: inout [UInt8], _ code: (_ row: Int) -> UInt64) {
        var word: UInt64 = 0
        var bits = 0
        for row in rows {
            let code = code(row)
            word |= code << UInt64(bits)
            bits += width
            guard bits >= 64 else { continue }
            bytes.appendWord(word)
            bits -= 64
            word = code >> UInt64(width - bits)
        }
        while bits > 0 {
            bytes.append(UInt8(truncatingIfNeeded: word))
            word >>= 8
            bits -= 8
        }
    }
}

/// Divides multiples of a number by this number: a shift, then a multiplication by the inverse of the odd part modulo 2^64.
private struct ExactDivision {
    private let shift: UInt64
    private let inverse: UInt64
    /// The greatest quotient of a multiple. All other numbers give a greater one.
    let greatest: UInt64

    init(by divisor: UInt64) {
        shift = UInt64(divisor.trailingZeroBitCount)
        let odd = divisor >> shift
        var inverse = odd
        // Newton's iteration doubles the number of correct bits. An odd number starts with three.
        for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
        self.inverse = inverse
        greatest = .max / divisor
    }

    /// Returns the quotient of a multiple, and a number above `greatest` for all others.
    @inline(__always)
    func quotient(_ number: UInt64) -> UInt64 {
        // The low bits of a number that is not a multiple of the power of two become the high bits.
        let product = number &* inverse
        return product >> shift | product << ((64 &- shift) & 63)
    }

    /// Returns the quotient of a multiple.
    @inline(__always)
    func exact(_ multiple: UInt64) -> UInt64 { (multiple >> shift) &* inverse }
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while a != 0 { (a, b) = (b % a, a) }
    return b
}

extension [UInt8] {
    /// Appends the bytes of a word, the lowest first.
    mutating func appendWord(_ word: some FixedWidthInteger) {
        // A shift of a generic type is several calls in code that is not optimized. A chunk of quarter hours has tens of thousands of words.
        var rest = UInt64(truncatingIfNeeded: word)
        var bits = word.bitWidth
        while bits > 0 {
            append(UInt8(rest & 0xFF))
            rest &>>= 8
            bits -= 8
        }
    }
}
