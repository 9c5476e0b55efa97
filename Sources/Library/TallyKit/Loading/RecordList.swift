import HealthModel

/// A version of a record: where its samples are. The order of its members keeps it within 48 bytes.
struct RecordVersion: Equatable {
    var id: UInt64
    var start: Int64
    var end: Int64
    /// The times of the first and the last change. The samples of the version were created between them.
    var firstCreated: Int64
    var created: Int64
    /// The place of the source in a list of keys.
    var source: Int32
    var content: UInt16
    /// True if the document that is read has the record.
    var isRead = false
}

extension RecordVersion {
    /// The version that a document has.
    init(_ mark: RecordMark, source: Int32) {
        self.init(
            id: mark.id, start: mark.start, end: mark.end, firstCreated: mark.created, created: mark.created, source: source,
            content: mark.content, isRead: true)
    }
}

/// Versions of records by id. A version needs about 60 bytes here, and about 150 in a dictionary.
struct RecordList {
    /// The number of versions in each block but the last one. Blocks never move.
    private static let blockSize = 4_096

    private var blocks: [[RecordVersion]] = []
    /// A table with open addresses: the place of a version plus one, or 0. Its size is a power of two.
    private var slots = [UInt32](repeating: 0, count: 64)
    private var count = 0

    /// The places of all versions.
    var places: Range<Int> { 0..<count }

    subscript(place: Int) -> RecordVersion {
        get { blocks[place / Self.blockSize][place % Self.blockSize] }
        set { blocks[place / Self.blockSize][place % Self.blockSize] = newValue }
    }

    /// Returns the place of the version with an id.
    func place(of id: UInt64) -> Int? {
        let slot = slots[slot(of: id)]
        return slot == 0 ? nil : Int(slot) - 1
    }

    /// Adds a version whose id the list does not have. Returns its place.
    @discardableResult
    mutating func add(_ version: RecordVersion) -> Int {
        if count % Self.blockSize == 0 {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
        }
        blocks[blocks.count - 1].append(version)
        count += 1
        if count > slots.count / 4 * 3 {
            slots = [UInt32](repeating: 0, count: slots.count * 2)
            for place in places { slots[slot(of: self[place].id)] = UInt32(place + 1) }
        } else {
            slots[slot(of: version.id)] = UInt32(count)
        }
        return count - 1
    }

    /// Returns places in the order of their starts, and of their ids.
    func sorted(_ places: some Sequence<Int>) -> [Int] {
        places.sorted { (self[$0].start, self[$0].id) < (self[$1].start, self[$1].id) }
    }

    /// Returns the slot of an id, or the free one in which it belongs.
    private func slot(of id: UInt64) -> Int {
        // A document can choose its ids, but not the seed of a hash value.
        var slot = id.hashValue & (slots.count - 1)
        while slots[slot] != 0, self[Int(slots[slot]) - 1].id != id { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}
