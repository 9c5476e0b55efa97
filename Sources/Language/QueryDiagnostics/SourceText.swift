import TerminalText

/// A half-open range of UTF-8 byte offsets in a source text.
package struct SourceRange: Sendable, Hashable {
    package var start: Int
    package var end: Int

    package init(_ start: Int, _ end: Int) {
        assert(0 <= start && start <= end)
        self.start = start
        self.end = end
    }

    /// Creates an empty range at `offset`.
    package init(at offset: Int) {
        self.init(offset, offset)
    }

    package var isEmpty: Bool { start == end }
    package var length: Int { end - start }

    /// Returns the smallest range that contains both ranges.
    package func union(_ other: SourceRange) -> SourceRange {
        SourceRange(min(start, other.start), max(end, other.end))
    }

    package func contains(_ offset: Int) -> Bool { start <= offset && offset < end }

    /// Returns the range, `offset` bytes later.
    package func moved(by offset: Int) -> SourceRange { SourceRange(start + offset, end + offset) }
}

/// A line and a column, both counted from 1.
///
/// Columns count user-perceived characters. A character that is wide on a terminal or has several scalars counts once.
package struct SourcePosition: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// The text of a script or a query, with its name and the start of each line.
///
/// The bytes stay unchanged, even if they are not valid UTF-8. Lines end with LF, CR LF or CR.
package struct SourceText: Sendable {
    /// The name shown in diagnostics; `-` for `-c` and standard input.
    package let file: String
    package let bytes: [UInt8]
    /// The byte offset of the start of each line. The first is 0.
    package let lineStarts: [Int]
    /// The passwords in addresses, which are not printed, in order.
    let secrets: [SourceRange]

    package init(_ text: String, file: String = "-") {
        self.init(bytes: Array(text.utf8), file: file)
    }

    package init(bytes: [UInt8], file: String = "-") {
        self.file = file
        self.bytes = bytes
        var starts = [0]
        var index = 0
        var hasColon = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x3A { hasColon = true }
            guard byte == 0x0A || byte == 0x0D else { continue }
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            starts.append(index)
        }
        lineStarts = starts
        secrets = hasColon ? SecretText.ranges(in: bytes).map { SourceRange($0.lowerBound, $0.upperBound) } : []
    }

    package var fullRange: SourceRange { SourceRange(0, bytes.count) }

    /// Returns the first 4,000 bytes of a range as a separate text, so that the length of a statement doesn't matter.
    package func beginning(of range: SourceRange) -> SourceText {
        SourceText(bytes: Array(bytes[range.start..<min(range.end, range.start + 4_000)]))
    }

    /// Returns the text of `range`, with U+FFFD in place of invalid UTF-8.
    package subscript(range: SourceRange) -> String {
        String(decoding: bytes[clamp(range.start)..<clamp(range.end)], as: UTF8.self)
    }

    /// Returns the 0-based index of the line that contains `offset`.
    ///
    /// - Complexity: O(log *n*) in the number of lines.
    package func lineIndex(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the byte range of the line at a 0-based index, without its line ending.
    package func lineRange(_ index: Int) -> SourceRange {
        let start = lineStarts[index]
        var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return SourceRange(start, end)
    }

    /// Returns the line and column of a byte offset.
    ///
    /// - Complexity: O(*n*) in the length of the line up to `offset`.
    package func position(at offset: Int) -> SourcePosition {
        let offset = clamp(offset)
        let line = lineIndex(at: offset)
        let start = lineStarts[line]
        return SourcePosition(line: line + 1, column: self[SourceRange(start, max(start, offset))].count + 1)
    }

    private func clamp(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }
}

// MARK: Secrets

extension SourceText {
    /// The text as it is printed, with `***` in place of each password.
    var masked: SourceText {
        let hidden = SecretText.masked(bytes, secrets.map { $0.start..<$0.end })
        return SourceText(bytes: hidden, file: file)
    }

    /// Returns the range in `masked` that shows `range`.
    func maskedRange(_ range: SourceRange) -> SourceRange {
        let start = maskedOffset(range.start, isEnd: false)
        return SourceRange(start, max(start, maskedOffset(range.end, isEnd: true)))
    }

    private func maskedOffset(_ offset: Int, isEnd: Bool) -> Int {
        var shift = 0
        for secret in secrets where secret.start < offset {
            let change = SecretText.mask.utf8.count - secret.length
            if offset < secret.end { return secret.start + shift + (isEnd ? SecretText.mask.utf8.count : 0) }
            shift += change
        }
        return offset + shift
    }

    /// Returns a text about the source without the passwords in it, and without the parts of passwords in `ranges`.
    func hidingSecrets(in text: String, about ranges: [SourceRange]) -> String {
        guard !secrets.isEmpty else { return text }
        var hidden = text
        for secret in secrets {
            hidden = hidden.replacing(self[secret], with: SecretText.mask)
            for range in ranges where range.start < secret.end && secret.start < range.end {
                let part = self[SourceRange(max(range.start, secret.start), min(range.end, secret.end))]
                // A single sign also occurs elsewhere, but parts of the source are in quotes.
                hidden = hidden.replacing("`\(part)`", with: "`\(SecretText.mask)`")
                if part.utf8.count > 2 { hidden = hidden.replacing(part, with: SecretText.mask) }
            }
        }
        return hidden
    }
}
