import CalendarIntervals
package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Returns the answer to `pipeline`: the rows of its plan after its stages.
    ///
    /// - Throws: `EngineError`, or what the source throws.
    package static func run(
        _ pipeline: Pipeline, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        var table = try rows(of: pipeline, over: source, options: options)
        if pipeline.plan.hasAllSummaryColumns { table.dropEmptyParts() }
        return table
    }

    /// Returns the rows of `pipeline` with every column that its stages know.
    fileprivate static func rows(of pipeline: Pipeline, over source: any SampleSource, options: EngineOptions) throws -> ResultTable {
        let table = try run(pipeline.plan, over: source, options: options)
        return try run(pipeline.stages, on: table, of: pipeline.plan, over: source, options: options)
    }

    /// Returns `table` after further stages.
    ///
    /// - Parameter plan: the one that gave the rows of `table`, before stages.
    package static func run(
        _ stages: [PlanStage], on table: ResultTable, of plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        var context = StageContext(plan, source: source, options: options)
        var table = table
        table.header.partialRowsLeftOut = []
        for (number, stage) in stages.enumerated() {
            try context.poll()
            context.stage = number
            // It is about the rows of `progress` alone.
            table.dayProgress = nil
            try stage.step.apply(to: &table, context)
            table.adopt(stage.columns)
            table.checkLengths()
        }
        return table
    }
}

/// One stage at work on rows. What it computes is nameless; the runner puts names and units to it.
protocol RowStage {
    func apply(to table: inout ResultTable, _ context: StageContext) throws
}

/// What stages know beside the rows.
struct StageContext {
    /// On the time line of the rows.
    let now: Int64
    let percentileRule: StatisticRules.PercentileRule
    /// The stage that is at work, by its place.
    var stage = 0
    private let source: any SampleSource
    private let options: EngineOptions

    init(_ plan: Plan, source: any SampleSource, options: EngineOptions) {
        now = plan.nowOfRows
        percentileRule = plan.rules.percentile
        self.source = source
        self.options = options
    }

    /// Returns the rows of another pipeline over the same samples.
    func rows(of pipeline: Pipeline) throws -> ResultTable { try QueryEngine.rows(of: pipeline, over: source, options: options) }

    /// Returns what the rings of a day came to, by its date (`yyyy-MM-dd`).
    func activitySummary(of date: String) throws -> ActivitySummary? { try source.activitySummaries(from: date, through: date).first }

    /// - Throws: `EngineError.cancelled` where nobody waits for the answer any more.
    func poll() throws {
        if options.isCancelled() { throw EngineError.cancelled }
    }

    /// Polls now and then: where `position` counts what takes up to some microseconds.
    func poll(at position: Int) throws {
        if position % 1024 == 0 { try poll() }
    }
}

extension ResultTable {
    /// Drops what summaries have for few people, where no row has it.
    fileprivate mutating func dropEmptyParts() {
        columns.removeAll { $0.name.contains("moveTime") && $0.values.allSatisfy { ($0 ?? 0) == 0 } }
        keys.removeAll { $0.name == "paused" && $0.values.allSatisfy { $0 == nil } }
    }

    /// Takes over what the plan says of the columns.
    fileprivate mutating func adopt(_ plans: [StageColumn]) {
        precondition(plans.count == columns.count, "a stage gives the columns that its plan names")
        for (index, plan) in plans.enumerated() {
            columns[index].name = plan.name
            columns[index].metric = plan.metric
            columns[index].part = plan.part
            columns[index].aggregate = plan.aggregate
            columns[index].unit = columns[index].isInHundredths ? "%" : plan.unit
            columns[index].isAdditive = plan.isAdditive
            columns[index].accumulates = plan.accumulates
        }
    }
}
