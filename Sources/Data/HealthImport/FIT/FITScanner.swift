// Reads the messages of a FIT file from its bytes.
//
//     header ─ definition of local type 0 ─ message of type 0 ─ message of type 0 ─ definition of type 1 ─ … ─ CRC ─ header …
//
// A definition gives the layout of the following messages of its local type: sizes, types and the order of bytes. Only known fields are
// looked up, so that a message that Tally does not read costs nothing.
//
// Every offset is checked against the bytes once, before a message is passed on. Any bytes are safe input.
//
// Decision 0176 (FIT without its SDK).

/// Reads the messages of one or several chained FIT files.
struct FITScanner {
    /// The reason why the bytes end before the end of the data.
    enum End: Hashable {
        case whole
        /// The bytes end inside the data that the header announces.
        case truncated
        /// A message has no definition, or a definition is not valid.
        case damaged
    }

    /// The result of `next`.
    enum Step {
        case message
        /// Another file in the same bytes begins.
        case file
        case end(End)
    }

    /// Seconds from 1970 to the first second of FIT, 31 December 1989 in UTC.
    static let epoch: Int64 = 631_065_600
    /// Smaller times are seconds since a device was switched on.
    static let firstTime: Int64 = 0x1000_0000
    static let timestampField: UInt8 = 253

    let bytes: [UInt8]
    /// The layout of the last message.
    var definition: FITDefinition { definitions[current] }
    /// The number of the last message in the profile.
    var message: UInt16 { definitions[current].message }
    /// The number of messages before and with the last one.
    private(set) var messageCount = 0
    /// The number of files whose checksum is wrong.
    private(set) var wrongChecksums = 0
    /// The time of the last message in seconds of FIT, or else of one before it. Nil before the first, and if the message has a time that
    /// cannot be read.
    private(set) var timestamp: Int64?
    /// The last time that could be read.
    private var lastTime: Int64?
    private(set) var position = 0

    /// The layouts of the local types, and at the end one without fields.
    private var definitions = FITScanner.noDefinitions
    /// The local type of the last message.
    private var current = 16
    private var payload = 0
    private var fileStart = 0
    /// The end of the data, without the checksum.
    private var dataEnd = 0
    private var hasOpenFile = false
    private var isCut = false

    private static let noDefinitions = [FITDefinition](repeating: FITDefinition(message: 0xFFFF, isBigEndian: false), count: 17)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns true if the bytes start with the header of a FIT file.
    static func startsFile(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard bytes.count >= 12, let size = bytes.first, size == 12 || size >= 14 else { return false }
        return bytes.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8)
    }

    /// Moves to the next message.
    mutating func next() -> Step {
        while true {
            if !hasOpenFile {
                guard position < bytes.count, Self.startsFile(bytes[position...]) else { return .end(isCut ? .truncated : .whole) }
                openFile()
                return .file
            }
            if position >= dataEnd {
                closeFile()
                continue
            }
            let header = bytes[position]
            let isData = header & 0x80 != 0 || header & 0x40 == 0
            guard isData ? readMessage(header) : readDefinition(header) else { return stop() }
            if isData { return .message }
        }
    }

    private mutating func openFile() {
        fileStart = position
        func byte(_ index: Int) -> Int { Int(bytes[position + index]) }
        let size = byte(4) | byte(5) << 8 | byte(6) << 16 | byte(7) << 24
        let start = position + min(byte(0), bytes.count - position)
        definitions = Self.noDefinitions
        current = 16
        (timestamp, lastTime) = (nil, nil)
        // A device writes the size when it closes the file. Without it, the data reaches to the end.
        isCut = size == 0 || size > bytes.count - start
        dataEnd = isCut ? bytes.count : start + size
        position = start
        hasOpenFile = true
    }

    private mutating func closeFile() {
        hasOpenFile = false
        guard !isCut else { return }
        guard position + 2 <= bytes.count else {
            isCut = position != bytes.count
            position = bytes.count
            return
        }
        let found = Int(bytes[position]) | Int(bytes[position + 1]) << 8
        if found != 0, found != Int(FITChecksum.of(bytes[fileStart..<position])) { wrongChecksums += 1 }
        position += 2
    }

    /// Ends the reading of a file whose rest cannot be read. Without a size in the header, the rest can be the checksum.
    private mutating func stop() -> Step {
        let wasCut = isCut
        position = bytes.count
        hasOpenFile = false
        return .end(wasCut ? .truncated : .damaged)
    }

    // MARK: - Messages

    private mutating func readMessage(_ header: UInt8) -> Bool {
        let isCompressed = header & 0x80 != 0
        let local = Int(isCompressed ? header >> 5 & 0x3 : header & 0xF)
        let size = definitions[local].size
        guard definitions[local].isDefined, dataEnd - position > size else { return false }
        payload = position + 1
        position = payload + size
        current = local
        messageCount += 1
        if isCompressed {
            guard let last = lastTime else { return true }
            // Five bits of seconds, which roll over.
            let offset = Int64(header & 0x1F)
            lastTime = last + (offset - (last & 0x1F)) & 0x1F
            timestamp = lastTime
        } else if definitions[local].field(Self.timestampField) != nil {
            timestamp = integer(Self.timestampField)
            lastTime = timestamp ?? lastTime
        } else {
            timestamp = lastTime
        }
        return true
    }

    private mutating func readDefinition(_ header: UInt8) -> Bool {
        guard dataEnd - position >= 6 else { return false }
        let isBigEndian = bytes[position + 2] != 0
        let (first, second) = (UInt16(bytes[position + 3]), UInt16(bytes[position + 4]))
        var layout = FITDefinition(message: isBigEndian ? first << 8 | second : second << 8 | first, isBigEndian: isBigEndian)
        layout.isDefined = true
        let count = Int(bytes[position + 5])
        var place = position + 6
        guard dataEnd - place >= count * 3 else { return false }
        for _ in 0..<count {
            layout.add(number: bytes[place], size: Int(bytes[place + 1]), type: FITBaseType(rawValue: bytes[place + 2] & 0x1F))
            place += 3
        }
        if header & 0x20 != 0 {
            guard place < dataEnd else { return false }
            let developerCount = Int(bytes[place])
            place += 1
            guard dataEnd - place >= developerCount * 3 else { return false }
            for _ in 0..<developerCount {
                layout.add(number: bytes[place], size: Int(bytes[place + 1]), type: .byte, developer: bytes[place + 2])
                place += 3
            }
        }
        definitions[Int(header & 0xF)] = layout
        position = place
        return true
    }

    // MARK: - Values of the last message

    @inline(__always)
    private func bits(_ offset: Int, size: Int) -> UInt64 {
        let start = payload + offset
        // Most fields have one byte.
        if size == 1 { return UInt64(bytes[start]) }
        var result: UInt64 = 0
        if definitions[current].isBigEndian {
            for index in start..<start + size { result = result << 8 | UInt64(bytes[index]) }
        } else {
            for index in (start..<start + size).reversed() { result = result << 8 | UInt64(bytes[index]) }
        }
        return result
    }

    /// Returns the number at `index` of a field, as stored: without its scale. Nil if the message does not have it.
    func number(_ field: UInt8) -> Double? { definitions[current].field(field).flatMap(number(of:)) }

    /// Returns the first number of a field of the last message, as stored. Nil if the message does not have it.
    @inline(__always)
    func number(of field: FITField) -> Double? {
        guard let type = field.type else { return nil }
        return type.number(bits(field.offset, size: type.size))
    }

    /// The number of fields of the last message.
    var fieldCount: Int { definitions[current].fields.count }

    /// Returns a field of the last message by its place.
    @inline(__always)
    func field(at place: Int) -> FITField { definitions[current].fields[place] }

    /// Returns the whole number of a field. Nil if the message does not have it.
    func integer(_ field: UInt8) -> Int64? { number(field).flatMap { abs($0) < 9e15 ? Int64($0) : nil } }

    /// Returns the number of a field of a developer, whose description gives its type.
    func number(of field: FITField, as type: FITBaseType) -> Double? {
        field.size >= type.size ? type.number(bits(field.offset, size: type.size)) : nil
    }

    /// Returns the bytes of a field.
    func rawBytes(_ field: UInt8) -> ArraySlice<UInt8> { definition.field(field).map(rawBytes) ?? [] }

    func rawBytes(_ field: FITField) -> ArraySlice<UInt8> { bytes[payload + field.offset..<payload + field.offset + field.size] }

    /// Returns a text up to its zero byte. Nil if it is empty.
    func text(_ field: UInt8) -> ArraySlice<UInt8>? { Self.text(rawBytes(field)) }

    static func text(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let text = bytes.prefix { $0 != 0 }
        return text.isEmpty ? nil : text
    }

    /// Returns the time of a field in milliseconds since 1970. Nil without a date.
    func time(_ field: UInt8) -> Int64? { integer(field).flatMap(Self.milliseconds) }

    /// Returns a time of FIT in milliseconds since 1970. Nil for seconds since a device was switched on.
    static func milliseconds(_ time: Int64) -> Int64? { time >= firstTime && time < 0xFFFF_FFFF ? (time + epoch) * 1000 : nil }
}

/// The checksum of FIT: CRC-16 with the polynomial A001, from 0.
enum FITChecksum {
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xA001 }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        let table = table
        var crc: UInt16 = 0
        for byte in bytes { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        return crc
    }
}
