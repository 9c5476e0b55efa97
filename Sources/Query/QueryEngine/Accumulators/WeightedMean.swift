import HealthModel
import StorageModel

/// The weight of a sample in an average, from its time in the row (S2.2).
protocol Weighting {
    /// The part of quarter hours with sums of these weights; nil if it is not kept.
    static func part(of measurand: (some Measurand).Type) -> QuarterPart?
    static func weight(milliseconds: Int64) -> Double
    static var readsTimes: Bool { get }
}

/// The seconds of overlap, at least 1.
enum ByTime: Weighting {
    static func part(of measurand: (some Measurand).Type) -> QuarterPart? { measurand.timedPart }
    static func weight(milliseconds: Int64) -> Double { Double(Swift.max(milliseconds, 1000)) / 1000 }
    static let readsTimes = true
}

/// The same weight for every sample.
enum Equal: Weighting {
    static func part(of measurand: (some Measurand).Type) -> QuarterPart? { measurand == Plain.self ? .sum : nil }
    static func weight(milliseconds: Int64) -> Double { 1 }
    static let readsTimes = false
}

/// The quantity that is averaged.
protocol Measurand {
    /// The part of quarter hours with its time-weighted sums.
    static var timedPart: QuarterPart { get }
    static func encode(_ value: Double) -> Double
    static func decode(_ mean: Double) -> Double
}

/// The value itself.
enum Plain: Measurand {
    static let timedPart = QuarterPart.weighted
    static func encode(_ value: Double) -> Double { value }
    static func decode(_ mean: Double) -> Double { mean }
}

/// The weighted average of values: Σ v·w / Σ w.
struct WeightedMean<M: Measurand, W: Weighting>: Accumulator {
    static var readsTimes: Bool { W.readsTimes }
    static var canSkipZeros: Bool { !W.readsTimes && M.self == Plain.self }
    static var canAddTotals: Bool { canSkipZeros }
    private(set) var total = CompensatedSum()
    private(set) var weight = CompensatedSum()

    @specialized(where M == Plain, W == Equal)
    @specialized(where M == Plain, W == ByTime)
    @specialized(where M == SoundEnergy, W == ByTime)
    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        if let total = run.total {
            self.total.add(total)
            weight.add(Double(run.passing ?? run.rows.count))
            return
        }
        let values = batch.values.span.extracting(run.rows)
        if !W.readsTimes { return addEqual(values, count: run.passing ?? run.rows.count) }
        addTimed(values, starts: batch.starts.span.extracting(run.rows), ends: batch.ends.span.extracting(run.rows))
    }

    /// Adds values weighted by time, in four sums like `addEqual`.
    @inline(__always)
    private mutating func addTimed(_ values: Span<Double>, starts: Span<Int64>, ends: Span<Int64>) {
        var sums = FourSums()
        var weights = FourSums()
        func rowWeight(_ row: Int) -> Double { W.weight(milliseconds: ends[row] - starts[row]) }
        var row = 0
        while row + 4 <= values.count {
            let four = SIMD4(rowWeight(row), rowWeight(row + 1), rowWeight(row + 2), rowWeight(row + 3))
            weights.add(four)
            sums.add(
                SIMD4(M.encode(values[row]), M.encode(values[row + 1]), M.encode(values[row + 2]), M.encode(values[row + 3])) * four)
            row += 4
        }
        while row < values.count {
            add(values[row], weight: rowWeight(row))
            row += 1
        }
        sums.add(to: &total)
        weights.add(to: &weight)
    }

    /// Adds values of weight 1, of which `count` count. Four sums at a time do not wait for each other.
    @inline(__always)
    private mutating func addEqual(_ values: Span<Double>, count: Int) {
        var sums = FourSums()
        var row = 0
        while row + 4 <= values.count {
            sums.add(SIMD4(M.encode(values[row]), M.encode(values[row + 1]), M.encode(values[row + 2]), M.encode(values[row + 3])))
            row += 4
        }
        while row < values.count {
            total.add(M.encode(values[row]))
            row += 1
        }
        sums.add(to: &total)
        weight.add(Double(count))
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

/// The arithmetic mean: Σv / n.
typealias ArithmeticMean = WeightedMean<Plain, Equal>
/// The mean weighted by seconds: Σv·w / Σw.
typealias TemporallyWeightedMean = WeightedMean<Plain, ByTime>

// The states of quarter hours.
extension WeightedMean {
    static func quarterParts(isMerged: Bool) -> [QuarterPart] {
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
