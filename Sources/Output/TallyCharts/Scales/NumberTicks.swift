/// Round numbers at equal distances: multiples of 1, 2, 2.5 or 5 times a power of ten.
///
/// Numbers are kept as whole multiples, so that neither values nor labels carry rounding errors and no two labels are equal.
struct NumberTicks {
    /// 1, 2, 5 or 25.
    private let mantissa: Int
    private let exponent: Int
    /// The ticks, as multiples of the step.
    let multiples: ClosedRange<Int>

    /// Ticks around all of `range`, in at most `intervals` steps; in two, on both sides of zero, for fewer.
    ///
    /// - Parameter isWhole: Whether only whole numbers are ticks.
    init(around range: ClosedRange<Double>, intervals: Int, isWhole: Bool = false) {
        // Zero is a tick, so that there are steps on both of its sides.
        let least = range.lowerBound < 0 && range.upperBound > 0 ? 2 : 1
        (mantissa, exponent, multiples) = Self.step(range, intervals: max(least, intervals), isWhole: isWhole) { range, step in
            (range.lowerBound / step + 1e-9).rounded(.down)...(range.upperBound / step - 1e-9).rounded(.up)
        }
    }

    /// Ticks inside of `range`, in at most `intervals` steps; nil where no round number lies there.
    init?(inside range: ClosedRange<Double>, intervals: Int) {
        let step = Self.step(range, intervals: intervals, isWhole: false) { range, step in
            let first = (range.lowerBound / step - 1e-9).rounded(.up)
            return first...max(first, (range.upperBound / step + 1e-9).rounded(.down))
        }
        (mantissa, exponent, multiples) = step
        guard range.contains(value(at: multiples.lowerBound)) else { return nil }
    }

    private static func step(
        _ range: ClosedRange<Double>, intervals: Int, isWhole: Bool,
        multiples: (ClosedRange<Double>, Double) -> ClosedRange<Double>
    ) -> (Int, Int, ClosedRange<Int>) {
        let least = (range.upperBound - range.lowerBound) / Double(max(1, intervals))
        var exponent = isWhole ? 0 : DecimalText.exponent(of: least) - 1
        while true {
            for mantissa in [1, 2, 25, 5] {
                // 2.5 times a power of ten is 25 times the one before.
                let place = mantissa == 25 ? exponent - 1 : exponent
                guard !isWhole || place >= 0 else { continue }
                let found = multiples(range, DecimalText.value(mantissa, exponent: place))
                if found.upperBound - found.lowerBound <= Double(max(1, intervals)) {
                    return (mantissa, place, Int(found.lowerBound)...Int(found.upperBound))
                }
            }
            exponent += 1
        }
    }

    func value(at multiple: Int) -> Double { DecimalText.value(multiple * mantissa, exponent: exponent) }

    /// From the first to the last tick.
    var range: ClosedRange<Double> { value(at: multiples.lowerBound)...value(at: multiples.upperBound) }

    /// The label of every tick, in the order of `multiples`.
    ///
    /// - Parameter isFraction: Whether labels are hundredths.
    func labels(isFraction: Bool) -> [String] {
        let exponent = isFraction ? self.exponent + 2 : self.exponent
        let greatest = max(abs(multiples.lowerBound), abs(multiples.upperBound)) * mantissa
        return multiples.map { DecimalText.text($0 * mantissa, exponent: exponent, greatest: greatest) }
    }
}
