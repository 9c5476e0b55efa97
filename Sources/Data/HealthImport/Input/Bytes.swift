#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A stretch of the file in memory; valid until the window that it lies in moves on.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    static var empty: Bytes { Bytes(start: nil, count: 0) }

    /// The bytes of a literal.
    init(_ literal: StaticString) { self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount) }

    /// Whether the bytes are exactly those of `literal`.
    func equals(_ literal: StaticString) -> Bool { equals(Bytes(literal)) }

    func equals(_ other: Bytes) -> Bool { count == other.count && starts(with: other) }

    func starts(with literal: StaticString) -> Bool { starts(with: Bytes(literal)) }

    func starts(with other: Bytes) -> Bool {
        guard let base = baseAddress, let otherBase = other.baseAddress else { return other.isEmpty }
        return count >= other.count && memcmp(base, otherBase, other.count) == 0
    }

    /// Returns the offset of the first `byte` at or after `start`, nil where there is none.
    func offset(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    }

    /// Returns the offset of the first `literal` at or after `start`, nil where there is none.
    func offset(of literal: StaticString, from start: Int = 0) -> Int? {
        var next = offset(of: literal.utf8Start.pointee, from: start)
        while let found = next {
            if part(found..<count).starts(with: literal) { return found }
            next = offset(of: literal.utf8Start.pointee, from: found + 1)
        }
        return nil
    }

    /// The bytes in `range`, without a copy.
    func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    /// The bytes without the blanks at both ends.
    var trimmed: Bytes {
        var range = 0..<count
        while let first = range.first, self[first].isBlank { range.removeFirst() }
        while let last = range.last, self[last].isBlank { range.removeLast() }
        return part(range)
    }
}

extension UInt8 {
    /// Whether the byte is a space, tab or line end.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    var isDigit: Bool { self &- 0x30 <= 9 }
    /// Whether a name of an element can begin with the byte.
    var startsName: Bool { (self | 0x20) &- 0x61 <= 25 || self == 0x5F || self == 0x3A || self >= 0x80 }
}
