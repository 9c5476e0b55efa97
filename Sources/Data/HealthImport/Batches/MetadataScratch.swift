import HealthModel

/// The metadata of one row, collected while the row is read.
///
/// Each pair is two lengths and two texts, one pair after another, so equal sets are usually equal bytes.
struct MetadataScratch {
    private(set) var bytes: [UInt8] = []

    /// The maximum size of one row's metadata. HealthKit's largest, a list of heartbeats, has a few kilobytes.
    static let byteLimit = 1 << 20

    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds a pair. Returns false if there is no room for it.
    mutating func append(key: Bytes, value: Bytes) -> Bool {
        guard bytes.count + key.count + value.count <= MetadataScratch.byteLimit else { return false }
        appendLength(key.count)
        appendLength(value.count)
        bytes.append(key)
        bytes.append(value)
        return true
    }

    /// Adds a pair with a key that Tally defines.
    mutating func append(key: String, value: Bytes) -> Bool { append(key: Array(key.utf8).span, value: value) }

    /// Removes the first pair with a key, and returns its value. Nil without such a pair.
    mutating func take(_ key: String) -> [UInt8]? {
        guard let pair = pairs.first(where: { bytes[$0.key].elementsEqual(key.utf8) }) else { return nil }
        let value = Array(bytes[pair.value])
        bytes.removeSubrange(pair.key.lowerBound - 8..<pair.value.upperBound)
        return value
    }

    func hasKey(_ key: String) -> Bool { pairs.contains { bytes[$0.key].elementsEqual(key.utf8) } }

    private mutating func appendLength(_ length: Int) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }

    /// The ranges of the pairs in `bytes`, in order.
    var pairs: [(key: Range<Int>, value: Range<Int>)] {
        var pairs: [(key: Range<Int>, value: Range<Int>)] = []
        var offset = 0
        while offset < bytes.count {
            let keyStart = offset + 8
            let valueStart = keyStart + Int(bytes.little32(offset))
            let end = valueStart + Int(bytes.little32(offset + 4))
            pairs.append((keyStart..<valueStart, valueStart..<end))
            offset = end
        }
        return pairs
    }
}
