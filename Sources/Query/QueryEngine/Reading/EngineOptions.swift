/// What a caller may want while a query runs.
package struct EngineOptions {
    /// Asked between batches; the query stops with `EngineError.cancelled` once it says yes.
    package var isCancelled: () -> Bool
    /// Told between batches how many samples were read by then; a stage that asks again begins at 0.
    package var progress: ((Int) -> Void)?
    package var quarterHours: QuarterUse
    /// Told what was read.
    package var trace: QueryTrace?

    /// The most rows a result may have.
    package static let greatestRowCount = 1_000_000

    package init(
        isCancelled: @escaping () -> Bool = { false }, progress: ((Int) -> Void)? = nil, quarterHours: QuarterUse = .automatic,
        trace: QueryTrace? = nil
    ) {
        self.isCancelled = isCancelled
        self.progress = progress
        self.quarterHours = quarterHours
        self.trace = trace
    }
}

/// When queries read quarter hours in place of samples. The answer is the same.
package enum QuarterUse: String, Sendable, CaseIterable {
    /// Where they are less to read.
    case automatic
    /// Wherever they can answer.
    case always
    case off
}

/// Why a query that was rightly planned has no answer.
package enum EngineError: Error, Equatable {
    case cancelled
    /// Keys beside time multiplied the rows beyond `EngineOptions.greatestRowCount`.
    case tooManyRows(Int)
}
