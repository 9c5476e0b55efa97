// How texts are parted.
extension Span<UInt8> {
    /// Where the bytes without the blanks at both ends stand.
    var trimmedRange: Range<Int> { trimmed(0..<count) }

    /// Returns `range` without the blanks at both its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// Whether one of the bytes is such as `isWanted` says.
    func contains(_ isWanted: (UInt8) -> Bool) -> Bool {
        for index in indices where isWanted(self[index]) { return true }
        return false
    }
}

extension UInt8 {
    /// Whether the byte is a space, tab or line end.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    var isDigit: Bool { self &- 0x30 <= 9 }
    /// Whether a name of an element can begin with the byte.
    var startsName: Bool { (self | 0x20) &- 0x61 <= 25 || self == 0x5F || self == 0x3A || self >= 0x80 }
}
