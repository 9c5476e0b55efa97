package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Passes the samples of a listing to `body`, batch by batch in the order of the store, regardless of the plan's order.
    ///
    /// - Parameter body: Receives a non-empty batch and returns whether it needs more.
    /// - Throws: `EngineError.cancelled`, or any error of the source or `body`.
    package static func read(
        _ plan: Plan, over source: any SampleSource, columns: SampleColumns, options: EngineOptions = EngineOptions(),
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard case .samples(let listing) = plan.subject else { return }
        let metadata = MetadataCache(source, keys: plan.metadataKeys)
        let reader = try SampleReader(
            plan, predicate: plan.predicate(for: listing.part),
            times: try IntervalSearch.times(of: plan, source: source, options: options), source: source, metadata: metadata,
            options: options)
        try reader.read(listing.metric, columns: columns) { batch, _ in try body(batch) }
    }
}
