/// One file in a zip archive, as described by the archive's directory or by its own header.
struct ZipEntry: Hashable {
    var name: String
    /// 0 for stored, 8 for deflated.
    var method: UInt16
    var isEncrypted: Bool
    /// Nil if only a record after the data has it.
    var checksum: UInt32?
    var compressedSize: Int?
    var size: Int?
    /// The offset of the entry's own header in the archive.
    var headerOffset: Int

    /// Reads an entry of the central directory, which starts with `PK\1\2`, and sets `length` to its length. Nil if there is no entry.
    init?(directory record: [UInt8], length: inout Int) {
        guard record.count >= 46, record.little32(0) == 0x0201_4B50 else { return nil }
        let nameLength = Int(record.little16(28))
        let extraLength = Int(record.little16(30))
        length = 46 + nameLength + extraLength + Int(record.little16(32))
        guard record.count >= length else { return nil }
        name = String(decoding: record[46..<46 + nameLength], as: UTF8.self)
        isEncrypted = record.little16(8) & 1 != 0
        method = record.little16(10)
        checksum = record.little32(16)
        var wide = Zip64Fields(extra: Array(record[46 + nameLength..<46 + nameLength + extraLength]))
        size = wide.resolve(record.little32(24))
        compressedSize = wide.resolve(record.little32(20))
        guard let offset = wide.resolve(record.little32(42)), size != nil, compressedSize != nil else { return nil }
        headerOffset = offset
    }

    /// Reads an entry's own header, which starts with `PK\3\4`, and sets `length` to its length. Nil if there is no header.
    init?(header record: [UInt8], at offset: Int, length: inout Int) {
        guard record.count >= 30, record.little32(0) == 0x0403_4B50 else { return nil }
        let nameLength = Int(record.little16(26))
        let extraLength = Int(record.little16(28))
        length = 30 + nameLength + extraLength
        guard record.count >= length else { return nil }
        name = String(decoding: record[30..<30 + nameLength], as: UTF8.self)
        isEncrypted = record.little16(6) & 1 != 0
        method = record.little16(8)
        headerOffset = offset
        // With a data descriptor, the checksum and the sizes follow the data.
        guard record.little16(6) & 8 == 0 else { return }
        checksum = record.little32(14)
        var wide = Zip64Fields(extra: Array(record[30 + nameLength..<length]))
        size = wide.resolve(record.little32(22))
        compressedSize = wide.resolve(record.little32(18))
    }
}

/// The 64-bit numbers of an entry. An archive writes only those that do not fit 32 bits, in a fixed order.
private struct Zip64Fields {
    private var fields: [UInt64] = []

    init(extra: [UInt8]) {
        var offset = 0
        while offset + 4 <= extra.count {
            let end = offset + 4 + Int(extra.little16(offset + 2))
            guard end <= extra.count else { return }
            if extra.little16(offset) == 1 {
                fields = stride(from: offset + 4, through: end - 8, by: 8).map(extra.little64)
                return
            }
            offset = end
        }
    }

    /// Returns `narrow`, or the next 64-bit number if `narrow` is the marker for one. Nil if that number is missing or too large.
    mutating func resolve(_ narrow: UInt32) -> Int? {
        guard narrow == .max else { return Int(narrow) }
        return fields.isEmpty ? nil : Int(exactly: fields.removeFirst())
    }
}

extension [UInt8] {
    func little16(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: little(offset, 2)) }
    func little32(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: little(offset, 4)) }
    func little64(_ offset: Int) -> UInt64 { little(offset, 8) }

    /// Reads `count` bytes as a little-endian number.
    private func little(_ offset: Int, _ count: Int) -> UInt64 {
        self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
