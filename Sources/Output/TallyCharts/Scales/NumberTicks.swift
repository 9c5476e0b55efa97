/// Round numbers with equal distances: multiples of 1, 2, 2.5 or 5 times a power of ten.
///
/// Ticks are stored as integer multiples, so values and labels have no rounding errors and all labels differ.
@_spi(Guests)
public struct NumberTicks {
    /// 1, 2, 5 or 25.
    private let mantissa: Int
    private let exponent: Int
    /// The ticks, as multiples of the step.
    public let multiples: ClosedRange<Int>

    /// Creates ticks around all of `range`, in at most `intervals` steps. A range on both sides of zero has at least two steps.
    ///
    /// - Parameter isWhole: if true, only whole numbers are ticks.
    public init(around range: ClosedRange<Double>, intervals: Int, isWhole: Bool = false) {
        // Zero is a tick, so there are steps on both sides of it.
        let least = range.lowerBound < 0 && range.upperBound > 0 ? 2 : 1
        (mantissa, exponent, multiples) = Self.step(range, intervals: max(least, intervals), isWhole: isWhole) { range, step in
            (range.lowerBound / step + 1e-9).rounded(.down)...(range.upperBound / step - 1e-9).rounded(.up)
        }
    }

    /// Creates ticks inside `range`, in at most `intervals` steps. Nil if it contains no round number.
    public init?(inside range: ClosedRange<Double>, intervals: Int) {
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
                // 2.5 times a power of ten is 25 times the previous one.
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

    /// Returns the value of a tick.
    public func value(at multiple: Int) -> Double { DecimalText.value(multiple * mantissa, exponent: exponent) }

    /// The range from the first to the last tick.
    public var range: ClosedRange<Double> { value(at: multiples.lowerBound)...value(at: multiples.upperBound) }

    /// Returns the labels of the ticks, in the order of `multiples`.
    ///
    /// - Parameter isFraction: if true, labels are in percent.
    public func labels(isFraction: Bool) -> [String] {
        let exponent = isFraction ? self.exponent + 2 : self.exponent
        let greatest = max(abs(multiples.lowerBound), abs(multiples.upperBound)) * mantissa
        return multiples.map { DecimalText.text($0 * mantissa, exponent: exponent, greatest: greatest) }
    }
}
