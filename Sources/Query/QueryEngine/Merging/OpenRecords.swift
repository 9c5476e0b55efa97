/// A record with everything that its rank depends on (S15.2).
struct RankedRecord {
    /// The place of its app: the smallest is the best.
    var place: Int32
    /// The time of its last change.
    var created: Int64
    /// True for time that its session leaves out, such as awake. It comes before the sleep of the same session.
    var isExcluded: Bool
    var start: Int64
    var end: Int64
    var value: Double
    /// The place of its source in alphabetic order.
    var order: Int32
    var source: Int32
    /// Its number among all records so far.
    var row: Int

    /// Returns true if this record counts while both are open.
    func precedes(_ other: RankedRecord) -> Bool {
        if place != other.place { return place < other.place }
        if created != other.created { return created > other.created }
        if isExcluded != other.isExcluded { return isExcluded }
        if start != other.start { return start > other.start }
        if end != other.end { return end > other.end }
        if value != other.value { return value > other.value }
        return order != other.order ? order < other.order : row < other.row
    }
}

/// The open records as a heap: the best one is first. Records that have ended stay until they come first.
struct OpenRecords {
    private var records: [RankedRecord] = []

    var best: RankedRecord? { records.first }

    mutating func insert(_ record: RankedRecord) {
        var place = records.count
        records.append(record)
        while place > 0, case let parent = (place - 1) / 2, record.precedes(records[parent]) {
            records[place] = records[parent]
            place = parent
        }
        records[place] = record
    }

    /// Removes the best records while they end at or before a time.
    mutating func removeEnded(by time: Int64) {
        while !records.isEmpty, records[0].end <= time { removeBest() }
    }

    private mutating func removeBest() {
        guard let last = records.popLast(), !records.isEmpty else { return }
        var place = 0
        while case var child = 2 * place + 1, child < records.count {
            if child + 1 < records.count, records[child + 1].precedes(records[child]) { child += 1 }
            guard records[child].precedes(last) else { break }
            records[place] = records[child]
            place = child
        }
        records[place] = last
    }
}
