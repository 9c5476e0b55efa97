package import HealthModel
import StorageModel

/// The priority order of the sources of a metric, best first (S6.3), for `show priority` and for merging.
package struct SourceRanking: Sendable {
    /// A source and its position.
    package struct Entry: Sendable {
        package var id: Int32
        package var source: Source
        package var sourceClass: SourceClass
        /// The start of its first sample of the metric; nil if it has no samples.
        package var firstStart: Instant?
        /// Its position in `prefer`, followed by `set priority`; nil if it is in neither.
        package var preferredPlace: Int?
        package var userPlace: Int?
    }

    /// The manual or automatic samples of one source, which are ranked separately.
    struct Rank {
        var entry: Int
        var isHandEntered: Bool
    }

    /// The entries, in the order of the rank of their automatic samples.
    package let entries: [Entry]
    /// The ranks, best first. Every source has two.
    let ranks: [Rank]

    /// Ranks the sources of `metric`.
    ///
    /// Sources in `prefer` come first, then those in the user's order. By default, hand-entered samples follow, then watches, phones and
    /// others. Within a class, the source with the newest first sample comes first.
    ///
    /// - Parameter preferred: The keys of preferred sources, best first.
    package init(of metric: MetricID, in source: any SampleSource, preferred: [String] = []) throws {
        let userOrder = try source.priority(of: metric) ?? []
        let summaries = try source.metricSummary(of: metric)?.sources ?? []
        let firstStarts = Dictionary(summaries.map { ($0.source, $0.firstStart) }, uniquingKeysWith: min)
        let devices = Dictionary(grouping: try source.origins().values.filter { $0.device != nil }, by: \.source)
        let entries = try source.sources().map { id, source in
            Entry(
                id: id, source: source,
                sourceClass: SourceClass.classify(name: source.name, devices: (devices[id] ?? []).compactMap(\.device)),
                firstStart: firstStarts[id], preferredPlace: preferred.firstIndex(of: source.key),
                userPlace: userOrder.firstIndex(of: source.key))
        }.sorted { SourceRanking.precedes(($0, false), ($1, false)) }
        self.entries = entries
        ranks = entries.indices.flatMap { [Rank(entry: $0, isHandEntered: true), Rank(entry: $0, isHandEntered: false)] }
            .sorted { SourceRanking.precedes((entries[$0.entry], $0.isHandEntered), (entries[$1.entry], $1.isHandEntered)) }
    }

    /// The ranks as pairs of a source and its kind of entry, best first.
    var mergingRanks: [MergingRank] {
        ranks.map { MergingRank(source: entries[$0.entry].id, isHandEntered: $0.isHandEntered) }
    }

    private typealias Candidate = (entry: Entry, isHandEntered: Bool)

    private static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
        func place(_ candidate: Candidate) -> (Int, Int, SourceClass) {
            let entry = candidate.entry
            return (entry.preferredPlace ?? .max, entry.userPlace ?? .max, candidate.isHandEntered ? .handEntered : entry.sourceClass)
        }
        if place(a) != place(b) { return place(a) < place(b) }
        // The newest comes first. A source without samples of the metric comes last.
        let starts = (a.entry.firstStart?.milliseconds ?? .min, b.entry.firstStart?.milliseconds ?? .min)
        return starts.0 != starts.1 ? starts.0 > starts.1 : a.entry.source.key < b.entry.source.key
    }
}
