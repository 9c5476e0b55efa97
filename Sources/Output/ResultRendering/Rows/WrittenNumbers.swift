/// Writes numbers as text. Each function may write 64 bytes, and returns the position after the number.
extension MutableSpan where Element == UInt8 {
    /// Stores the shortest text that reads back to the same double. Whole numbers have no point.
    ///
    /// It is the text of `NumberText.exact`. Numbers far from 1 are left to the standard library.
    @inline(__always)
    mutating func put(exact value: Double, at position: Int) -> Int {
        if abs(value) < 1e15 {
            let whole = Int64(value)
            if Double(whole) == value { return put(Int(whole), at: position) }
        }
        return put(fraction: value, at: position)
    }

    /// Stores a number that is not whole.
    private mutating func put(fraction value: Double, at position: Int) -> Int {
        guard let decimal = ShortestDecimal(abs(value)) else { return put(text: value.description, at: position) }
        // The decimal is between the same whole numbers as the value, because whole numbers are doubles, too.
        let whole = UInt64(bitPattern: Int64(abs(value)))
        put(Self.minusAndPoint, at: position)
        let end = put(digits: whole, at: value < 0 ? position &+ 1 : position)
        put(Self.minusAndPoint >> 8, at: end)
        return put(digits: decimal.digits &- whole &* decimal.scale, padded: decimal.decimals, at: end &+ 1)
    }

    /// Stores a whole number.
    @inline(__always)
    mutating func put(_ number: Int, at position: Int) -> Int {
        put(Self.minusAndPoint, at: position)
        return put(digits: UInt64(number.magnitude), at: number < 0 ? position &+ 1 : position)
    }

    /// Stores a number without leading zeros.
    @inline(__always)
    mutating func put(digits number: UInt64, at position: Int) -> Int {
        guard number < 100_000_000 else { return putLong(digits: number, at: position) }
        let word = DecimalDigits.eight(number)
        // A zero keeps its last digit.
        let zeros = min(word.trailingZeroBitCount / 8, 7)
        put((word | DecimalDigits.zeros) >> UInt64(zeros * 8), at: position)
        return position &+ 8 &- zeros
    }

    @inline(never)
    private mutating func putLong(digits number: UInt64, at position: Int) -> Int {
        let end = put(digits: number / 100_000_000, at: position)
        return put(digits: number % 100_000_000, padded: 8, at: end)
    }

    /// Stores the last digits of a number, with leading zeros.
    @inline(__always)
    mutating func put(digits number: UInt64, padded length: Int, at position: Int) -> Int {
        guard length > 8 else {
            put((DecimalDigits.eight(number) | DecimalDigits.zeros) >> UInt64((8 - length) * 8), at: position)
            return position &+ length
        }
        guard length <= 16 else { return putLong(digits: number, padded: length, at: position) }
        let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
        put((DecimalDigits.eight(high) | DecimalDigits.zeros) >> UInt64((16 - length) * 8), at: position)
        put(DecimalDigits.eight(low) | DecimalDigits.zeros, at: position &+ length &- 8)
        return position &+ length
    }

    @inline(never)
    private mutating func putLong(digits number: UInt64, padded length: Int, at position: Int) -> Int {
        let end = put(digits: number / 100_000_000, padded: length - 8, at: position)
        return put(digits: number % 100_000_000, padded: 8, at: end)
    }

    /// Stores any text.
    @inline(never)
    mutating func put(text: String, at position: Int) -> Int {
        var position = position
        for byte in text.utf8 {
            self[position] = byte
            position += 1
        }
        return position
    }

    /// The characters `-.`.
    private static var minusAndPoint: UInt64 { 0x2E2D }
}

/// Digits as bytes of a word, the first one in the lowest byte.
enum DecimalDigits {
    /// The characters `00000000`.
    static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// Returns the eight digits of a number below 100,000,000 as bytes from 0 to 9.
    ///
    /// It halves the number into parts of four, two and one digits side by side. A multiplication and a shift divide each part.
    @inline(__always)
    static func eight(_ number: UInt64) -> UInt64 {
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
    /// The number of digits after the decimal point.
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
        // The processor converts numbers with a sign in one step.
        let rounded = Int64(thousands + 0.5)
        // Most other numbers fail the first comparison, which needs no division.
        guard abs(thousands - Double(rounded)) < 1e-3, Double(rounded) / 1000 == value else { return nil }
        var digits = UInt64(rounded)
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
        let exponent = Int(value.exponentBitPattern) &- 1023
        // The value is `doubled` divided by 2 to the power of `shift`, which is from 1 to 63.
        let doubled = (pattern | 1 << 52) << 1
        let shift = UInt64(truncatingIfNeeded: 53 &- exponent)
        // 1233 / 4096 is just above the logarithm of 2 to base 10.
        var wholeDigits = ((exponent &+ 1) &* 1233) >> 12
        if value >= powersFromThousandth[wholeDigits &+ 3] { wholeDigits &+= 1 }
        let decimals = 17 &- wholeDigits
        let factor = powersOfTen[decimals]
        let middle = doubled.multipliedFullWidth(by: factor)
        let (below, borrows) = middle.low.subtractingReportingOverflow(factor)
        let (above, carries) = middle.low.addingReportingOverflow(factor)
        let mask = 1 &<< shift &- 1
        func whole(_ high: UInt64, _ low: UInt64) -> UInt64 { high &<< (64 &- shift) | low &>> shift }
        // The middles themselves are read as the number with the even significand.
        let isEven = pattern & 1 == 0
        let least = whole(middle.high &- (borrows ? 1 : 0), below) &+ (isEven && below & mask == 0 ? 0 : 1)
        let most = whole(middle.high &+ (carries ? 1 : 0), above) &- (!isEven && above & mask == 0 ? 1 : 0)
        guard least <= most else { return nil }
        let (removed, power) = removable(least, most, upTo: decimals - 1)
        // The closest decimal of this length. If two are equally close, the standard library chooses.
        let exact = whole(middle.high, middle.low)
        let quotient = quotient(of: exact, dividedBy: power)
        let (rest, fraction) = (exact &- quotient &* power, middle.low & mask)
        let half = power / 2
        guard power == 1 ? fraction != 1 &<< (shift &- 1) : rest != half || fraction != 0 else { return nil }
        let isAbove = power == 1 ? fraction > 1 &<< (shift &- 1) : rest >= half
        let digits = quotient &+ (isAbove ? 1 : 0)
        guard digits &* power >= least, digits &* power <= most else { return nil }
        return ShortestDecimal(digits: digits, decimals: decimals - removed)
    }

    /// Returns the number of digits at the end that can be removed so that a number from `least` to `most` is left, and its power of ten.
    ///
    /// One digit can be removed of most numbers. To choose between none, one and two needs no jump.
    @inline(__always)
    private static func removable(_ least: UInt64, _ most: UInt64, upTo limit: Int) -> (digits: Int, power: UInt64) {
        if limit < 3 || most / 1000 * 1000 >= least {
            var found: (digits: Int, power: UInt64) = (0, 1)
            while found.digits < limit, most / (found.power * 10) * (found.power * 10) >= least {
                found = (found.digits + 1, found.power * 10)
            }
            return found
        }
        let one = most / 10 * 10 >= least
        let two = most / 100 * 100 >= least
        return (two ? 2 : one ? 1 : 0, two ? 100 : one ? 10 : 1)
    }

    /// Returns a quotient. A division by a constant is a multiplication.
    @inline(__always)
    private static func quotient(of number: UInt64, dividedBy power: UInt64) -> UInt64 {
        guard power <= 100 else { return number / power }
        let (tens, hundreds) = (number / 10, number / 100)
        return power == 100 ? hundreds : power == 10 ? tens : number
    }
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
