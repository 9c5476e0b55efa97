/// The first bytes of a file, which show its format.
struct FilePrefix {
    /// The number of bytes that are checked.
    static let length = 1024

    /// The phrase for bytes that are not text.
    static let binary = "binary data"

    let bytes: [UInt8]
    /// The bytes without a byte order mark, and without whitespace at both ends.
    let text: ArraySlice<UInt8>

    init(_ start: some Sequence<UInt8>) {
        let bytes = Array(start.prefix(FilePrefix.length))
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        text = bytes[bytes.span.trimmed((bytes.starts(with: mark) ? 3 : 0)..<bytes.count)]
        self.bytes = bytes
    }

    /// True if the bytes are text in UTF-8, or in an encoding that looks like it.
    var isText: Bool { notText == nil }

    /// A phrase that describes the file, if it is not text in UTF-8. Nil if it is, with a character other than whitespace.
    var notText: String? {
        if bytes.isEmpty { return "an empty file" }
        if text.isEmpty, bytes.count < FilePrefix.length { return "a file with only blank lines" }
        if let wide = wideEncoding {
            return "text in \(wide). Convert it with `iconv -f \(wide) -t UTF-8 FILE > NEWFILE` and use the new file"
        }
        if bytes.starts(with: [0x1F, 0x8B]) { return "a gzip file; unpack it and try again" }
        return bytes.contains(0) ? FilePrefix.binary : nil
    }

    /// The encoding that the byte order mark names, if it is one of two or four bytes a character.
    private var wideEncoding: String? {
        // The mark of UTF-32 in little-endian order starts with that of UTF-16.
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
        return bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) ? "UTF-16" : nil
    }

    func starts(with magic: StaticString) -> Bool { bytes.span.starts(with: magic) }
    func contains(_ word: StaticString) -> Bool { bytes.span.offset(of: word) != nil }
    /// Returns true if the first character of the text is one of `characters`.
    func textStarts(with characters: String) -> Bool { text.first.map(characters.utf8.contains) ?? false }
}
