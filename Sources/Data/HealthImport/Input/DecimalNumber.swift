import HealthModel

/// Reads decimal numbers from bytes and rounds each to the nearest double.
package enum DecimalNumber {
    /// Returns the number in `text`, such as `12`, `-0.5` or `1.2e-5`. Nil for any other text, including nan, inf and hexadecimal
    /// digits, and for numbers whose sums could leave the range of a double.
    package static func read(_ text: Bytes) -> Double? {
        var index = 0
        var isNegative = false
        if let sign = text.isEmpty ? nil : text[0], sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            index = 1
        }
        // The digits as a whole number, without the point. It has room for at most 19 digits.
        var digits: UInt64 = 0
        var digitCount = 0
        var exponent = 0
        let digitsStart = index
        var point: Int?
        while index < text.count {
            let byte = text[index]
            if byte.isDigit {
                if digits > 0 || byte > 0x30 { digitCount += 1 }
                digits = digits &* 10 &+ UInt64(byte &- 0x30)
            } else if byte == UInt8(ascii: "."), point == nil {
                point = index
            } else {
                break
            }
            index += 1
        }
        guard index - digitsStart > (point == nil ? 0 : 1) else { return nil }
        if let point { exponent = point + 1 - index }
        if index < text.count {
            guard text[index] | 0x20 == UInt8(ascii: "e"), let scientific = readExponent(text, from: index + 1) else { return nil }
            exponent += scientific
        }
        if digitCount <= 19, let magnitude = scale(digits, exponent) { return isNegative ? -magnitude : magnitude }
        // The syntax has been checked, so this only converts long and extreme numbers.
        guard let value = Double(text.text), abs(value) <= SampleBatch.greatestValue else { return nil }
        return value
    }

    /// Reads the number at `index` of `text` and moves past it. At least `limit` bytes must follow, and the number must end within them.
    @inline(__always)
    static func read(_ text: Bytes, at index: inout Int, limit: Int) -> Double? {
        // Eight bytes without the bits that all digits have. A byte that is not a digit gets its highest bit.
        let digits = UInt64(littleEndian: text.word(at: index)) ^ 0x3030_3030_3030_3030
        let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
        let count = others.trailingZeroBitCount / 8
        let next = text[index + count]
        if count > 0, count < 8, !next.continuesNumber {
            // The digits as the last ones of eight. Then two, four and eight of them become one number.
            let eight = digits << UInt64(64 - 8 * count)
            let pairs = eight &* 10 &+ (eight >> 8)
            let mask: UInt64 = 0x0000_00FF_0000_00FF
            let left = (pairs & mask) &* 0x000F_4240_0000_0064
            let right = ((pairs >> 16) & mask) &* 0x0000_2710_0000_0001
            index += count
            return Double((left &+ right) >> 32)
        }
        var end = index
        while end < index + limit, text[end].isDigit || text[end].continuesNumber { end += 1 }
        guard end < index + limit, let number = read(text.extracting(index..<end)) else { return nil }
        index = end
        return number
    }

    private static func readExponent(_ text: Bytes, from start: Int) -> Int? {
        var index = start
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        guard index < text.count else { return nil }
        var value = 0
        while index < text.count {
            guard text[index].isDigit else { return nil }
            value = min(value * 10 + Int(text[index] &- 0x30), 100_000)
            index += 1
        }
        return isNegative ? -value : value
    }

    private static let exactPowersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    ]
    private static let powersOfTen: [UInt64] = (0...19).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }

    /// Returns the double nearest to `digits` × 10^`exponent`. Nil if that needs more than one 128-bit division.
    private static func scale(_ digits: UInt64, _ exponent: Int) -> Double? {
        if digits == 0 || exponent == 0 { return Double(digits) }
        if exponent > 0 {
            guard exponent <= 19 else { return nil }
            let (product, overflow) = digits.multipliedReportingOverflow(by: powersOfTen[exponent])
            return overflow ? nil : Double(product)
        }
        guard exponent >= -19 else { return nil }
        // Both numbers are exact, so the division rounds once.
        if digits <= 1 << 53 { return Double(digits) / exactPowersOfTen[-exponent] }
        // With both numbers shifted to the top bit, the quotient has 63 or 64 bits. A remainder sets its last bit, far below the bit that
        // rounding depends on. The remaining power of two is exact.
        let power = powersOfTen[-exponent]
        let digitsShift = digits.leadingZeroBitCount
        let powerShift = power.leadingZeroBitCount
        let dividend = digits << digitsShift
        let (quotient, remainder) = (power << powerShift).dividingFullWidth((dividend >> 1, dividend << 63))
        let rounded = Double(quotient | (remainder == 0 ? 0 : 1))
        return rounded * Double(sign: .plus, exponent: powerShift - digitsShift - 63, significand: 1)
    }
}

extension UInt8 {
    /// True for the bytes of a number that are not digits.
    fileprivate var continuesNumber: Bool { self == 0x2E || self == 0x2D || self == 0x2B || self | 0x20 == 0x65 }
}
