/// The types of numbers in FIT files, by the low five bits of their number.
enum FITBaseType: UInt8 {
    case enumeration = 0
    case int8, uint8, int16, uint16, int32, uint32, string, float32, float64
    case uint8z, uint16z, uint32z, byte, int64, uint64, uint64z

    /// The number of bytes of one number.
    var size: Int {
        switch self {
        case .enumeration, .int8, .uint8, .string, .uint8z, .byte: 1
        case .int16, .uint16, .uint16z: 2
        case .int32, .uint32, .float32, .uint32z: 4
        case .float64, .int64, .uint64, .uint64z: 8
        }
    }

    /// Greater numbers are damage: no device measures them, and times and sums of them could overflow.
    private static let greatest = 1e12

    /// Returns the number with these bits, as stored. Nil for the bits that mean "no value", and for impossible numbers.
    func number(_ bits: UInt64) -> Double? {
        stored(bits).flatMap { abs($0) <= Self.greatest ? $0 : nil }
    }

    private func stored(_ bits: UInt64) -> Double? {
        switch self {
        case .enumeration, .uint8, .byte, .string: bits == 0xFF ? nil : Double(bits)
        case .int8: bits == 0x7F ? nil : Double(Int8(truncatingIfNeeded: bits))
        case .int16: bits == 0x7FFF ? nil : Double(Int16(truncatingIfNeeded: bits))
        case .uint16: bits == 0xFFFF ? nil : Double(bits)
        case .int32: bits == 0x7FFF_FFFF ? nil : Double(Int32(truncatingIfNeeded: bits))
        case .uint32: bits == 0xFFFF_FFFF ? nil : Double(bits)
        case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .float64: Double(bitPattern: bits)
        case .uint8z, .uint16z, .uint32z, .uint64z: bits == 0 ? nil : Double(bits)
        case .int64: bits == 0x7FFF_FFFF_FFFF_FFFF ? nil : Double(Int64(bitPattern: bits))
        case .uint64: bits == .max ? nil : Double(bits)
        }
    }
}

/// A field of a definition: where its bytes are in a message.
struct FITField {
    var number: UInt8
    var offset: Int
    var size: Int
    /// Nil for a type that is not in the table, or if the size is not a multiple of the type's size. Such fields are skipped.
    var type: FITBaseType?
    /// The index of the developer; nil for a field of the profile.
    var developer: UInt8?
}

/// The layout of the messages of a local type.
struct FITDefinition {
    /// The number of the message in the profile.
    var message: UInt16
    var isBigEndian: Bool
    var fields: [FITField] = []
    /// False until a file defines the local type.
    var isDefined = false
    /// The number of bytes of a message after its header.
    var size = 0
    /// For each number of a field, 1 + the index of the field in `fields`. 0 if the message does not have it.
    private var places = [UInt8](repeating: 0, count: 256)

    init(message: UInt16, isBigEndian: Bool) { (self.message, self.isBigEndian) = (message, isBigEndian) }

    mutating func add(number: UInt8, size: Int, type: FITBaseType?, developer: UInt8? = nil) {
        let isWhole = type.map { size > 0 && size % $0.size == 0 } ?? false
        // A definition has at most 255 fields of the profile, and as many of developers, which are not looked up by number.
        if developer == nil, fields.count < 255, places[Int(number)] == 0 { places[Int(number)] = UInt8(fields.count + 1) }
        fields.append(FITField(number: number, offset: self.size, size: size, type: isWhole ? type : nil, developer: developer))
        self.size += size
    }

    /// Returns the field of the profile with this number.
    func field(_ number: UInt8) -> FITField? {
        let place = Int(places[Int(number)])
        return place == 0 ? nil : fields[place - 1]
    }
}
