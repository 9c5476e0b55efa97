package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Hands `body` the samples that take part in a listing, batch by batch in the order of the store, whatever the plan's own order.
    ///
    /// - Parameter body: takes a batch that is not empty and returns whether it wants more.
    /// - Throws: `EngineError.cancelled`, or what the source or `body` throws.
    package static func read(
        _ plan: Plan, over source: any SampleSource, columns: SampleColumns, options: EngineOptions = EngineOptions(),
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard case .samples(let listing) = plan.subject else { return }
        let metadata = MetadataCache(source, keys: plan.metadataKeys)
        let reader = try SampleReader(
            plan, predicate: plan.predicate(for: listing.part), source: source, metadata: metadata, options: options)
        try reader.read(listing.metric, columns: columns) { batch, _ in try body(batch) }
    }
}
