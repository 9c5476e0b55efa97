/// A sum of doubles with the precision of twice as many digits.
///
/// Each addition keeps its rounding error by Knuth's TwoSum.
struct CompensatedSum: Sendable {
    private(set) var high = 0.0
    private(set) var low = 0.0

    init() {}

    init(high: Double, low: Double) {
        self.high = high
        self.low = low
    }

    /// The rounded sum. It is infinite or NaN if the sum overflows.
    var value: Double { high + low }

    mutating func add(_ value: Double) {
        let sum = high + value
        let added = sum - high
        low += (high - (sum - added)) + (value - added)
        high = sum
    }

    mutating func add(_ other: CompensatedSum) {
        add(other.high)
        add(other.low)
    }

    mutating func subtract(_ other: CompensatedSum) {
        add(-other.high)
        add(-other.low)
    }
}

/// Four sums of the same precision, which vector instructions add to at a time.
struct FourSums {
    private var high = SIMD4<Double>.zero
    private var low = SIMD4<Double>.zero

    @inline(__always)
    mutating func add(_ values: SIMD4<Double>) {
        let sum = high + values
        let added = sum - high
        low += (high - (sum - added)) + (values - added)
        high = sum
    }

    mutating func add(_ other: FourSums) {
        add(other.high)
        add(other.low)
    }

    /// Adds all four to `total`.
    func add(to total: inout CompensatedSum) {
        for lane in 0..<4 { total.add(high[lane]) }
        for lane in 0..<4 { total.add(low[lane]) }
    }
}
