import HealthModel

/// Adjacent samples that belong entirely to one cell of the result.
struct Run {
    /// The rows of the batch.
    var rows: Range<Int>
    var cell: Int
    /// The UTC offset of the samples' clock in seconds; 0 except with `zone sample`.
    var clock: Int32 = 0
    /// The number of rows that count, if the values of the others are 0; nil if all rows count.
    var passing: Int?
    /// The exact sum of the values that count, if they were added up without unpacking them. Then `passing` is their number.
    var total: Double?
    /// The total time of the rows that count, in milliseconds, if it was computed without unpacking them. `passing` is then their number.
    var milliseconds: Int64?
}

/// The part of one sample that belongs to a cell.
struct Piece {
    var row: Int
    var cell: Int
    /// The bounds of the part in milliseconds, half-open.
    var from: Int64
    var to: Int64
    /// The time for which the sample's source was active in the part, in milliseconds.
    var active: Int64
    /// The total active time of all parts of the sample in the cell, on the first part; negative on all others.
    var groupActive: Int64
    /// The UTC offset of the sample's clock in seconds; 0 except with `zone sample`.
    var clock: Int32 = 0
    /// The part of the sample's value that belongs to the piece, if a sum needs it (S5.1, S6.1).
    var share = CompensatedSum()

    /// True if this is the sample's first part in its cell. A sample counts once in a cell, regardless of its number of buckets.
    var isFirstOfGroup: Bool { groupActive >= 0 }
}

/// The position of samples of a batch.
enum Placement {
    case run(Run)
    case piece(Piece)
}
