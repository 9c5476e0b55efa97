import HealthModel

/// Observes the placement of samples, to explain an answer.
protocol PlacementObserver: AnyObject {
    /// - Parameter better: The sources that hold the time which the samples do not.
    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline)
    /// Records an instant that a sample of a better source suppresses (S6.1).
    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, cell: Int?, holder: Int32)
}
