import HealthModel

/// A value that is divided by time, quarter hour by quarter hour.
///
/// Each quarter hour of UTC that overlaps the sample gets its share, and the last one gets the remainder. Thus shares add up to the value
/// exactly. The share of a bucket is the same whether it was computed at once or kept by quarter hours.
struct SharedValue {
    let value: Double
    let start: Int64
    let end: Int64

    /// Returns the share of `[from, to)`, a part of the sample that is active for `active` milliseconds.
    func share<A: Activity>(from: Int64, to: Int64, active: Int64, activity: A) -> CompensatedSum {
        // The share of the whole sample is exactly the value.
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

    /// Returns the part of the value for a time, with 20 more bits than a double. With them, the quarter hours of a day add up to round
    /// numbers again.
    ///
    /// More bits would not fit a `CompensatedSum` of many parts, so the sum would depend on their order.
    private func part(_ milliseconds: Int64) -> CompensatedSum {
        let (time, length) = (Double(milliseconds), Double(end - start))
        let product = value * time
        let high = product / length
        let rest = product.addingProduct(-high, length) + (-product).addingProduct(value, time)
        // Adding and subtracting a number with the required last digit rounds to that digit.
        let rounding = value.ulp * 0x1.8p32
        return CompensatedSum(high: high, low: (rest / length + rounding) - rounding)
    }
}
