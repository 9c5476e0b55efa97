extension TextBuffer {
    /// Appends the shortest text that reads back to the same double. Whole numbers have no point.
    ///
    /// It is the text of `NumberText.exact`. Numbers far from 1 are left to the standard library.
    mutating func append(exact value: Double) {
        if abs(value) < 1e15 {
            let whole = Int64(value)
            if Double(whole) == value { return append(Int(whole)) }
        }
        guard let decimal = ShortestDecimal(abs(value)) else { return append(value.description) }
        if value < 0 { append("-") }
        append(digits: decimal.digits / decimal.scale)
        append(".")
        append(digits: decimal.digits % decimal.scale, padded: decimal.decimals)
    }

    /// Appends a whole number.
    mutating func append(_ number: Int) {
        if number < 0 { append("-") }
        append(digits: UInt64(number.magnitude))
    }

    /// Appends a number without zeros in front.
    mutating func append(digits number: UInt64) {
        guard number >= 100_000_000 else {
            let word = Self.eightDigits(number)
            // A zero keeps its last digit.
            let zeros = min(word.trailingZeroBitCount / 8, 7)
            return append((word | Self.zeros) >> UInt64(zeros * 8), length: 8 - zeros)
        }
        append(digits: number / 100_000_000)
        append(Self.eightDigits(number % 100_000_000) | Self.zeros, length: 8)
    }

    /// Appends the last digits of a number, with zeros in front.
    mutating func append(digits number: UInt64, padded length: Int) {
        guard length > 8 else {
            return append((Self.eightDigits(number) | Self.zeros) >> UInt64((8 - length) * 8), length: length)
        }
        append(digits: number / 100_000_000, padded: length - 8)
        append(Self.eightDigits(number % 100_000_000) | Self.zeros, length: 8)
    }

    /// The characters `00000000`.
    static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// Returns the eight digits of a number below 100,000,000 as bytes from 0 to 9, the first one in the lowest byte.
    ///
    /// It halves the number into parts of four, two and one digits side by side. A multiplication and a shift divide each part.
    static func eightDigits(_ number: UInt64) -> UInt64 {
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- tens &* 10) << 8
    }
}

/// The shortest decimal number that reads back to a double, and of these the closest one: `digits` divided by `scale`.
struct ShortestDecimal {
    var digits: UInt64
    /// The number of digits behind the point.
    var decimals: Int

    /// The power of ten that `digits` is divided by.
    var scale: UInt64 { powersOfTen[decimals] }

    /// Returns nil for whole numbers, for numbers below 0.001 or from 2^53 on, and for rare numbers that need more care.
    init?(_ value: Double) {
        guard value >= 0.001, value < 0x1p53 else { return nil }
        if let few = Self.withFewDecimals(value) {
            self = few
        } else if let many = Self.withManyDecimals(value) {
            self = many
        } else {
            return nil
        }
    }

    private init(digits: UInt64, decimals: Int) {
        self.digits = digits
        self.decimals = decimals
    }

    /// Returns a decimal with up to three decimals.
    ///
    /// A whole number divided by an exact power of ten is rounded once, like a text that is read. No other decimal of that length is as
    /// close.
    private static func withFewDecimals(_ value: Double) -> ShortestDecimal? {
        let thousands = value * 1000
        guard thousands < 1e15 else { return nil }
        var digits = UInt64(thousands + 0.5)
        // Most other numbers fail the first comparison, which needs no division.
        guard abs(thousands - Double(digits)) < 1e-3, Double(digits) / 1000 == value else { return nil }
        var decimals = 3
        while decimals > 1, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        return ShortestDecimal(digits: digits, decimals: decimals)
    }

    /// Returns the shortest decimal between the middles to the two neighbors of `value`.
    ///
    /// The number is its significand times a negative power of two. Times a power of ten that gives it 17 digits before the point, it and
    /// both middles are fractions of fewer than 128 bits with one denominator. At least one whole number is between the middles. Digits are
    /// removed as long as that stays so.
    private static func withManyDecimals(_ value: Double) -> ShortestDecimal? {
        let pattern = value.significandBitPattern
        // The neighbor below a power of two is closer than the one above it.
        guard pattern != 0 else { return nil }
        let exponent = Int(value.exponentBitPattern) - 1023
        // The value is `doubled` divided by 2 to the power of `shift`.
        let doubled = (pattern | 1 << 52) << 1
        let shift = UInt128(53 - exponent)
        // 1233 / 4096 is just above the logarithm of 2 to base 10.
        var wholeDigits = ((exponent + 1) * 1233) >> 12
        if value >= powersFromThousandth[wholeDigits + 3] { wholeDigits += 1 }
        var decimals = 17 - wholeDigits
        let factor = powersOfTen[decimals]
        let middle = UInt128(doubled.multipliedFullWidth(by: factor))
        let mask = UInt128(1) &<< shift &- 1
        let (lower, upper) = (middle - UInt128(factor), middle + UInt128(factor))
        // The middles themselves are read as the number with the even significand.
        let isEven = pattern & 1 == 0
        var least = UInt64(truncatingIfNeeded: lower &>> shift)
        if !isEven || lower & mask != 0 { least += 1 }
        var most = UInt64(truncatingIfNeeded: upper &>> shift)
        if !isEven, upper & mask == 0 { most -= 1 }
        guard least <= most else { return nil }
        var power: UInt64 = 1
        while decimals > 1, most / 10 * 10 >= least {
            least = (least + 9) / 10
            most /= 10
            power *= 10
            decimals -= 1
        }
        // The closest decimal of this length. If two are equally close, the standard library chooses.
        let whole = UInt64(truncatingIfNeeded: middle &>> shift)
        var digits = whole / power
        let rest = (UInt128(whole % power) &<< shift | middle & mask) &<< 1
        let unit = UInt128(power) &<< shift
        guard rest != unit else { return nil }
        if rest > unit { digits += 1 }
        guard digits >= least, digits <= most else { return nil }
        return ShortestDecimal(digits: digits, decimals: decimals)
    }
}

extension UInt128 {
    fileprivate init(_ product: (high: UInt64, low: UInt64)) { self = UInt128(product.high) &<< 64 | UInt128(product.low) }
}

/// The powers of ten that fit into 64 bits.
private let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000,
    1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
    100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

/// The powers of ten from 0.001 on.
private let powersFromThousandth: [Double] = [
    1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
]
