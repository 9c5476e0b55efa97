import HealthModel

/// Looks on as samples are placed: how an answer is explained.
protocol PlacementObserver: AnyObject {
    /// - Parameter better: who holds the time that the samples do not.
    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline)
    /// Takes an instant that a sample of a better source suppresses (S6.1).
    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, cell: Int?, holder: Int32)
}
