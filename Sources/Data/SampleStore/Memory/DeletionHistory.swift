import HealthModel
import StorageModel

/// The latest deletions of a `MemoryStore`.
struct DeletionHistory: Sendable {
    private var entries: [(person: Int64, metric: MetricID, sample: DeletedSample)] = []
    /// The number of the last deletion that was removed from the history.
    private(set) var lastForgotten: Int64 = 0

    /// Adds deletions in order of the samples' numbers, and forgets the oldest ones beyond the limit.
    mutating func add(_ numbers: [Int64], of metric: MetricID, person: Int64, keeping limit: Int, nextNumber: inout Int64) {
        for number in numbers.sorted() {
            entries.append((person, metric, DeletedSample(change: nextNumber, number: number)))
            nextNumber += 1
        }
        let surplus = entries.count - limit
        guard surplus > 0 else { return }
        lastForgotten = entries[surplus - 1].sample.change
        entries.removeFirst(surplus)
    }

    func entries(of metric: MetricID, person: Int64, after change: Int64) -> [DeletedSample] {
        entries.filter { $0.person == person && $0.metric == metric && $0.sample.change > change }.map(\.sample)
    }

    mutating func forgetAll(through change: Int64) { (entries, lastForgotten) = ([], change) }

    mutating func forget(_ person: Int64) { entries.removeAll { $0.person == person } }
}
