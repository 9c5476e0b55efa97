import QueryDiagnostics
import QuerySyntax
import QueryVocabulary

/// The list that answers `latest headache`: one sample, with its value and its time. Such samples have no number.
struct LastSample {
    private let measure: QuerySyntax.Measure
    private let clauses: [Clause]
    /// The metric as written.
    private let metric: String
    private let order: String

    /// Returns nil for other aggregates than `latest` and `first`, for sleep, and for queries with rows.
    init?(_ aggregate: Aggregate, of metric: MeasuredMetric, _ measure: QuerySyntax.Measure, _ clauses: [Clause]) {
        guard [.latest, .first].contains(aggregate), !metric.isSleep, measure.aggregates.count == 1,
            clauses.allSatisfy({ [.range, .condition].contains($0.kind.word) })
        else { return nil }
        (self.measure, self.clauses) = (measure, clauses)
        self.metric = if case .name(let name) = measure.metric { name.text } else { metric.name }
        order = aggregate == .latest ? "newest" : "oldest"
    }

    private var end: String { " \(order) first limit 1" }

    var help: String { "write `samples of \(metric)\(end)` for one sample with its value" }

    /// - Parameter range: the position of the aggregate.
    func fix(at range: SourceRange) -> Diagnostic.Fix {
        let place = SourceRange(at: clauses.last?.range.end ?? measure.range.end)
        return Diagnostic.Fix([.init(range, "samples of"), .init(place, end)], keepsQuestion: false, help: help)
    }
}
