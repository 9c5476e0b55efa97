// Helpers that split texts.
extension Span<UInt8> {
    /// The range of the bytes without whitespace at both ends.
    var trimmedRange: Range<Int> { trimmed(0..<count) }

    /// Returns `range` without whitespace at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// The range of the number before a percent sign, as in `97%` and `97 %`. Nil if the text does not end with a sign after a number.
    var beforePercentSign: Range<Int>? {
        guard count > 1, self[count - 1] == UInt8(ascii: "%") else { return nil }
        var end = count - 1
        while end > 0 {
            if self[end - 1].isBlank {
                end -= 1
            } else if end > 1, self[end - 2] == 0xC2, self[end - 1] == 0xA0 {
                // A no-break space.
                end -= 2
            } else if end > 2, self[end - 3] == 0xE2, self[end - 2] == 0x80, self[end - 1] == 0xAF || self[end - 1] == 0x89 {
                // A narrow no-break space, or a thin space.
                end -= 3
            } else {
                break
            }
        }
        return end > 0 ? 0..<end : nil
    }

    /// Returns the start of the last line that begins before `end` and after the first byte. Nil if there is none.
    func lastLine(before end: Int) -> Int? {
        var index = end
        while index > 0 {
            index -= 1
            if self[index] == 0x0A { return index + 1 }
        }
        return nil
    }

    /// Returns whether `isWanted` is true for any byte.
    func contains(_ isWanted: (UInt8) -> Bool) -> Bool {
        for index in indices where isWanted(self[index]) { return true }
        return false
    }
}

extension UInt8 {
    /// True if the byte is a space, tab or line end.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    var isDigit: Bool { self &- 0x30 <= 9 }
    /// True if the name of an element can start with the byte.
    var startsName: Bool { (self | 0x20) &- 0x61 <= 25 || self == 0x5F || self == 0x3A || self >= 0x80 }
}
