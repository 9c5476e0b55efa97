/// Tells when a sample counts: merging takes time away from the samples of lesser sources (S6.1).
///
/// Samples are asked about in the order of their starts.
protocol Activity {
    /// Whether a sample counts all the time from its start to its end.
    mutating func isWhole(from: Int64, to: Int64) -> Bool
    /// How long the sample asked about last counts within `[from, to)`, a part of it, in milliseconds.
    func milliseconds(from: Int64, to: Int64) -> Int64
}

/// Every sample counts, always.
struct AlwaysActive: Activity {
    func isWhole(from: Int64, to: Int64) -> Bool { true }
    func milliseconds(from: Int64, to: Int64) -> Int64 { to - from }
}
