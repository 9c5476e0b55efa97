import HealthImport
import HealthModel
import SystemBridges

extension Reader {
    /// Zip archives. The member that is imported is small, so a fuzzer spends its time on headers and directories.
    static let archive = Reader(
        name: "archive", longest: 2048,
        words: [
            "PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "PK\u{7}\u{8}", "export.xml",
            "apple_health_export/",
        ],
        seeds: {
            let text =
                "<HealthData><Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" "
                + "startDate=\"2024-03-10 07:00:00 -0500\" endDate=\"2024-03-10 07:10:00 -0500\" value=\"1\"/></HealthData>"
            return [(false, false), (true, false), (true, true)].flatMap { isDeflated, hasDescriptor in
                let archive = Archive(name: "a/export.xml", Array(text.utf8), isDeflated: isDeflated, hasDescriptor: hasDescriptor)
                return [archive.bytes + archive.directory, archive.bytes].map { [40] + $0 }
            }
        }, check: { try ImportCheck("Apple Health").check($0) })
}

/// An archive with one member.
private struct Archive {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []

    init(name: String, _ content: [UInt8], isDeflated: Bool, hasDescriptor: Bool) {
        var data = content
        if isDeflated {
            data = []
            var deflater = Deflater()
            deflater.deflate(content[...], isLast: true) { data += $0 }
        }
        let sizes = little(crc32(0, adding: content[...])) + little(UInt32(data.count)) + little(UInt32(content.count))
        let kind = little(UInt16(20)) + little(UInt16(hasDescriptor ? 8 : 0)) + little(UInt16(isDeflated ? 8 : 0)) + little(UInt32(0))
        bytes = little(UInt32(0x0403_4B50)) + kind + (hasDescriptor ? [UInt8](repeating: 0, count: 12) : sizes)
        bytes += little(UInt16(name.utf8.count)) + little(UInt16(0)) + Array(name.utf8) + data
        if hasDescriptor { bytes += little(UInt32(0x0807_4B50)) + sizes }
        directory = little(UInt32(0x0201_4B50)) + little(UInt16(20)) + kind + sizes + little(UInt16(name.utf8.count))
        directory += [UInt8](repeating: 0, count: 12) + little(UInt32(0)) + Array(name.utf8)
        directory += little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(UInt16(1)) + little(UInt16(1))
        directory += little(UInt32(directory.count - 12)) + little(UInt32(bytes.count)) + little(UInt16(0))
    }
}

/// The bytes of a number, the lowest first.
func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
