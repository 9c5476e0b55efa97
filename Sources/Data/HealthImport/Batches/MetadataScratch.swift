import HealthModel

/// The metadata of one row as it is written, while the row is being read.
///
/// Pairs lie one after another, each as two lengths and two texts, so that equal sets are mostly equal bytes.
struct MetadataScratch {
    private(set) var bytes: [UInt8] = []

    /// The longest metadata of one row; HealthKit's own is a few kilobytes of beats.
    static let byteLimit = 1 << 20

    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds a pair and returns whether there was room for it.
    mutating func append(key: Bytes, value: Bytes) -> Bool {
        guard bytes.count + key.count + value.count <= MetadataScratch.byteLimit else { return false }
        appendLength(key.count)
        appendLength(value.count)
        bytes.append(contentsOf: key)
        bytes.append(contentsOf: value)
        return true
    }

    /// Adds a pair whose key is one of our own.
    mutating func append(key: String, value: Bytes) -> Bool {
        var key = key
        return key.withUTF8 { append(key: $0, value: value) }
    }

    private mutating func appendLength(_ length: Int) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: length)) { bytes.append(contentsOf: $0) }
    }

    /// Returns the pairs in `bytes` in their order.
    static func pairs(in bytes: Bytes) -> [(key: Bytes, value: Bytes)] {
        var pairs: [(key: Bytes, value: Bytes)] = []
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset < raw.count {
            let keyLength = Int(raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let valueLength = Int(raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
            let keyStart = offset + 8
            let valueStart = keyStart + keyLength
            offset = valueStart + valueLength
            pairs.append((bytes.part(keyStart..<valueStart), bytes.part(valueStart..<offset)))
        }
        return pairs
    }
}
