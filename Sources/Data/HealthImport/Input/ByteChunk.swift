/// Bytes of a document in their own memory, which also has room for the unread rest of the previous chunk.
struct ByteChunk: ~Copyable {
    /// Room, and from `start` on the bytes.
    var memory: [UInt8]
    private(set) var start: Int

    /// An empty chunk for `capacity` bytes after `headroom` bytes. It uses the memory of `spare` if that has the right size.
    init(headroom: Int, capacity: Int, reusing spare: consuming [UInt8] = []) {
        let count = headroom + capacity
        start = headroom
        if spare.isEmpty || spare.count > count {
            memory = [UInt8](repeating: 0, count: count)
        } else {
            memory = spare
            memory.append(contentsOf: repeatElement(0, count: count - memory.count))
        }
    }

    /// A chunk with the bytes of `memory` from `start` on.
    init(memory: consuming [UInt8], start: Int) {
        self.memory = memory
        self.start = start
    }

    /// The number of bytes.
    var count: Int { memory.count - start }

    /// Removes the bytes from `offset` in the memory on and returns them.
    mutating func removeBytes(from offset: Int) -> [UInt8] {
        let removed = Array(memory[offset...])
        memory.removeSubrange(offset...)
        return removed
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
