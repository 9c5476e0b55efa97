import SystemBridges

/// Builds valid and invalid zip archives in memory.
struct ZipTestArchive {
    struct Entry {
        var name: String
        var content: [UInt8]
        var isDeflated = true
        /// Checksum and sizes follow the data, as in Apple's archives.
        var hasDescriptor = true
        /// Sizes and offset are in 64-bit fields.
        var isWide = false
        var isEncrypted = false

        init(_ name: String, _ content: String) {
            self.name = name
            self.content = Array(content.utf8)
        }
    }

    private(set) var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// The range of the last entry's data.
    private(set) var lastData = 0..<0

    static func make(_ entries: [Entry]) -> [UInt8] {
        var archive = ZipTestArchive()
        for entry in entries { archive.add(entry) }
        return archive.finished()
    }

    mutating func add(_ entry: Entry) {
        let data = entry.isDeflated ? ZipTestArchive.deflated(entry.content) : entry.content
        let checksum = crc32(0, adding: entry.content[...])
        let offset = bytes.count
        let flags = UInt16((entry.hasDescriptor ? 8 : 0) | (entry.isEncrypted ? 1 : 0))
        let method = UInt16(entry.isDeflated ? 8 : 0)
        let name = Array(entry.name.utf8)
        let wideSizes: [UInt8] = little(UInt64(entry.content.count)) + little(UInt64(data.count))

        bytes += little(UInt32(0x0403_4B50)) + little(UInt16(20)) + little(flags) + little(method) + little(UInt32(0))
        if entry.hasDescriptor {
            bytes += [UInt8](repeating: 0, count: 12) + little(UInt16(name.count)) + little(UInt16(0)) + name
        } else if entry.isWide {
            bytes += little(checksum) + little(UInt32.max) + little(UInt32.max) + little(UInt16(name.count)) + little(UInt16(20)) + name
            bytes += little(UInt16(1)) + little(UInt16(16)) + wideSizes
        } else {
            bytes += little(checksum) + little(UInt32(data.count)) + little(UInt32(entry.content.count))
            bytes += little(UInt16(name.count)) + little(UInt16(0)) + name
        }
        lastData = bytes.count..<bytes.count + data.count
        bytes += data
        if entry.hasDescriptor {
            bytes += little(UInt32(0x0807_4B50)) + little(checksum) + little(UInt32(data.count)) + little(UInt32(entry.content.count))
        }

        directory += little(UInt32(0x0201_4B50)) + little(UInt16(20)) + little(UInt16(20)) + little(flags) + little(method)
        directory += little(UInt32(0)) + little(checksum)
        let extra = entry.isWide ? little(UInt16(1)) + little(UInt16(24)) + wideSizes + little(UInt64(offset)) : []
        directory += little(entry.isWide ? .max : UInt32(data.count)) + little(entry.isWide ? .max : UInt32(entry.content.count))
        directory += little(UInt16(name.count)) + little(UInt16(extra.count)) + [UInt8](repeating: 0, count: 10)
        directory += little(entry.isWide ? .max : UInt32(offset)) + name + extra
        count += 1
    }

    /// Returns the archive with its directory, with 64-bit fields on request.
    func finished(isWide: Bool = false) -> [UInt8] {
        var result = bytes + directory
        if isWide {
            let record = result.count
            result += little(UInt32(0x0606_4B50)) + little(UInt64(44)) + [UInt8](repeating: 0, count: 12)
            result += little(UInt64(count)) + little(UInt64(count)) + little(UInt64(directory.count)) + little(UInt64(bytes.count))
            result += little(UInt32(0x0706_4B50)) + little(UInt32(0)) + little(UInt64(record)) + little(UInt32(1))
        }
        result += little(UInt32(0x0605_4B50)) + little(UInt32(0))
        result += little(isWide ? .max : UInt16(count)) + little(isWide ? .max : UInt16(count))
        result += little(isWide ? .max : UInt32(directory.count)) + little(isWide ? .max : UInt32(bytes.count)) + little(UInt16(0))
        return result
    }

    private func little(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        var deflater = Deflater()
        var output: [UInt8] = []
        deflater.deflate(content[...], isLast: true) { output += $0 }
        return output
    }
}
