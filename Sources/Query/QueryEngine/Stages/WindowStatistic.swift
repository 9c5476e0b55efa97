import QueryPlan

/// What is known of the values in a window that moves forward.
protocol WindowStatistic {
    mutating func append(_ value: Double)
    /// Lets go the value that was taken in before all others.
    mutating func removeFirst(_ value: Double)
    /// Of the values that are held; nil where there is none to tell.
    var result: Double? { get }
}

/// Count, sum, extremes and spread of some values, which can be put together but not taken apart.
struct RowSummary {
    private(set) var count = 0
    private var sum = 0.0
    private var low = Double.infinity
    private var high = -Double.infinity
    private var mean = 0.0
    private var squares = 0.0

    init() {}

    init(_ value: Double) { (count, sum, low, high, mean) = (1, value, value, value, value) }

    /// Returns the summary of both, the deviation by Chan's method.
    func merged(_ other: RowSummary) -> RowSummary {
        if count == 0 { return other }
        if other.count == 0 { return self }
        var result = RowSummary()
        result.count = count + other.count
        result.sum = sum + other.sum
        result.low = Swift.min(low, other.low)
        result.high = Swift.max(high, other.high)
        let share = Double(other.count) / Double(result.count)
        let difference = other.mean - mean
        result.mean = mean + difference * share
        result.squares = squares + other.squares + difference * difference * Double(count) * share
        return result
    }

    var total: Double? { count > 0 ? sum : nil }
    var average: Double? { count > 0 ? sum / Double(count) : nil }
    var least: Double? { count > 0 ? low : nil }
    var greatest: Double? { count > 0 ? high : nil }
    /// Nil for fewer than two values.
    var deviation: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() : nil }
}

/// A queue that knows the summary of what it holds.
///
/// Two stacks: what was put in lately with the summary of all of it, and before that, for each value, the summary from it on.
/// Each value moves from one to the other once, and nothing is subtracted, so that no digits are lost.
struct SummaryQueue: WindowStatistic {
    private var back: [Double] = []
    private var backSummary = RowSummary()
    /// The last one is the next to go.
    private var front: [RowSummary] = []
    private let finalize: (RowSummary) -> Double?

    init(_ finalize: @escaping (RowSummary) -> Double?) { self.finalize = finalize }

    mutating func append(_ value: Double) {
        back.append(value)
        backSummary = backSummary.merged(RowSummary(value))
    }

    mutating func removeFirst(_ value: Double) {
        if front.isEmpty {
            var summary = RowSummary()
            for value in back.reversed() {
                summary = RowSummary(value).merged(summary)
                front.append(summary)
            }
            back.removeAll(keepingCapacity: true)
            backSummary = RowSummary()
        }
        front.removeLast()
    }

    var result: Double? { finalize((front.last ?? RowSummary()).merged(backSummary)) }
}

/// The values in the order of time, for `first` and `latest`.
struct ValueQueue: WindowStatistic {
    private var values: [Double] = []
    private var gone = 0
    private let pick: (ArraySlice<Double>) -> Double?

    init(_ pick: @escaping (ArraySlice<Double>) -> Double?) { self.pick = pick }

    mutating func append(_ value: Double) { values.append(value) }
    mutating func removeFirst(_ value: Double) { gone += 1 }
    var result: Double? { pick(values[gone...]) }
}

/// The values by size, for median and percentiles: each step costs as much as the window is long.
struct OrderedWindow: WindowStatistic {
    private var sorted: [Double] = []
    private let fraction: Double
    private let rule: StatisticRules.PercentileRule

    init(fraction: Double, _ rule: StatisticRules.PercentileRule) { (self.fraction, self.rule) = (fraction, rule) }

    mutating func append(_ value: Double) { sorted.insert(value, at: position(of: value)) }
    mutating func removeFirst(_ value: Double) { sorted.remove(at: position(of: value)) }
    var result: Double? { sorted.quantile(fraction, rule: rule) }

    /// The first place of a value that is not below `value`.
    private func position(of value: Double) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
