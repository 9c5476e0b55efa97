/// Reads the objects of one array in a JSON document, and of each object only the wanted texts and numbers.
///
/// Keys of objects in objects and places in arrays are joined with points: `fitValue.0.value.intVal`.
struct JSONRows {
    private let bytes: [UInt8]
    private var cursor = 0
    /// The number of the line at the cursor.
    private(set) var line = 1
    private let wanted: [String: Int]
    /// The wanted keys whose objects are kept as they are written.
    private let wholeColumns: Set<String>
    /// The objects that have wanted parts.
    private let parents: Set<String>
    private(set) var cells: [String]
    /// True after a part that is not JSON, as in a truncated document.
    private(set) var isBroken = false
    private var isFirst = true
    /// The wanted keys that rows have had; nil if nobody asks.
    private(set) var seen: Set<Int>?

    private static let greatestDepth = 8

    /// - Parameters:
    ///   - paths: the keys that lead to the array. The first path that the document has counts.
    ///   - columns: the wanted keys.
    ///   - wholeColumns: the wanted keys whose objects and arrays are kept as they are written.
    ///   - notesKeys: true to note which of the wanted keys rows have, also with other values than texts and numbers.
    /// - Returns: nil if the document does not have the array.
    init?(_ bytes: [UInt8], paths: [[String]], columns: [String?], wholeColumns: Set<String> = [], notesKeys: Bool = false) {
        self.bytes = bytes
        self.wholeColumns = wholeColumns
        seen = notesKeys ? [] : nil
        cells = columns.map { _ in "" }
        var wanted: [String: Int] = [:]
        var parents: Set<String> = []
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            wanted[column] = index
            var parts = column.split(separator: ".", omittingEmptySubsequences: false)
            while parts.count > 1 {
                parts.removeLast()
                parents.insert(parts.joined(separator: "."))
            }
        }
        (self.wanted, self.parents) = (wanted, parents)
        for path in paths where find(path) { return }
        return nil
    }

    // MARK: - The array

    private mutating func find(_ path: [String]) -> Bool {
        (cursor, line, isBroken) = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 1, false)
        for key in path {
            guard take(UInt8(ascii: "{")), moveToKey(key) else { return false }
        }
        return take(UInt8(ascii: "["))
    }

    /// Moves to the value of a key in the object whose brace was read.
    private mutating func moveToKey(_ key: String) -> Bool {
        repeat {
            guard take(UInt8(ascii: "\"")), let found = readString(), take(UInt8(ascii: ":")) else { return false }
            if found == key { return true }
            guard skipValue() else { return false }
        } while take(UInt8(ascii: ","))
        return false
    }

    /// Moves to the next object. Returns false at the end, or if the document is broken.
    mutating func next() -> Bool {
        while !isBroken {
            if take(UInt8(ascii: "]")) { return false }
            if !isFirst, !take(UInt8(ascii: ",")) { break }
            isFirst = false
            for index in cells.indices { cells[index] = "" }
            skipBlanks()
            guard cursor < bytes.count else { break }
            guard bytes[cursor] == UInt8(ascii: "{") else {
                guard skipValue() else { break }
                continue
            }
            if readValue("", depth: 0) { return true }
            break
        }
        isBroken = true
        return false
    }

    // MARK: - Values

    private mutating func skipBlanks() {
        while cursor < bytes.count, bytes[cursor].isBlank {
            if bytes[cursor] == 0x0A { line += 1 }
            cursor += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard cursor < bytes.count, bytes[cursor] == byte else { return false }
        cursor += 1
        return true
    }

    /// Reads a value and keeps its wanted parts.
    private mutating func readValue(_ path: String, depth: Int) -> Bool {
        skipBlanks()
        guard cursor < bytes.count else { return false }
        if seen != nil, let slot = wanted[path] { seen?.insert(slot) }
        switch bytes[cursor] {
        case UInt8(ascii: "{") where depth == 0 || parents.contains(path) && depth < Self.greatestDepth:
            cursor += 1
            if take(UInt8(ascii: "}")) { return true }
            repeat {
                guard take(UInt8(ascii: "\"")), let key = readString(), take(UInt8(ascii: ":")),
                    readValue(depth == 0 ? key : path + "." + key, depth: depth + 1)
                else { return false }
            } while take(UInt8(ascii: ","))
            return take(UInt8(ascii: "}"))
        case UInt8(ascii: "[") where parents.contains(path) && depth < Self.greatestDepth:
            cursor += 1
            if take(UInt8(ascii: "]")) { return true }
            var index = 0
            repeat {
                guard readValue(path + ".\(index)", depth: depth + 1) else { return false }
                index += 1
            } while take(UInt8(ascii: ","))
            return take(UInt8(ascii: "]"))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let start = cursor
            guard skipValue() else { return false }
            if wholeColumns.contains(path), let slot = wanted[path] { cells[slot] = String(decoding: bytes[start..<cursor], as: UTF8.self) }
        case UInt8(ascii: "\""):
            guard let slot = wanted[path] else { return skipValue() }
            cursor += 1
            guard let text = readString() else { return false }
            cells[slot] = text
        default:
            let start = cursor
            guard skipValue() else { return false }
            if let slot = wanted[path] {
                let word = String(decoding: bytes[start..<cursor], as: UTF8.self)
                cells[slot] = word == "null" ? "" : word
            }
        }
        return true
    }

    /// Moves past a value of any depth by counting its brackets.
    private mutating func skipValue() -> Bool {
        skipBlanks()
        let start = cursor
        var depth = 0
        while cursor < bytes.count {
            let byte = bytes[cursor]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return cursor > start }
                depth -= 1
                if depth == 0 {
                    cursor += 1
                    return true
                }
            case UInt8(ascii: ",") where depth == 0: return cursor > start
            case UInt8(ascii: "\""):
                cursor += 1
                guard skipString() else { return false }
                if depth == 0 { return true }
                continue
            case _ where depth == 0 && byte.isBlank && cursor > start: return true
            case 0x0A: line += 1
            default: break
            }
            cursor += 1
        }
        return false
    }

    /// Moves past a string after its opening quote.
    private mutating func skipString() -> Bool {
        while cursor < bytes.count {
            let byte = bytes[cursor]
            cursor += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == 0x0A { line += 1 }
        }
        cursor = bytes.count
        return false
    }

    /// Returns a string after its opening quote.
    private mutating func readString() -> String? {
        let start = cursor
        guard skipString() else { return nil }
        let text = bytes[start..<cursor - 1]
        guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
        return JSONRows.unescaped(text)
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = []
        var rest = String(decoding: text, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let sign = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch sign {
            case 0x6E: units.append(0x0A)
            case 0x74: units.append(0x09)
            case 0x72: units.append(0x0D)
            case 0x62, 0x66: units.append(0x20)
            case 0x75:
                let digits = String(rest.prefix(4)) ?? ""
                rest = rest.dropFirst(4)
                units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
            default: units.append(sign)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
