/// Splits JSON Lines into rows: one object per line, with the columns of a table as keys. Metadata is an object `metadata` or keys
/// `metadata.KEY`.
struct JSONLinesScanner: TableScanner, ~Copyable {
    private(set) var row = TableFields()
    var separatesByComma: Bool { true }
    private(set) var metadataKeys: [String] = []
    var guardsMetadata: Bool { false }
    private(set) var line = 0
    private(set) var place: Range<Int>?
    private(set) var endedInside = false
    private(set) var otherDocument: String?

    private var window: ByteWindow
    private(set) var cursor: Int
    /// The end of the current line, and the start of its unread part.
    private var end = 0
    private var position = 0
    let schema: TableSchema
    private var columns: [String: TableColumn] = [:]
    /// True if the line is longer than the limit. It then may end after the window.
    private var isOverlong = false
    /// True if the line has no backslash. Its texts then need no copies.
    private var isPlain = false
    /// The last text that was read, if the line is plain.
    private var text = 0..<0
    /// The keys of the objects by position, with their bytes. Most lines have the same keys in the same order.
    private var usualKeys: [(bytes: [UInt8], key: Key)] = []
    private var keyIndex = 0

    /// A key with its prefix, and its column if that is known.
    private struct Key {
        var name: String
        var column: TableColumn?
    }

    private init(window: consuming ByteWindow, schema: TableSchema) {
        cursor = window.start
        self.window = window
        self.schema = schema
    }

    /// Finds the fields of `mapping` in the keys of the first rows.
    ///
    /// - Throws: the errors of `TableSchema`, and `ImportError.notAnExport` for one object that is not a sample.
    init(window: consuming ByteWindow, mapping: TableMapping, path: String) throws(ImportError) {
        var start = window.start
        let ahead = window.bytesAhead(mapping.probeBytes, from: &start)
        var probe = JSONLinesScanner(window: ByteWindow(ByteChunk(memory: ahead, start: 0), at: 0), schema: TableSchema())
        var findings = ImportFindings()
        var objectCount = 0
        while probe.next(&findings) { objectCount += 1 }
        let found = try TableSchema(mapping, header: probe.columns.keys.sorted(), isComplete: false, path: path)
        if objectCount == 1, findings.rows == 0, !found.hasFields(in: probe.columns.keys) {
            throw .notAnExport(path: path, found: "this is \(JSONDocument.phrase(for: ahead))")
        }
        // The first line can be longer than the rows that are read ahead, and have fields after them.
        if objectCount == 0, !found.hasFields(in: probe.columns.keys) { otherDocument = JSONDocument.phrase(for: ahead) }
        schema = found
        cursor = start
        self.window = window
    }

    var twin: @Sendable () -> JSONLinesScanner { { [schema] in JSONLinesScanner(window: .empty, schema: schema) } }

    mutating func bytesAhead(_ limit: Int) -> [UInt8] { window.bytesAhead(limit, from: &cursor) }
    mutating func take(_ chunk: consuming ByteChunk) { window.take(chunk, keepingFrom: &cursor) }
    mutating func pass(bytes: Int, lineEnds: Int) { window.pass(bytes: bytes, lineEnds: lineEnds, from: &cursor) }
    mutating func restart(_ window: consuming ByteWindow) {
        cursor = window.start
        self.window = window
        endedInside = false
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
        while moveToNextLine() {
            place = nil
            if isOverlong {
                skipRestOfLine()
            } else {
                if restIsBlank { continue }
                row.removeAll()
                isPlain = window.bytes.span.extracting(..<end).offset(of: UInt8(ascii: "\\"), from: position) == nil
                keyIndex = 0
                let start = position
                if readObject(prefix: ""), restIsBlank {
                    if isPlain, end < cursor { place = start..<cursor }
                    return true
                }
            }
            findings.rows += 1
            findings.skipRow()
            findings.issues.add(.badTableRow, line: line)
        }
        return false
    }

    /// Sets `position ..< end` to the next line of the window, or to the start of an overlong one.
    private mutating func moveToNextLine() -> Bool {
        guard cursor < window.bytes.count else { return false }
        if metadataKeys.count >= 1000 { forgetKeys() }
        line = window.line(at: cursor)
        let isFirst = window.bytesBefore + cursor == 0
        var searched = cursor
        var lineEnd = window.bytes.span.offset(of: 0x0A, from: searched)
        while lineEnd == nil, window.bytes.count - cursor <= TableFields.byteLimit {
            let passed = window.bytes.count - cursor
            guard window.advance(keepingFrom: &cursor) else {
                endedInside = true
                break
            }
            searched = cursor + passed
            lineEnd = window.bytes.span.offset(of: 0x0A, from: searched)
        }
        (position, end) = (cursor, lineEnd ?? window.bytes.count)
        isOverlong = end - position > TableFields.byteLimit
        cursor = min(end + 1, window.bytes.count)
        if isFirst, window.bytes.span.starts(with: "\u{FEFF}", at: position) { position += 3 }
        return true
    }

    /// Moves past the end of the line.
    private mutating func skipRestOfLine() {
        while window.bytes[cursor - 1] != 0x0A {
            if cursor == window.bytes.count, !window.advance(keepingFrom: &cursor) { return endedInside = true }
            cursor = window.bytes.span.offset(of: 0x0A, from: cursor).map { $0 + 1 } ?? window.bytes.count
        }
    }

    /// Forgets all keys. They are only kept to save time.
    private mutating func forgetKeys() {
        columns.removeAll()
        metadataKeys.removeAll()
        usualKeys.removeAll()
    }

    // MARK: - JSON

    private var restIsBlank: Bool { window.bytes.span.trimmed(position..<end).isEmpty }

    private mutating func skipBlanks() {
        while position < end, window.bytes[position].isBlank { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard position < end, window.bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Reads an object whose keys, after `prefix`, are columns. Returns false if it is not a valid object.
    private mutating func readObject(prefix: String) -> Bool {
        guard take(UInt8(ascii: "{")) else { return false }
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            guard take(UInt8(ascii: "\"")), readString() else { return false }
            let key = takeKey(prefix: prefix)
            guard take(UInt8(ascii: ":")), readValue(of: key) else { return false }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    /// Removes the key that was read last and returns it.
    private mutating func takeKey(prefix: String) -> Key {
        guard isPlain else { return Key(name: prefix + row.takeText()) }
        let document = window.bytes
        let bytes = document.span.extracting(text)
        guard prefix.isEmpty else { return Key(name: prefix + bytes.text) }
        let index = keyIndex
        keyIndex += 1
        if index < usualKeys.count {
            let usual = usualKeys[index]
            if usual.bytes.span.equals(bytes) { return usual.key }
        }
        var key = Key(name: bytes.text)
        key.column = columns[key.name]
        guard key.column != nil || key.name == "metadata" else { return key }
        if index < usualKeys.count {
            usualKeys[index] = (Array(document[text]), key)
        } else if index == usualKeys.count, index < 100 {
            usualKeys.append((Array(document[text]), key))
        }
        return key
    }

    private mutating func readValue(of key: Key) -> Bool {
        skipBlanks()
        guard position < end else { return false }
        switch window.bytes[position] {
        case UInt8(ascii: "\""):
            position += 1
            guard readString() else { return false }
        case UInt8(ascii: "{") where key.name == "metadata":
            return readObject(prefix: "metadata.")
        case UInt8(ascii: "{") where ["workout", "points", "store"].contains(key.name):
            let start = position
            guard column(key) != .person, skipNested() else { return false }
            let own: TableColumn = key.name == "points" ? .points : key.name == "store" ? .store : .details
            if isPlain {
                row.add(own, inDocument: start..<position)
            } else {
                let bytes = window.bytes
                row.append(bytes.span.extracting(start..<position))
                row.endField(own)
            }
            return true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return column(key) != .person && skipNested()
        default:
            let start = position
            while position < end, !window.bytes[position].endsJSONWord { position += 1 }
            let bytes = window.bytes
            let word = bytes.span.extracting(start..<position)
            if word.equals("null") { return true }
            guard word.equals("true") || word.equals("false") || DecimalNumber.read(word) != nil else { return false }
            // An id is a text or a number.
            if column(key) == .person, DecimalNumber.read(word) == nil { return false }
            if isPlain { text = start..<position } else { row.append(word) }
        }
        if isPlain { row.add(column(key), inDocument: text) } else { row.endField(column(key)) }
        return true
    }

    private mutating func column(_ key: Key) -> TableColumn {
        if let known = key.column ?? columns[key.name] { return known }
        let column = schema.column(key.name, metadataKeys: &metadataKeys, greatestKeyCount: .max)
        if columns.count < ImportFindings.nameLimit { columns[key.name] = column }
        return column
    }

    /// Reads the rest of a string after its opening quote.
    private mutating func readString() -> Bool {
        if isPlain {
            guard let quote = window.bytes.span.extracting(..<end).offset(of: UInt8(ascii: "\""), from: position) else { return false }
            text = position..<quote
            position = quote + 1
            return true
        }
        while position < end {
            let byte = window.bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard readEscape() else { return false }
            default: row.append(byte)
            }
        }
        return false
    }

    private mutating func readEscape() -> Bool {
        guard position < end else { return false }
        let byte = window.bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): row.append(0x0A)
        case UInt8(ascii: "t"): row.append(0x09)
        case UInt8(ascii: "r"): row.append(0x0D)
        case UInt8(ascii: "b"): row.append(0x08)
        case UInt8(ascii: "f"): row.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): row.append(byte)
        case UInt8(ascii: "u"):
            guard var code = readHex() else { return false }
            // A surrogate pair is one scalar.
            if 0xD800..<0xDC00 ~= code, window.bytes.span.extracting(position..<end).starts(with: "\\u") {
                position += 2
                guard let low = readHex() else { return false }
                code = 0x10000 + (code - 0xD800) << 10 + (low &- 0xDC00) & 0x3FF
            }
            for unit in String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8 { row.append(unit) }
        default: return false
        }
        return true
    }

    private mutating func readHex() -> UInt32? {
        guard position + 4 <= end else { return nil }
        let digits = window.bytes[position..<position + 4]
        position += 4
        return digits.allSatisfy(\.isHexDigit) ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }

    /// Skips an array or object of any depth by counting its brackets.
    private mutating func skipNested() -> Bool {
        var depth = 0
        while position < end {
            let byte = window.bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                guard readString() else { return false }
                if !isPlain { _ = row.takeText() }
            default: break
            }
            if depth == 0 { return true }
        }
        return false
    }
}

extension UInt8 {
    /// True for a blank, a comma and the closing brackets.
    fileprivate var endsJSONWord: Bool { isBlank || self == 0x2C || self == 0x5D || self == 0x7D }
    fileprivate var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 <= 5 }
}
