/// Partitions the rows of a batch by a small number per row. Each part keeps the order of its rows.
struct RowPartition {
    /// The rows, part by part. The array can be longer than all parts together.
    private(set) var order: [Int32] = []
    /// The parts with rows, and their ranges in `order`.
    private(set) var parts: [(id: Int, range: Range<Int>)] = []
    private var ends: [Int] = []

    /// - Parameters:
    ///   - ids: The number of each row; negative if the row belongs to no part.
    ///   - used: The numbers that can occur, in ascending order.
    mutating func part(_ ids: [Int32], among used: some RandomAccessCollection<Int>) {
        parts.removeAll(keepingCapacity: true)
        if order.count <= ids.count { order.append(contentsOf: repeatElement(0, count: ids.count + 1 - order.count)) }
        if used.count <= 4 { collect(ids, used) } else { count(ids, used) }
    }

    /// Makes one pass per number, which is fastest for a few numbers.
    private mutating func collect(_ ids: [Int32], _ used: some RandomAccessCollection<Int>) {
        var end = 0
        for id in used {
            let start = end
            let wanted = Int32(truncatingIfNeeded: id)
            var order = self.order.mutableSpan
            for row in ids.indices {
                order[end] = Int32(truncatingIfNeeded: row)
                // 1 for the number searched for, else 0. A branch would cost ten times as much, because the data is almost random.
                let difference = UInt64(UInt32(bitPattern: ids[row] ^ wanted))
                end &+= Int((difference &- 1) >> 63)
            }
            if end > start { parts.append((id, start..<end)) }
        }
    }

    /// Makes two passes for any count of numbers.
    private mutating func count(_ ids: [Int32], _ used: some RandomAccessCollection<Int>) {
        ends.removeAll(keepingCapacity: true)
        ends.append(contentsOf: repeatElement(0, count: (used.last ?? -1) + 1))
        var counts = ends.mutableSpan
        for row in ids.indices where ids[row] >= 0 { counts[Int(ids[row])] += 1 }
        var start = 0
        for id in used where ends[id] > 0 {
            parts.append((id, start..<start + ends[id]))
            (ends[id], start) = (start, start + ends[id])
        }
        Self.scatter(ids, from: &ends, into: &order)
    }

    /// Writes each row to the place of its number, and moves this place on.
    private static func scatter(_ ids: [Int32], from places: inout [Int], into order: inout [Int32]) {
        var places = places.mutableSpan
        var order = order.mutableSpan
        for row in ids.indices where ids[row] >= 0 {
            let id = Int(ids[row])
            order[places[id]] = Int32(truncatingIfNeeded: row)
            places[id] += 1
        }
    }
}
