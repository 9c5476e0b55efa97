import Foundation
package import SystemBridges

/// How messages follow each other in a stream.
package enum MessageFraming: Sendable {
    /// One message a line, as in the Model Context Protocol.
    case lines
    /// A header with `Content-Length` before each message, as in the Language Server Protocol.
    case headers

    /// Returns a message as it is written.
    package func framed(_ message: [UInt8]) -> [UInt8] {
        switch self {
        case .lines: message + [UInt8(ascii: "\n")]
        case .headers: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
        }
    }
}

/// Reads messages from a descriptor. It keeps at most one message of limited size in memory.
package struct MessageReader {
    package enum Piece: Sendable, Hashable {
        case message([UInt8])
        /// A message with more bytes than allowed, which were skipped.
        case tooLong
        /// Bytes that are not part of a message, up to the next one.
        case unreadable
    }

    private let descriptor: Descriptor
    private let framing: MessageFraming
    private let limit: Int
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var unread: Range<Int> = 0..<0

    /// The greatest length of a line of headers.
    private static let greatestHeader = 4_096

    /// - Parameter limit: the greatest number of bytes of a message.
    package init(_ descriptor: Descriptor, framing: MessageFraming, limit: Int) {
        self.descriptor = descriptor
        self.framing = framing
        self.limit = limit
    }

    /// Returns the next piece; nil at the end of the stream. Half a message at the end is not one.
    package mutating func next() throws(SystemFailure) -> Piece? {
        switch framing {
        case .lines:
            while let line = try line(upTo: limit) {
                guard let bytes = line else { return .tooLong }
                // Empty lines between messages carry nothing.
                if bytes.contains(where: { $0 > UInt8(ascii: " ") }) { return .message(bytes) }
            }
            return nil
        case .headers: return try afterHeaders()
        }
    }

    /// Reads headers and the message after them. Other lines, such as those of a program that prints to the same stream, are
    /// ignored.
    private mutating func afterHeaders() throws(SystemFailure) -> Piece? {
        var length: Int?
        var hasText = false
        while let line = try line(upTo: Self.greatestHeader) {
            let header = line.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }.lowercased() } ?? "…"
            if header.isEmpty {
                if let length { return length <= limit ? try bytesOfMessage(length) : try skip(length) }
                if hasText { return .unreadable }
            } else if header.hasPrefix("content-length:"), let number = Int(header.dropFirst("content-length:".count)), number >= 0 {
                length = number
            } else {
                hasText = true
            }
        }
        return nil
    }

    private mutating func bytesOfMessage(_ length: Int) throws(SystemFailure) -> Piece? {
        var bytes: [UInt8] = []
        while bytes.count < length {
            guard try fill() else { return nil }
            let taken = unread.prefix(length - bytes.count)
            bytes += buffer[taken]
            unread = taken.upperBound..<unread.upperBound
        }
        return .message(bytes)
    }

    private mutating func skip(_ length: Int) throws(SystemFailure) -> Piece? {
        var left = length
        while left > 0 {
            guard try fill() else { return nil }
            let taken = unread.prefix(left)
            left -= taken.count
            unread = taken.upperBound..<unread.upperBound
        }
        return .tooLong
    }

    /// Returns the bytes up to the next line feed; nil at the end of the stream, and an inner nil for a line that is too long.
    private mutating func line(upTo limit: Int) throws(SystemFailure) -> [UInt8]?? {
        var bytes: [UInt8] = []
        var isTooLong = false
        while try fill() {
            let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
            let taken = unread.lowerBound..<(end ?? unread.upperBound)
            if bytes.count + taken.count > limit {
                isTooLong = true
                bytes = []
            } else if !isTooLong {
                bytes += buffer[taken]
            }
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            if end != nil { return isTooLong ? .some(nil) : bytes }
        }
        return nil
    }

    /// Reads more bytes if none is left. Returns false at the end of the stream.
    private mutating func fill() throws(SystemFailure) -> Bool {
        while unread.isEmpty {
            do throws(SystemFailure) {
                let count = try descriptor.read(into: &buffer, buffer.indices)
                guard count > 0 else { return false }
                unread = 0..<count
            } catch {
                if error.number != EINTR { throw error }
            }
        }
        return true
    }
}
