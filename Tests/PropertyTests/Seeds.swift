import Foundation

/// Returns the seeds of a test's cases. A failure prints its seed.
///
/// `TALLY_SEED` sets the first seed, and `TALLY_CASES` the number of cases instead of `count`.
func seeds(_ count: Int) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 1
    let cases = environment["TALLY_CASES"].flatMap(UInt64.init) ?? UInt64(count)
    return first..<first + cases
}
