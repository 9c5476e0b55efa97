/// An attribute in the scanner's bytes. Valid until the next tag.
struct XMLAttribute {
    var name: Range<Int>
    var kind: ExportAttribute
    /// The text between the quotes, with its references.
    var value: Range<Int>
}

/// Input that is not a well-formed tag.
enum XMLDamage: Hashable {
    /// Text between tags, or a tag that cannot be read. Reading continues at the next element.
    case garbage
    /// An element longer than `XMLScanner.maximumLength`.
    case overlong
    /// The document ends inside a tag, a comment or its document type.
    case truncated
}

/// Finds the tags of a document in order and skips everything else.
///
/// It does not check nesting or the document type. After damage it continues at the next line that starts with an element, or at the
/// next `<` before a name that `isKnownName` accepts. Its memory is limited, because constructs end at ``maximumLength``.
struct XMLScanner: ~Copyable {
    enum Tag {
        /// `<Record …>`, or `<Record …/>` if it is empty.
        case open(isEmpty: Bool)
        /// `</Record>`
        case close
        /// Damage. Reading continues after it.
        case damage(XMLDamage, line: Int)
    }

    /// The document type declares entities.
    struct EntityDeclaration: Error {}

    /// True if the bytes ended inside a construct or while skipping damage.
    private(set) var endedInside = false

    static let maximumLength = 16 << 20

    /// The range of the last tag's name.
    private(set) var name = 0..<0
    /// The attributes of the last tag, in the order of the document.
    private(set) var attributes: [XMLAttribute] = []

    private var window: ByteWindow
    private var cursor = 0
    /// The start of the last tag.
    private(set) var tagStart = 0
    /// True after the first element. A document type belongs before it.
    private var sawElement = false
    private var usualNames = UsualNames()
    private let isKnownName: (Bytes) -> Bool

    init(window: consuming ByteWindow, isKnownName: @escaping (Bytes) -> Bool = { _ in false }) {
        self.window = window
        self.isKnownName = isKnownName
    }

    /// The number of the line where the last tag starts.
    var line: Int { mutating get { window.line(at: tagStart) } }
    /// The bytes that contain the last tag.
    var bytes: [UInt8] { window.bytes }
    /// The end of the last tag in ``bytes``.
    var position: Int { cursor }
    /// Changes when the window moves. Offsets in ``bytes`` from before are then wrong.
    var chunkCount: Int { window.chunkCount }

    /// Moves past tags that were read elsewhere.
    mutating func move(to position: Int) { cursor = position }
    /// The number of bytes from the start of the document to the end of the last tag.
    var bytesRead: Int { window.bytesBefore + cursor }

    /// Moves to the next tag and returns it. Returns nil if the window has no more of them.
    ///
    /// - Throws: an error for a document type that declares entities, which could make a small document huge.
    mutating func next() throws(EntityDeclaration) -> Tag? {
        while true {
            while cursor < window.bytes.count, window.bytes[cursor].isBlank { cursor += 1 }
            tagStart = cursor
            guard cursor < window.bytes.count else { return nil }
            switch try scan() {
            case .tag(_, let end) where end - cursor > XMLScanner.maximumLength,
                .skip(let end) where end - cursor > XMLScanner.maximumLength:
                return damage(.overlong)
            case .tag(let tag, let end):
                sawElement = true
                cursor = end
                return tag
            case .skip(let end):
                cursor = end
            case .garbage:
                return damage(.garbage)
            case .unfinished where window.bytes.count - cursor > XMLScanner.maximumLength:
                return damage(.overlong)
            case .unfinished:
                if window.advance(keepingFrom: &cursor) { continue }
                defer { cursor = window.bytes.count }
                endedInside = true
                return .damage(.truncated, line: line)
            }
        }
    }

    // MARK: - Chunks

    /// Moves on to the next chunk. Returns false at the end of the document. The window must have been read to its end.
    mutating func advance() -> Bool { window.advance(keepingFrom: &cursor) }
    mutating func take(_ chunk: consuming ByteChunk) { window.take(chunk, keepingFrom: &cursor) }
    mutating func pass(bytes: Int, lineEnds: Int) { window.pass(bytes: bytes, lineEnds: lineEnds, from: &cursor) }

    /// Starts to read another window.
    mutating func restart(_ window: consuming ByteWindow) {
        cursor = window.start
        self.window = window
        endedInside = false
    }

    /// The number of the line where the window ends.
    var lineAtEnd: Int { mutating get { window.line(at: window.bytes.count) } }

    private mutating func damage(_ kind: XMLDamage) -> Tag {
        let line = self.line
        recover()
        return .damage(kind, line: line)
    }

    // MARK: - Single constructs

    private enum Found {
        case tag(Tag, end: Int)
        case skip(end: Int)
        case garbage
        /// More bytes are needed.
        case unfinished
    }

    /// Reads the construct at the cursor, which must be inside the window.
    private mutating func scan() throws(EntityDeclaration) -> Found {
        let text = window.bytes
        let bytes = text.span
        guard bytes[cursor] == UInt8(ascii: "<") else { return scanByteOrderMark(bytes) }
        guard cursor + 1 < bytes.count else { return .unfinished }
        switch bytes[cursor + 1] {
        case UInt8(ascii: "/"): return scanClosingTag(bytes)
        case UInt8(ascii: "?"): return skip(through: "?>", bytes)
        case UInt8(ascii: "!"): return try scanDeclaration(bytes)
        case let byte where byte.startsName:
            let found = scanOpeningTag(bytes)
            if case .tag(_, let end) = found, XMLScanner.containsLineWithElement(bytes.extracting(cursor..<end)) { return .garbage }
            return found
        default: return .garbage
        }
    }

    /// Skips a byte-order mark. Editors write it at the start of a file, and joined files have it between their parts.
    private func scanByteOrderMark(_ bytes: Bytes) -> Found {
        if bytes.starts(with: "\u{FEFF}", at: cursor) { return .skip(end: cursor + 3) }
        return bytes[cursor] == 0xEF && bytes.count - cursor < 3 ? .unfinished : .garbage
    }

    private mutating func scanOpeningTag(_ bytes: Bytes) -> Found {
        var index = bytes.endOfName(cursor + 1)
        name = cursor + 1..<index
        attributes.removeAll(keepingCapacity: true)
        usualNames.begin(bytes.extracting(name))
        while true {
            while index < bytes.count, bytes[index].isBlank { index += 1 }
            guard index < bytes.count else { return .unfinished }
            switch bytes[index] {
            case UInt8(ascii: ">"): return .tag(.open(isEmpty: false), end: index + 1)
            case UInt8(ascii: "/"):
                guard index + 1 < bytes.count else { return .unfinished }
                return bytes[index + 1] == UInt8(ascii: ">") ? .tag(.open(isEmpty: true), end: index + 2) : .garbage
            default: break
            }
            let nameStart = index
            if let (length, kind) = usualNames.next(bytes, at: index) {
                let value = index + length + 2
                guard let end = bytes.offset(of: UInt8(ascii: "\""), from: value) else { return .unfinished }
                attributes.append(XMLAttribute(name: nameStart..<index + length, kind: kind, value: value..<end))
                index = end + 1
                continue
            }
            index = bytes.endOfName(index)
            var attributeName = nameStart..<index
            while index < bytes.count, bytes[index].isBlank { index += 1 }
            // Exports of iOS 8 have metadata as attributes, with spaces in their names.
            while index < bytes.count, bytes[index].startsName, !attributeName.isEmpty {
                index = bytes.endOfName(index)
                attributeName = nameStart..<index
                while index < bytes.count, bytes[index].isBlank { index += 1 }
            }
            guard index < bytes.count else { return .unfinished }
            guard bytes[index] == UInt8(ascii: "="), !attributeName.isEmpty else { return .garbage }
            index += 1
            while index < bytes.count, bytes[index].isBlank { index += 1 }
            guard index < bytes.count else { return .unfinished }
            let quote = bytes[index]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .garbage }
            guard let end = bytes.offset(of: quote, from: index + 1) else { return .unfinished }
            let kind = ExportAttribute(bytes.extracting(attributeName))
            usualNames.add(bytes.extracting(attributeName), kind)
            attributes.append(XMLAttribute(name: attributeName, kind: kind, value: index + 1..<end))
            index = end + 1
        }
    }

    private mutating func scanClosingTag(_ bytes: Bytes) -> Found {
        var index = bytes.endOfName(cursor + 2)
        name = min(cursor + 2, index)..<index
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        guard index < bytes.count else { return .unfinished }
        return bytes[index] == UInt8(ascii: ">") && !name.isEmpty ? .tag(.close, end: index + 1) : .garbage
    }

    private func scanDeclaration(_ bytes: Bytes) throws(EntityDeclaration) -> Found {
        let rest = bytes.extracting(cursor..<bytes.count)
        if rest.starts(with: "<!--") { return skip(through: "-->", bytes) }
        if rest.starts(with: "<!DOCTYPE") { return sawElement ? skipLateDocumentType(rest) : try skipDocumentType(rest) }
        if rest.starts(with: "<![CDATA[") { return skip(through: "]]>", bytes) }
        return rest.count < 9 ? .unfinished : .garbage
    }

    private func skip(through terminator: StaticString, _ bytes: Bytes) -> Found {
        guard let start = bytes.offset(of: terminator, from: cursor + 2) else { return .unfinished }
        return .skip(end: start + terminator.utf8CodeUnitCount)
    }

    /// Skips to the first `]>` at the start of a line. Some versions have malformed declarations that cannot be parsed.
    ///
    /// A document type without declarations ends at its `>`. One on a single line ends before `<HealthData`.
    private func skipDocumentType(_ rest: Bytes) throws(EntityDeclaration) -> Found {
        var bracket = 0
        while bracket < rest.count, rest[bracket] != UInt8(ascii: "["), rest[bracket] != UInt8(ascii: ">") { bracket += 1 }
        guard bracket < rest.count else { return .unfinished }
        if rest[bracket] == UInt8(ascii: ">") { return .skip(end: cursor + bracket + 1) }
        guard let end = XMLScanner.endOfDeclarations(rest, from: bracket) else { return .unfinished }
        if rest.extracting(0..<end).offset(of: "<!ENTITY") != nil { throw EntityDeclaration() }
        return .skip(end: cursor + end)
    }

    /// Skips the document type of another export that was joined to this one. Anything else with this name is damage: samples before it are
    /// already stored, so the document cannot be refused, and what it declares has no effect.
    private func skipLateDocumentType(_ rest: Bytes) -> Found {
        // The next element ends it, even if it is open.
        var limit = rest.count
        var lineEnd = rest.offset(of: 0x0A)
        while let start = lineEnd, limit == rest.count {
            var index = start + 1
            while index < rest.count, rest[index].isBlank { index += 1 }
            if index + 1 < rest.count, rest[index] == UInt8(ascii: "<"), rest[index + 1].startsName { limit = index }
            lineEnd = rest.offset(of: 0x0A, from: index)
        }
        let root: StaticString = "<HealthData"
        let end = min(limit + root.utf8CodeUnitCount, rest.count)
        if limit < rest.count, end == rest.count { return .unfinished }
        do throws(EntityDeclaration) {
            let found = try skipDocumentType(rest.extracting(0..<end))
            if case .unfinished = found, limit < rest.count { return .garbage }
            return found
        } catch {
            return .garbage
        }
    }

    /// Returns the end of the declarations that start at `bracket`: the first `]>` at the start of a line, or the root element.
    private static func endOfDeclarations(_ rest: Bytes, from bracket: Int) -> Int? {
        let root = rest.offset(of: "<HealthData", from: bracket)
        var end: Int?
        var lineEnd = rest.offset(of: 0x0A, from: bracket)
        while let start = lineEnd, end == nil {
            var index = start + 1
            while index < rest.count, rest[index].isBlank { index += 1 }
            if rest.starts(with: "]>", at: index) { end = index + 2 }
            lineEnd = rest.offset(of: 0x0A, from: index)
        }
        return [end, root].compactMap(\.self).min()
    }

    // MARK: - After damage

    /// Returns true if a line of `tag` starts with `<`. A value with such a line belongs to a truncated element.
    private static func containsLineWithElement(_ tag: Bytes) -> Bool {
        var lineEnd = tag.offset(of: 0x0A)
        while let start = lineEnd {
            var index = start + 1
            while index < tag.count, tag[index].isBlank { index += 1 }
            if index < tag.count, tag[index] == UInt8(ascii: "<") { return true }
            lineEnd = tag.offset(of: 0x0A, from: index)
        }
        return false
    }

    /// Moves the cursor from damage to the next element, or to the end of the document.
    private mutating func recover() {
        cursor += 1
        var lineIsBlank = false
        while cursor < window.bytes.count || window.advance(keepingFrom: &cursor) {
            switch window.bytes[cursor] {
            case 0x0A: lineIsBlank = true
            case 0x20, 0x09, 0x0D: break
            case UInt8(ascii: "<"):
                // 64 bytes contain any known name.
                while cursor + 64 > window.bytes.count, window.advance(keepingFrom: &cursor) {}
                if startsElement(onOwnLine: lineIsBlank) { return }
                lineIsBlank = false
            default: lineIsBlank = false
            }
            cursor += 1
        }
        endedInside = true
    }

    private func startsElement(onOwnLine: Bool) -> Bool {
        let bytes = window.bytes.span
        var index = cursor + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
        guard index < bytes.count, bytes[index].startsName else { return false }
        return onOwnLine || isKnownName(bytes.extracting(index..<bytes.endOfName(index)))
    }
}

extension Span<UInt8> {
    /// Returns the end of the name that starts at `start`.
    fileprivate func endOfName(_ start: Int) -> Int {
        var index = start
        while index < count {
            if index + 8 <= count {
                let length = countAboveGreaterThan(at: index)
                index += length
                if length == 8 { continue }
            }
            let byte = self[index]
            // All letters are above `>`. Below it, a name has only digits, `-`, `.` and `:`.
            if byte <= UInt8(ascii: ">"), !byte.isDigit, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "."), byte != UInt8(ascii: ":") {
                break
            }
            index += 1
        }
        return index
    }

    /// Returns how many of the eight bytes at `offset` come before the first one that is not above `>`.
    private func countAboveGreaterThan(at offset: Int) -> Int {
        let word = UInt64(littleEndian: word(at: offset))
        // The top bit of each byte is set if the byte is above `>`: from 0x80 on it always is, below that the sum sets it.
        let above = ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x4141_4141_4141_4141) | word
        return (~above & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
    }
}
