/// The times that samples can have.
package enum SampleTimes {
    /// 1900 until 2200 in UTC, in milliseconds since 1970.
    package static let range: Range<Int64> = -2_208_988_800_000..<7_258_118_400_000

    /// A phrase for the times that a sample can't have.
    package static let outside = "before 1900 or after 2199"
}
