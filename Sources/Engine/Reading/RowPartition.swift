/// The rows of a batch parted by a small number that each has, in their order within each part.
struct RowPartition {
    /// All rows, those of the first part first.
    private(set) var order: [Int32] = []
    /// The parts that have rows, by ascending number, with their place in `order`.
    private(set) var parts: [(id: Int, range: Range<Int>)] = []
    private var ends: [Int] = []

    /// - Parameter ids: for each row a number below `idCount`, or a negative one for a row that belongs nowhere.
    mutating func part(_ ids: [Int32], idCount: Int) {
        ends.removeAll(keepingCapacity: true)
        ends.append(contentsOf: repeatElement(0, count: idCount))
        for id in ids where id >= 0 { ends[Int(id)] += 1 }
        parts.removeAll(keepingCapacity: true)
        var start = 0
        for id in 0..<idCount where ends[id] > 0 {
            parts.append((id, start..<start + ends[id]))
            (ends[id], start) = (start, start + ends[id])
        }
        if order.count > start { order.removeLast(order.count - start) }
        if order.count < start { order.append(contentsOf: repeatElement(0, count: start - order.count)) }
        for row in ids.indices where ids[row] >= 0 {
            let id = Int(ids[row])
            order[ends[id]] = Int32(truncatingIfNeeded: row)
            ends[id] += 1
        }
    }
}
