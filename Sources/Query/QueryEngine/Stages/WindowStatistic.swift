import QueryPlan

/// What is known of the values in a window that moves forward.
protocol WindowStatistic {
    mutating func append(_ value: Double)
    /// Lets go the value that was taken in before all others.
    mutating func removeFirst(_ value: Double)
    /// Of the values that are held; nil where there is none to tell.
    var result: Double? { get }
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
