import TerminalText

/// Cuts comma-separated text into rows as RFC 4180 does; the first row is the header.
///
/// A first line `sep=;` sets the separator, else the commonest of comma, semicolon and tab in the header is taken.
struct CSVScanner: TableScanner, ~Copyable {
    private(set) var row = TableFields()
    private(set) var metadataKeys: [String] = []
    private(set) var line = 0

    private var window: ByteWindow
    private var cursor = 0
    private var separator = UInt8(ascii: ",")
    private var columns: [TableColumn] = []

    /// Reads the header.
    ///
    /// - Throws: `ImportError.badTable` where columns are missing that every table needs.
    init(window: consuming ByteWindow, mapping: TableMapping, path: String) throws(ImportError) {
        self.window = window
        skipByteOrderMark()
        for _ in 0..<mapping.skippedLines { _ = takeLine() }
        chooseSeparator()
        guard readRow() == .row else { throw .badTable(path: path, reason: "there is no header line") }
        let names = row.fields.map { String(decoding: row.bytes[$0.range], as: UTF8.self) }
        columns = names.map { mapping.column($0, metadataKeys: &metadataKeys) }
        var missing = [(TableColumn.start, mapping.startColumn), (.value, mapping.valueColumn)]
        if mapping.type == nil { missing.insert((.type, "type"), at: 0) }
        missing.removeAll { columns.contains($0.0) }
        if !missing.isEmpty {
            let found = names.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
            // One name alone is hardly the header of a table.
            let advice =
                names.count > 1 ? "; options say which is which: `tally import FILE --type weight --start COLUMN --value COLUMN`" : ""
            throw .badTable(
                path: path,
                reason: "this is no Apple Health export, and no table either: its header has no column "
                    + "\(missing.map(\.1).joined(separator: ", ")); it reads: \(ScreenText.visible(found, in: .source))\(advice)")
        }
    }

    var bytesRead: Int { window.bytesBefore + cursor }

    mutating func next(_ findings: inout ImportFindings) -> Bool {
        while true {
            switch readRow() {
            case .end: return false
            case .row where row.fields.count == 1 && row.bytes.isEmpty: continue
            case .row where row.fields.count == columns.count: return true
            case .row, .broken:
                findings.rows += 1
                findings.skippedRows += 1
                findings.issues.add(.badTableRow, line: line)
            }
        }
    }

    // MARK: - Rows

    private enum Reading { case row, broken, end }

    private mutating func readRow() -> Reading {
        row.removeAll()
        guard cursor < window.bytes.count || window.advance(keepingFrom: &cursor) else { return .end }
        line = window.line(at: cursor)
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

    /// Moves over the bytes at the cursor that are nothing but text of the field, and adds them to it together.
    private mutating func appendText(isQuoted: Bool) {
        let bytes = window.bytes
        // One byte more makes the row overlong.
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
        guard cursor < window.bytes.count || window.advance(keepingFrom: &cursor) else { return nil }
        return window.bytes[cursor]
    }

    /// Moves behind the end of the line and returns the first bytes of what was passed.
    private mutating func takeLine() -> [UInt8] {
        var text: [UInt8] = []
        while let byte = take(), byte != 0x0A {
            if text.count < 4096 { text.append(byte) }
        }
        return text
    }

    // MARK: - Before the header

    /// The line that begins at the cursor, as far as it is not absurdly long.
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
