// Recognizes rows of CSV and JSON Lines that differ from a recent row only in their times and their number.
//
//     2024-03-01T08:00:00Z,2024-03-01T08:01:00Z,17,count,"Watch",…
//     └ start, read        └ end, read          │ └ text, compared eight bytes at a time
//                                               └ value, read
//
// It remembers eight rows, because files alternate between a few kinds of rows: it also remembers which row followed which, and tries that
// one first. Such a row needs no search for its fields and no look-up of its texts. With it, and with columns that are packed in place, 796
// MB of CSV take 2.3 s of processor time instead of 4.4.
//
// Invariant: a row that is accepted here has the meaning that the reader of the format would give it. Any doubt returns nil, and that
// reader reads the row.
//
// Decision 0082 (rows like earlier ones).

import HealthModel

/// Recent rows of the current batch, with which the next rows are compared.
///
/// A row is a sequence of texts, with times and a number between them. Texts are compared, and times and numbers are read.
struct KnownRows {
    /// The parts of a row that are read.
    enum Part: UInt8 { case start, end, created, value }

    /// A text to compare, and the part after it.
    private struct Step {
        var wordCount = 0
        var byteCount = 0
        /// Nil after the last text.
        var part: Part?
        /// The length of a time, in bytes.
        var length = 0
    }

    private static let rowLimit = 8
    /// The maximum number of words in the texts of a row, and the maximum number of texts.
    private static let wordLimit = 64
    private static let stepLimit = 5
    /// The maximum number of bytes that reading a number can touch.
    private static let numberLimit = 24

    /// The texts of all rows in words of eight bytes, and the bits of each word that are compared. Each row has `wordLimit` words.
    private var words = [UInt64](repeating: 0, count: rowLimit * wordLimit)
    private var masks = [UInt64](repeating: 0, count: rowLimit * wordLimit)
    private var steps = [Step](repeating: Step(), count: rowLimit * stepLimit)
    /// For each row, the maximum number of bytes that reading a row like it can touch.
    private var lengths: [Int] = []
    private(set) var meanings: [KnownRow.Meaning] = []
    /// The row that was found last, and for each row the one that followed it most recently.
    private var last = 0
    private var followers = [Int](repeating: 0, count: rowLimit)
    /// The row that `add` replaces next.
    private var oldest = 0
    /// The number of the batch to which the ids in `meanings` belong.
    private var batch = 0

    var isEmpty: Bool { meanings.isEmpty }

    mutating func removeAll() {
        lengths.removeAll(keepingCapacity: true)
        meanings.removeAll(keepingCapacity: true)
        (last, oldest) = (0, 0)
        for index in followers.indices { followers[index] = 0 }
    }

    /// Removes all rows if they are of another batch.
    mutating func start(batch number: Int) {
        guard batch != number else { return }
        removeAll()
        batch = number
    }

    // MARK: Learning

    /// Adds a row of `document`, in place of the oldest one if there are eight.
    ///
    /// - Parameter parts: The times and the number of the row, in any order.
    mutating func add(_ row: Range<Int>, of document: Bytes, parts: [(part: Part, range: Range<Int>)], _ meaning: KnownRow.Meaning) {
        let parts = parts.sorted { $0.range.lowerBound < $1.range.lowerBound }
        let edges = [row.lowerBound] + parts.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [row.upperBound]
        guard zip(edges, edges.dropFirst()).allSatisfy({ $0 <= $1 }) else { return }
        guard parts.count < KnownRows.stepLimit, row.count <= (KnownRows.wordLimit - KnownRows.stepLimit) * 8 else { return }
        let index = meanings.count < KnownRows.rowLimit ? meanings.count : oldest
        var word = index * KnownRows.wordLimit
        var position = row.lowerBound
        var length = 0
        for number in 0...parts.count {
            let part = number < parts.count ? parts[number] : nil
            let textEnd = part?.range.lowerBound ?? row.upperBound
            var step = Step(byteCount: textEnd - position, part: part?.part, length: part?.range.count ?? 0)
            for start in stride(from: position, to: textEnd, by: 8) {
                var (bits, mask): (UInt64, UInt64) = (0, 0)
                for offset in 0..<min(8, textEnd - start) {
                    bits |= UInt64(document[start + offset]) << UInt64(offset * 8)
                    mask |= 0xFF << UInt64(offset * 8)
                }
                (words[word], masks[word]) = (bits, mask)
                word += 1
                step.wordCount += 1
            }
            length += step.wordCount * 8 + max(step.length, KnownRows.numberLimit)
            steps[index * KnownRows.stepLimit + number] = step
            position = part?.range.upperBound ?? textEnd
        }
        if index == meanings.count {
            lengths.append(length)
            meanings.append(meaning)
        } else {
            (lengths[index], meanings[index]) = (length, meaning)
            oldest = (oldest + 1) % KnownRows.rowLimit
        }
        followers[last] = index
        last = index
    }

    // MARK: Reading

    /// Reads rows from `position` on until one is not known or has a problem, and moves `position` to that one. Replaces `rows`.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows to read.
    ///   - length: The length of samples without an end, in milliseconds.
    mutating func read(
        _ document: Bytes, from position: inout Int, limit: Int, length: Int64, times: inout TimeReader, into rows: inout [KnownRow]
    ) {
        rows.removeAll(keepingCapacity: true)
        var reader = times
        var start = position
        var number = last
        while rows.count < limit {
            var known = followers[number]
            var found = read(known, document, from: start, length: length, times: &reader)
            if found == nil {
                for other in meanings.indices where other != known {
                    found = read(other, document, from: start, length: length, times: &reader)
                    if found == nil { continue }
                    followers[number] = other
                    known = other
                    break
                }
            }
            guard let (row, end) = found else { break }
            rows.append(row)
            number = known
            start = end
        }
        (times, position, last) = (reader, start, number)
    }

    /// Reads a row that is like the row with the index `known`. Returns nil if it differs or has a problem.
    @inline(__always)
    private func read(
        _ known: Int, _ document: Bytes, from start: Int, length: Int64, times: inout TimeReader
    ) -> (row: KnownRow, end: Int)? {
        guard document.count - start >= lengths[known] else { return nil }
        var row = KnownRow(known: known, value: meanings[known].value)
        var index = start
        var word = known * KnownRows.wordLimit
        var hasEnd = false
        for number in known * KnownRows.stepLimit..<(known + 1) * KnownRows.stepLimit {
            let step = steps[number]
            for offset in 0..<step.wordCount {
                if (UInt64(littleEndian: document.word(at: index + offset * 8)) ^ words[word]) & masks[word] != 0 { return nil }
                word += 1
            }
            index += step.byteCount
            guard let part = step.part else { break }
            if part == .value {
                guard let number = DecimalNumber.read(document, at: &index, limit: KnownRows.numberLimit) else { return nil }
                row.value = meanings[known].conversion.map { $0(number) } ?? number
                continue
            }
            guard let time = times.read(document.extracting(index..<index + step.length)) else { return nil }
            index += step.length
            switch part {
            case .start: row.start = time
            case .end: (row.end, hasEnd) = (time, true)
            case .created: row.created = time
            case .value: break
            }
        }
        if !hasEnd { row.end = row.start + length }
        return BatchBuilder.flaw(start: row.start, end: row.end) == nil ? (row, index) : nil
    }
}
