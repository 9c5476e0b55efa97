package import QueryDiagnostics
package import HealthModel
package import QueryPlan
package import QuerySyntax

/// What a query means, or why it means nothing.
package struct CompiledQuery: Sendable {
    /// nil exactly when there is an error, or when the rows come from the last result.
    package var plan: Plan?
    /// The metrics whose `StoreContents.recordedTimes` the range depends on and was made without; empty for nearly all queries.
    package var wantsRecordedTimes: Set<MetricID> = []
    /// What must be known of the samples after now, and was not; empty where the store holds none.
    package var wantsLaterSamples: Set<LaterSamples.Question> = []
    /// Said where the sums of the plan are greater than with merged sources (W210): only the samples can tell.
    package var overlapWarning: Diagnostic?
    /// Whether the rows are those of the last result (`_`).
    package var usesLastResult = false
    /// The rows after all stages, with the pipeline that gives them; nil after an error, and where the last result is not known.
    package var rows: BoundRows?
    /// The work on the rows, in order: all of the pipeline's stages, but for `_` only those that are new.
    package var stages: [PlanStage] = []
    /// Where stages are written: the last ones of `stages`, before which may be some that the query implies.
    package var stageRanges: [SourceRange] = []
    package var output: QuerySyntax.Output?
    package var diagnostics: [Diagnostic] = []

    /// The plan with its stages; for `_` also with those that the last result went through.
    package var pipeline: Pipeline? { rows?.pipeline }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
