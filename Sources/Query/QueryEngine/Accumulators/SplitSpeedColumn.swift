import HealthModel

/// The speed of each split in meters per second: its distance divided by the time of its workout without pauses (S13.9).
///
/// An average of samples of speed would be another number: a watch records them at some moments only, also in pauses.
final class SplitSpeedColumn: AggregateColumn {
    private let seconds: ActiveTimeColumn
    /// The distance of each group.
    private let meters: [Double]

    init(_ seconds: ActiveTimeColumn, meters: [Double]) { (self.seconds, self.meters) = (seconds, meters) }

    func reserve(cellCount: Int, level: Int) { seconds.reserve(cellCount: cellCount, level: level) }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        seconds.update(placements, of: batch, level: level)
    }

    /// Rows that are intervals belong to one person.
    func add(_ other: any AggregateColumn, to map: CellMap) { preconditionFailure("a split of several people") }

    func finalize(cellCount: Int) -> [Double?] {
        seconds.finalize(cellCount: cellCount).enumerated().map { cell, seconds in
            guard let seconds, seconds > 0, !meters.isEmpty else { return nil }
            return meters[cell % meters.count] / seconds
        }
    }
}
