import Synchronization

/// Records which stages of the pipeline a text went through on its way to an answer: what shows that it is parsed once and compiled once.
///
/// To record, run a task in `recording`. Without it, nothing is recorded. The shell parses a statement again at every key that is typed;
/// those parses are not part of a trace of the statement that runs.
package final class PipelineTrace: Sendable {
    /// The stages, in the order of the pipeline.
    package enum Stage: String, CaseIterable, Sendable {
        case parse, check, compile, read, run, render
    }

    package struct Step: Hashable, Sendable {
        package var stage: Stage
        /// The types that it takes and gives, as `SourceText → ParseResult`.
        package var types: String
        /// What a view of the store is read for; nil in other stages.
        package var purpose: String?

        /// The stage, as `read to check`.
        package var name: String { purpose.map { "\(stage.rawValue) to \($0)" } ?? stage.rawValue }
    }

    @TaskLocal package static var current: PipelineTrace?

    private let recorded = Mutex<[Step]>([])

    package init() {}

    package var steps: [Step] { recorded.withLock { $0 } }

    /// How often the text went through a stage.
    package func count(_ stage: Stage) -> Int { steps.count { $0.stage == stage } }

    /// What views of the store were read for, in order.
    package var purposes: [String] { steps.compactMap(\.purpose) }

    package static func record(_ stage: Stage, _ types: @autoclosure () -> String, for purpose: String? = nil) {
        guard let current else { return }
        let step = Step(stage: stage, types: types(), purpose: purpose)
        current.recorded.withLock { $0.append(step) }
    }
}
