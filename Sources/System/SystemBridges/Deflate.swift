import CZlib

/// Adds bytes to a CRC-32 checksum, which starts at 0.
package func crc32(_ checksum: UInt32, adding bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(checksum), $0.baseAddress, $0.count)) }
}

/// Inflates a stream of raw deflate data, as in zip entries.
///
/// Sound: the stream is allocated once, because zlib keeps its address, and freed with its only owner. zlib accesses buffers only during
/// a call.
@safe
package struct Inflater: ~Copyable {
    /// The result of a call.
    package struct Step {
        /// The number of bytes read from the input.
        package var consumed: Int
        /// The number of bytes written to the output.
        package var produced: Int
        package var isAtEnd: Bool
        /// The reason why the stream cannot be inflated further; nil if it is intact.
        package var damage: String?
    }

    private let stream: UnsafeMutablePointer<z_stream>

    package init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Negative window bits mean deflate without a header. The call fails only if memory is exhausted.
        let status = unsafe inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib cannot start")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Inflates bytes of `input` into the part `range` of `output`, until one of them is used up.
    package mutating func inflate(_ input: ArraySlice<UInt8>, into output: inout [UInt8], _ range: Range<Int>) -> Step {
        let target = output.startIndex..<output.endIndex
        precondition(range.clamped(to: target) == range)
        let (available, room) = (UInt32(clamping: input.count), UInt32(clamping: range.count))
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                // zlib does not write to its input.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = available
                unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + range.lowerBound }
                unsafe stream.pointee.avail_out = room
                return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            }
        }
        var step = unsafe Step(
            consumed: Int(available - stream.pointee.avail_in), produced: Int(room - stream.pointee.avail_out),
            isAtEnd: status == Z_STREAM_END)
        if status != Z_OK, status != Z_BUF_ERROR, status != Z_STREAM_END {
            step.damage = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "it can't be decompressed"
        }
        return step
    }
}

/// Deflates a stream, as in zip entries.
///
/// Sound: as for ``Inflater``.
@safe
package struct Deflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = [UInt8](repeating: 0, count: 1 << 16)

    package init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Negative window bits mean no zlib header. The level is the default, which phones also use.
        let status = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib refuses its own version or has no memory")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Deflates all of `bytes` and passes the output to `body`, piece by piece.
    package mutating func deflate(_ bytes: ArraySlice<UInt8>, isLast: Bool, _ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
        var rest = bytes
        var isFull = false
        repeat {
            let (available, room) = (UInt32(clamping: rest.count), UInt32(output.count))
            unsafe rest.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { target in
                    // zlib does not write to its input.
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    unsafe stream.pointee.avail_in = available
                    unsafe stream.pointee.next_out = target.baseAddress
                    unsafe stream.pointee.avail_out = room
                    _ = unsafe CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                }
            }
            rest = unsafe rest.dropFirst(Int(available - stream.pointee.avail_in))
            isFull = unsafe stream.pointee.avail_out == 0
            let count = unsafe output.count - Int(stream.pointee.avail_out)
            if count > 0 { try body(output[..<count]) }
        } while isFull || !rest.isEmpty
    }
}
