/// Tells when a sample counts: merging takes time away from the samples of lesser sources (S6.1).
///
/// Samples are asked about in the order of their starts.
protocol Activity {
    /// Returns the end of the first rows of `rows` that count all the time from start to end, and end by `edge`.
    mutating func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int
    /// How long a sample counts within `[from, to)`, the whole sample or a part of it, in milliseconds.
    ///
    /// No part begins before the start of the sample asked about last.
    func milliseconds(from: Int64, to: Int64) -> Int64
    /// Appends the stretches of `[from, to)` in which a sample counts, in order of time.
    func appendActive(from: Int64, to: Int64, into stretches: inout [Stretch])
}

/// A half-open stretch of time in milliseconds.
struct Stretch {
    var from: Int64
    var to: Int64
}

/// Every sample counts, always.
struct AlwaysActive: Activity {
    func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int {
        var row = rows.lowerBound
        // The sign of the differences together tells of sixteen rows at once, and vectors can compute it.
        while row + 16 <= rows.upperBound {
            var late: Int64 = 0
            for next in row..<row + 16 { late |= edge &- ends[next] }
            if late < 0 { break }
            row += 16
        }
        while row < rows.upperBound, ends[row] <= edge { row += 1 }
        return row
    }

    func milliseconds(from: Int64, to: Int64) -> Int64 { to - from }

    func appendActive(from: Int64, to: Int64, into stretches: inout [Stretch]) { stretches.append(Stretch(from: from, to: to)) }
}
