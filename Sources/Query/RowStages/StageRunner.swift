import CalendarIntervals
package import HealthModel
package import QueryEngine
package import QueryPlan

extension QueryEngine {
    /// The greatest number of values in a series of `trend`.
    package static var greatestTrendCount: Int { SlopesBetweenPoints.greatestCount }

    /// Returns the answer to `pipeline`: the rows of its plan after its stages.
    ///
    /// - Throws: `EngineError`, or any error of the source.
    package static func run(
        _ pipeline: Pipeline, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        var table = try rows(of: pipeline, over: source, options: options)
        if pipeline.plan.hasAllSummaryColumns, table.selection == nil { table.dropEmptyParts() }
        return table
    }

    /// Returns the rows of `pipeline` with all columns of its stages.
    fileprivate static func rows(of pipeline: Pipeline, over source: any SampleSource, options: EngineOptions) throws -> ResultTable {
        let table = try run(pipeline.plan, over: source, options: options)
        return try run(pipeline.stages, on: table, of: pipeline.plan, over: source, options: options)
    }

    /// Returns `table` after further stages.
    ///
    /// - Parameter plan: The plan that produced the rows of `table`, before stages.
    package static func run(
        _ stages: [PlanStage], on table: ResultTable, of plan: Plan, over source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> ResultTable {
        var context = StageContext(plan, source: source, options: options)
        var table = table
        table.header.findings.removeAll(where: \.isOfStage)
        for (number, stage) in stages.enumerated() {
            try context.poll()
            context.stage = number
            // The day progress describes only the rows of `progress`.
            table.dayProgress = nil
            table.studied = nil
            table.header.findings.removeAll(where: \.isOfShortWindows)
            try stage.step.apply(to: &table, context)
            table.adopt(stage.columns)
            // Values near the greatest double overflow in sums of squares.
            for column in table.columns.indices where table.columns[column].values.contains(where: { $0?.isFinite == false }) {
                table.columns[column].values = table.columns[column].values.map { $0?.isFinite == false ? nil : $0 }
            }
            table.completeSelection()
            table.checkLengths()
        }
        return table
    }
}

extension RowFinding {
    fileprivate var isOfStage: Bool { if case .ofStage = self { true } else { false } }
    fileprivate var isOfShortWindows: Bool { if case .ofStage(.shortWindows, _) = self { true } else { false } }
}

/// Executes a stage. It computes unnamed columns, and the runner sets names and units.
protocol RowStage {
    func apply(to table: inout ResultTable, _ context: StageContext) throws
}

/// The data for stages other than the rows.
struct StageContext {
    /// The current time on the time line of the rows.
    let now: Instant
    /// The current time of the people whose clocks are behind those of all others.
    let earliestNow: Instant
    let percentileRule: StatisticRules.PercentileRule
    /// The index of the current stage.
    var stage = 0
    private let source: any SampleSource
    private let options: EngineOptions

    init(_ plan: Plan, source: any SampleSource, options: EngineOptions) {
        now = plan.nowOfRows
        earliestNow = plan.earliestNowOfRows
        percentileRule = plan.rules.percentile
        self.source = source
        self.options = options
    }

    /// Returns the rows of another pipeline over the same samples.
    func rows(of pipeline: Pipeline) throws -> ResultTable { try QueryEngine.rows(of: pipeline, over: source, options: options) }

    /// Returns the activity summary of a day, by its date (`yyyy-MM-dd`).
    func activitySummary(of date: String) throws -> ActivitySummary? { try source.activitySummaries(from: date, through: date).first }

    /// Returns a setting of the store.
    func setting(_ name: String) throws -> String? { try source.setting(name) }

    /// - Throws: `EngineError.cancelled` if the query was cancelled.
    func poll() throws {
        if options.isCancelled() { throw EngineError.cancelled }
    }

    /// Polls occasionally. `position` counts steps that take up to a few microseconds.
    func poll(at position: Int) throws {
        if position % 1024 == 0 { try poll() }
    }
}

extension ResultTable {
    /// Records a finding of the current stage.
    mutating func note(_ finding: StageFinding, _ context: StageContext) {
        header.findings.append(.ofStage(finding, index: context.stage))
    }

    /// Gives the columns the properties that the plan states.
    fileprivate mutating func adopt(_ plans: [ColumnInfo]) {
        precondition(plans.count == columns.count, "a stage computes the columns in its plan")
        for (index, info) in plans.enumerated() { columns[index].info = info }
    }

    /// Shows the columns that a stage added after `select`, and no longer those that it removed.
    fileprivate mutating func completeSelection() {
        guard var fields = selection else { return }
        var shown = Set<Int>()
        fields = fields.compactMap { field in
            guard case .value(let index) = field.source else { return field }
            shown.insert(index)
            return columns.indices.contains(index) ? SelectedField(field.source, name: columns[index].name) : nil
        }
        selection =
            fields
            + columns.indices.filter { !shown.contains($0) }.map { SelectedField(.value($0), name: columns[$0].name) }
    }
}
