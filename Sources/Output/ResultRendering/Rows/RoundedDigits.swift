/// A rounded number as characters, as `NumberText.rounded` writes it, without a text on the heap.
struct RoundedDigits {
    /// The characters are at the end.
    private var bytes = InlineArray<32, UInt8>(repeating: 0)
    private var start = 32

    /// The number of characters.
    var count: Int { 32 - start }

    /// Returns nil for numbers that are too large for all their digits, and for those that are not finite.
    init?(_ value: Double, decimals: Int) {
        guard abs(value) < 1e15 else { return nil }
        let scaled = (abs(value) * NumberText.powersOfTen[decimals]).rounded()
        guard scaled < 9e15 else { return nil }
        var rest = UInt64(scaled)
        for _ in 0..<decimals { prependDigit(of: &rest) }
        if decimals > 0 { prepend(UInt8(ascii: ".")) }
        var digits = 0
        repeat {
            if digits > 0, digits % 3 == 0 { prepend(UInt8(ascii: ",")) }
            prependDigit(of: &rest)
            digits += 1
        } while rest > 0
        if value < 0, scaled > 0 { prepend(UInt8(ascii: "-")) }
    }

    private mutating func prependDigit(of number: inout UInt64) {
        let (quotient, digit) = number.quotientAndRemainder(dividingBy: 10)
        number = quotient
        prepend(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }

    private mutating func prepend(_ character: UInt8) {
        start -= 1
        bytes[start] = character
    }

    func append(to buffer: inout TextBuffer) {
        for index in start..<32 { buffer.append(UInt64(bytes[index]), length: 1) }
    }
}
