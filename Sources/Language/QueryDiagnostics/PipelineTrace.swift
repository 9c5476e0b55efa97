import Synchronization

/// Records the stages of the pipeline that a statement passes through, to prove that Tally parses and compiles it once.
///
/// To record, bind `current` for a task. Without a trace, nothing is recorded. The shell also parses the statement at every keystroke.
/// Those parses are not part of the trace.
package final class PipelineTrace: Sendable {
    /// The stages in pipeline order.
    package enum Stage: String, CaseIterable, Sendable {
        case parse, check, compile, read, run, render
    }

    package struct Step: Hashable, Sendable {
        package var stage: Stage
        /// The input and output types, as in `SourceText → ParseResult`.
        package var types: String
        /// The purpose of reading the store, or nil in other stages.
        package var purpose: String?

        /// The name of the stage with its purpose, as in `read to check`.
        package var name: String { purpose.map { "\(stage.rawValue) to \($0)" } ?? stage.rawValue }
    }

    @TaskLocal package static var current: PipelineTrace?

    private let recorded = Mutex<[Step]>([])

    package init() {}

    package var steps: [Step] { recorded.withLock { $0 } }

    /// Returns the number of times that `stage` was recorded.
    package func count(_ stage: Stage) -> Int { steps.count { $0.stage == stage } }

    /// The purposes of all reads of the store, in order.
    package var purposes: [String] { steps.compactMap(\.purpose) }

    package static func record(_ stage: Stage, _ types: @autoclosure () -> String, for purpose: String? = nil) {
        guard let current else { return }
        let step = Step(stage: stage, types: types(), purpose: purpose)
        current.recorded.withLock { $0.append(step) }
    }
}
