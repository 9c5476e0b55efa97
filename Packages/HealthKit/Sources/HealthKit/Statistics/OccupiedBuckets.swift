/// The numbers of the buckets that samples overlap, as ranges. Samples come in order of their starts.
struct OccupiedBuckets {
    private(set) var ranges: [ClosedRange<Int>] = []

    /// Buckets of shorter gaps are computed with those around them.
    private static let shortGap = 1000
    /// The greatest number of buckets that a sample can overlap: 114 years of hours.
    static let limit = 1_000_000

    mutating func insert(_ buckets: ClosedRange<Int>) throws(HKError) {
        if let last = ranges.last, buckets.lowerBound <= last.upperBound + Self.shortGap {
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, buckets.upperBound)
        } else {
            ranges.append(buckets)
        }
        try Self.check(buckets)
    }

    /// Throws 13 if one sample overlaps too many buckets to compute.
    static func check(_ buckets: ClosedRange<Int>) throws(HKError) {
        guard buckets.count > limit else { return }
        throw HKError(
            .errorDataSizeExceeded, "a sample covers \(buckets.count) buckets; the limit is \(limit). Choose longer intervals")
    }
}
