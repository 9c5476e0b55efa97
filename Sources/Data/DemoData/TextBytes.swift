internal import CalendarIntervals

/// Builds text as UTF-8 bytes. There are millions of rows, and creating a `String` for each would cost more than the row.
extension [UInt8] {
    mutating func append(_ text: String) { append(contentsOf: text.utf8) }

    /// Appends a whole number without leading zeros.
    mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(magnitude: number.magnitude)
    }

    private mutating func append(magnitude: UInt) {
        if magnitude >= 10 { append(magnitude: magnitude / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
    }

    /// Appends a number with at most `decimals` digits after the point, without trailing zeros.
    ///
    /// The number times its power of ten is far below 2⁵³, so rounding gives its exact digits.
    mutating func append(_ value: Double, decimals: Int) {
        var digits = Int((value * LifeColumn.powersOfTen[decimals]).rounded())
        var places = decimals
        while places > 0, digits % 10 == 0 {
            digits /= 10
            places -= 1
        }
        if digits < 0 { append(UInt8(ascii: "-")) }
        var divisor = 1
        for _ in 0..<places { divisor *= 10 }
        let (whole, fraction) = digits.magnitude.quotientAndRemainder(dividingBy: UInt(divisor))
        append(magnitude: whole)
        guard places > 0 else { return }
        append(UInt8(ascii: "."))
        while divisor > 1 {
            divisor /= 10
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / UInt(divisor) % 10))
        }
    }

    mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Appends `HH:mm:ss`.
    mutating func append(clock secondOfDay: Int) {
        append(twoDigits: secondOfDay / 3600)
        append(UInt8(ascii: ":"))
        append(twoDigits: secondOfDay / 60 % 60)
        append(UInt8(ascii: ":"))
        append(twoDigits: secondOfDay % 60)
    }

    /// Appends `yyyy-MM-dd`.
    mutating func append(_ date: CivilDate) { append(contentsOf: ISO8601.text(of: date).utf8) }

    /// Appends a time in seconds since 1970 as `yyyy-MM-ddTHH:mm:ssZ`.
    mutating func append(utc second: Int) {
        let day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
        append(CivilDate(dayNumber: day))
        append("T")
        append(clock: second - day * 86_400)
        append("Z")
    }

    /// Appends text escaped for an XML attribute.
    mutating func append(escaping text: some StringProtocol) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            default: append(byte)
            }
        }
    }
}
