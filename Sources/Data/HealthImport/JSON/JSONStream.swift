// Reads JSON documents of any size.
//
// An export of years is one array or object of many small values. The reader of its format walks through the outer ones with `nextElement`
// and `nextKey`, and takes the inner ones whole with `value`. Only one of those is in memory.
//
// Invariant: any bytes end the walk. `end` then says why.

/// Reads a JSON document from start to end.
struct JSONStream: ~Copyable {
    /// The reason why nothing more can be read.
    enum End { case damaged, truncated }

    private(set) var end: End?
    /// True if the last value was too large. It was skipped.
    private(set) var isTooLarge = false

    private var window: ByteWindow
    private var cursor: Int
    private var tree = JSONTree()

    /// The greatest size of a value that is taken whole, in bytes of text and in values in it, and the greatest depth.
    private static let byteLimit = 16 << 20
    private static let nodeLimit = 1 << 20
    private static let depthLimit = 64

    init(_ window: consuming ByteWindow) {
        cursor = window.start
        self.window = window
        if peek() == 0xEF {
            for byte: UInt8 in [0xEF, 0xBB, 0xBF] where !take(byte) { end = .damaged }
        }
    }

    var bytesRead: Int { window.bytesBefore + cursor }
    var line: Int { mutating get { window.line(at: cursor) } }

    // MARK: - Bytes

    /// Returns the next byte, which can be blank, without moving. Nil at the end of the document.
    private mutating func nextByte() -> UInt8? {
        while cursor >= window.bytes.count {
            guard window.advance(keepingFrom: &cursor) else { return nil }
        }
        return window.bytes[cursor]
    }

    /// Returns the next byte that is not blank, without moving past it. Nil at the end.
    mutating func peek() -> UInt8? {
        guard end == nil else { return nil }
        while let byte = nextByte() {
            guard byte.isBlank else { return byte }
            cursor += 1
        }
        return nil
    }

    /// Moves past `byte` if it is the next one that is not blank.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        cursor += 1
        return true
    }

    /// Returns the reason why the document was not read to its end. Text after the first value is damage, too.
    mutating func finish() -> End? {
        if peek() != nil { end = .damaged }
        return end
    }

    private mutating func fail() -> Bool {
        if end == nil { end = nextByte() == nil ? .truncated : .damaged }
        return false
    }

    // MARK: - Walking

    /// Moves into an array. Returns false if the next value is not one.
    mutating func startArray() -> Bool { take(UInt8(ascii: "[")) }
    /// Moves into an object. Returns false if the next value is not one.
    mutating func startObject() -> Bool { take(UInt8(ascii: "{")) }

    /// Moves to the next element of an array, or past its end. Returns false at the end. The last element must have been read.
    mutating func nextElement(after count: Int) -> Bool { nextPart(after: count, until: UInt8(ascii: "]")) }

    /// Moves to the value of the next key of an object, or past its end. Returns nil at the end. The last value must have been read.
    mutating func nextKey(after count: Int) -> String? {
        guard nextPart(after: count, until: UInt8(ascii: "}")) else { return nil }
        tree.removeAll()
        guard take(UInt8(ascii: "\"")), readText(), take(UInt8(ascii: ":")) else {
            _ = fail()
            return nil
        }
        return String(decoding: tree.bytes, as: UTF8.self)
    }

    private mutating func nextPart(after count: Int, until closing: UInt8) -> Bool {
        if take(closing) { return false }
        if count > 0, !take(UInt8(ascii: ",")) { return fail() }
        // Some programs write a comma after the last element.
        if take(closing) { return false }
        return peek() == nil ? fail() : true
    }

    // MARK: - Values

    /// Reads the next value with everything in it. Nil after damage, and if the value is too large.
    mutating func value() -> JSONValue? {
        tree.removeAll()
        isTooLarge = false
        guard readValue(key: 0..<0, depth: 0), !isTooLarge else { return nil }
        return JSONValue(tree)
    }

    /// Moves past the next value.
    mutating func skip() { _ = value() }

    /// Reads a value. One that is too large is read to its end, and not kept.
    private mutating func readValue(key: Range<Int>, depth: Int) -> Bool {
        guard let byte = peek(), depth <= Self.depthLimit else { return fail() }
        if tree.bytes.count > Self.byteLimit || tree.nodes.count > Self.nodeLimit {
            isTooLarge = true
            tree.removeAll()
        }
        let index = tree.nodes.count
        let start = tree.bytes.count
        tree.nodes.append(JSONTree.Node(kind: .null, key: isTooLarge ? 0..<0 : key, text: start..<start, end: index + 1))
        let kind: JSONTree.Kind
        switch byte {
        case UInt8(ascii: "\""):
            cursor += 1
            guard readText() else { return false }
            kind = .text
        case UInt8(ascii: "["):
            guard readArray(depth) else { return false }
            kind = .array
        case UInt8(ascii: "{"):
            guard readObject(depth) else { return false }
            kind = .object
        default:
            guard let word = readWord() else { return fail() }
            kind = word
        }
        if index < tree.nodes.count {
            tree.nodes[index].kind = kind
            if kind == .text || kind == .number { tree.nodes[index].text = min(start, tree.bytes.count)..<tree.bytes.count }
            tree.nodes[index].end = tree.nodes.count
        }
        return true
    }

    private mutating func readArray(_ depth: Int) -> Bool {
        cursor += 1
        var count = 0
        while nextElement(after: count) {
            guard readValue(key: 0..<0, depth: depth + 1) else { return false }
            count += 1
        }
        return end == nil
    }

    private mutating func readObject(_ depth: Int) -> Bool {
        cursor += 1
        var count = 0
        while nextPart(after: count, until: UInt8(ascii: "}")) {
            let start = tree.bytes.count
            guard take(UInt8(ascii: "\"")), readText(), take(UInt8(ascii: ":")) else { return fail() }
            guard readValue(key: min(start, tree.bytes.count)..<tree.bytes.count, depth: depth + 1) else { return false }
            count += 1
        }
        return end == nil
    }

    private mutating func readWord() -> JSONTree.Kind? {
        let start = tree.bytes.count
        while let byte = nextByte(), !byte.isBlank, byte != 0x2C, byte != 0x5D, byte != 0x7D, tree.bytes.count - start < 400 {
            tree.bytes.append(byte)
            cursor += 1
        }
        let bytes = tree.bytes
        let word = bytes.span.extracting(start..<bytes.count)
        if word.equals("null") { return .null }
        if word.equals("true") { return .isTrue }
        if word.equals("false") { return .isFalse }
        // Some programs write NaN for a missing number.
        if word.equals("NaN") { return .null }
        // A number that cannot be read, such as 1e999, concerns one value and not the rest of the document.
        return Self.isNumber(word) ? .number : nil
    }

    /// Returns true for digits, signs, points and exponents, and for the infinities that some programs write.
    private static func isNumber(_ word: Bytes) -> Bool {
        if word.equals("Infinity") || word.equals("-Infinity") { return true }
        var hasDigit = false
        for index in word.indices {
            let byte = word[index]
            if byte.isDigit {
                hasDigit = true
            } else if ![0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) {
                return false
            }
        }
        return hasDigit
    }

    /// Appends the rest of a text after its opening quote.
    private mutating func readText() -> Bool {
        while let byte = nextByte() {
            cursor += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") {
                guard readEscape() else { return fail() }
            } else {
                tree.bytes.append(byte)
            }
            if tree.bytes.count > Self.byteLimit {
                isTooLarge = true
                tree.removeAll()
            }
        }
        return fail()
    }

    private mutating func readEscape() -> Bool {
        guard let byte = nextByte() else { return false }
        cursor += 1
        switch byte {
        case UInt8(ascii: "n"): tree.bytes.append(0x0A)
        case UInt8(ascii: "t"): tree.bytes.append(0x09)
        case UInt8(ascii: "r"): tree.bytes.append(0x0D)
        case UInt8(ascii: "b"): tree.bytes.append(0x08)
        case UInt8(ascii: "f"): tree.bytes.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): tree.bytes.append(byte)
        case UInt8(ascii: "u"):
            guard var code = readHex() else { return false }
            // A surrogate pair is one scalar.
            if 0xD800..<0xDC00 ~= code {
                guard nextByte() == UInt8(ascii: "\\") else { return append(0xFFFD) }
                cursor += 1
                guard nextByte() == UInt8(ascii: "u") else { return append(0xFFFD) && readEscape() }
                cursor += 1
                guard let low = readHex() else { return false }
                code = 0x10000 + (code - 0xD800) << 10 + (low &- 0xDC00) & 0x3FF
            }
            return append(code)
        default: return false
        }
        return true
    }

    private mutating func append(_ code: UInt32) -> Bool {
        tree.bytes += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
        return true
    }

    private mutating func readHex() -> UInt32? {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = nextByte(), let digit = Self.hexDigit(byte) else { return nil }
            cursor += 1
            code = code << 4 | digit
        }
        return code
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        if byte.isDigit { return UInt32(byte - 0x30) }
        let letter = (byte | 0x20) &- 0x61
        return letter <= 5 ? UInt32(letter) + 10 : nil
    }
}
