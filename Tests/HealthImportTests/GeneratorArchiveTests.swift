import CalendarIntervals
import DemoData
import HealthImport
import HealthModel
import SystemBridges
import Testing

private func options(zip64: Bool = false) throws -> GenerateOptions {
    var options = GenerateOptions(now: Instant(seconds: 1_774_983_600), zone: try #require(Zone.named("Europe/Berlin")))
    options.size = .days(3)
    options.form = .zip
    options.dataFileName = "exportación.xml"
    options.hasMacLeftovers = true
    options.usesZip64 = zip64
    return options
}

private func bytes(_ options: GenerateOptions) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try generateExport(options) { bytes.append(contentsOf: $0) }
    return bytes
}

/// Reads archives by the specification of the format (APPNOTE 6.3.10), with zlib's inflate and CRC.
private struct Archive {
    struct Entry {
        var name: String
        var flags: Int
        var data: [UInt8]
        var hasZip64: Bool
        /// True if size and checksum match those in the directory and in the descriptor after the data.
        var isIntact: Bool
    }

    var entries: [Entry] = []

    init(_ file: [UInt8]) throws {
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reversed().reduce(0) { $0 << 8 | Int(file[offset + $1]) }
        }
        let end = file.count - 22
        try #require(number(end, 4) == 0x0605_4B50)
        var count = number(end + 10, 2)
        var position = number(end + 16, 4)
        if position == 0xFFFF_FFFF {
            let end64 = number(end - 20 + 8, 8)
            try #require(number(end64, 4) == 0x0606_4B50)
            count = number(end64 + 32, 8)
            position = number(end64 + 48, 8)
        }
        for _ in 0..<count {
            try #require(number(position, 4) == 0x0201_4B50)
            let nameLength = number(position + 28, 2)
            var (size, compressed, offset) = (number(position + 24, 4), number(position + 20, 4), number(position + 42, 4))
            let extra = position + 46 + nameLength
            let hasZip64 = number(position + 30, 2) == 28 && number(extra, 2) == 1
            if hasZip64 { (size, compressed, offset) = (number(extra + 4, 8), number(extra + 12, 8), number(extra + 20, 8)) }
            try #require(number(offset, 4) == 0x0403_4B50)
            let start = offset + 30 + number(offset + 26, 2) + number(offset + 28, 2)
            let data = inflated(Array(file[start..<start + compressed]), size: size)
            let checksum = Int(crc32(0, adding: data[...]))
            let descriptor = start + compressed
            let width = hasZip64 ? 8 : 4
            let isIntact =
                data.count == size && checksum == number(position + 16, 4) && number(descriptor, 4) == 0x0807_4B50
                && checksum == number(descriptor + 4, 4) && compressed == number(descriptor + 8, width)
                && size == number(descriptor + 8 + width, width)
            let name = String(decoding: file[position + 46..<extra], as: UTF8.self)
            entries.append(Entry(name: name, flags: number(position + 8, 2), data: data, hasZip64: hasZip64, isIntact: isIntact))
            position = extra + number(position + 30, 2) + number(position + 32, 2)
        }
    }
}

/// Returns the bytes of a raw deflate stream. Fewer than `size` if it is damaged.
private func inflated(_ compressed: [UInt8], size: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: size + 1)
    var inflater = Inflater()
    let step = inflater.inflate(compressed[...], into: &output, output.indices)
    return Array(output.prefix(step.produced))
}

@Suite(.serialized) struct GeneratorArchiveTests {
    @Test("Every entry reads back with its checksum, with and without zip64", arguments: [false, true])
    func entries(zip64: Bool) throws {
        let archive = try Archive(bytes(options(zip64: zip64)))
        #expect(archive.entries.allSatisfy { $0.isIntact })
        #expect(archive.entries.allSatisfy { $0.hasZip64 == zip64 })
        // Sizes follow the data (bit 3), and the flag for UTF-8 names (bit 11) is not set.
        #expect(archive.entries.allSatisfy { $0.flags == 1 << 3 })
    }

    @Test("The data file is the export, with a translated name, among other files")
    func dataFile() throws {
        var xmlOptions = try options()
        xmlOptions.form = .xml
        let entries = try Archive(bytes(options())).entries
        let data = try #require(entries.first { $0.name == "apple_health_export/exportación.xml" })
        let xml = try bytes(xmlOptions)
        #expect(data.data == xml)
        let others = entries.map(\.name)
        #expect(others.contains("apple_health_export/exportación_cda.xml"))
        #expect(others.contains("__MACOSX/apple_health_export/._exportación.xml"))
        #expect(others.contains("apple_health_export/clinical-records/Observation-1.json"))
        let withHealthData = entries.filter { String(decoding: $0.data.prefix(1024), as: UTF8.self).contains("<!DOCTYPE HealthData") }
        #expect(withHealthData.count == 1)
    }

    @Test("Every route of a workout is in the archive")
    func routes() throws {
        var longer = try options()
        longer.size = .days(12)
        var file: [UInt8] = []
        let manifest = try generateExport(longer) { file.append(contentsOf: $0) }
        let names = Set(try Archive(file).entries.map(\.name))
        #expect(!manifest.routes.isEmpty)
        #expect(manifest.routes.allSatisfy { names.contains("apple_health_export" + $0.path) })
    }

    @Test("A truncated file is the start of the complete one")
    func cutShort() throws {
        let whole = try bytes(options())
        var cut = try options()
        cut.cutAfterBytes = 100_000
        let part = try bytes(cut)
        #expect(part == Array(whole.prefix(100_000)))
    }
}
