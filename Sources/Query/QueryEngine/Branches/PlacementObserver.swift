import HealthModel

/// Observes the placement of samples, to explain an answer.
protocol PlacementObserver: AnyObject {
    /// - Parameter better: The time that better sources cover. The samples do not count in it.
    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline)
    /// Records an instant that a sample of a better source suppresses (S6.1).
    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, cell: Int?, holder: Int32)
}
