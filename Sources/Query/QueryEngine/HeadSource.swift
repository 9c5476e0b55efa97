package import HealthModel
package import QueryPlan

/// A source whose samples are in another engine, where the heads of queries run. Stages run here, on their rows.
package protocol HeadSource: SampleSource {
    /// Returns the rows of a plan before stages.
    func answer(_ plan: Plan, options: EngineOptions) throws -> ResultTable
}
