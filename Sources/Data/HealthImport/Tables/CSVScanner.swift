import TerminalText

/// Splits comma-separated text into rows by RFC 4180. The first row is the header.
///
/// A first line `sep=;` sets the separator. Otherwise it is the most frequent of comma, semicolon and tab in the header.
struct CSVScanner: TableScanner, ~Copyable {
    private(set) var row = TableFields()
    private(set) var metadataKeys: [String] = []
    var guardsMetadata: Bool { true }
    private(set) var line = 0
    private(set) var place: Range<Int>?
    private(set) var endedInside = false

    private var window: ByteWindow
    private(set) var cursor: Int
    private var separator = UInt8(ascii: ",")
    var separatesByComma: Bool { separator == UInt8(ascii: ",") }
    private(set) var schema = TableSchema()
    private var columns: [TableColumn] = []
    /// The number of columns without a name at the end of the header.
    private var optionalColumns = 0
    /// The first quotation mark at or after the cursor, and the chunk where it was searched.
    private var nextQuote = (offset: 0, chunk: -1)

    /// Reads the header of a table of samples.
    ///
    /// - Throws: the errors of `TableSchema`. `ImportError.badTable` if the lines of the file don't end with line feeds.
    init(window: consuming ByteWindow, mapping: TableMapping, path: String) throws(ImportError) {
        self.window = window
        cursor = 0
        skipByteOrderMark()
        try checkLineEnds(path: path)
        for _ in 0..<mapping.skippedLines { _ = takeLine() }
        let names = try readHeader(path: path)
        schema = try TableSchema(mapping, header: names, isComplete: true, path: path)
        columns = names.map { [schema] in schema.column($0, metadataKeys: &metadataKeys) }
        // Some programs write a separator at the end of the header but not of the rows, and others the reverse.
        optionalColumns = names.reversed().prefix { $0.allSatisfy(\.isWhitespace) }.count
    }

    /// Reads the header of any table. Its names are `metadataKeys`.
    init(window: consuming ByteWindow, path: String) throws(ImportError) {
        self.window = window
        cursor = 0
        skipByteOrderMark()
        metadataKeys = try readHeader(path: path)
        columns = metadataKeys.indices.map { .metadata($0) }
    }

    private mutating func readHeader(path: String) throws(ImportError) -> [String] {
        chooseSeparator()
        switch readRow() {
        case .row: break
        case .end: throw .badTable(path: path, reason: "the file has no header line")
        case .broken:
            let length = "its header line is longer than \(TableFields.byteLimit >> 20) MB"
            throw .badTable(path: path, reason: row.isOverlong ? length : "a quotation mark of its header line is not closed")
        }
        return row.fields.map { [bytes = rowBytes] in String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    private init(separator: UInt8, schema: TableSchema, columns: [TableColumn], optionalColumns: Int, metadataKeys: [String]) {
        window = .empty
        cursor = 0
        (self.separator, self.schema, self.columns) = (separator, schema, columns)
        (self.optionalColumns, self.metadataKeys) = (optionalColumns, metadataKeys)
    }

    var twin: @Sendable () -> CSVScanner {
        { [separator, schema, columns, optionalColumns, metadataKeys] in
            CSVScanner(
                separator: separator, schema: schema, columns: columns, optionalColumns: optionalColumns, metadataKeys: metadataKeys)
        }
    }

    mutating func bytesAhead(_ limit: Int) -> [UInt8] { window.bytesAhead(limit, from: &cursor) }

    mutating func take(_ chunk: consuming ByteChunk) { window.take(chunk, keepingFrom: &cursor) }
    mutating func pass(bytes: Int, lineEnds: Int) { window.pass(bytes: bytes, lineEnds: lineEnds, from: &cursor) }
    mutating func restart(_ window: consuming ByteWindow) {
        cursor = window.start
        self.window = window
        endedInside = false
        nextQuote.chunk = -1
    }
    var lineAtEnd: Int { mutating get { window.line(at: window.bytes.count) } }

    var bytesRead: Int { window.bytesBefore + cursor }
    var rowBytes: [UInt8] { row.isInDocument ? window.bytes : row.bytes }
    var document: [UInt8] { window.bytes }

    mutating func pass(lines: Int, to offset: Int) {
        window.pass(lines: lines, from: cursor, to: offset)
        cursor = offset
    }

    mutating func next(_ findings: inout ImportFindings) -> Bool {
        while cursor < window.bytes.count {
            switch readRow() {
            case .end: return false
            case .row where row.isBlank: continue
            case .row where row.fields.count == columns.count || hasOptionalCount: return true
            case .row, .broken:
                findings.rows += 1
                findings.skipRow()
                findings.issues.add(.badTableRow, line: line)
            }
        }
        return false
    }

    /// Moves to the next row, also past the end of the window, where ``next(_:)`` stops. Returns false at the end of the document.
    mutating func nextInDocument(_ findings: inout ImportFindings) -> Bool {
        while !next(&findings) {
            guard window.advance(keepingFrom: &cursor) else { return false }
        }
        return true
    }

    /// True if the row has other separators at its end than the header, and nothing between them.
    private var hasOptionalCount: Bool {
        let missing = columns.count - row.fields.count
        return missing > 0 ? missing <= optionalColumns : row.fields[columns.count...].allSatisfy(\.range.isEmpty)
    }

    // MARK: - Rows

    private enum Reading { case row, broken, end }

    private mutating func readRow() -> Reading {
        row.removeAll()
        place = nil
        guard cursor < window.bytes.count || window.advance(keepingFrom: &cursor) else { return .end }
        line = window.line(at: cursor)
        if readPlainLine() { return .row }
        var isQuoted = false
        while true {
            appendText(isQuoted: isQuoted)
            guard let byte = take() else { break }
            if row.isOverlong {
                if isQuoted || byte != 0x0A { _ = takeLine() }
                return .broken
            }
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    row.append(byte)
                } else if peek() == UInt8(ascii: "\"") {
                    row.append(byte)
                    cursor += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\""), row.isFieldEmpty {
                isQuoted = true
            } else if byte == separator {
                endField()
            } else if byte == 0x0A {
                break
            } else if byte != 0x0D || peek() != 0x0A {
                row.append(byte)
            }
        }
        endField()
        return isQuoted ? .broken : .row
    }

    /// Reads a line without quotation marks, whose fields need no copies. Returns false if the line is different, or ends after the window.
    private mutating func readPlainLine() -> Bool {
        let (start, lineEnd) = (cursor, window.bytes.span.offset(of: 0x0A, from: cursor))
        guard let lineEnd, lineEnd - start <= TableFields.byteLimit else { return false }
        if nextQuote.chunk != window.chunkCount || nextQuote.offset < start {
            nextQuote = (window.bytes.span.offset(of: UInt8(ascii: "\""), from: start) ?? window.bytes.count, window.chunkCount)
        }
        guard nextQuote.offset > lineEnd else { return false }
        let endsInReturn = lineEnd > start && window.bytes[lineEnd - 1] == 0x0D && separator != 0x0D
        let end = endsInReturn ? lineEnd - 1 : lineEnd
        var fieldStart = start
        while let found = window.bytes.span.extracting(..<end).offset(of: separator, from: fieldStart) {
            addField(fieldStart..<found)
            fieldStart = found + 1
        }
        addField(fieldStart..<end)
        cursor = lineEnd + 1
        window.pass(lineBefore: cursor)
        // Another separator could also be a part of a time or number.
        if separator == UInt8(ascii: ",") || separator == UInt8(ascii: ";") || separator == UInt8(ascii: "\t") { place = start..<cursor }
        return true
    }

    private mutating func addField(_ range: Range<Int>) {
        row.add(row.fields.count < columns.count ? columns[row.fields.count] : .other, inDocument: range)
    }

    /// Adds the bytes of the field's text up to the next special character and moves past them.
    private mutating func appendText(isQuoted: Bool) {
        let bytes = window.bytes
        // One byte more makes the row too long.
        let end = min(bytes.count, cursor + max(0, TableFields.byteLimit + 1 - row.bytes.count))
        var index = cursor
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || (!isQuoted && (byte == separator || byte == 0x0A || byte == 0x0D)) { break }
            index += 1
        }
        row.append(bytes.span.extracting(cursor..<index))
        cursor = index
    }

    private mutating func endField() {
        let index = row.fields.count
        row.endField(index < columns.count ? columns[index] : .other)
    }

    private mutating func take() -> UInt8? {
        guard let byte = peek() else { return nil }
        cursor += 1
        return byte
    }

    private mutating func peek() -> UInt8? {
        guard cursor < window.bytes.count || window.advance(keepingFrom: &cursor) else {
            endedInside = true
            return nil
        }
        return window.bytes[cursor]
    }

    /// Moves past the end of the line and returns the line's first bytes.
    private mutating func takeLine() -> [UInt8] {
        var text: [UInt8] = []
        while let byte = take(), byte != 0x0A {
            if text.count < 4096 { text.append(byte) }
        }
        return text
    }

    // MARK: - Before the header

    /// The line at the cursor, truncated if it is extremely long.
    private var lineAhead: ArraySlice<UInt8> {
        mutating get {
            while true {
                if let end = window.bytes.span.offset(of: 0x0A, from: cursor) { return window.bytes[cursor..<end] }
                if window.bytes.count - cursor > 1 << 16 || !window.advance(keepingFrom: &cursor) { return window.bytes[cursor...] }
            }
        }
    }

    /// - Throws: `ImportError.badTable` if lines end with carriage returns only, as some spreadsheets write them.
    private mutating func checkLineEnds(path: String) throws(ImportError) {
        let head = lineAhead
        guard head.count > 1, let end = head.dropLast().firstIndex(of: 0x0D), head[head.index(after: end)] != 0x0A, !head.contains(0x22)
        else { return }
        throw .badTable(
            path: path,
            reason: "its lines end with carriage returns only. Convert it with `tr '\\r' '\\n' < FILE > NEWFILE` and import the new file")
    }

    private mutating func skipByteOrderMark() {
        if lineAhead.starts(with: "\u{FEFF}".utf8) { cursor += 3 }
    }

    private mutating func chooseSeparator() {
        let head = lineAhead
        if head.starts(with: "sep=".utf8), let sign = head.dropFirst(4).first {
            separator = sign
            _ = takeLine()
            return
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in head.lazy.filter { $0 == candidate }.count }
        separator = candidates[counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0]
    }
}
