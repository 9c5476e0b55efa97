/// Moves the cursor between the lines of a statement. Offsets are in bytes.
package enum StatementCursor {
    /// Returns the offset in the line above with the same distance from its start, in characters; nil in the first line.
    package static func above(_ offset: Int, in text: String) -> Int? {
        move(offset, in: text, by: -1)
    }

    /// Returns the offset in the line below with the same distance from its start, in characters; nil in the last line.
    package static func below(_ offset: Int, in text: String) -> Int? {
        move(offset, in: text, by: 1)
    }

    private static func move(_ offset: Int, in text: String, by step: Int) -> Int? {
        let cursor = text.utf8.index(text.startIndex, offsetBy: offset)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let current = lines.lastIndex(where: { $0.startIndex <= cursor }), lines.indices.contains(current + step) else { return nil }
        let column = text[lines[current].startIndex..<cursor].count
        return text.utf8.distance(from: text.startIndex, to: lines[current + step].prefix(column).endIndex)
    }
}
