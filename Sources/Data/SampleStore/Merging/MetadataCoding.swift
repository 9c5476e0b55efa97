package import HealthModel

extension MetadataSet {
    /// The set as bytes: each key and value after its length. Equal sets have equal bytes.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            for text in [entry.key, entry.value] {
                var length = text.utf8.count
                while length >= 0x80 {
                    bytes.append(UInt8(length & 0x7F) | 0x80)
                    length >>= 7
                }
                bytes.append(UInt8(length))
                bytes.append(contentsOf: text.utf8)
            }
        }
        return bytes
    }

    /// Decodes a set. Nil if `bytes` are not a valid set.
    package init?(encoded bytes: [UInt8]) {
        var entries: [Entry] = []
        var rest = bytes[...]
        func text() -> String? {
            var length = 0
            for shift in stride(from: 0, through: 28, by: 7) {
                guard let byte = rest.popFirst() else { return nil }
                length |= Int(byte & 0x7F) << shift
                if byte < 0x80 { break }
            }
            guard rest.count >= length else { return nil }
            defer { rest = rest.dropFirst(length) }
            return String(validating: rest.prefix(length), as: UTF8.self)
        }
        while !rest.isEmpty {
            guard let key = text(), let value = text() else { return nil }
            entries.append(Entry(key: key, value: value))
        }
        self.init(entries)
    }
}
