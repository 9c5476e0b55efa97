import HealthModel
import StorageModel

/// The rule that decides which of two values an `Extreme` keeps.
protocol Preference {
    /// The value that any other value replaces.
    static var worst: Double { get }
    static func better(_ a: Double, _ b: Double) -> Double
    /// The index of its column in quarter hours.
    static var column: Int { get }
}

enum Least: Preference {
    static let worst = Double.infinity
    static func better(_ a: Double, _ b: Double) -> Double { Swift.min(a, b) }
    static let column = 0
}

enum Greatest: Preference {
    static let worst = -Double.infinity
    static func better(_ a: Double, _ b: Double) -> Double { Swift.max(a, b) }
    static let column = 1
}

/// Keeps the least or the greatest value. Values are finite.
struct Extreme<P: Preference>: Accumulator {
    static var readsTimes: Bool { false }
    private(set) var best = P.worst

    mutating func update(_ run: Run, of batch: borrowing SampleBatch) {
        let values = batch.values.span
        var best = best
        for row in run.rows { best = P.better(best, values[row]) }
        self.best = best
    }

    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch) { best = P.better(best, batch.values[piece.row]) }

    mutating func merge(_ other: Extreme) { best = P.better(best, other.best) }

    func finalize() -> Double? { best == P.worst ? nil : best }
}

// The states of quarter hours.
extension Extreme {
    static func quarterParts(isMerged: Bool) -> [QuarterPart] { [.extremes] }

    mutating func update(_ quarters: Range<Int>, of columns: [[Double]]) {
        let (least, greatest, values) = (columns[0], columns[1], columns[P.column])
        for quarter in quarters where least[quarter] <= greatest[quarter] { best = P.better(best, values[quarter]) }
    }
}
