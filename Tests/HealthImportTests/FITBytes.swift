/// Builds FIT files byte by byte, in either order of bytes.
struct FITBytes {
    /// A field: its number, the number of its type, and its bytes in the order of Intel's processors.
    struct Field {
        var number: UInt8
        var type: UInt8
        var bytes: [UInt8]

        /// - Parameter size: the number of bytes of each of `values`.
        init(_ number: UInt8, _ type: UInt8, _ values: [Int], size: Int) {
            (self.number, self.type) = (number, type)
            bytes = values.flatMap { value in (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            self.size = size
        }

        fileprivate var size: Int

        static func uint8(_ number: UInt8, _ values: Int...) -> Field { Field(number, 0x02, values, size: 1) }
        static func sint8(_ number: UInt8, _ value: Int) -> Field { Field(number, 0x01, [value], size: 1) }
        static func uint16(_ number: UInt8, _ values: Int...) -> Field { Field(number, 0x84, values, size: 2) }
        static func uint32(_ number: UInt8, _ value: Int) -> Field { Field(number, 0x86, [value], size: 4) }
        static func sint32(_ number: UInt8, _ value: Int) -> Field { Field(number, 0x85, [value], size: 4) }
        static func bytes(_ number: UInt8, _ values: [Int]) -> Field { Field(number, 0x0D, values, size: 1) }
        static func text(_ number: UInt8, _ text: String) -> Field { Field(number, 0x07, text.utf8.map { Int($0) } + [0], size: 1) }

        fileprivate func ordered(bigEndian: Bool) -> [UInt8] {
            guard bigEndian else { return bytes }
            return stride(from: 0, to: bytes.count, by: size).flatMap { bytes[$0..<$0 + size].reversed() }
        }
    }

    /// 2 November 2026, 8:00 in UTC, in seconds of FIT: 1793606400 since 1970, less 631065600.
    static let start = 1_162_540_800
    /// The same in milliseconds since 1970.
    static let startMilliseconds: Int64 = 1_793_606_400_000

    var isBigEndian = false
    private(set) var data: [UInt8] = []

    /// Adds a definition.
    mutating func define(_ message: Int, local: UInt8, _ fields: [Field], developer: [(number: UInt8, size: UInt8, index: UInt8)] = []) {
        data.append(0x40 | local | (developer.isEmpty ? 0 : 0x20))
        let number = [UInt8(message & 0xFF), UInt8(message >> 8)]
        data += [0, isBigEndian ? 1 : 0] + (isBigEndian ? number.reversed() : number) + [UInt8(fields.count)]
        for field in fields { data += [field.number, UInt8(field.bytes.count), field.type] }
        guard !developer.isEmpty else { return }
        data.append(UInt8(developer.count))
        for field in developer { data += [field.number, field.size, field.index] }
    }

    /// Adds a message of the local type.
    mutating func put(local: UInt8, _ fields: [Field], more: [UInt8] = []) {
        data.append(local)
        for field in fields { data += field.ordered(bigEndian: isBigEndian) }
        data += more
    }

    /// Adds a message whose header has the last five bits of the time.
    mutating func putCompressed(local: UInt8, seconds: Int, _ fields: [Field]) {
        put(local: 0x80 | local << 5 | UInt8(seconds & 0x1F), fields)
    }

    /// Adds a definition and a message.
    mutating func add(_ message: Int, local: UInt8 = 0, _ fields: Field...) {
        define(message, local: local, fields)
        put(local: local, fields)
    }

    /// Adds the summary of an activity from `start` for some seconds.
    mutating func addSession(seconds: Int, sport: Int = 1, after: Int = 0, _ more: Field...) {
        let fields: [Field] = [
            .uint32(253, Self.start + after + seconds), .uint32(2, Self.start + after), .uint8(5, sport), .uint32(7, seconds * 1000),
            .uint32(8, seconds * 1000),
        ]
        define(18, local: 4, fields + more)
        put(local: 4, fields + more)
    }

    /// The file with a header of 12 or 14 bytes.
    func file(headerSize: Int = 14, size: Int? = nil) -> [UInt8] {
        var file: [UInt8] = [UInt8(headerSize), 0x10, 0x64, 0x00]
        file += (0..<4).map { UInt8(truncatingIfNeeded: (size ?? data.count) >> (8 * $0)) }
        file += Array(".FIT".utf8)
        if headerSize == 14 { file += Self.checksum(of: file) }
        file += data
        return file + Self.checksum(of: file)
    }

    /// The checksum with a table of 16 numbers, as the description of the protocol has it.
    static func checksum(of bytes: [UInt8]) -> [UInt8] {
        let table: [UInt16] = [
            0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
        ]
        var crc: UInt16 = 0
        for byte in bytes {
            for half in [byte & 0xF, byte >> 4] {
                let last = table[Int(crc & 0xF)]
                crc = (crc >> 4 & 0x0FFF) ^ last ^ table[Int(half)]
            }
        }
        return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    }
}
