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
    /// What of the sample's value belongs to the part, where a sum asks for it (S5.1, S6.1).
    var share = CompensatedSum()

    /// Whether this is the sample's first part in its cell: it takes part in the cell once, however many buckets of the cell it meets.
    var isFirstOfGroup: Bool { groupActive >= 0 }
}

/// Where samples of a batch belong.
enum Placement {
    case run(Run)
    case piece(Piece)
}
