/// Numbers texts 0, 1, 2 …, with equal numbers for equal texts, without creating a `String`.
struct ByteInterner {
    private struct Entry {
        var hash: UInt64
        var range: Range<Int>
    }

    private var entries: [Entry] = []
    /// All texts, one after another.
    private var texts: [UInt8] = []
    /// A hash table with open addressing: entry + 1, or 0 for a free place. Its size is a power of two.
    private var table: [Int32] = []
    private var last = -1

    init() {}

    /// The approximate number of bytes in memory.
    var byteCount: Int { texts.count + entries.count * 40 }

    /// Returns the number of `text` and whether it is new.
    mutating func intern(_ text: Bytes) -> (id: Int, isNew: Bool) {
        // Consecutive rows usually have the same text.
        if last >= 0, equals(last, text) { return (last, false) }
        let hash = ByteInterner.hash(text)
        if entries.count * 2 >= table.count { grow() }
        var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[slot] != 0 {
            let id = Int(table[slot]) - 1
            if entries[id].hash == hash, equals(id, text) {
                last = id
                return (id, false)
            }
            slot = (slot + 1) & (table.count - 1)
        }
        last = entries.count
        table[slot] = Int32(last + 1)
        entries.append(Entry(hash: hash, range: texts.count..<texts.count + text.count))
        texts.append(text)
        return (last, true)
    }

    /// Returns the text with a number.
    func text(_ id: Int) -> ArraySlice<UInt8> { texts[entries[id].range] }

    private func equals(_ id: Int, _ text: Bytes) -> Bool {
        let range = entries[id].range
        guard range.count == text.count else { return false }
        return texts.span.extracting(range).equals(text)
    }

    private mutating func grow() {
        table = [Int32](repeating: 0, count: max(64, table.count * 2))
        for (id, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (table.count - 1)
            while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
            table[slot] = Int32(id + 1)
        }
    }

    /// Hashes eight bytes per step. The random seed prevents files that are made to collide.
    private static let seed = UInt64.random(in: .min ... .max)

    private static func hash(_ text: Bytes) -> UInt64 {
        var hash = seed ^ UInt64(text.count)
        var index = 0
        while index + 8 <= text.count {
            hash = mixed(hash ^ text.word(at: index))
            index += 8
        }
        var rest: UInt64 = 0
        while index < text.count {
            rest = rest << 8 | UInt64(text[index])
            index += 1
        }
        return mixed(hash ^ rest)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
