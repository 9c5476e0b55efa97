import TerminalText

/// Splits comma-separated text into rows by RFC 4180. The first row is the header.
///
/// A first line `sep=;` sets the separator. Otherwise it is the most frequent of comma, semicolon and tab in the header.
struct CSVScanner: TableScanner, ~Copyable {
    private(set) var row = TableFields()
    private(set) var metadataKeys: [String] = []
    private(set) var line = 0
    private(set) var place: Range<Int>?
    private(set) var endedInside = false

    private var window: ByteWindow
    private(set) var cursor: Int
    private var separator = UInt8(ascii: ",")
    private var columns: [TableColumn] = []
    /// The first quotation mark at or after the cursor, and the chunk where it was searched.
    private var nextQuote = (offset: 0, chunk: -1)

    /// Reads the header of a table of samples.
    ///
    /// - Throws: `ImportError.badTable` if a required column is missing, or if several columns name persons. `ImportError.personTwice` if a
    ///   column does although the person is given.
    init(window: consuming ByteWindow, mapping: TableMapping, path: String) throws(ImportError) {
        self.window = window
        cursor = 0
        skipByteOrderMark()
        for _ in 0..<mapping.skippedLines { _ = takeLine() }
        let names = try readHeader(path: path)
        columns = names.map { mapping.column($0, metadataKeys: &metadataKeys) }
        var missing = [(TableColumn.start, mapping.startColumn), (.value, mapping.valueColumn)]
        if mapping.type == nil { missing.insert((.type, mapping.typeColumn), at: 0) }
        let persons = columns.indices.filter { columns[$0] == .person }
        if mapping.personIsGiven, let column = persons.first { throw .personTwice(path: path, column: names[column]) }
        if persons.count > 1 {
            throw .badTable(
                path: path,
                reason: "the column `\(names[persons[1]])` appears twice, so the person of a row is not clear; rename one of them")
        }
        if let name = mapping.personColumn, !mapping.personIsGiven { missing.append((.person, name)) }
        missing.removeAll { columns.contains($0.0) }
        if !missing.isEmpty {
            let isType = missing.map(\.0) == [.type] && mapping.typeColumn != "type"
            let found = names.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
            // A single name is probably not the header of a table.
            if isType {
                throw .badTable(
                    path: path,
                    reason: "`\(mapping.typeColumn)` is neither a metric nor a column of the table. The header is: "
                        + ScreenText.visible(found, in: .source))
            }
            if missing.map(\.0) == [.person] {
                throw .badTable(
                    path: path,
                    reason: "the table has no column `\(missing[0].1)` with its persons. The header is: "
                        + "\(ScreenText.visible(found, in: .source)). Name one of these columns with --person-column")
            }
            let advice =
                names.count > 1 ? ". Name the columns: `tally import FILE --type weight --start COLUMN --value COLUMN`" : ""
            throw .badTable(
                path: path,
                reason: "this is not an Apple Health export or a table: its header has no column "
                    + "\(missing.map(\.1).joined(separator: ", ")). The header is: \(ScreenText.visible(found, in: .source))\(advice)")
        }
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
        guard readRow() == .row else { throw .badTable(path: path, reason: "the file has no header line") }
        return row.fields.map { [bytes = rowBytes] in String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    private init(separator: UInt8, columns: [TableColumn], metadataKeys: [String]) {
        window = .empty
        cursor = 0
        (self.separator, self.columns, self.metadataKeys) = (separator, columns, metadataKeys)
    }

    var twin: @Sendable () -> CSVScanner {
        { [separator, columns, metadataKeys] in CSVScanner(separator: separator, columns: columns, metadataKeys: metadataKeys) }
    }

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
            case .row where row.fields.count == columns.count: return true
            case .row, .broken:
                findings.rows += 1
                findings.skippedRows += 1
                findings.issues.add(.badTableRow, line: line)
            }
        }
        return false
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
