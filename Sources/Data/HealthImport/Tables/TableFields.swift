/// The meaning of a table's column or of a JSON object's key.
enum TableColumn: Hashable {
    case type, source, start, end, value, unit, created, device
    /// The index in the list of the table's metadata keys.
    case metadata(Int)
    case other
}

/// One row of a table: its texts in one buffer, with the column of each.
struct TableFields {
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [(column: TableColumn, range: Range<Int>)] = []
    private var fieldStart = 0

    /// The maximum length of a row. Longer rows are skipped.
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

    /// Ends a field that contains the bytes appended since the last end.
    mutating func endField(_ column: TableColumn) {
        fields.append((column, fieldStart..<bytes.count))
        fieldStart = bytes.count
    }

    /// Removes the bytes appended since the last end of a field and returns them as text.
    mutating func takeText() -> String {
        defer { bytes.removeLast(bytes.count - fieldStart) }
        return String(decoding: bytes[fieldStart...], as: UTF8.self)
    }
}

/// Splits a document into rows.
protocol TableScanner: ~Copyable {
    /// The row that `next` moved to.
    var row: TableFields { get }
    /// The keys of the metadata columns, by index.
    var metadataKeys: [String] { get }
    /// The number of the line where the row starts.
    var line: Int { get }
    var bytesRead: Int { get }

    /// Moves to the next readable row and notes the unreadable ones. Returns false at the end of the document.
    mutating func next(_ findings: inout ImportFindings) throws(ImportError) -> Bool
}
