/// A piece of a document in memory of its own, with room before it for what the piece before left over.
///
/// Unchecked: a chunk belongs to one thread at a time; a queue hands it over whole.
final class ByteChunk: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    /// The bytes of `memory` in use.
    private var used: Range<Int>

    /// An empty chunk for `capacity` bytes after `headroom` bytes.
    init(headroom: Int, capacity: Int) {
        memory = .allocate(byteCount: headroom + capacity, alignment: 16)
        used = headroom..<headroom
    }

    deinit { memory.deallocate() }

    var bytes: Bytes { Bytes(memory.bindMemory(to: UInt8.self)).part(used) }

    /// Fills the chunk from `source` and returns whether it got anything.
    func fill(from source: some ByteSource) throws(ReadFailure) -> Bool {
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[used.lowerBound...]))
        used = used.lowerBound..<used.lowerBound + count
        return count > 0
    }

    /// Returns a chunk that holds `rest` and then the bytes of this one: this one, if its headroom has space.
    func preceded(by rest: Bytes) -> ByteChunk {
        if rest.count <= used.lowerBound {
            let start = used.lowerBound - rest.count
            UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: UnsafeRawBufferPointer(rest))
            used = start..<used.upperBound
            return self
        }
        let joined = ByteChunk(headroom: 0, capacity: rest.count + used.count)
        joined.memory.copyMemory(from: UnsafeRawBufferPointer(rest))
        UnsafeMutableRawBufferPointer(rebasing: joined.memory[rest.count...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
        joined.used = 0..<joined.memory.count
        return joined
    }
}
