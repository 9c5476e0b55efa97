package import HealthModel
import QueryEngine
import QueryPlan

/// A source of a metric and its rank, which decides whose samples count where several sources recorded the same time.
package struct RankedSource {
    package let person: String
    package let metric: MetricID
    /// From 1, the highest.
    package let rank: Int
    package let source: String
    /// The reason in words.
    package let reason: String

    /// Returns the sources of one metric, or of all metrics with several sources, for each person.
    ///
    /// - Parameter context: The setting that chooses the rules of a platform.
    package static func all(of metric: MetricID?, in reader: any SampleSource, context: QueryContext) throws -> [RankedSource] {
        var rows: [RankedSource] = []
        let merging = context.rules.merging
        let isAndroid = try merging == .android || (merging == .auto && reader.platforms() == [.android])
        try reader.forEachPerson { person, view in
            for summary in try view.metricSummaries() where metric == nil ? summary.sources.count > 1 : summary.metric == metric {
                let ranking = try SourceRanking(of: summary.metric, in: view).entries.filter { $0.firstStart != nil }
                let hasList = try isAndroid && view.priority(of: summary.metric) != nil
                rows += ranking.enumerated().map { index, entry in
                    RankedSource(
                        person: person.printedID, metric: summary.metric, rank: index + 1, source: entry.source.name,
                        reason: reason(entry, hasList: hasList))
                }
            }
        }
        return rows
    }

    /// - Parameter hasList: True if the rules of Android leave out apps that are not in the list (S15.3).
    private static func reason(_ entry: SourceRanking.Entry, hasList: Bool) -> String {
        if entry.userPlace != nil { return "set priority" }
        if hasList, entry.sourceClass == .other { return "not in the list of apps" }
        return switch entry.sourceClass {
        case .handEntered: "entered by hand"
        case .watch: "a watch"
        case .phone: "a phone"
        case .other: "another source, newest first"
        }
    }
}
