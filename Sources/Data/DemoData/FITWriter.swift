/// Builds a FIT file: definitions, messages, and a header and a checksum around them.
struct FITWriter {
    /// A value of a field with its size in bytes.
    enum Value {
        case uint8(Int?), uint16(Int?), uint32(Int?), sint32(Int?), text(String)

        /// The number of the type.
        fileprivate var type: UInt8 {
            switch self {
            case .uint8: 0x02
            case .uint16: 0x84
            case .uint32: 0x86
            case .sint32: 0x85
            case .text: 0x07
            }
        }

        /// The bytes in the order of Intel's processors. Nil is the number that means "no value".
        fileprivate var bytes: [UInt8] {
            func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
            return switch self {
            case .uint8(let number): little(number ?? 0xFF, 1)
            case .uint16(let number): little(number ?? 0xFFFF, 2)
            case .uint32(let number): little(number ?? 0xFFFF_FFFF, 4)
            case .sint32(let number): little(number ?? 0x7FFF_FFFF, 4)
            case .text(let text): Array(text.utf8) + [0]
            }
        }
    }

    /// Seconds from 1970 to the first second of FIT.
    static let epoch = 631_065_600

    private var data: [UInt8] = []
    /// The layout of each local type, as the bytes of its definition.
    private var layouts: [[UInt8]?] = Array(repeating: nil, count: 16)

    /// Adds a message, after its definition if the layout is new.
    mutating func add(_ message: Int, local: UInt8, _ fields: KeyValuePairs<UInt8, Value>) {
        var layout: [UInt8] = [0, 0, UInt8(message & 0xFF), UInt8(message >> 8), UInt8(fields.count)]
        for (number, value) in fields { layout += [number, UInt8(value.bytes.count), value.type] }
        if layouts[Int(local)] != layout {
            data.append(0x40 | local)
            data += layout
            layouts[Int(local)] = layout
        }
        data.append(local)
        for (_, value) in fields { data += value.bytes }
    }

    /// The file.
    var file: [UInt8] {
        var file: [UInt8] = [14, 0x20, 0x5C, 0x08]
        file += (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        file += Array(".FIT".utf8)
        file += Self.checksum(of: file)
        file += data
        return file + Self.checksum(of: file)
    }

    /// Returns the two bytes of the checksum, computed bit by bit.
    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        var sum: UInt16 = 0
        for byte in bytes {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
        }
        return [UInt8(sum & 0xFF), UInt8(sum >> 8)]
    }
}
