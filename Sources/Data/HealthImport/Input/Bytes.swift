#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A range of bytes of a document.
package typealias Bytes = Span<UInt8>

// The inner loops of the scanners. They are safe: each pointer is only used inside its closure, within the count passed with it.
extension Span<UInt8> {
    /// Returns whether the bytes equal those of `literal`.
    func equals(_ literal: StaticString) -> Bool { count == literal.utf8CodeUnitCount && starts(with: literal) }

    func equals(_ other: Bytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { other in unsafe bytes.isEmpty || memcmp(bytes.baseAddress!, other.baseAddress!, bytes.count) == 0
            }
        }
    }

    func starts(with literal: StaticString, at start: Int = 0) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard start >= 0, count - start >= length else { return false }
        return unsafe withUnsafeBytes { unsafe length == 0 || memcmp($0.baseAddress! + start, literal.utf8Start, length) == 0 }
    }

    /// Returns the offset of the first `byte` at or after `start`. Nil if there is none.
    func offset(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start >= 0, start < count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            unsafe memchr(bytes.baseAddress! + start, Int32(byte), bytes.count - start).map {
                unsafe UnsafeRawPointer($0) - bytes.baseAddress!
            }
        }
    }

    /// Returns the offset of the first `literal` at or after `start`. Nil if there is none.
    func offset(of literal: StaticString, from start: Int = 0) -> Int? {
        let first = unsafe literal.utf8Start.pointee
        var next = offset(of: first, from: start)
        while let found = next {
            if starts(with: literal, at: found) { return found }
            next = offset(of: first, from: found + 1)
        }
        return nil
    }

    /// The eight bytes at `offset` in the machine's byte order.
    func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    }

    /// The bytes as text, with replacement characters for invalid UTF-8.
    var text: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

    /// The bytes as text. Nil if they are not valid UTF-8.
    var validText: String? { unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) } }
}

extension [UInt8] {
    mutating func append(_ bytes: Bytes) { unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) } }
}
