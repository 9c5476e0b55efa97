/// Rows of a table as text with tabs, as ClickHouse reads them.
package struct TableText: Sendable {
    /// The rows without the store and the batch, which depend on the push.
    package private(set) var bytes: [UInt8] = []
    /// The offsets of the rows' starts.
    private var starts: [Int] = []

    package init() {}

    package var rowCount: Int { starts.count }

    package mutating func beginRow() { starts.append(bytes.count) }

    /// Ends a row.
    package mutating func endRow() { bytes.append(10) }

    package mutating func add(_ text: String) {
        bytes.append(9)
        for byte in text.utf8 {
            switch byte {
            case 9: bytes += [92, 116]
            case 10: bytes += [92, 110]
            case 13: bytes += [92, 114]
            case 0: bytes += [92, 48]
            case 92: bytes += [92, 92]
            default: bytes.append(byte)
            }
        }
    }

    package mutating func add(_ number: some BinaryInteger) {
        bytes.append(9)
        bytes += Array(number.description.utf8)
    }

    package mutating func add(_ number: Double) {
        bytes.append(9)
        bytes += Array(number.description.utf8)
    }

    /// A value of a row.
    package enum Value {
        case null
        case text(String)
        case number(Int64)
        case real(Double)
    }

    /// Adds a row of a table that is sent with a query.
    package mutating func addRow(_ values: [Value]) {
        beginRow()
        for value in values {
            switch value {
            case .null: bytes += [9, 92, 78]
            case .text(let text): add(text)
            case .number(let number): add(number)
            case .real(let number): add(number)
            }
        }
        endRow()
    }

    /// The rows without the tabs before their first values.
    package var bytesWithoutPrefix: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, start) in starts.enumerated() {
            result += bytes[(start + 1)..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)]
        }
        return result
    }

    /// Adds the rows with the store and the batch to a request.
    func append(to request: inout [UInt8], prefix: [UInt8]) {
        for (index, start) in starts.enumerated() {
            request += prefix
            request += bytes[start..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)]
        }
    }

    /// Returns a number that is different if the rows are, as far as 64 bits can tell (FNV-1a).
    func digest(from seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A part of a store that is pushed as a whole or not at all.
package struct EnginePiece: Sendable {
    /// Identifies a part among those of its store.
    package struct Key: Hashable, Sendable {
        package enum Kind: String, Sendable { case person, sources, rows }

        package var kind: Kind
        package var person: String
        package var type: String
        /// The number of the period of the samples; 0 for others.
        package var part: Int64

        package init(_ kind: Kind, person: String, type: String = "", part: Int64 = 0) {
            (self.kind, self.person, self.type, self.part) = (kind, person, type, part)
        }
    }

    package var key: Key
    package var tables: [EngineTables.Table: TableText] = [:]

    package init(_ key: Key) { self.key = key }

    var digest: UInt64 {
        EngineTables.Table.allCases.reduce(0xCBF2_9CE4_8422_2325) { tables[$1]?.digest(from: $0) ?? ($0 &+ 1) }
    }

    var rowCount: Int { tables.values.reduce(0) { $0 + $1.rowCount } }
    var byteCount: Int { tables.values.reduce(0) { $0 + $1.bytes.count } }
}
