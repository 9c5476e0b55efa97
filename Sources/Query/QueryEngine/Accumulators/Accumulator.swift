import HealthModel

/// What one row of the result knows of its samples so far.
///
/// Updates arrive in the order of the samples (start, end, value), whatever the batches were, so an
/// accumulator gives the same bytes for any of them.
protocol Accumulator: Sendable {
    init()
    /// Takes samples that count whole.
    mutating func update(_ run: Run, of batch: borrowing SampleBatch)
    /// Takes the part of a sample that falls into this row.
    mutating func update(_ piece: Piece, of batch: borrowing SampleBatch)
    /// Takes all that `other` knows, as if its samples came after these.
    mutating func merge(_ other: Self)
}
