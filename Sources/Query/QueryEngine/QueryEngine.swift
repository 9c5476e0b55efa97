package import HealthModel
package import QueryPlan

/// Runs plans over samples.
package enum QueryEngine {
    /// The most rows a result may have.
    package static var greatestRowCount: Int { EngineOptions.greatestRowCount }

    /// Returns the answer to `plan`.
    ///
    /// The result is the same byte for byte, however the source cuts its samples into batches and in whichever order they were
    /// imported (S6.7).
    ///
    /// - Throws: `EngineError`, or what the source throws.
    package static func run(
        _ plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        switch plan.subject {
        case .statistics(let measures): try StatisticsQuery(plan, measures: measures, source: source, options: options).run()
        case .samples(let listing): try SampleListingQuery(plan, listing, source: source, options: options).run()
        case .summaries: try SummaryListing(plan, source: source).table()
        }
    }
}
