package import QueryPlan
package import QueryVocabulary

/// Options for running a query.
package struct EngineOptions {
    /// Called between batches. If it returns true, the query stops with `EngineError.cancelled`.
    package var isCancelled: () -> Bool
    /// Called between batches with the number of samples read so far. A stage that runs another query restarts at 0.
    package var progress: ((Int) -> Void)?
    package var quarterHours: QuarterUse
    /// Records what was read.
    package var trace: QueryTrace?

    /// The maximum number of rows in a result.
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

/// The reason why a valid plan has no answer.
package enum EngineError: Error, Equatable {
    case cancelled
    /// Keys other than time multiplied the rows beyond `EngineOptions.greatestRowCount`.
    case tooManyRows(Int)
    /// The bins between the least and the greatest value are too many.
    case tooManyBins(Int, ValueRanges)
    /// `join` found two rows for one row. The text is their time; nil for rows without time.
    case joinedTwice(time: String?, query: String)
    /// `rhythm` found too many hours without a value.
    case missingHours(MissingHours)
    /// A series of `trend` has more values than pairs of them can be compared.
    case tooManyForTrend(Int)
}
