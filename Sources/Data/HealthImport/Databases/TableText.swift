/// The columns in the text that created a table.
enum TableText {
    /// Returns the columns that rows have, in order. Nil if the text is not understood, or if the table has no row ids.
    static func columns(of text: String) -> [DatabaseTable.Column]? {
        let tokens = tokens(of: Array(text.utf8))
        guard tokens.first == .word("create"), let open = tokens.firstIndex(of: .open), let close = closing(tokens, from: open) else {
            return nil
        }
        if tokens[close...].contains(.word("without")) { return nil }
        var columns: [DatabaseTable.Column] = []
        var start = open + 1
        var depth = 0
        for index in open + 1...close {
            if tokens[index] == .open { depth += 1 }
            if tokens[index] == .close, index < close { depth -= 1 }
            guard index == close || tokens[index] == .comma && depth == 0 else { continue }
            if let column = column(tokens[start..<index]) { columns.append(column) }
            start = index + 1
        }
        return columns.isEmpty ? nil : columns
    }

    private enum Token: Equatable {
        /// A word in lower case.
        case word(String)
        /// A name in quotes, in lower case, or a text.
        case quoted(String)
        case open, close, comma, other
    }

    private static let constraints: Set = ["constraint", "primary", "unique", "check", "foreign"]

    /// Returns the column that a definition makes. Nil for a condition of the table, and for a column that is computed when it is read.
    private static func column(_ tokens: ArraySlice<Token>) -> DatabaseTable.Column? {
        guard let first = tokens.first else { return nil }
        let name: String
        switch first {
        case .word(let word) where !constraints.contains(word): name = word
        case .quoted(let text): name = text
        default: return nil
        }
        // Outside of parentheses, so that an expression is not read as the words after it.
        var depth = 0
        var words: [String] = []
        for token in tokens.dropFirst() {
            switch token {
            case .open: depth += 1
            case .close: depth -= 1
            case .word(let word) where depth == 0: words.append(word)
            default: break
            }
        }
        if words.contains("as"), !words.contains("stored") { return nil }
        let isKey = words.firstIndex(of: "primary").map { words[$0...].dropFirst().first == "key" } ?? false
        return DatabaseTable.Column(name: name, isRowID: isKey && words.first == "integer")
    }

    private static func closing(_ tokens: [Token], from open: Int) -> Int? {
        var depth = 0
        for index in open..<tokens.count {
            if tokens[index] == .open { depth += 1 }
            if tokens[index] == .close { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func tokens(of bytes: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "("): tokens.append(.open)
            case UInt8(ascii: ")"): tokens.append(.close)
            case UInt8(ascii: ","): tokens.append(.comma)
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "["):
                let end = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
                let last = bytes[(index + 1)...].firstIndex(of: end) ?? bytes.count
                tokens.append(.quoted(text(index + 1..<last)))
                index = last
            case UInt8(ascii: "-") where bytes[index...].starts(with: "--".utf8):
                index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
            case _ where isWord(byte):
                let end = bytes[index...].firstIndex { !isWord($0) } ?? bytes.count
                tokens.append(.word(text(index..<end)))
                index = end - 1
            case 0...0x20: break
            default: tokens.append(.other)
            }
            index += 1
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
