/// The rows of a batch parted by a small number that each has, in their order within each part.
struct RowPartition {
    /// The rows, part by part; longer than all parts together.
    private(set) var order: [Int32] = []
    /// The parts that have rows, with their place in `order`.
    private(set) var parts: [(id: Int, range: Range<Int>)] = []
    private var ends: [Int] = []

    /// - Parameters:
    ///   - ids: for each row its number, or a negative one for a row that belongs nowhere.
    ///   - used: the numbers that may occur, ascending.
    mutating func part(_ ids: [Int32], among used: some RandomAccessCollection<Int>) {
        parts.removeAll(keepingCapacity: true)
        if order.count <= ids.count { order.append(contentsOf: repeatElement(0, count: ids.count + 1 - order.count)) }
        if used.count <= 4 { collect(ids, used) } else { count(ids, used) }
    }

    /// One pass for each number: the fastest for a few.
    private mutating func collect(_ ids: [Int32], _ used: some RandomAccessCollection<Int>) {
        var end = 0
        for id in used {
            let start = end
            let wanted = Int32(truncatingIfNeeded: id)
            var order = self.order.mutableSpan
            for row in ids.indices {
                order[end] = Int32(truncatingIfNeeded: row)
                // 1 for the number looked for, else 0. A branch on what is as good as random would cost ten times as much.
                let difference = UInt64(UInt32(bitPattern: ids[row] ^ wanted))
                end &+= Int((difference &- 1) >> 63)
            }
            if end > start { parts.append((id, start..<end)) }
        }
    }

    /// Two passes for any count of numbers.
    private mutating func count(_ ids: [Int32], _ used: some RandomAccessCollection<Int>) {
        ends.removeAll(keepingCapacity: true)
        ends.append(contentsOf: repeatElement(0, count: (used.last ?? -1) + 1))
        for id in ids where id >= 0 { ends[Int(id)] += 1 }
        var start = 0
        for id in used where ends[id] > 0 {
            parts.append((id, start..<start + ends[id]))
            (ends[id], start) = (start, start + ends[id])
        }
        for row in ids.indices where ids[row] >= 0 {
            let id = Int(ids[row])
            order[ends[id]] = Int32(truncatingIfNeeded: row)
            ends[id] += 1
        }
    }
}
