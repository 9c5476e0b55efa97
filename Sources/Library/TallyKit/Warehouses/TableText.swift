/// Rows of a table as text with tabs, one line each. A backslash begins the escape of a tab, a line feed and of itself.
@_spi(Guests)
public struct TableText: Sendable {
    /// The rows without the store and the batch, which depend on the push.
    public private(set) var bytes: [UInt8] = []
    /// The offsets of the rows' starts.
    private var starts: [Int] = []

    /// Creates a table without rows.
    public init() {}

    /// The number of rows.
    public var rowCount: Int { starts.count }

    /// Begins a row.
    public mutating func beginRow() { starts.append(bytes.count) }

    /// Ends a row.
    public mutating func endRow() { bytes.append(10) }

    /// Adds a text to the row.
    public mutating func add(_ text: String) {
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

    /// Adds a whole number to the row.
    public mutating func add(_ number: some BinaryInteger) {
        bytes.append(9)
        bytes += Array(number.description.utf8)
    }

    /// Adds a number to the row.
    public mutating func add(_ number: Double) {
        bytes.append(9)
        bytes += Array(number.description.utf8)
    }

    /// Adds a row of a table that is sent with a query.
    public mutating func addRow(_ values: [WarehouseValue]) {
        beginRow()
        for value in values {
            switch value {
            case .null: bytes += [9, 92, 78]
            case .text(let text): add(text)
            case .integer(let number): add(number)
            case .number(let number): add(number)
            }
        }
        endRow()
    }

    /// The rows without the tabs before their first values.
    public var bytesWithoutPrefix: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, start) in starts.enumerated() {
            result += bytes[(start + 1)..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)]
        }
        return result
    }

    /// Adds the rows with the store and the batch to a request.
    public func append(to request: inout [UInt8], prefix: [UInt8]) {
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
