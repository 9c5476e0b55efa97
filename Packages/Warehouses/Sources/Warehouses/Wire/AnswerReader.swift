import Foundation
@_spi(Guests) public import TallyKit

/// The reason why text is not an answer.
@_spi(Guests)
public enum AnswerProblem: Error, Hashable {
    /// The text ends before the mark of its end.
    case torn
    /// The server reports an error instead of further rows.
    case exception(code: Int?, text: String)
}

/// Reads an answer in ClickHouse's format JSONCompact.
///
/// The number of rows follows the rows, and the last line closes the document. Text of an error at the end of an answer is therefore never
/// read as rows.
@_spi(Guests)
public struct AnswerReader {
    private let bytes: [UInt8]
    private var place = 0

    /// Returns the rows of an answer. Each has a value for each column.
    public static func rows(in bytes: [UInt8]) throws(AnswerProblem) -> WarehouseRows {
        var reader = AnswerReader(bytes: bytes)
        do {
            return try reader.answer()
        } catch .torn {
            if let problem = exception(in: bytes) { throw problem }
            throw .torn
        }
    }

    /// Returns the error that a text of a server reports; nil if it does not report any.
    public static func exception(in bytes: [UInt8]) -> AnswerProblem? {
        let tail = String(decoding: bytes.suffix(8192), as: UTF8.self)
        guard let start = tail.range(of: "Code: ") else { return nil }
        let digits = tail[start.upperBound...].prefix { $0.isNumber }
        guard let code = Int(digits) else { return nil }
        return .exception(code: code, text: message(String(tail[start.upperBound...].dropFirst(digits.count))))
    }

    /// Returns the message in ClickHouse's text of an error.
    private static func message(_ text: String) -> String {
        var rest = text[...]
        if let start = rest.range(of: "DB::Exception: ") { rest = rest[start.upperBound...] }
        for end in [", e.what() =", ". Stack trace", "\nStack trace"] {
            if let range = rest.range(of: end) { rest = rest[..<range.lowerBound] }
        }
        return rest.prefix { $0 != "\n" }.trimmingPrefix { $0 == " " || $0 == "," || $0 == "." }.description
    }

    /// Returns the fields of a JSON object, whose values are not objects or lists.
    public static func object(in bytes: [UInt8]) throws(AnswerProblem) -> [(name: String, value: WarehouseValue)] {
        var reader = AnswerReader(bytes: bytes)
        var fields: [(name: String, value: WarehouseValue)] = []
        try reader.expect("{")
        if reader.isNext("}") { return fields }
        repeat {
            let name = try reader.string()
            try reader.expect(":")
            fields.append((name, try reader.value()))
        } while reader.isNext(",")
        try reader.expect("}")
        reader.skipSpace()
        guard reader.place == bytes.count else { throw .torn }
        return fields
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func answer() throws(AnswerProblem) -> WarehouseRows {
        var answer = WarehouseRows()
        var count: Int?
        var problem: String?
        try expect("{")
        while true {
            let key = try string()
            try expect(":")
            switch key {
            case "meta": answer.names = try meta()
            case "data": answer.rows = try rows(columns: answer.names.count)
            case "rows": count = try value().integer.map { Int($0) }
            case "exception": problem = try value().text
            default: try skip()
            }
            if !isNext(",") { break }
        }
        try expect("}")
        skipSpace()
        guard place == bytes.count else { throw .torn }
        if let problem { throw Self.exception(in: Array(problem.utf8)) ?? .exception(code: nil, text: problem) }
        guard count == answer.rows.count else { throw .torn }
        return answer
    }

    private mutating func meta() throws(AnswerProblem) -> [String] {
        var names: [String] = []
        try expect("[")
        if isNext("]") { return names }
        repeat {
            try expect("{")
            repeat {
                let key = try string()
                try expect(":")
                let text = try string()
                if key == "name" { names.append(text) }
            } while isNext(",")
            try expect("}")
        } while isNext(",")
        try expect("]")
        return names
    }

    private mutating func rows(columns: Int) throws(AnswerProblem) -> [[WarehouseValue]] {
        var rows: [[WarehouseValue]] = []
        try expect("[")
        if isNext("]") { return rows }
        repeat {
            var row: [WarehouseValue] = []
            row.reserveCapacity(columns)
            try expect("[")
            repeat { row.append(try value()) } while isNext(",")
            try expect("]")
            guard row.count == columns else { throw .torn }
            rows.append(row)
        } while isNext(",")
        try expect("]")
        return rows
    }

    private mutating func value() throws(AnswerProblem) -> WarehouseValue {
        skipSpace()
        guard place < bytes.count else { throw .torn }
        if bytes[place] == UInt8(ascii: "\"") { return .text(try string()) }
        let start = place
        while place < bytes.count, !",]} \n\r\t".utf8.contains(bytes[place]) { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .number(1)
        case "false": return .number(0)
        default:
            guard place < bytes.count, Self.isNumber(word), let number = Double(word), number.isFinite else { throw .torn }
            // Whole numbers of 64 bits do not fit into a double.
            if abs(number) >= 0x1p53, !word.contains(where: { ".eE".contains($0) }) { return .text(word) }
            return .number(number)
        }
    }

    /// Returns true for a number as JSON has it. Swift reads others as well, such as `0x10` and `.5`.
    private static func isNumber(_ word: String) -> Bool {
        var rest = word.utf8[...]
        func takeDigits() -> Int {
            let count = rest.prefix { (48...57).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        func take(_ signs: String) -> Bool {
            guard let first = rest.first, signs.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("-")
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let count = takeDigits()
        guard count == 1 || count > 1 && !startsWithZero else { return false }
        if take("."), takeDigits() == 0 { return false }
        if take("eE") {
            _ = take("+-")
            if takeDigits() == 0 { return false }
        }
        return rest.isEmpty
    }

    /// The greatest depth of values inside others, so that an answer cannot fill the stack. Servers send three.
    private static let greatestDepth = 100

    /// Skips a value of any kind.
    private mutating func skip(depth: Int = 0) throws(AnswerProblem) {
        skipSpace()
        guard place < bytes.count, depth < Self.greatestDepth else { throw .torn }
        guard let close = [UInt8(ascii: "{"): "}", UInt8(ascii: "["): "]"][bytes[place]] else {
            _ = try value()
            return
        }
        place += 1
        if isNext(close) { return }
        repeat {
            if close == "}" {
                _ = try string()
                try expect(":")
            }
            try skip(depth: depth + 1)
        } while isNext(",")
        try expect(close)
    }

    private mutating func string() throws(AnswerProblem) -> String {
        try expect("\"")
        var text: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard place < bytes.count else { throw .torn }
            let escape = bytes[place]
            place += 1
            switch escape {
            case UInt8(ascii: "n"): text.append(10)
            case UInt8(ascii: "t"): text.append(9)
            case UInt8(ascii: "r"): text.append(13)
            case UInt8(ascii: "b"): text.append(8)
            case UInt8(ascii: "f"): text.append(12)
            case UInt8(ascii: "u"): text += Array(String(try unicode()).utf8)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
            default: throw .torn
            }
        }
        throw .torn
    }

    private mutating func unicode() throws(AnswerProblem) -> Character {
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return Character(scalar) }
        guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else { throw .torn }
        place += 2
        let low = try codeUnit()
        guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw .torn }
        return Character(scalar)
    }

    private mutating func codeUnit() throws(AnswerProblem) -> UInt32 {
        // Swift also reads a sign before the digits.
        guard place + 4 <= bytes.count, !"+-".utf8.contains(bytes[place]),
            let unit = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
        else { throw .torn }
        place += 4
        return unit
    }

    private mutating func skipSpace() { while place < bytes.count, " \n\r\t".utf8.contains(bytes[place]) { place += 1 } }

    private mutating func isNext(_ sign: String) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == sign.utf8.first else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ sign: String) throws(AnswerProblem) {
        guard isNext(sign) else { throw .torn }
    }
}
