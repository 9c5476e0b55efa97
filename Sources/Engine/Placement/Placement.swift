import HealthModel

/// Neighbouring samples that belong whole to one cell of the result.
struct Run {
    /// Rows of the batch.
    var rows: Range<Int>
    var cell: Int
}

/// The part of one sample that belongs to a cell.
struct Piece {
    var row: Int
    var cell: Int
    /// The part's ends in milliseconds, half-open.
    var from: Int64
    var to: Int64
    /// How long the sample's source was active within the part, in milliseconds.
    var active: Int64
    /// The same over all parts of the sample in the cell; negative on all of them but the first.
    var groupActive: Int64

    /// Whether this is the sample's first part in its cell: it takes part in the cell once, however many buckets of the cell it meets.
    var isFirstOfGroup: Bool { groupActive >= 0 }

    /// The sample's value by its share of time (S5.1, S6.1).
    func contribution(of batch: borrowing SampleBatch) -> Double {
        let value = batch.values[row]
        let length = batch.ends[row] - batch.starts[row]
        // The whole of a value is the value, bit for bit.
        return active == length ? value : value * Double(active) / Double(length)
    }
}

/// Where samples of a batch belong.
enum Placement {
    case run(Run)
    case piece(Piece)
}
