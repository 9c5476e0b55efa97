/// Reads numbers that people or spreadsheets write: with a decimal comma, or with separators between thousands.
enum LocalNumber: Equatable {
    /// A number, and the decimal sign that it proves. Nil if the number has the same value with both signs.
    case number(Double, proves: DecimalSign?)
    /// `1,234` is 1.234 or 1234, and so is `1.234` if commas may be decimal signs.
    case ambiguous(sign: DecimalSign)

    /// Reads `text`, such as `7,2`, `1.234,5`, `1,234,567`, `1 234.5` or `1’234`. Nil if it is not a number.
    static func read(_ text: Bytes) -> LocalNumber? {
        guard text.count <= 40, let digits = withoutSpaces(text) else { return nil }
        let commas = digits.count { $0 == comma }
        let points = digits.count { $0 == point }
        switch (commas, points) {
        case (0, 0): return plain(digits).map { .number($0, proves: nil) }
        case (0, 1): return single(digits, point, .point)
        case (1, 0): return single(digits, comma, .comma)
        case (0, _): return grouped(digits, by: point, decimal: comma).map { .number($0, proves: .comma) }
        case (_, 0): return grouped(digits, by: comma, decimal: point).map { .number($0, proves: .point) }
        case (1, _) where digits.last(where: { $0 == comma || $0 == point }) == comma:
            return grouped(digits, by: point, decimal: comma).map { .number($0, proves: .comma) }
        case (_, 1): return grouped(digits, by: comma, decimal: point).map { .number($0, proves: .point) }
        default: return nil
        }
    }

    /// Returns the value of a number with this decimal sign. Nil if the text can be only another number, or none.
    static func read(_ text: Bytes, sign: DecimalSign) -> Double? {
        switch read(text) {
        case .number(let value, _): return value
        case .ambiguous:
            guard let digits = withoutSpaces(text) else { return nil }
            return grouped(digits, by: sign == .comma ? point : comma, decimal: sign == .comma ? comma : point)
        case nil: return nil
        }
    }

    private static let comma = UInt8(ascii: ",")
    private static let point = UInt8(ascii: ".")

    private static func plain(_ digits: [UInt8]) -> Double? { DecimalNumber.read(digits.span) }

    /// Reads a number with one comma or point.
    private static func single(_ digits: [UInt8], _ mark: UInt8, _ sign: DecimalSign) -> LocalNumber? {
        guard let index = digits.firstIndex(of: mark) else { return nil }
        let before = digits[..<index].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let after = digits[(index + 1)...]
        let isGroup = after.count == 3 && after.allSatisfy(\.isDigit) && (1...3).contains(before.count) && before.first != 0x30
        if isGroup { return .ambiguous(sign: sign) }
        var copy = digits
        copy[index] = point
        return plain(copy).map { .number($0, proves: sign) }
    }

    /// Reads a number whose thousands are separated by `separator`.
    private static func grouped(_ digits: [UInt8], by separator: UInt8, decimal: UInt8) -> Double? {
        let parts = digits.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: separator, omittingEmptySubsequences: false)
        let first = groups[0].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard groups.count == 1 || (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        if parts.count == 2, parts[1].contains(separator) { return nil }
        return plain(groups.flatMap { $0 } + (parts.count == 2 ? [point] + parts[1] : []))
    }

    /// Returns the bytes without spaces and apostrophes between groups of three digits. Nil if they are in other places.
    private static func withoutSpaces(_ text: Bytes) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        // The number of digits since the last separator. Nil before the first one.
        var group: Int?
        while index < text.count {
            let rest = text.extracting(index..<text.count)
            let width = separatorWidth(rest)
            if width > 0 {
                if group.map({ $0 != 3 }) ?? !(result.last?.isDigit ?? false) { return nil }
                group = 0
                index += width
                continue
            }
            if let count = group {
                if text[index].isDigit {
                    group = count + 1
                } else if count != 3 {
                    return nil
                } else {
                    group = nil
                }
            }
            result.append(text[index])
            index += 1
        }
        return group.map { $0 == 3 } ?? true ? result : nil
    }

    /// The number of bytes of a space or an apostrophe between thousands. 0 if there is none.
    private static func separatorWidth(_ text: Bytes) -> Int {
        switch text[0] {
        case 0x20, UInt8(ascii: "'"): 1
        case 0xC2 where text.starts(with: "\u{A0}"): 2
        case 0xE2 where text.starts(with: "\u{202F}") || text.starts(with: "\u{2009}") || text.starts(with: "\u{2019}"): 3
        default: 0
        }
    }
}
