/// Finds the passwords in addresses, such as `clickhouse://ann:PASSWORD@host:8123/study`, so that Tally never prints or keeps them.
///
/// The text around an address can be wrong: a quote is missing, or the password has characters that an address can't have. In doubt,
/// more is hidden.
package enum SecretText {
    /// The text that replaces a password.
    package static let mask = "***"

    /// Returns the text with `***` in place of each password.
    package static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let secrets = ranges(in: bytes)
        return secrets.isEmpty ? text : String(decoding: masked(bytes, secrets), as: UTF8.self)
    }

    /// Returns true if the text has a password.
    package static func isSecret(_ text: String) -> Bool { !ranges(in: Array(text.utf8)).isEmpty }

    /// Returns the bytes with `***` in place of `secrets`, which are in order.
    package static func masked(_ bytes: [UInt8], _ secrets: [Range<Int>]) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        for secret in secrets {
            result += bytes[offset..<secret.lowerBound] + Array(mask.utf8)
            offset = secret.upperBound
        }
        return result + bytes[offset...]
    }

    /// Returns the ranges of all passwords in a text, in order and without overlap.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while let start = addressStart(in: bytes, from: index) {
            let lineEnd = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let secrets = [password(in: bytes, start..<lineEnd), option(in: bytes, start..<lineEnd)].compactMap(\.self)
            // A password is found before an option, but can contain what looks like one.
            for secret in secrets where secret.lowerBound >= found.last?.upperBound ?? 0 { found.append(secret) }
            index = max(start, found.last?.upperBound ?? start)
        }
        return found
    }

    /// Returns the offset after the next `://`, or after the next `clickhouse:` with a part of it.
    private static func addressStart(in bytes: [UInt8], from index: Int) -> Int? {
        let name = Array("clickhouse".utf8)
        var index = index
        while index < bytes.count {
            if bytes[index] == colon, index + 2 < bytes.count, bytes[index + 1] == slash, bytes[index + 2] == slash { return index + 3 }
            if bytes[index] | 0x20 == name[0], index + name.count < bytes.count,
                bytes[index..<index + name.count].elementsEqual(name, by: { $0 | 0x20 == $1 })
            {
                var end = index + name.count
                while end < bytes.count, bytes[end] == plus || isLetter(bytes[end]) { end += 1 }
                let word = end
                while end < bytes.count, bytes[end] == colon || bytes[end] == slash { end += 1 }
                if end > word { return end }
            }
            index += 1
        }
        return nil
    }

    /// Returns the range from the colon after the user to the last `@` of the address.
    private static func password(in bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
        let quote = closingQuote(in: bytes, line) ?? line.upperBound
        var first = line.lowerBound
        if first < quote, bytes[first] == UInt8(ascii: "["), let bracket = bytes[first..<quote].firstIndex(of: UInt8(ascii: "]")) {
            first = bracket
        }
        guard let mark = bytes[first..<quote].firstIndex(of: colon) else { return nil }
        let start = mark + 1
        if let at = bytes[start..<quote].lastIndex(of: sign) { return start == at ? nil : start..<at }
        // The colon belongs to the host, or to the text after the address.
        let known: [UInt8] = [sign, slash, UInt8(ascii: "?")]
        if bytes[line.lowerBound..<mark].contains(where: { known.contains($0) || isEnd($0) }) { return nil }
        let end = bytes[start..<quote].firstIndex { $0 == slash || $0 == UInt8(ascii: "?") || isEnd($0) } ?? quote
        let isPort = bytes[start..<end].allSatisfy { (48...57).contains($0) }
        if isPort { return nil }
        // The quote may belong to the password, or `@` may be missing.
        if let at = bytes[start..<line.upperBound].lastIndex(of: sign) { return start..<at }
        return start..<end
    }

    /// Returns the range of the value of `password=`.
    private static func option(in bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
        let name = Array("password=".utf8)
        guard line.count > name.count else { return nil }
        for start in line.lowerBound..<(line.upperBound - name.count)
        where bytes[start..<start + name.count].elementsEqual(name, by: { $0 | 0x20 == $1 | 0x20 }) {
            let value = start + name.count
            let end = bytes[value..<line.upperBound].firstIndex { $0 == UInt8(ascii: "&") || isEnd($0) } ?? line.upperBound
            return value == end ? nil : value..<end
        }
        return nil
    }

    /// Returns the next quote that is not doubled. A doubled quote is a quote inside the text.
    private static func closingQuote(in bytes: [UInt8], _ line: Range<Int>) -> Int? {
        var index = line.lowerBound
        while index < line.upperBound {
            if bytes[index] == quotationMark {
                guard index + 1 < line.upperBound, bytes[index + 1] == quotationMark else { return index }
                index += 1
            }
            index += 1
        }
        return nil
    }

    private static let colon = UInt8(ascii: ":")
    private static let slash = UInt8(ascii: "/")
    private static let plus = UInt8(ascii: "+")
    private static let sign = UInt8(ascii: "@")
    private static let quotationMark = UInt8(ascii: "\"")

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == quotationMark || byte == UInt8(ascii: "`") }
}
