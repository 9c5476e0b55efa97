package import HealthModel
package import QueryPlan

/// A source whose samples are in a warehouse, which is a database elsewhere, where the heads of queries run. Stages run here, on their
/// rows.
package protocol HeadSource: SampleSource {
    /// Returns the rows of a plan before stages.
    func answer(_ plan: Plan, options: EngineOptions) throws -> ResultTable
}

extension SampleSource {
    /// The source itself, if its samples are in a warehouse; nil if they can be read here.
    package var head: (any HeadSource)? { self as? any HeadSource }
}

/// The reason why a warehouse does not answer a query. Tally never approximates an answer.
package struct WarehouseRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String
    package var help: String

    package init(_ reason: String, help: String) { (self.reason, self.help) = (reason, help) }

    package var description: String { "\(reason); \(help)" }
}
