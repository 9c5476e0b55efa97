package import Diagnostics
package import HealthModel
package import QueryPlan
package import QuerySyntax

/// What a query means, or why it means nothing.
package struct CompiledQuery: Sendable {
    /// nil exactly when there is an error, or when the rows come from the last result.
    package var plan: Plan?
    /// The metrics whose `StoreContents.recordedTimes` the range depends on and was made without; empty for nearly all queries.
    package var wantsRecordedTimes: Set<MetricID> = []
    /// Said where the sums of the plan are greater than with merged sources (W210): only the samples can tell.
    package var overlapWarning: Diagnostic?
    /// Whether the rows are those of the last result (`_`).
    package var usesLastResult = false
    /// Work on the rows, in order.
    package var stages: [QuerySyntax.Stage] = []
    package var output: QuerySyntax.Output?
    package var diagnostics: [Diagnostic] = []

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
