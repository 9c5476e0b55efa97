import QueryEngine
package import QueryPlan
import SampleStore
package import StorageModel

/// The samples that a `delete` removes, by their numbers.
package struct ChosenNumbers {
    package let numbers: Set<Int64>
    /// The range of their starts in milliseconds since 1970, or a day more at both ends.
    private let starts: ClosedRange<Int64>

    /// Reads the samples of a plan that the one who asks may delete. An app can delete only its own.
    ///
    /// - Parameter app: The app that asks; nil for the owner.
    package init(chosenBy plan: Plan, in store: any SampleStorage, for app: String?, isCancelled: @escaping () -> Bool) throws {
        var found: [Int64] = []
        var (first, last) = (Int64.max, Int64.min)
        try store.read { reader in
            let key = app.map(Source.fold)
            let own = try key.map { key in try reader.sources().first { $0.value.key == key }?.key ?? .min }
            try QueryEngine.read(plan, over: reader, columns: [.numbers, .sources], options: EngineOptions(isCancelled: isCancelled)) {
                if own == nil { found += $0.numbers } else { found += zip($0.numbers, $0.sources).lazy.filter { $1 == own }.map(\.0) }
                first = min(first, $0.starts.first ?? first)
                last = max(last, $0.starts.last ?? last)
                return true
            }
        }
        // A set that grows with each sample would be built several times.
        numbers = Set(found)
        // If the range applies to the samples' local times, the stored times differ by less than a day.
        let day: Int64 = 86_400_000
        starts = found.isEmpty ? 0...0 : first - day...last + day
    }

    /// Deletes the samples. Returns the number of those that were still there.
    package func delete(_ metric: MetricID, from store: any SampleStorage) throws -> Int {
        try store.delete(metric, numbers: numbers, starting: starts)
    }
}
