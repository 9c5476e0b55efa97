import CalendarIntervals

/// Ticks at full hours, or at full minutes in a short range, for times of day. Times after midnight are 24 hours and more.
struct ClockTicks {
    /// The possible distances between ticks in minutes, in ascending order.
    private static let steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880, 7200, 14_400]

    private let step: Double
    private let multiples: ClosedRange<Int>

    /// Creates ticks around all of `range`, or only those inside, in at most `intervals` steps if there are steps that long. Nil if
    /// `range` contains no tick.
    init?(_ range: ClosedRange<Double>, isInside: Bool, intervals: Int) {
        var found: (step: Double, multiples: ClosedRange<Int>)?
        for minutes in Self.steps {
            let step = Double(minutes) * 60_000
            let (low, high) = (range.lowerBound / step, range.upperBound / step)
            guard abs(low) < 1e6, abs(high) < 1e6 else { continue }
            let first = Int(isInside ? low.rounded(.up) : low.rounded(.down))
            let last = Int(isInside ? high.rounded(.down) : high.rounded(.up))
            guard first <= last else { break }
            found = (step, first...last)
            if last - first <= max(1, intervals) { break }
        }
        guard let found else { return nil }
        (step, multiples) = found
    }

    var ticks: [(position: Double, label: String)] {
        multiples.map { (Double($0) * step, Self.text(Double($0) * step)) }
    }

    var range: ClosedRange<Double> { Double(multiples.lowerBound) * step...Double(multiples.upperBound) * step }

    /// Returns a time of day to the minute, such as `23:50`.
    static func text(_ timeOfDay: Double) -> String {
        let minutes = (timeOfDay / 60_000).rounded()
        guard abs(minutes) < 1e12 else { return "" }
        return TimeText.clock(CivilDateTime(localMilliseconds: Int64(minutes) * 60_000))
    }
}

extension ValueAxis {
    /// Returns the text of a value on this axis, without its unit.
    func text(_ value: Double) -> String {
        isClock ? ClockTicks.text(value) : DecimalText.text(isFraction ? value * 100 : value)
    }
}
