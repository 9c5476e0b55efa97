import QueryEngine
import QueryPlan
import QueryVocabulary

/// A statistic of the values in a sliding window.
protocol WindowStatistic {
    mutating func append(_ value: Double)
    /// Removes the oldest value.
    mutating func removeFirst(_ value: Double)
    /// The statistic of the current values; nil if there is none.
    var result: Double? { get }
}

/// A queue that maintains the summary of its values.
///
/// It has two stacks: the newer values with a common summary, and for each older value the summary of the values from it on. Each value
/// moves from one stack to the other once. Nothing is subtracted, so no digits are lost.
struct SummaryQueue: WindowStatistic {
    private var back: [Double] = []
    private var backSummary = RowSummary()
    /// The last element is the next to be removed.
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

/// The values in time order, for `first` and `latest`.
struct ValueQueue: WindowStatistic {
    private var values: [Double] = []
    private var gone = 0
    private let pick: (ArraySlice<Double>) -> Double?

    init(_ pick: @escaping (ArraySlice<Double>) -> Double?) { self.pick = pick }

    mutating func append(_ value: Double) { values.append(value) }
    mutating func removeFirst(_ value: Double) { gone += 1 }
    var result: Double? { pick(values[gone...]) }
}

/// The values by size, for the median and percentiles. Each step takes time proportional to the length of the window.
struct OrderedWindow: WindowStatistic {
    private var sorted: [Double] = []
    private let rank: RankFraction
    private let rule: StatisticRules.PercentileRule

    init(_ rank: RankFraction, _ rule: StatisticRules.PercentileRule) { (self.rank, self.rule) = (rank, rule) }

    mutating func append(_ value: Double) { sorted.insert(value, at: position(of: value)) }
    mutating func removeFirst(_ value: Double) { sorted.remove(at: position(of: value)) }
    var result: Double? { sorted.quantile(rank, rule: rule) }

    /// Returns the first position of a value that is not below `value`.
    private func position(of value: Double) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
