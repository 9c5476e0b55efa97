/// Splits text into rows of cells, with as many cells in each row as it has.
///
/// Apps write rows that are shorter or longer than the header, and lines before it, which the scanner of tables refuses.
struct CellRows {
    private let bytes: [UInt8]
    private let separator: UInt8
    /// The byte at the end of lines. Some spreadsheets write carriage returns only.
    private let lineEnd: UInt8
    private(set) var cursor = 0
    private var nextLine = 1
    /// The number of the line where the last row starts.
    private(set) var line = 1
    private(set) var cells: [Range<Int>] = []

    /// The maximum number of cells in a row. Further ones are not read.
    private static let cellLimit = 1 << 16

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let head = bytes[start...].prefix(1 << 16)
        lineEnd = head.contains(0x0A) || !head.contains(0x0D) ? 0x0A : 0x0D
        cursor = start
        if head.starts(with: "sep=".utf8), let sign = head.dropFirst(4).first, sign != lineEnd, sign != 0x0D {
            separator = sign
            cursor += head.prefix { [lineEnd] in $0 != lineEnd }.count + 1
            cursor = min(cursor, bytes.count)
            nextLine = 2
            return
        }
        separator = Self.separator(of: head.split(separator: lineEnd, maxSplits: 15).prefix(15))
    }

    /// Returns the sign that most of the lines have equally often, and then the one that they have more often. Decimal commas are in rows,
    /// but not in the header.
    private static func separator(of lines: some Sequence<ArraySlice<UInt8>>) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in
            let ofLines = lines.map { count(candidate, in: $0) }.filter { $0 > 0 }
            let usual = Dictionary(grouping: ofLines) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
            return (lines: usual?.value.count ?? 0, cells: usual?.key ?? 0)
        }
        let best = counts.indices.max { (counts[$0].lines, counts[$0].cells, -$0) < (counts[$1].lines, counts[$1].cells, -$1) }
        return candidates[best ?? 0]
    }

    /// Returns the number of times that a line has a sign outside of quotation marks.
    private static func count(_ sign: UInt8, in line: ArraySlice<UInt8>) -> Int {
        var isQuoted = false
        return line.reduce(into: 0) { count, byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if byte == sign, !isQuoted { count += 1 }
        }
    }

    /// True if the last row is at the end of the bytes, without the end of its line.
    var isAtOpenEnd: Bool { cursor == bytes.count && bytes.last != lineEnd }

    /// True if commas separate cells.
    var separatesByComma: Bool { separator == UInt8(ascii: ",") }

    /// Moves to the next row that is not blank. Returns false at the end.
    mutating func next() -> Bool {
        while cursor < bytes.count {
            readRow()
            if cells.count > 1 || cells.contains(where: { !$0.isEmpty }) { return true }
        }
        return false
    }

    private mutating func readRow() {
        cells.removeAll(keepingCapacity: true)
        line = nextLine
        let rowStart = cursor
        var start = cursor
        var isQuoted = false
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    if cursor + 1 < bytes.count, bytes[cursor + 1] == byte { cursor += 1 } else { isQuoted = false }
                } else if cursor - rowStart > TableFields.byteLimit {
                    // A quotation mark that nothing closes. The row ends with its first line.
                    return endAtFirstLine(from: rowStart)
                }
            } else if byte == UInt8(ascii: "\""), cursor == start {
                isQuoted = true
            } else if byte == separator {
                if cells.count < Self.cellLimit { cells.append(start..<cursor) }
                start = cursor + 1
            } else if byte == lineEnd {
                break
            }
            if byte == lineEnd { nextLine += 1 }
            cursor += 1
        }
        if isQuoted { return endAtFirstLine(from: rowStart) }
        endRow(from: start)
    }

    private mutating func endAtFirstLine(from rowStart: Int) {
        cells.removeAll(keepingCapacity: true)
        nextLine = line
        cursor = bytes[rowStart...].firstIndex(of: lineEnd) ?? bytes.count
        endRow(from: rowStart)
    }

    private mutating func endRow(from start: Int) {
        var end = cursor
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        cells.append(start..<end)
        if cursor < bytes.count {
            nextLine += 1
            cursor += 1
        }
    }

    /// Returns the text of a cell without spaces around it. Empty if the row does not have it.
    func text(_ index: Int) -> String {
        guard index < cells.count else { return "" }
        var range = bytes.span.trimmed(cells[index])
        guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "\""), bytes[range.upperBound - 1] == UInt8(ascii: "\"") else {
            return clean(bytes[range])
        }
        range = range.lowerBound + 1..<range.upperBound - 1
        guard bytes[range].contains(UInt8(ascii: "\"")) else { return clean(bytes[bytes.span.trimmed(range)]) }
        return clean(bytes[range]).replacing("\"\"", with: "\"")
    }

    /// Returns text with spaces in place of no-break spaces.
    private func clean(_ text: ArraySlice<UInt8>) -> String {
        let string = String(decoding: text, as: UTF8.self)
        return text.contains(0xC2) || text.contains(0xE2) ? string.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") : string
    }

    var texts: [String] { cells.indices.map(text) }
}
