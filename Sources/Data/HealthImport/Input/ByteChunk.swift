/// A piece of a document in its own memory, which also has room for the unread rest of the previous piece.
///
/// It has one owner at a time: the thread that fills it, then the queue, then the window.
struct ByteChunk: ~Copyable {
    /// Room, and from `start` on the bytes.
    var memory: [UInt8]
    private(set) var start: Int

    /// An empty chunk for `capacity` bytes after `headroom` bytes. It uses the memory of `spare` if that has the right size.
    init(headroom: Int, capacity: Int, reusing spare: consuming [UInt8] = []) {
        let count = headroom + capacity
        memory = spare.count == count ? spare : [UInt8](repeating: 0, count: count)
        start = headroom
    }

    /// Fills the chunk from `source` and returns whether any bytes were read.
    mutating func fill(from source: some ByteSource) throws(ReadFailure) -> Bool {
        let count = try source.read(into: &memory, start..<memory.count)
        memory.removeLast(memory.count - start - count)
        return count > 0
    }

    /// Puts `rest` before the bytes, in the room for it if that is large enough.
    mutating func prepend(_ rest: Bytes) {
        if rest.count <= start {
            start -= rest.count
            for index in rest.indices { memory[start + index] = rest[index] }
        } else {
            var joined: [UInt8] = []
            joined.reserveCapacity(rest.count + memory.count - start)
            joined.append(rest)
            joined += memory[start...]
            (memory, start) = (joined, 0)
        }
    }
}
