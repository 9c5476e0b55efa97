package import HealthModel
package import QueryPlan

/// Runs plans on samples.
package enum QueryEngine {
    /// The maximum number of rows in a result.
    package static var greatestRowCount: Int { EngineOptions.greatestRowCount }

    /// Returns the answer to `plan`.
    ///
    /// The result is the same, byte for byte, regardless of how the source divides samples into batches and of the order of import (S6.7).
    ///
    /// - Throws: `EngineError`, or any error of the source.
    package static func run(
        _ plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        switch plan.subject {
        case .statistics(let measures) where plan.hasOwnRules:
            try CombinedStatistics(plan, measures: measures).run(over: source, options: options)
        case .statistics(let measures): try StatisticsQuery(plan, measures: measures, source: source, options: options).run()
        case .samples(let listing): try SampleListingQuery(plan, listing, source: source, options: options).run()
        case .summaries: try SummaryListing(plan, source: source).table()
        }
    }
}
