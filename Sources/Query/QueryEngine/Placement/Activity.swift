/// Determines when a sample counts: merging removes time from the samples of lower-ranked sources (S6.1).
///
/// Requests must be in order of the samples' starts.
protocol Activity {
    /// Returns the end of the leading rows of `rows` that count from start to end and end by `edge`.
    mutating func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int
    /// Returns the time for which a sample, or a part of it, counts in `[from, to)`, in milliseconds.
    ///
    /// The part must not start before the start of the last requested sample.
    func milliseconds(from: Int64, to: Int64) -> Int64
    /// Appends the time spans in `[from, to)` in which a sample counts, in time order.
    func appendActive(from: Int64, to: Int64, into stretches: inout [Stretch])
}

/// All samples count at all times, and none is clipped. Their ends are not read.
struct NeverClipped: Activity {
    private var unused: UInt8 = 0

    func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int { rows.upperBound }
    func milliseconds(from: Int64, to: Int64) -> Int64 { to - from }
    func appendActive(from: Int64, to: Int64, into stretches: inout [Stretch]) {}
}

/// All samples count at all times.
struct AlwaysActive: Activity {
    // The thread sanitizer reports accesses to a struct without bytes as races at unknown addresses, and crashes.
    private var unused: UInt8 = 0

    func endOfWhole(_ rows: Range<Int>, starts: Span<Int64>, ends: Span<Int64>, by edge: Int64) -> Int {
        var row = rows.lowerBound
        // The combined sign of the differences tests 16 rows at once, and can be computed with vectors.
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
