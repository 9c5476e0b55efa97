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
    /// The integers to pack: the column or its differences.
    private let integers: [Int64]
    private let base: Int64
    private let scale: UInt64
    private let first: Int64
    private let widths: [UInt8]
    /// The size of the packed column including its header and padding.
    let byteCount: Int

    /// Returns the frame that packs `column` in the fewest bytes.
    static func shortest(_ column: [Int64], layout: Layout = .lanes) -> IntegerFrame {
        let plain = IntegerFrame(column, layout: layout, isDelta: false, first: 0)
        // No frame is shorter than that of a constant.
        guard let first = column.first, !plain.isConstant else { return plain }
        var differences = column
        for row in stride(from: column.count - 1, to: 0, by: -1) { differences[row] = column[row] &- column[row - 1] }
        differences[0] = column.count > 1 ? differences[1] : 0
        let delta = IntegerFrame(differences, layout: layout, isDelta: true, first: first &- differences[0])
        return delta.byteCount < plain.byteCount ? delta : plain
    }

    private init(_ integers: [Int64], layout: Layout, isDelta: Bool, first: Int64) {
        self.layout = layout
        self.isDelta = isDelta
        self.integers = integers
        self.first = first
        var base = integers.first ?? 0
        var different: Int64 = 0
        for integer in integers {
            base = min(base, integer)
            different |= integer ^ integers[0]
        }
        guard different != 0 else {
            (self.base, scale, widths) = (base, 1, Array(repeating: 0, count: IntegerFrame.groupCount(integers.count)))
            byteCount = IntegerFrame.headerSize + layout.padding + widths.count
            return
        }
        let scale = IntegerFrame.scale(integers, base)
        var widths: [UInt8] = []
        var size = IntegerFrame.headerSize + layout.padding
        for start in stride(from: 0, to: integers.count, by: IntegerFrame.groupSize) {
            let group = integers[start..<min(start + IntegerFrame.groupSize, integers.count)]
            let greatest = group.reduce(0) { max($0, UInt64(bitPattern: $1 &- base)) }
            let bits = 64 - (greatest / scale).leadingZeroBitCount
            let width = UInt8(bits > IntegerFrame.widestPacked ? 64 : bits)
            widths.append(width)
            size += 1 + layout.packedSize(group.count, width: Int(width))
        }
        self.base = base
        self.scale = scale
        self.widths = widths
        byteCount = size
    }

    /// True if all integers are equal.
    var isConstant: Bool { widths.allSatisfy { $0 == 0 } }

    /// Returns the greatest common divisor of the differences to `base`.
    private static func scale(_ integers: [Int64], _ base: Int64) -> UInt64 {
        var scale: UInt64 = 0
        var division = ExactDivision(by: 1)
        for integer in integers {
            let offset = UInt64(bitPattern: integer &- base)
            if scale != 0 && division.isMultiple(offset) { continue }
            scale = greatestCommonDivisor(scale, offset)
            if scale == 1 { break }
            if scale != 0 { division = ExactDivision(by: scale) }
        }
        return max(scale, 1)
    }

    static func groupCount(_ rows: Int) -> Int { (rows + groupSize - 1) / groupSize }

    /// Appends the packed column.
    func pack(into bytes: inout [UInt8]) {
        bytes.append(layout.rawValue | (isDelta ? 1 : 0))
        bytes.append(contentsOf: repeatElement(0, count: 7))
        bytes.appendWord(base)
        bytes.appendWord(scale)
        bytes.appendWord(first)
        bytes.append(contentsOf: widths)
        let divide = ExactDivision(by: scale)
        for (group, width) in widths.enumerated() where width > 0 {
            let rows = group * IntegerFrame.groupSize..<min((group + 1) * IntegerFrame.groupSize, integers.count)
            if layout.usesLanes(Int(width)) {
                LaneCodes.pack(rows, width: Int(width), into: &bytes) { divide(UInt64(bitPattern: integers[$0] &- base)) }
            } else {
                let codes = integers[rows].lazy.map { divide(UInt64(bitPattern: $0 &- base)) }
                IntegerFrame.appendStream(codes, width: Int(width), to: &bytes)
            }
        }
        bytes.append(contentsOf: repeatElement(0, count: layout.padding))
    }

    private static func appendStream(_ codes: some Collection<UInt64>, width: Int, to bytes: inout [UInt8]) {
        var word: UInt64 = 0
        var bits = 0
        for code in codes {
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
    /// The greatest quotient by the odd part. A number is a multiple of the odd part if its product is at most this.
    private let greatest: UInt64

    init(by divisor: UInt64) {
        shift = UInt64(divisor.trailingZeroBitCount)
        let odd = divisor >> shift
        var inverse = odd
        // Newton's iteration doubles the number of correct bits. An odd number starts with three.
        for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
        self.inverse = inverse
        greatest = .max / odd
    }

    func isMultiple(_ number: UInt64) -> Bool {
        // A number without the low bits that the shift removes.
        (number >> shift) << shift == number && (number >> shift) &* inverse <= greatest
    }

    func callAsFunction(_ multiple: UInt64) -> UInt64 { (multiple >> shift) &* inverse }
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while a != 0 { (a, b) = (b % a, a) }
    return b
}

extension [UInt8] {
    mutating func appendWord(_ word: some FixedWidthInteger) {
        for shift in stride(from: 0, to: word.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
