package import HealthModel
import QueryEngine

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
    package static func all(of metric: MetricID?, in reader: any SampleSource) throws -> [RankedSource] {
        var rows: [RankedSource] = []
        try reader.forEachPerson { person, view in
            for summary in try view.metricSummaries() where metric == nil ? summary.sources.count > 1 : summary.metric == metric {
                let ranking = try SourceRanking(of: summary.metric, in: view).entries.filter { $0.firstStart != nil }
                rows += ranking.enumerated().map { index, entry in
                    RankedSource(
                        person: person.printedID, metric: summary.metric, rank: index + 1, source: entry.source.name, reason: reason(entry))
                }
            }
        }
        return rows
    }

    private static func reason(_ entry: SourceRanking.Entry) -> String {
        if entry.userPlace != nil { return "set priority" }
        return switch entry.sourceClass {
        case .handEntered: "entered by hand"
        case .watch: "a watch"
        case .phone: "a phone"
        case .other: "another source, newest first"
        }
    }
}
