/// What a caller may want while a query runs.
package struct EngineOptions {
    /// Asked between batches; the query stops with `EngineError.cancelled` once it says yes.
    package var isCancelled: () -> Bool
    /// Told between batches how many samples were read so far.
    package var progress: ((Int) -> Void)?

    package init(isCancelled: @escaping () -> Bool = { false }, progress: ((Int) -> Void)? = nil) {
        self.isCancelled = isCancelled
        self.progress = progress
    }
}

/// Why a query that was rightly planned has no answer.
package enum EngineError: Error, Equatable {
    case cancelled
    /// Keys beside time multiplied the rows beyond `QueryEngine.greatestRowCount`.
    case tooManyRows(Int)
}
