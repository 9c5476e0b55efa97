/// A row of a table, which stays valid until its cursor moves.
///
/// A row has a list of kinds, one for each column, and then the values. Columns that were added to the table later can be missing.
struct DatabaseRow {
    /// The page or, for a long row, the bytes of all its pages.
    var bytes: [UInt8] = []
    /// The id of the row.
    private(set) var id: Int64 = 0
    private let usesUTF8: Bool
    /// The kind of each value, and the place of its first byte.
    private var kinds: [Int] = []
    private var places: [Int] = []
    private var end = 0

    /// A table of SQLite has at most 32,767 columns; those of people have a few dozen.
    private static let columnLimit = 256

    init(usesUTF8: Bool) { self.usesUTF8 = usesUTF8 }

    /// Reads the kinds of the row in `range` of the bytes.
    mutating func read(id: Int64, in range: Range<Int>) throws(DatabaseDamage) {
        self.id = id
        end = range.upperBound
        kinds.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        var offset = range.lowerBound
        let headerSize = try bytes.varint(at: &offset, before: end)
        let headerEnd = range.lowerBound + Int(clamping: headerSize)
        guard headerSize >= 1, headerSize <= Int64(range.count) else { throw DatabaseDamage("a row is longer than its page says") }
        var place = headerEnd
        while offset < headerEnd, kinds.count < DatabaseRow.columnLimit {
            let kind = try bytes.varint(at: &offset, before: headerEnd)
            let size = DatabaseRow.size(of: kind)
            kinds.append(Int(clamping: kind))
            places.append(place)
            guard size >= 0, size <= Int64(Int32.max) else { throw DatabaseDamage("a value has no possible length") }
            place += Int(size)
        }
    }

    private static func size(of kind: Int64) -> Int64 {
        switch kind {
        case 0, 8, 9: 0
        case 1...4: kind
        case 5: 6
        case 6, 7: 8
        case 12...: (kind - 12) / 2
        default: -1
        }
    }

    /// Returns the bytes of a value. Nil if the row does not have all of them.
    private func range(_ column: Int, size: Int) -> Range<Int>? {
        let start = places[column]
        return size <= end - start ? start..<start + size : nil
    }

    /// Returns a whole number. Nil for anything else.
    func integer(_ column: Int?) -> Int64? {
        guard let column, column < kinds.count else { return nil }
        let kind = kinds[column]
        switch kind {
        case 8: return 0
        case 9: return 1
        case 1...6:
            let size = kind == 6 ? 8 : kind == 5 ? 6 : kind
            guard let range = range(column, size: size) else { return nil }
            var value = Int64(Int8(bitPattern: bytes[range.lowerBound]))
            for index in range.dropFirst() { value = value << 8 | Int64(bytes[index]) }
            return value
        case 7: return number(column).flatMap { Int64(exactly: $0.rounded()) }
        default: return nil
        }
    }

    /// Returns an integer, or the value of a real number without a fraction. Nil for anything else.
    func wholeNumber(_ column: Int?) -> Int64? { number(column).flatMap { Int64(exactly: $0) } }

    /// Returns a number. Nil for anything else, and for values that are not finite.
    func number(_ column: Int?) -> Double? {
        guard let column, column < kinds.count else { return nil }
        guard kinds[column] == 7 else { return integer(column).map(Double.init) }
        guard let range = range(column, size: 8) else { return nil }
        var bits: UInt64 = 0
        for index in range { bits = bits << 8 | UInt64(bytes[index]) }
        let value = Double(bitPattern: bits)
        return value.isFinite ? value : nil
    }

    /// Returns the 128-bit id in a column of 16 bytes, shortened to 64 bits. Nil for anything else.
    func id(in column: Int?) -> UInt64? {
        guard let column, column < kinds.count, kinds[column] == 12 + 2 * 16, let range = range(column, size: 16) else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for index in range.prefix(8) { halves.0 = halves.0 << 8 | UInt64(bytes[index]) }
        for index in range.suffix(8) { halves.1 = halves.1 << 8 | UInt64(bytes[index]) }
        // The bits of an id are mixed, so that also ids that count up differ in all of them.
        let mixed = (halves.0 &* 0x9E37_79B9_7F4A_7C15 ^ halves.1) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 31
    }

    /// Returns true if the column has a value other than null.
    func has(_ column: Int?) -> Bool { column.map { $0 < kinds.count && kinds[$0] != 0 } ?? false }

    /// Returns a text. Nil for anything else, and for one with more than `limit` bytes.
    func text(_ column: Int?, limit: Int) -> String? {
        guard let column, column < kinds.count, kinds[column] >= 13, kinds[column] % 2 == 1 else { return nil }
        let size = (kinds[column] - 13) / 2
        guard size <= limit, let range = range(column, size: size) else { return nil }
        // UTF-16 is rare enough to leave out the rest of such a file: its texts are empty.
        return usesUTF8 ? String(decoding: bytes[range], as: UTF8.self) : nil
    }
}

extension [UInt8] {
    /// Reads a number of one to nine bytes.
    func varint(at offset: inout Int, before end: Int) throws(DatabaseDamage) -> Int64 {
        var value: UInt64 = 0
        for place in 0..<9 {
            guard offset < end, offset < count else { throw DatabaseDamage("a row ends in the middle of a number") }
            let byte = self[offset]
            offset += 1
            if place == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: value)
    }
}
