/// How a column of integers is packed: offsets from a base, in a common unit, group by group in as few bits as the group needs.
///
/// Stands for `base + scale × code` for each row, or with `isDelta` for the difference to the row
/// before; the first row's difference is taken to `first`. All arithmetic wraps, so any 64-bit column has a frame.
struct IntegerFrame {
    /// Rows that share a width. 256 rows times any width are whole bytes.
    static let groupSize = 256
    /// Codes wider than this are kept in 64 bits: a shifted code then never spans more than one 64-bit load.
    static let widestPacked = 56
    /// The bytes before the widths: kind, three words.
    static let headerSize = 32
    /// Bytes after the codes that a 64-bit load may touch.
    static let padding = 8

    var isDelta: Bool
    var base: Int64
    var scale: UInt64
    var first: Int64
    var widths: [UInt8]
    var rowCount: Int

    /// The frame that packs `column` into the fewest bytes.
    init(_ column: [Int64]) {
        let plain = IntegerFrame(column, isDelta: false)
        let delta = IntegerFrame(column, isDelta: true)
        self = delta.byteCount < plain.byteCount ? delta : plain
    }

    init(_ column: [Int64], isDelta: Bool) {
        self.isDelta = isDelta
        rowCount = column.count
        first = isDelta ? column.first ?? 0 : 0
        base = IntegerFrame.reduce(column, isDelta, first: first, Int64.max) { min($0, $1) }
        if column.isEmpty { base = 0 }
        let base = base
        scale = IntegerFrame.reduce(column, isDelta, first: first, UInt64(0)) { divisor, value in
            divisor == 1 ? 1 : greatestCommonDivisor(divisor, UInt64(bitPattern: value &- base))
        }
        if scale == 0 { scale = 1 }
        widths = []
        widths.reserveCapacity(IntegerFrame.groupCount(column.count))
        var previous = first
        var row = 0
        while row < column.count {
            let end = min(row + IntegerFrame.groupSize, column.count)
            var greatest: UInt64 = 0
            for value in column[row..<end] {
                greatest = max(greatest, UInt64(bitPattern: (isDelta ? value &- previous : value) &- base))
                previous = value
            }
            let width = 64 - (greatest / scale).leadingZeroBitCount
            widths.append(UInt8(width > IntegerFrame.widestPacked ? 64 : width))
            row = end
        }
    }

    private static func reduce<Result>(
        _ column: [Int64], _ isDelta: Bool, first: Int64, _ initial: Result, _ step: (Result, Int64) -> Result
    ) -> Result {
        var result = initial
        var previous = first
        for value in column {
            result = step(result, isDelta ? value &- previous : value)
            previous = value
        }
        return result
    }

    static func groupCount(_ rows: Int) -> Int { (rows + groupSize - 1) / groupSize }

    static func packedSize(_ rows: Int, width: UInt8) -> Int { (rows * Int(width) + 7) / 8 }

    /// The size of the packed column with its header and padding.
    var byteCount: Int {
        var size = IntegerFrame.headerSize + widths.count + IntegerFrame.padding
        for (group, width) in widths.enumerated() {
            size += IntegerFrame.packedSize(min(IntegerFrame.groupSize, rowCount - group * IntegerFrame.groupSize), width: width)
        }
        return size
    }

    /// Appends the packed `column`, which is the one that the frame was made for.
    func pack(_ column: [Int64], into bytes: inout [UInt8]) {
        bytes.append(isDelta ? 1 : 0)
        bytes.append(contentsOf: repeatElement(0, count: 7))
        bytes.appendWord(UInt64(bitPattern: base))
        bytes.appendWord(scale)
        bytes.appendWord(UInt64(bitPattern: first))
        bytes.append(contentsOf: widths)
        var offset = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: byteCount - IntegerFrame.headerSize - widths.count))
        let divide = ExactDivision(by: scale)
        bytes.withUnsafeMutableBytes { target in
            var previous = first
            for (group, width) in widths.enumerated() {
                let rows = group * IntegerFrame.groupSize..<min((group + 1) * IntegerFrame.groupSize, rowCount)
                var bit = 0
                for row in rows where width > 0 || isDelta {
                    let code = divide(UInt64(bitPattern: (isDelta ? column[row] &- previous : column[row]) &- base))
                    previous = column[row]
                    guard width > 0 else { continue }
                    // In bounds: the padding stands behind the last code, and a code of at most 56 bits with its shift of at most 7 fits a word.
                    let place = offset + bit >> 3
                    let word = UInt64(littleEndian: target.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                    target.storeBytes(of: (word | code << UInt64(bit & 7)).littleEndian, toByteOffset: place, as: UInt64.self)
                    bit += Int(width)
                }
                offset += IntegerFrame.packedSize(rows.count, width: width)
            }
        }
    }
}

/// Division of multiples of a number by that number, as a shift and a multiplication by the odd part's inverse modulo 2^64.
private struct ExactDivision {
    private let shift: UInt64
    private let inverse: UInt64

    init(by divisor: UInt64) {
        shift = UInt64(divisor.trailingZeroBitCount)
        let odd = divisor >> shift
        var inverse = odd
        // Newton's iteration doubles the correct bits, of which an odd number itself has three.
        for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
        self.inverse = inverse
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
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
    }
}
