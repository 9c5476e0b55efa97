package import QueryDiagnostics
package import HealthModel
package import QueryPlan
package import QuerySyntax

/// What a query means, or why it means nothing.
package struct CompiledQuery: Sendable {
    /// What came of compiling.
    package enum Outcome: Sendable {
        /// Nothing: among the diagnostics is an error.
        case failed
        /// Rows of samples, after all stages, with the pipeline that gives them.
        case plan(BoundRows)
        /// The rows of the last result (`_`), after further stages; nil where it is not known what they are.
        case continuation(BoundRows?)
    }

    package var outcome = Outcome.failed
    /// The metrics whose `StoreContents.recordedTimes` the range depends on and was made without; empty for nearly all queries.
    package var wantsRecordedTimes: Set<MetricID> = []
    /// What must be known of the samples after now, and was not; empty where the store holds none.
    package var wantsLaterSamples: Set<LaterSamples.Question> = []
    /// Said where the sums of the plan are greater than with merged sources (W210): only the samples can tell.
    package var overlapWarning: Diagnostic?
    /// The work on the rows, in order: all of the pipeline's stages, but for `_` only those that are new.
    package var stages: [PlanStage] = []
    /// Where stages are written: the last ones of `stages`, before which may be some that the query implies.
    package var stageRanges: [SourceRange] = []
    package var output: QuerySyntax.Output?
    package var diagnostics: [Diagnostic] = []

    /// What is known of the rows after all stages: nothing where there will be none, or where the last result is not known.
    package var rows: BoundRows? {
        switch outcome {
        case .failed: nil
        case .plan(let rows): rows
        case .continuation(let rows): rows
        }
    }

    /// The plan with its stages; for `_` also with those that the last result went through.
    package var pipeline: Pipeline? { rows?.pipeline }

    package var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}
