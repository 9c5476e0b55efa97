package import HealthModel

/// The priority of the sources of a metric, best first (S6.3): what `show priority` shows and merging goes by.
package struct SourceRanking: Sendable {
    /// A source in its place.
    package struct Entry: Sendable {
        package var id: Int32
        package var source: Source
        package var sourceClass: SourceClass
        /// The start of its first sample of the metric; nil when it has none.
        package var firstStart: Instant?
        /// Its place among those named by `prefer`, then among those of `set priority`; nil where it is not named.
        package var preferredPlace: Int?
        package var userPlace: Int?
    }

    /// Samples of one source that were entered by hand, or were not: they have a rank of their own.
    struct Rank {
        var entry: Int
        var isHandEntered: Bool
    }

    /// By the rank of what was not entered by hand.
    package let entries: [Entry]
    /// Every source twice, best first.
    let ranks: [Rank]

    /// Ranks the sources of `metric`.
    ///
    /// Sources that `prefer` names come first, then those that the user put in order, then by default hand-entered samples,
    /// watches, phones, others; among equals the one whose first sample is the newest.
    ///
    /// - Parameter preferred: source keys, best first.
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

    /// The ranks by their sources, best first.
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
        // The newest first; a source that has nothing of the metric comes last.
        let starts = (a.entry.firstStart?.milliseconds ?? .min, b.entry.firstStart?.milliseconds ?? .min)
        return starts.0 != starts.1 ? starts.0 > starts.1 : a.entry.source.key < b.entry.source.key
    }
}
