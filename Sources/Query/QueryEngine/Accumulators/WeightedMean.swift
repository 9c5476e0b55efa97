import HealthModel

/// The weight of a sample in an average, given the time it has in the row (S2.2).
protocol Weighting {
    /// What quarter hours keep of values with such weights; nil where it is not kept.
    static func part(of measurand: (some Measurand).Type) -> QuarterPart?
    static func weight(milliseconds: Int64) -> Double
}

/// Seconds of overlap, at least one.
enum ByTime: Weighting {
    static func part(of measurand: (some Measurand).Type) -> QuarterPart? { measurand.timedPart }
    static func weight(milliseconds: Int64) -> Double { Double(Swift.max(milliseconds, 1000)) / 1000 }
}

/// Every sample the same.
enum Equal: Weighting {
    static func part(of measurand: (some Measurand).Type) -> QuarterPart? { measurand == Plain.self ? .sum : nil }
    static func weight(milliseconds: Int64) -> Double { 1 }
}

/// What is averaged in place of a value.
protocol Measurand {
    /// What quarter hours keep of it by time.
    static var timedPart: QuarterPart { get }
    static func encode(_ value: Double) -> Double
    static func decode(_ mean: Double) -> Double
}

/// The value as it is.
enum Plain: Measurand {
    static let timedPart = QuarterPart.weighted
    static func encode(_ value: Double) -> Double { value }
    static func decode(_ mean: Double) -> Double { mean }
}

/// The average of values: Σ v·w / Σ w.
struct WeightedMean<M: Measurand, W: Weighting>: Accumulator {
    private(set) var total = CompensatedSum()
    private(set) var weight = CompensatedSum()

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let starts = batch.starts.span
        let ends = batch.ends.span
        let values = batch.values.span
        for row in run.rows { add(values[row], weight: W.weight(milliseconds: ends[row] - starts[row])) }
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) {
        guard piece.isFirstOfGroup else { return }
        add(batch.values[piece.row], weight: W.weight(milliseconds: piece.groupActive))
    }

    mutating func merge(_ other: WeightedMean) {
        total.add(other.total)
        weight.add(other.weight)
    }

    func finalize() -> Double? { weight.value > 0 ? M.decode(total.value / weight.value) : nil }

    private mutating func add(_ value: Double, weight: Double) {
        total.add(M.encode(value) * weight)
        self.weight.add(weight)
    }
}

/// Σv / n.
typealias ArithmeticMean = WeightedMean<Plain, Equal>
/// Σv·w / Σw, with seconds for weights.
typealias TemporallyWeightedMean = WeightedMean<Plain, ByTime>

extension WeightedMean: QuarterAccumulator {
    static func parts(isMerged: Bool) -> [QuarterPart] {
        switch W.part(of: M.self) {
        case .sum?: [.sum, .count]
        case let part?: [part]
        case nil: []
        }
    }

    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) {
        let (highs, lows, weights) = (columns[0], columns[1], columns[2])
        for quarter in quarters where weights[quarter] > 0 {
            total.add(CompensatedSum(high: highs[quarter], low: lows[quarter]))
            weight.add(CompensatedSum(high: weights[quarter], low: columns.count > 3 ? columns[3][quarter] : 0))
        }
    }
}
