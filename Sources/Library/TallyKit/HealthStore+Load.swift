package import HealthModel
import QueryCompiler
package import QueryPlan
import SampleStore

extension HealthStore {
    /// Fills the store from statements, as a script does.
    ///
    /// Each statement is on a line or ends with `;`. Comments start with `#`.
    ///
    /// ```swift
    /// try await store.load(
    ///     """
    ///     set zone = Europe/Berlin
    ///     add 500 count steps from "Watch" at 2025-06-01 08:00 for 10min
    ///     load heartRate from "Watch" at 2025-06-01 09:00 every 5min: 61 64 _ 70
    ///     allow "com.example.trends" to read steps
    ///     """)
    /// ```
    ///
    /// - Parameters:
    ///   - statements: `add`, `add summary`, `load`, `allow`, `deny`, and `set` with `now`, `zone`, `app` (the source of samples without
    ///     `from`), `device` (the device of samples), `device state`, `store zone` or `goal`. The first four settings apply to the
    ///     statements after them, and the store does not keep them.
    ///   - context: the zone and the moment of times such as `yesterday`, until the text sets others.
    /// - Throws: `.wrongQuery` if a statement is wrong, with the errors of all statements; nothing is written then. `.store` if the store
    ///   refuses a write, such as one that is read-only or asked by an app without permission; the statements before that one remain.
    public func load(_ statements: String, context: QueryContext = QueryContext()) async throws(QueryError) {
        try await Blocking.run { [self] _ throws(QueryError) in try loadNow(statements, context: context) }
    }

    /// Fills the store from statements on the calling thread, as ``load(_:context:)`` does.
    @_spi(Guests) public func loadNow(_ statements: String, context: QueryContext = QueryContext()) throws(QueryError) {
        guard !isReadOnly else { throw QueryError(.store(.readOnly)) }
        let text = try QueryError.wrapping {
            try readingToWrite { reader in
                var compilation = try context.compilation(reading: reader, surroundings)
                compilation.actor = app
                return try LoadedText(statements, in: compilation, context)
            }
        }
        try QueryError.wrapping { try asOneChange("load") { try text.write(to: storage) } }
    }

    // MARK: Single statements

    /// Writes what a statement changes. Returns what happened to the samples of each metric.
    @discardableResult
    package func write(_ change: StoreChange) throws -> [MetricID: WriteOutcome] { try change.write(to: storage) }

    /// Writes a setting. Returns the number of samples that arrive because the device is unlocked.
    @discardableResult
    package func write(_ setting: KeptSetting) throws -> Int { try setting.write(to: storage) }

    /// Reads which samples of a plan a `delete` removes. An app can delete only its own.
    package func samplesToDelete(chosenBy plan: Plan, isCancelled: @escaping () -> Bool) throws -> ChosenNumbers {
        try ChosenNumbers(chosenBy: plan, in: storage, for: app, isCancelled: isCancelled)
    }

    /// Deletes chosen samples of a metric. Returns the number of those that were still there.
    package func delete(_ chosen: ChosenNumbers, of metric: MetricID) throws -> Int { try chosen.delete(metric, from: storage) }
}
