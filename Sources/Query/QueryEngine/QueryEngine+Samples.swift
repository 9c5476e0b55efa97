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
        let times = try IntervalSearch.times(of: plan, source: source, options: options)
        var request = ReadRequest(plan, listing.metric, part: listing.part, times: times)
        request.columns = columns
        let context = ReadContext(source, metadataKeys: plan.metadataKeys, options: options)
        try SampleReader(request, in: context).read { batch, _ in try body(batch) }
    }
}
