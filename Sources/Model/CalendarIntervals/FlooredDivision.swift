extension FixedWidthInteger {
    /// Returns the greatest whole number not above `self / divisor`. `divisor` must be positive.
    ///
    /// Swift's `/` rounds toward zero, so it would give the day before 1970 the same number as 1970-01-01.
    @inlinable package func flooredQuotient(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Returns the remainder of `flooredQuotient(by:)`, in `0 ..< divisor`.
    @inlinable package func flooredRemainder(by divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

/// The milliseconds in a day of 24 hours, the length of every day on the local time line.
package let millisecondsPerDay: Int64 = 86_400_000
/// The milliseconds in an hour.
package let millisecondsPerHour: Int64 = 3_600_000
