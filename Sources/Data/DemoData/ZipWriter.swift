import SystemBridges

/// Writes a zip archive as phones do: every entry is deflated in one pass, with its sizes and checksum after its data. Names are UTF-8, but
/// the flag for UTF-8 is not set.
///
/// Entries and archives larger than 4 GiB get zip64 fields. `usesZip64` adds them to small ones, too.
struct ZipWriter {
    private struct Entry {
        let name: [UInt8]
        let offset: UInt64
        var checksum: UInt32 = 0
        var size: UInt64 = 0
        var compressedSize: UInt64 = 0

        var isLarge: Bool { max(size, compressedSize, offset) >= ZipWriter.limit }
    }

    private static let limit: UInt64 = 0xFFFF_FFFF
    /// 1 January 2026 in the form of MS-DOS: years since 1980, month, day; no time.
    private static let date: UInt64 = (46 << 9 | 1 << 5 | 1) << 16

    private let usesZip64: Bool
    private let sink: ByteSink
    private var entries: [Entry] = []
    private var offset: UInt64 = 0

    init(usesZip64: Bool = false, sink: @escaping ByteSink) {
        self.usesZip64 = usesZip64
        self.sink = sink
    }

    /// Adds a file. `body` passes the bytes to the sink that it receives.
    mutating func add<Result>(_ name: String, _ body: (@escaping ByteSink) throws -> Result) throws -> Result {
        var entry = Entry(name: Array(name.utf8), offset: offset)
        var header: [UInt8] = []
        header.append(little: 0x0403_4B50, 4)
        appendCommonFields(version: usesZip64 ? 45 : 20, to: &header)
        header.append(little: 0, 12)  // checksum and sizes follow the data
        header.append(little: UInt64(entry.name.count), 2)
        header.append(little: 0, 2)
        header += entry.name
        try put(header)

        let sink = self.sink
        var deflater = Deflater()
        func deflate(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws {
            try deflater.deflate(bytes, isLast: isLast) { compressed in
                entry.compressedSize += UInt64(compressed.count)
                try sink(compressed)
            }
        }
        let result = try body { bytes in
            entry.size += UInt64(bytes.count)
            entry.checksum = crc32(entry.checksum, adding: bytes)
            try deflate(bytes, isLast: false)
        }
        try deflate([], isLast: true)
        offset += entry.compressedSize

        var descriptor: [UInt8] = []
        descriptor.append(little: 0x0807_4B50, 4)
        descriptor.append(little: UInt64(entry.checksum), 4)
        let width = usesZip64 || entry.isLarge ? 8 : 4
        descriptor.append(little: entry.compressedSize, width)
        descriptor.append(little: entry.size, width)
        try put(descriptor)
        entries.append(entry)
        return result
    }

    /// Adds a small file.
    mutating func add(_ name: String, _ text: String) throws {
        try add(name) { sink in try sink(Array(text.utf8)[...]) }
    }

    /// Writes the central directory. After that, nothing can be added.
    consuming func finish() throws {
        let start = offset
        for entry in entries { try put(directoryEntry(entry)) }
        let size = offset - start
        var end: [UInt8] = []
        if usesZip64 || offset >= ZipWriter.limit || entries.count >= 0xFFFF {
            end.append(little: 0x0606_4B50, 4)
            end.append(little: 44, 8)  // the number of bytes from here to the end of this record
            end.append(little: 45, 2)
            end.append(little: 45, 2)
            end.append(little: 0, 8)  // disk numbers
            end.append(little: UInt64(entries.count), 8)
            end.append(little: UInt64(entries.count), 8)
            end.append(little: size, 8)
            end.append(little: start, 8)
            end.append(little: 0x0706_4B50, 4)  // locator
            end.append(little: 0, 4)
            end.append(little: offset, 8)
            end.append(little: 1, 4)
        }
        let isSaturated = usesZip64
        end.append(little: 0x0605_4B50, 4)
        end.append(little: 0, 4)
        let count = min(UInt64(entries.count), 0xFFFF)
        end.append(little: count, 2)
        end.append(little: count, 2)
        end.append(little: isSaturated ? ZipWriter.limit : min(size, ZipWriter.limit), 4)
        end.append(little: isSaturated ? ZipWriter.limit : min(start, ZipWriter.limit), 4)
        end.append(little: 0, 2)
        try put(end)
    }

    /// Returns the entry of the central directory. With zip64, sizes and offset are in an extra field.
    private func directoryEntry(_ entry: Entry) -> [UInt8] {
        let isLarge = usesZip64 || entry.isLarge
        var bytes: [UInt8] = []
        bytes.append(little: 0x0201_4B50, 4)
        bytes.append(little: 3 << 8 | 45, 2)  // made on Unix
        appendCommonFields(version: isLarge ? 45 : 20, to: &bytes)
        bytes.append(little: UInt64(entry.checksum), 4)
        bytes.append(little: isLarge ? ZipWriter.limit : entry.compressedSize, 4)
        bytes.append(little: isLarge ? ZipWriter.limit : entry.size, 4)
        bytes.append(little: UInt64(entry.name.count), 2)
        bytes.append(little: isLarge ? 28 : 0, 2)
        bytes.append(little: 0, 6)  // comment, disk, internal attributes
        bytes.append(little: 0o100644 << 16, 4)
        bytes.append(little: isLarge ? ZipWriter.limit : entry.offset, 4)
        bytes += entry.name
        guard isLarge else { return bytes }
        bytes.append(little: 1, 2)
        bytes.append(little: 24, 2)
        for field in [entry.size, entry.compressedSize, entry.offset] { bytes.append(little: field, 8) }
        return bytes
    }

    /// Appends the fields from the required version to the time, which are the same in both headers.
    private func appendCommonFields(version: UInt64, to bytes: inout [UInt8]) {
        bytes.append(little: version, 2)
        bytes.append(little: 1 << 3, 2)  // a data descriptor follows; bit 11 for UTF-8 is not set
        bytes.append(little: 8, 2)
        bytes.append(little: ZipWriter.date, 4)
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        offset += UInt64(bytes.count)
        try sink(bytes[...])
    }
}

extension [UInt8] {
    /// Appends the lowest `count` bytes of a number in little-endian order.
    fileprivate mutating func append(little number: UInt64, _ count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
    }
}
