public import Foundation
public import HealthModel

extension Instant {
    /// Creates the whole millisecond that contains `date`.
    public init(_ date: Date) { self.init(milliseconds: Self.milliseconds(of: date, rounded: .down)) }

    /// Creates the first whole millisecond at or after `date`.
    public init(firstAtOrAfter date: Date) { self.init(milliseconds: Self.milliseconds(of: date, rounded: .up)) }

    /// The time as Foundation has it.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// A date is a number of seconds with about seven decimals, so a whole millisecond can be off by a ten-thousandth of one.
    private static func milliseconds(of date: Date, rounded rule: FloatingPointRoundingRule) -> Int64 {
        let exact = date.timeIntervalSince1970 * 1000
        let nearest = exact.rounded()
        let whole = abs(exact - nearest) < 0.002 ? nearest : exact.rounded(rule)
        // The distant past and future are far inside of these bounds.
        return Int64(Swift.min(Swift.max(whole, -9e15), 9e15))
    }
}
