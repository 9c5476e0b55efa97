extension FixedWidthInteger {
    /// The greatest whole number not above `self / divisor`; `divisor` is positive.
    ///
    /// Swift's `/` rounds towards zero, which puts the day before 1970 on the same day as 1970.
    @inlinable package func flooredQuotient(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// What `flooredQuotient(by:)` leaves: in `0 ..< divisor`.
    @inlinable package func flooredRemainder(by divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

/// Milliseconds in a day of 24 hours, the only length of a day on the local time line.
package let millisecondsPerDay: Int64 = 86_400_000
/// Milliseconds in an hour.
package let millisecondsPerHour: Int64 = 3_600_000
