import HealthModel

/// A value that is shared by time, quarter hour by quarter hour.
///
/// Each quarter hour of UTC that the sample meets has its share, and the last one has what the others leave. So shares add up to the
/// value to the last bit, and those of a bucket are the same numbers whether they were added up at once or kept by quarter hours.
struct SharedValue {
    let value: Double
    let start: Int64
    let end: Int64

    /// Returns the share of `[from, to)`, a part of the sample that is active for `active` milliseconds.
    func share<A: Activity>(from: Int64, to: Int64, active: Int64, activity: A) -> CompensatedSum {
        // The whole of a value is the value, bit for bit.
        if active == end - start { return CompensatedSum(high: value, low: 0) }
        let quarters = QuarterHour.meeting(from: from, to: to)
        guard quarters.count > 1 else { return share(of: quarters.lowerBound, active: active) }
        var total = CompensatedSum()
        for quarter in quarters {
            let edge = quarter * QuarterHour.milliseconds
            let active = activity.milliseconds(from: max(from, edge), to: min(to, edge + QuarterHour.milliseconds))
            total.add(share(of: quarter, active: active))
        }
        return total
    }

    private func share(of quarter: Int64, active: Int64) -> CompensatedSum {
        let edge = quarter * QuarterHour.milliseconds
        let next = edge + QuarterHour.milliseconds
        guard active == min(end, next) - max(start, edge) else {
            return CompensatedSum(high: value * Double(active) / Double(end - start), low: 0)
        }
        if end > next { return part(active) }
        var rest = CompensatedSum(high: value, low: 0)
        for earlier in QuarterHour.holding(start)..<quarter {
            rest.subtract(part(QuarterHour.milliseconds - max(start - earlier * QuarterHour.milliseconds, 0)))
        }
        return rest
    }

    /// The value's part for a time, with twenty bits more than a double has: the quarter hours of a day add up to round numbers again.
    ///
    /// More bits than that would not fit a `CompensatedSum` of many such parts, and the sum would depend on their order.
    private func part(_ milliseconds: Int64) -> CompensatedSum {
        let (time, length) = (Double(milliseconds), Double(end - start))
        let product = value * time
        let high = product / length
        let rest = product.addingProduct(-high, length) + (-product).addingProduct(value, time)
        // Adding and taking away a number whose last digit is the last that is wanted rounds to it.
        let rounding = value.ulp * 0x1.8p32
        return CompensatedSum(high: high, low: (rest / length + rounding) - rounding)
    }
}
