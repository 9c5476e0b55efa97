/// What a column of a table, or a key of a JSON object, says about its row.
enum TableColumn: Hashable {
    case type, source, start, end, value, unit, created, device
    /// By its place in the list of the table's metadata keys.
    case metadata(Int)
    case other
}

/// One row of a table: its texts one after another, and to which column each belongs.
struct TableFields {
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [(column: TableColumn, range: Range<Int>)] = []
    private var fieldStart = 0

    /// The longest row; a longer one is skipped.
    static let byteLimit = 1 << 20

    var isOverlong: Bool { bytes.count > TableFields.byteLimit }
    var isFieldEmpty: Bool { bytes.count == fieldStart }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        fieldStart = 0
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func append(_ text: Bytes) { bytes.append(text) }

    /// Ends the field whose bytes were appended since the last end.
    mutating func endField(_ column: TableColumn) {
        fields.append((column, fieldStart..<bytes.count))
        fieldStart = bytes.count
    }

    /// Returns the bytes appended since the last end of a field as text, and forgets them.
    mutating func takeText() -> String {
        defer { bytes.removeLast(bytes.count - fieldStart) }
        return String(decoding: bytes[fieldStart...], as: UTF8.self)
    }
}

/// Cuts a document into rows.
protocol TableScanner: ~Copyable {
    /// The row that `next` moved to.
    var row: TableFields { get }
    /// The keys of metadata columns, by their place.
    var metadataKeys: [String] { get }
    /// The line on which the row begins.
    var line: Int { get }
    var bytesRead: Int { get }

    /// Moves to the next row that can be read; notes those that cannot. Returns false at the end of the document.
    mutating func next(_ findings: inout ImportFindings) throws(ImportError) -> Bool
}
