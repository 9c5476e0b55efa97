// Finds the files in a zip archive, such as the export.zip of an iPhone.
//
//     local header | data | local header | data | … | central directory | end record
//     └ forEachHeader: for truncated archives        └ forEachEntry: for all others
//
// The directory at the end is read first, because it has all sizes. A truncated archive has none, so its entries are read from the start,
// one after another.
//
// Invariant: nothing in the file is trusted. Every offset and length is compared with the size of the file before it is used, and a damaged
// archive is a `ReadFailure`.
//
// Decision 0016 (zlib).

import TerminalText

/// The entries of a zip archive.
struct ZipArchive {
    let file: FileBytes
    private let fileSize: Int

    /// - Throws: `ReadFailure` if `file` is not a regular file, because an archive is read from its end.
    init(_ file: FileBytes) throws(ReadFailure) {
        guard let size = file.byteCount else { throw ReadFailure("a zip archive cannot be read from a pipe; give the path of the file") }
        self.file = file
        fileSize = size
    }

    /// Passes every entry of the central directory to `body`.
    ///
    /// - Throws: `ReadFailure` if the directory is missing or damaged, possibly after some entries.
    func forEachEntry(_ body: (ZipEntry) -> Void) throws(ReadFailure) {
        let directory = try findDirectory()
        var offset = directory.offset
        for _ in 0..<directory.count {
            var length = 0
            guard let entry = try read(at: offset, { ZipEntry(directory: $0, length: &length) }) else {
                throw ReadFailure("the archive's directory is damaged")
            }
            body(entry)
            offset += length
        }
    }

    /// Passes the entries to `body` until it returns false. It reads the entries' own headers from the start of the file, for truncated
    /// archives, whose directory at the end is missing.
    func forEachHeader(_ body: (ZipEntry) throws(ReadFailure) -> Bool) throws(ReadFailure) {
        var offset = 0
        while offset < fileSize {
            var length = 0
            guard let entry = try read(at: offset, { ZipEntry(header: $0, at: offset, length: &length) }), try body(entry) else { return }
            if let compressedSize = entry.compressedSize {
                offset += length + min(compressedSize, fileSize)
            } else {
                // The end of the data is only known after inflating it.
                let data = try open(entry)
                try data.discardAll()
                offset = try endOfDescriptor(after: data.endOffset)
            }
        }
    }

    /// Says that files are encrypted, and what to do.
    static func encryption(of name: String, count: Int) -> String {
        let others = count > 1 ? " and \(Wording.count(count - 1, "other file"))" : ""
        return "\(name)\(others) \(count > 1 ? "are" : "is") encrypted: unpack the archive with its password, and import the folder"
    }

    /// Returns the content of an entry.
    func open(_ entry: ZipEntry) throws(ReadFailure) -> ZipEntryBytes {
        if entry.isEncrypted { throw ReadFailure(Self.encryption(of: entry.name, count: 1)) }
        guard entry.method == 8 || (entry.method == 0 && entry.compressedSize != nil) else {
            throw ReadFailure("\(entry.name) uses compression method \(entry.method), which is not supported")
        }
        let head = try bytes(at: entry.headerOffset, count: 30)
        guard head.count == 30, head.little32(0) == 0x0403_4B50 else {
            throw ReadFailure("\(entry.name) is not at the offset that the archive's directory gives")
        }
        let start = entry.headerOffset + 30 + Int(head.little16(26)) + Int(head.little16(28))
        return ZipEntryBytes(file: file, entry: entry, start: start, fileSize: fileSize)
    }

    // MARK: - The directory

    private func findDirectory() throws(ReadFailure) -> (offset: Int, end: Int, count: Int) {
        // The end record is the last record, followed only by a comment of at most 64 KB.
        let tailStart = max(0, fileSize - 66_000)
        let tail = try bytes(at: tailStart, count: 66_000)
        var position = tail.count - 22
        while position >= 0, tail.little32(position) != 0x0605_4B50 { position -= 1 }
        guard position >= 0 else { throw ReadFailure("the archive has no directory at its end") }
        var count = Int(tail.little16(position + 10))
        var size = Int(tail.little32(position + 12))
        var offset = Int(tail.little32(position + 16))
        if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
            (count, size, offset) = try findWideDirectory(locator: tailStart + position - 20)
        }
        guard offset <= fileSize, size <= fileSize - offset else { throw ReadFailure("the archive's directory is outside the file") }
        // An entry has at least 46 bytes.
        return (offset, offset + size, min(count, size / 46))
    }

    private func findWideDirectory(locator: Int) throws(ReadFailure) -> (count: Int, size: Int, offset: Int) {
        let damaged = ReadFailure("the archive's 64-bit directory is damaged")
        guard locator >= 0 else { throw damaged }
        let locatorBytes = try bytes(at: locator, count: 20)
        guard
            locatorBytes.count == 20, locatorBytes.little32(0) == 0x0706_4B50, let recordOffset = Int(exactly: locatorBytes.little64(8)),
            recordOffset < fileSize
        else { throw damaged }
        let record = try bytes(at: recordOffset, count: 56)
        guard
            record.count == 56, record.little32(0) == 0x0606_4B50, let count = Int(exactly: record.little64(32)),
            let size = Int(exactly: record.little64(40)), let offset = Int(exactly: record.little64(48))
        else { throw damaged }
        return (count, size, offset)
    }

    /// Returns the offset of the next header. A data descriptor has 12 to 24 bytes.
    private func endOfDescriptor(after offset: Int) throws(ReadFailure) -> Int {
        let next = try bytes(at: offset, count: 28)
        for length in [12, 16, 20, 24] where length + 4 <= next.count && next[length] == 0x50 && next[length + 1] == 0x4B {
            return offset + length
        }
        return fileSize
    }

    /// Reads an entry from the bytes at `offset`. Tries a few bytes first, which are nearly always enough, then the longest possible entry.
    private func read(at offset: Int, _ parse: ([UInt8]) -> ZipEntry?) throws(ReadFailure) -> ZipEntry? {
        for count in [1 << 12, 200_000] {
            if let entry = parse(try bytes(at: offset, count: count)) { return entry }
        }
        return nil
    }

    private func bytes(at offset: Int, count: Int) throws(ReadFailure) -> [UInt8] {
        try file.bytes(at: offset, count: min(count, max(0, fileSize - offset)))
    }
}
