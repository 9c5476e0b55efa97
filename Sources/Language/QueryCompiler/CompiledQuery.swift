package import CalendarIntervals
package import HealthModel
package import QueryDiagnostics
package import QueryPlan
package import QuerySyntax

/// The result of compiling a query: its meaning, or the reasons why it has none.
package struct CompiledQuery: Sendable {
    /// The meaning of the query.
    package enum Outcome: Sendable {
        /// Compiling failed; the diagnostics contain an error.
        case failed
        /// Rows computed from samples, after all stages, with their pipeline.
        case plan(BoundRows)
        /// The rows of the last result (`_`) after further stages; nil if the last result is unknown.
        case continuation(BoundRows?)
    }

    package var outcome = Outcome.failed
    /// The metrics whose `StoreContents.recordedTimes` were missing, although the range depends on them; empty for nearly all queries.
    package var wantsRecordedTimes: Set<MetricID> = []
    /// The missing facts about samples after now; empty if the store has no later samples.
    package var wantsLaterSamples: Set<LaterSamples.Question> = []
    /// The metrics whose `StoreContents.storedNames` were missing, although a condition has a name that is not in the tables.
    package var wantsStoredNames: Set<MetricID> = []
    /// The warning to report if the sums are greater than with merged sources (W210). Only the samples show that.
    package var overlapWarning: Diagnostic?
    /// The stages in order: all stages of the pipeline, or only the new ones for `_`.
    package var stages: [PlanStage] = []
    /// The positions of the written stages. They are the last ones of `stages`; the query can imply others before them.
    package var stageRanges: [SourceRange] = []
    package var output: QuerySyntax.Output?
    /// The lines across the chart of the output.
    package var lines: [ReferenceLine] = []
    /// The ends of the value axis; nil if the query sets none.
    package var axis: ChartEnds?
    package var diagnostics: [Diagnostic] = []
    /// The times of the parts of the day that the query names.
    package var dayParts: [DayPart: DayTimes] = [:]
    /// The id of the only person whom the query concerns, if the store has several; otherwise nil.
    package var person: String?

    package init() {}

    /// The rows after all stages; nil if compiling failed or the last result is unknown.
    package var rows: BoundRows? {
        switch outcome {
        case .failed: nil
        case .plan(let rows): rows
        case .continuation(let rows): rows
        }
    }

    /// The plan with its stages; for `_` including the stages of the last result.
    package var pipeline: Pipeline? { rows?.pipeline }

    package var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}
