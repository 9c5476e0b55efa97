package import HealthModel
package import StorageModel

extension SourceRanking {
    /// Returns the ranks of the samples of `metric`, best first: the displayed name of a source and whether the samples were entered by
    /// hand.
    ///
    /// Reads the metadata id of every sample.
    package static func presentRanks(
        of metric: MetricID, in source: any SampleSource, preferred: [String] = []
    ) throws -> [(source: String, isHandEntered: Bool)] {
        struct Kind: Hashable {
            var source: Int32
            var isHandEntered: Bool
        }
        let metadata = MetadataCache(source)
        var present: Set<Kind> = []
        try source.scan(metric, from: .min, through: .max, columns: [.sources, .metadata]) { batch in
            try metadata.load(batch.metadata)
            for row in 0..<batch.count {
                present.insert(Kind(source: batch.sources[row], isHandEntered: metadata.isHandEntered(batch.metadata[row])))
            }
            return true
        }
        let ranking = try SourceRanking(of: metric, in: source, preferred: preferred)
        return ranking.ranks.compactMap { rank in
            let entry = ranking.entries[rank.entry]
            guard present.contains(Kind(source: entry.id, isHandEntered: rank.isHandEntered)) else { return nil }
            return (entry.source.name, rank.isHandEntered)
        }
    }

    /// Returns those of the ranks that samples have, best first: the displayed name of a source and whether the samples were entered by
    /// hand.
    package func present(_ kinds: Set<MergingRank>) -> [(source: String, isHandEntered: Bool)] {
        ranks.compactMap { rank in
            let entry = entries[rank.entry]
            guard kinds.contains(MergingRank(source: entry.id, isHandEntered: rank.isHandEntered)) else { return nil }
            return (entry.source.name, rank.isHandEntered)
        }
    }
}
