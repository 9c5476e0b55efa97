/// The meaning of a table's column or of a JSON object's key.
enum TableColumn: Hashable {
    case type, source, date, start, end, value, unit, created, device, zone, person, personZone
    /// The index in the list of the table's metadata keys.
    case metadata(Int)
    /// The details of a workout, and the points of a series, as JSON.
    case details, points
    /// The parts of a store other than samples, as JSON.
    case store
    case other
}

extension TableField {
    var column: TableColumn {
        switch self {
        case .value: .value
        case .start: .start
        case .end: .end
        case .date: .date
        case .zone: .zone
        case .device: .device
        case .source: .source
        case .unit: .unit
        case .type: .type
        }
    }
}

/// One row of a table: its texts and the column of each. The texts are parts of the document, or copies in one buffer.
struct TableFields {
    /// The copies.
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [(column: TableColumn, range: Range<Int>)] = []
    /// True if the ranges are those of the document.
    private(set) var isInDocument = false
    private var fieldStart = 0

    /// The maximum length of a row, with its separators. Longer rows are skipped.
    static let byteLimit = 1 << 20

    var isOverlong: Bool { bytes.count + fields.count > TableFields.byteLimit }
    var isFieldEmpty: Bool { bytes.count == fieldStart }
    /// True if the row is an empty line.
    var isBlank: Bool { fields.count == 1 && fields[0].range.isEmpty }
    /// The object of a row that only has points of a series.
    var points: Range<Int>? { fields.count == 1 && fields[0].column == .points ? fields[0].range : nil }

    /// The object of a row about the store, and the text of its person.
    var store: (object: Range<Int>, person: Range<Int>?)? {
        guard let object = fields.first(where: { $0.column == .store })?.range,
            fields.allSatisfy({ [.store, .person, .personZone].contains($0.column) })
        else { return nil }
        return (object, fields.first { $0.column == .person }?.range)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        fieldStart = 0
        isInDocument = false
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func append(_ text: Bytes) { bytes.append(text) }

    /// Ends a field that contains the bytes appended since the last end.
    mutating func endField(_ column: TableColumn) {
        fields.append((column, fieldStart..<bytes.count))
        fieldStart = bytes.count
    }

    /// Adds a field that is a part of the document. All fields of a row are, or none.
    mutating func add(_ column: TableColumn, inDocument range: Range<Int>) {
        fields.append((column, range))
        isInDocument = true
    }

    /// Removes the bytes appended since the last end of a field and returns them as text.
    mutating func takeText() -> String {
        defer { bytes.removeLast(bytes.count - fieldStart) }
        return String(decoding: bytes[fieldStart...], as: UTF8.self)
    }
}

/// Splits a document into rows.
protocol TableScanner: ~Copyable, SendableMetatype {
    /// The row that `next` moved to.
    var row: TableFields { get }
    /// The bytes that the ranges of the row refer to.
    var rowBytes: [UInt8] { get }
    /// The meaning of the columns, and the fields that are the same in all rows.
    var schema: TableSchema { get }
    /// True if commas separate fields, so that a number with a decimal comma is a quoted text.
    var separatesByComma: Bool { get }
    /// The keys of the metadata columns, by index.
    var metadataKeys: [String] { get }
    /// True if metadata that looks like a formula has an apostrophe in front, as in CSV.
    var guardsMetadata: Bool { get }
    /// The range of the row in the document, with its line end. Nil if its texts are copies.
    var place: Range<Int>? { get }
    /// The known part of the document, and the offset of the next row.
    var document: [UInt8] { get }
    var cursor: Int { get }
    /// A phrase for the document if its first rows show that it has another form. Nil if they don't.
    var otherDocument: String? { get }
    /// The number of the line where the row starts.
    var line: Int { get }
    var bytesRead: Int { get }
    /// True if the bytes ended inside a row.
    var endedInside: Bool { get }
    /// The number of the line where the window ends.
    var lineAtEnd: Int { mutating get }

    /// Finds the fields of `mapping` in the header or in the first rows.
    ///
    /// - Throws: the errors of `TableSchema`, and `ImportError.badTable` if the rows cannot be found.
    init(window: consuming ByteWindow, mapping: TableMapping, path: String) throws(ImportError)

    // As for `PieceReader`.

    var twin: @Sendable () -> Self { get }
    mutating func take(_ chunk: consuming ByteChunk)
    mutating func pass(bytes: Int, lineEnds: Int)
    mutating func restart(_ window: consuming ByteWindow)

    /// Returns the next whole lines, up to `limit` bytes, without moving.
    mutating func bytesAhead(_ limit: Int) -> [UInt8]

    /// Moves past rows that were read elsewhere: `lines` lines that end at `offset`.
    mutating func pass(lines: Int, to offset: Int)

    /// Moves to the next readable row and notes the unreadable ones. Returns false if the window has no more rows.
    mutating func next(_ findings: inout ImportFindings) throws(ImportError) -> Bool
}

extension TableScanner where Self: ~Copyable {
    var otherDocument: String? { nil }
}
